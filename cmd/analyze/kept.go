package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"drafthorse/cmd/internal/cli"
	"drafthorse/internal/plural"
	"drafthorse/run"
	"drafthorse/store"
)

// claim keeps other processes from working on a file, by a lock on another one
// beside it that is gone when it is released.
func claim(path string) (release func() error, err error) {
	for {
		l := flock.New(path + ".lock")
		ok, err := l.TryLock()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("locking %s: %w", path, err), l.Close())
		} else if !ok {
			return nil, errors.Join(fmt.Errorf("%s is %w by another analysis", path, run.ErrLocked), l.Close())
		}
		// Who had it before may have removed the file between opening and locking.
		ours, err := l.Stat()
		var there fs.FileInfo
		if err == nil {
			there, err = os.Stat(l.Path())
		}
		if err == nil && os.SameFile(ours, there) {
			return func() error { return errors.Join(os.Remove(l.Path()), l.Close()) }, nil
		}
		l.Close()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
}

// kept is what a process holds while it annotates.
type kept struct {
	results  *results
	journal  string // file of the results that goes when all is done; "" if it stays, or there is none
	advice   string // what would have kept the findings; "" if they are kept, or nothing is searched
	done     bool
	releases []func() error
}

// open opens the batch's results where the options want them, and claims what is
// going to be written.
func (b *batch) open(o options) (k *kept, err error) {
	k = &kept{results: b.results}
	defer func() {
		if err != nil {
			err = errors.Join(err, k.release())
		}
	}()
	hold := func(flag, path string) error {
		release, err := claim(path)
		if err != nil {
			return fmt.Errorf("--%s: %w", flag, err)
		}
		k.releases = append(k.releases, release)
		return nil
	}
	for _, t := range o.targets() {
		if t.flag == "html" {
			if err := store.MakeFolder(filepath.Dir(filepath.Clean(t.path))); err != nil {
				return k, err
			}
		} else if !store.Replaces(t.path) {
			continue
		}
		if err := hold(t.flag, part(t.path)); err != nil {
			return k, err
		}
	}
	name, flag := o.results, "results"
	switch {
	case o.from != "":
		return k, nil
	case name != "":
		if err := hold("results", name); err != nil {
			return k, err
		}
	case o.out != "" && store.Replaces(o.out):
		name, flag = journal(o.out), "out"
		if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() { // a link would have another file changed
			return k, cli.Usage("--out: %s is no file, and findings are kept under that name: move it away", name)
		}
		k.journal = name
	default:
		k.advice = "; with --out or --results it would go on"
		if o.out != "" {
			k.advice = "; with --results it would go on"
		}
		b.results, err = passingResults()
		k.results = b.results
		return k, err
	}
	if b.results, err = openResults(name, true, b.stderr); err != nil {
		return k, fmt.Errorf("--%s: %w", flag, err)
	}
	k.results = b.results
	return k, nil
}

// release gives everything back, and removes a journal that is no longer needed.
func (k *kept) release() error {
	var err error
	if k.results != nil {
		needless := k.journal != "" && (k.done || k.results.empty())
		err = k.results.close()
		if needless {
			// A power cut brings back a name whose removal is not on the disk.
			err = errors.Join(err, os.Remove(k.journal), store.SyncFolder(filepath.Dir(k.journal)))
		}
	}
	for _, release := range k.releases {
		err = errors.Join(err, release())
	}
	return err
}

// goingOn adds to an error that ended the analysis early how it goes on.
func (k *kept) goingOn(err error, games int) error {
	early := errors.Is(err, cli.ErrInterrupted)
	if early {
		err = fmt.Errorf("%w after %s", err, plural.Count(games, "game"))
	}
	switch {
	case k.results.name != "" && k.results.adding && !k.results.empty() && (early || cli.ExitCode(err) == cli.NoRoom):
		return fmt.Errorf("%w: nothing in %s is lost, the same command goes on; --from %[2]s makes the outputs of what is there", err, k.results.name)
	case early:
		return fmt.Errorf("%w: the same command begins again%s", err, k.advice)
	}
	return err
}
