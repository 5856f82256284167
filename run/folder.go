package run

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"

	"drafthorse/endgame"
	"drafthorse/net"
	"drafthorse/store"
)

// Run is an open run. It is for one goroutine.
type Run struct {
	Dir     string
	Config  Config
	Program string // version, written into shards

	Endgames *endgame.Tables // what its games are adjudicated and its searches proven by

	Manifest *store.Manifest // of its files

	locks []*flock.Flock
	ids   map[int]string // of nets that were read, by generation
}

// ReadConfig returns the configuration of the run in folder dir; ok is false
// where there is no run yet. A run.toml that is not what it was when the run began
// is an error that wraps [store.ErrDamaged]. Keys of earlier versions that decide
// nothing for matches and judgements are left out.
func ReadConfig(dir string) (c Config, ok bool, err error) {
	c, old, ok, err := readConfig(dir)
	return c, ok, errors.Join(err, refuse(old, matches))
}

// readConfig returns the keys of earlier versions too.
func readConfig(dir string) (c Config, old []oldKey, ok bool, err error) {
	known, err := Records(dir)
	if err != nil {
		return c, nil, false, err
	}
	path := filepath.Join(dir, configName)
	var text []byte
	if frozen := store.OfKind(known, KindConfig); len(frozen) > 0 {
		if text, err = store.ReadFile(dir, frozen[0]); err != nil {
			return c, nil, false, fmt.Errorf("the configuration of a run must stay as it was: %w", err)
		}
	} else if text, err = os.ReadFile(path); errors.Is(err, fs.ErrNotExist) { // else a crash came before its record
		return c, nil, false, nil
	} else if err != nil {
		return c, nil, false, err
	}
	c = DefaultConfig()
	old, err = c.parse(path, text)
	return c, old, true, err
}

// Open opens the run in folder dir for the given roles, or begins one there with
// the configuration c if self-play is one of them. A run that began with another
// configuration is refused, and so is a role that another process has.
func Open(dir string, c Config, program string, roles Roles) (*Run, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if err := store.MakeFolder(dir); err != nil {
		return nil, err
	}
	locks, err := roles.lock(dir)
	if err != nil {
		return nil, err
	}
	r := &Run{Dir: dir, Config: c, Program: program, locks: locks, ids: map[int]string{}}
	if r.Endgames, err = endgame.Embedded(); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if err := r.open(roles); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

func (r *Run) open(roles Roles) error {
	begun, old, ok, err := readConfig(r.Dir)
	if err != nil {
		return err
	}
	u := matches
	if roles&Playing != 0 {
		u |= selfPlay
	}
	if roles&Training != 0 {
		u |= trainings
	}
	if err := refuse(old, u); err != nil {
		return err
	}
	if ok {
		if err := r.Config.agree(begun, r.Dir); err != nil {
			return err
		}
	}
	if r.Manifest, err = store.OpenManifest(r.Dir); err != nil {
		return err
	}
	begins := len(r.Nets()) == 0
	if begins && roles&Playing == 0 {
		return fmt.Errorf("%s has no net yet: self-play begins a run", r.Dir)
	}
	// Until there is a net, self-play may be writing it in the folders of training.
	if err := r.Manifest.Sweep(roles.folders()...); err != nil {
		return err
	}
	if begins {
		return r.begin()
	}
	return nil
}

// begin commits the configuration, unless an earlier life has, and the first net.
func (r *Run) begin() error {
	first, err := r.Config.firstNet()
	if err != nil {
		return err
	}
	if len(r.Manifest.Records(KindConfig)) == 0 {
		_, err := r.Manifest.Commit(KindConfig, configName, store.Facts{}, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "# Written by drafthorse %s when the run began.\n%s", r.Program, r.Config.TOML())
			return err
		})
		if err != nil {
			return err
		}
	}
	return r.CommitNet(first, 0)
}

// Close gives the run free for other processes.
func (r *Run) Close() error {
	var err error
	if r.Manifest != nil {
		err = r.Manifest.Close()
	}
	for _, lock := range r.locks {
		err = errors.Join(err, lock.Close())
	}
	return err
}

// Nets returns the records of the run's nets.
func (r *Run) Nets() []store.Record { return r.Manifest.Records(KindNet) }

// Shards returns the records of the run's shards.
func (r *Run) Shards() []store.Record { return r.Manifest.Records(KindShard) }

// Generation returns the number of the newest net.
func (r *Run) Generation() int { return r.Nets()[len(r.Nets())-1].Facts.Generation }

// Net reads the net with the given number.
func (r *Run) Net(generation int) (*net.Network, error) {
	return readNet(r.Dir, r.Nets(), generation)
}

// CouldBeOurs reports whether a net that a journal tells of may be the run's net of that
// generation. Of a damaged net nothing is known, nor of one without an id. Journals
// are files that people copy: a name alone says little.
func (r *Run) CouldBeOurs(generation int, id string) (bool, error) {
	if generation > r.Generation() {
		return false, nil
	}
	if id == "" {
		return true, nil
	}
	if _, known := r.ids[generation]; !known {
		n, err := r.Net(generation)
		switch {
		case Damaged(err):
			return true, nil
		case err != nil:
			return false, err
		}
		r.ids[generation] = n.ID()
	}
	return r.ids[generation] == id, nil
}

// Damaged reports whether an error says that a file of a run was read and is not
// what was written. An error of the device says nothing of the file.
func Damaged(err error) bool {
	return errors.Is(err, store.ErrDamaged) || errors.Is(err, net.ErrWeights)
}

// ErrNoNet is wrapped by the error about a net that a run does not have yet.
var ErrNoNet = errors.New("no net")

func readNet(dir string, nets []store.Record, generation int) (*net.Network, error) {
	for _, r := range slices.Backward(nets) { // it is mostly the newest that is asked for
		if r.Facts.Generation != generation {
			continue
		}
		content, err := store.ReadFile(dir, r)
		if err != nil {
			return nil, err
		}
		n, err := net.Read(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
		return n, nil
	}
	newest := nets[len(nets)-1].Facts.Generation
	return nil, fmt.Errorf("%s has %w %d: its newest is net %d", dir, ErrNoNet, generation, newest)
}

// CommitNet records a net with what made it and with the number of shards that its
// training has seen.
func (r *Run) CommitNet(n *net.Network, seen int) error {
	n.Config, n.Program = string(r.Config.TOML()), r.Program
	facts := store.Facts{Generation: n.Generation, Seen: seen}
	_, err := r.Manifest.Commit(KindNet, netName(n.Generation), facts, func(w io.Writer) error {
		return net.Write(w, n)
	})
	return err
}
