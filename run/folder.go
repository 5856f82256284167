package run

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"drafthorse/datasets"
	"drafthorse/endgame"
	"drafthorse/net"
)

// ErrLocked is wrapped by Open's error when another process works on the run.
var ErrLocked = errors.New("in use")

// The manifest's kinds of a run's own.
const (
	KindConfig    datasets.Kind = "config"    // run.toml
	KindAnnotated datasets.Kind = "annotated" // the annotated game that ends a lap
)

const (
	configName     = "run.toml"
	lockName       = "LOCK"
	metricsName    = "metrics.jsonl"
	matchesName    = "matches.jsonl"
	checkpointName = "train/checkpoint"
)

// ReportName is the file in a run's folder that [Run.WriteReport] writes.
const ReportName = "report.html"

// Run is an open run. It is for one goroutine.
type Run struct {
	Dir     string
	Config  Config
	Program string // version, written into shards

	Endgames *endgame.Tables // what its games are adjudicated and its searches proven by

	lock     *flock.Flock
	manifest *datasets.Manifest
}

// ReadConfig returns the configuration of the run in folder dir; ok is false
// where there is no run yet.
func ReadConfig(dir string) (c Config, ok bool, err error) {
	path := filepath.Join(dir, configName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, false, nil
	}
	if err != nil {
		return c, false, err
	}
	c = DefaultConfig()
	return c, true, c.ParseConfig(path, text)
}

// Open opens the run in folder dir, or begins one there with the configuration
// c. A run that began with another configuration is refused, and so is one that
// another process has open.
func Open(dir string, c Config, program string) (*Run, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	lock, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	r := &Run{Dir: dir, Config: c, Program: program, lock: lock}
	if r.Endgames, err = endgame.Embedded(); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if err := r.open(); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

func (r *Run) open() error {
	begun, ok, err := ReadConfig(r.Dir)
	if err != nil {
		return err
	}
	if key, have, want := begun.difference(r.Config); ok && key != "" {
		return fmt.Errorf("%w: the run in %s began with %s = %s, not %s: leave it as it is or choose another folder",
			ErrConfig, r.Dir, key, have, want)
	}
	if r.manifest, err = datasets.OpenManifest(r.Dir); err != nil {
		return err
	}
	frozen := r.manifest.Records(KindConfig)
	if len(frozen) == 0 {
		_, err := r.manifest.Commit(KindConfig, configName, datasets.Facts{}, func(w io.Writer) error {
			_, err := w.Write(r.Config.TOML())
			return err
		})
		if err != nil {
			return err
		}
	} else if err := datasets.Verify(r.Dir, frozen[0]); err != nil {
		return fmt.Errorf("the configuration of a run must stay as it was: %w", err)
	}
	if len(r.nets()) == 0 {
		return r.commitNet(r.firstNet())
	}
	return nil
}

// lockFolder takes the folder's lock for this process.
func lockFolder(dir string) (*flock.Flock, error) {
	path := filepath.Join(dir, lockName)
	lock := flock.New(path)
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	if !ok {
		holder, _ := os.ReadFile(path) // only for the message
		return nil, fmt.Errorf("%s is %w by %s", dir, ErrLocked, bytes.TrimSpace(holder))
	}
	host, err := os.Hostname()
	if err != nil {
		host = "this host"
	}
	text := fmt.Sprintf("process %d on %s since %s\n", os.Getpid(), host, time.Now().Format(time.DateTime))
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// Close gives the run free for other processes.
func (r *Run) Close() error {
	var err error
	if r.manifest != nil {
		err = r.manifest.Close()
	}
	return errors.Join(err, r.lock.Close())
}

func (r *Run) nets() []datasets.Record   { return r.manifest.Records(datasets.KindNet) }
func (r *Run) shards() []datasets.Record { return r.manifest.Records(datasets.KindShard) }

// Generation returns the number of the newest net.
func (r *Run) Generation() int { return r.nets()[len(r.nets())-1].Facts.Generation }

// Net reads the net with the given number.
func (r *Run) Net(generation int) (*net.Network, error) {
	return readNet(r.Dir, r.nets(), generation)
}

func readNet(dir string, nets []datasets.Record, generation int) (*net.Network, error) {
	for _, r := range nets {
		if r.Facts.Generation != generation {
			continue
		}
		content, err := datasets.ReadFile(dir, r)
		if err != nil {
			return nil, err
		}
		n, err := net.Read(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
		return n, nil
	}
	return nil, fmt.Errorf("%s has no net %d", dir, generation)
}

func (r *Run) commitNet(n *net.Network) error {
	name := fmt.Sprintf("nets/%05d.safetensors", n.Generation)
	_, err := r.manifest.Commit(datasets.KindNet, name, datasets.Facts{Generation: n.Generation}, func(w io.Writer) error {
		return net.Write(w, n)
	})
	return err
}

// Totals counts what a run has committed.
type Totals struct {
	Games int `json:"games"`
	Rows  int `json:"positions"` // searched for training
	Nets  int `json:"nets"`      // trained ones
}

// Totals counts the whole run.
func (r *Run) Totals() Totals { return r.totals(func(datasets.Record) bool { return true }) }

// generationTotals counts the shards that the newest net has played.
func (r *Run) generationTotals() Totals {
	newest := r.Generation()
	return r.totals(func(s datasets.Record) bool { return s.Facts.Generation == newest })
}

func (r *Run) totals(counts func(datasets.Record) bool) Totals {
	t := Totals{Nets: r.Generation()}
	for _, s := range r.shards() {
		if counts(s) {
			t.Games += s.Facts.Games
			t.Rows += s.Facts.Rows
		}
	}
	return t
}
