package annotate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/gofrs/flock"

	"drafthorse/internal/fault"
	"drafthorse/internal/plural"
	"drafthorse/store"
)

// errInUse is wrapped by the error about a file that another process works on.
var errInUse = fault.NoRoom("in use")

// claim keeps other processes from working on a file, by a lock on another one
// beside it that is gone when it is released.
func claim(path string) (release func() error, err error) {
	for {
		l := flock.New(path + ".lock")
		ok, err := l.TryLock()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("locking %s: %w", path, err), l.Close())
		} else if !ok {
			return nil, errors.Join(fmt.Errorf("%s is %w by another analysis", path, errInUse), l.Close())
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

// keep opens the results where the options want them, unless they are open, and claims
// what is going to be written.
func keep(o *Options, open *results) (k *kept, err error) {
	k = &kept{results: open}
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
	for _, t := range o.Outputs() {
		if t.Flag == "html" {
			if err := store.MakeFolder(filepath.Dir(filepath.Clean(t.Path))); err != nil {
				return k, err
			}
		} else if !store.Replaces(t.Path) {
			continue
		}
		if err := hold(t.Flag, store.Part(t.Path)); err != nil {
			return k, err
		}
	}
	name, flag := o.Results, "results"
	switch {
	case o.From != "":
		return k, nil
	case name != "":
		if err := hold("results", name); err != nil {
			return k, err
		}
	case o.Out != "" && store.Replaces(o.Out):
		name, flag = Journal(o.Out), "out"
		if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() { // a link would have another file changed
			return k, fault.Usage("--out: %s is no file, and findings are kept under that name: move it away", name)
		}
		k.journal = name
	default:
		k.advice = "; with --out or --results it would go on"
		if o.Out != "" {
			k.advice = "; with --results it would go on"
		}
		k.results, err = passingResults()
		return k, err
	}
	if k.results, err = openResults(name, true, o.Stderr); err != nil {
		return k, fmt.Errorf("--%s: %w", flag, err)
	}
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
func (k *kept) goingOn(ctx context.Context, err error, games int) error {
	early := ended(ctx, err)
	if early {
		err = fmt.Errorf("%w after %s", err, plural.Count(games, "game"))
	}
	switch {
	case k.results.name != "" && k.results.adding && !k.results.empty() && (early || isNoRoom(err)):
		return fmt.Errorf("%w: nothing in %s is lost, the same command goes on; --from %[2]s makes the outputs of what is there", err, k.results.name)
	case early:
		return fmt.Errorf("%w: the same command begins again%s", err, k.advice)
	}
	return err
}

// isNoRoom reports whether an error says that there is no room on the disk or for
// another process.
func isNoRoom(err error) bool {
	var noRoom interface{ NoRoom() }
	return errors.As(err, &noRoom) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// ended reports whether an error says that the context has ended.
func ended(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
}

// interrupted adds to the error of an interruption how far things went.
func interrupted(ctx context.Context, err error, games int) error {
	if ended(ctx, err) {
		return fmt.Errorf("%w after %s: the same command begins again", err, plural.Count(games, "game"))
	}
	return err
}
