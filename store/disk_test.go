package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var errDisk = errors.New("the disk failed")

// failingDisk fails at one of its calls, or at all from one on as a crash does.
// A write that fails has written a half.
type failingDisk struct {
	disk
	calls []string
	at    int  // index of the first call that fails, -1 for none
	crash bool // all calls after it fail too
}

func (d *failingDisk) call(text string, args ...any) error {
	n := len(d.calls)
	d.calls = append(d.calls, fmt.Sprintf(text, args...))
	if n == d.at || d.crash && d.at >= 0 && n > d.at {
		return fmt.Errorf("%w at call %d, %s", errDisk, n, d.calls[n])
	}
	return nil
}

func (d *failingDisk) create(name string) (file, error) {
	if err := d.call("create %s", name); err != nil {
		return nil, err
	}
	f, err := d.disk.create(name)
	return &failingFile{f, d, name}, err
}

func (d *failingDisk) appendTo(name string) (file, error) {
	if err := d.call("append to %s", name); err != nil {
		return nil, err
	}
	f, err := d.disk.appendTo(name)
	return &failingFile{f, d, name}, err
}

func (d *failingDisk) rename(from, to string) error {
	if err := d.call("rename %s %s", from, to); err != nil {
		return err
	}
	return d.disk.rename(from, to)
}

func (d *failingDisk) remove(name string) error {
	if err := d.call("remove %s", name); err != nil {
		return err
	}
	return d.disk.remove(name)
}

func (d *failingDisk) mkdir(name string) error {
	if err := d.call("mkdir %s", name); err != nil {
		return err
	}
	return d.disk.mkdir(name)
}

func (d *failingDisk) syncFolder(name string) error {
	if err := d.call("sync folder %s", name); err != nil {
		return err
	}
	return d.disk.syncFolder(name)
}

func (d *failingDisk) lock(name string) (func() error, error) {
	if err := d.call("lock %s", name); err != nil {
		return nil, err
	}
	unlock, err := d.disk.lock(name)
	return func() error {
		err := unlock() // a failed unlock has given up the descriptor
		return errors.Join(d.call("unlock %s", name), err)
	}, err
}

type failingFile struct {
	file
	disk *failingDisk
	name string
}

func (f *failingFile) Write(b []byte) (int, error) {
	if err := f.disk.call("write %s", f.name); err != nil {
		if len(f.disk.calls)-1 > f.disk.at {
			return 0, err
		}
		n, _ := f.file.Write(b[:len(b)/2])
		return n, err
	}
	return f.file.Write(b)
}

func (f *failingFile) Sync() error {
	if err := f.disk.call("sync %s", f.name); err != nil {
		return err
	}
	return f.file.Sync()
}

func (f *failingFile) Truncate(size int64) error {
	if err := f.disk.call("truncate %s", f.name); err != nil {
		return err
	}
	return f.file.Truncate(size)
}

func (f *failingFile) Close() error {
	err := f.file.Close() // a failed close has given up the descriptor
	return errors.Join(f.disk.call("close %s", f.name), err)
}

func openFailing(t *testing.T, dir string, at int, crash bool) (*Manifest, *failingDisk, error) {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	d := &failingDisk{disk: rootDisk{root}, at: at, crash: crash}
	m, err := openManifest(dir, d)
	return m, d, err
}

func TestOrderOfACommit(t *testing.T) {
	m, d, err := openFailing(t, t.TempDir(), -1, false)
	if err != nil {
		t.Fatal(err)
	}
	d.calls = nil
	if _, err := m.Commit(kindShard, "games/1.arrow", Facts{}, writing([]byte("x"))); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"mkdir games",
		"sync folder .",
		"create games/1.arrow.partial",
		"write games/1.arrow.partial",
		"sync games/1.arrow.partial",
		"close games/1.arrow.partial",
		"rename games/1.arrow.partial games/1.arrow",
		"sync folder games",
		"lock MANIFEST.lock",
		"write MANIFEST",
		"sync MANIFEST",
		"unlock MANIFEST.lock",
	}
	if !slices.Equal(d.calls, want) {
		t.Errorf("the calls were\n%s\nwant\n%s", strings.Join(d.calls, "\n"), strings.Join(want, "\n"))
	}
}

// A folder's life of three openings and four commits is run once for each call
// it makes, with that call failing, and once with a crash there. Whatever
// happened, a later opening finds all that was reported as committed, in order,
// and commits the rest.
func TestEveryCallCanFail(t *testing.T) {
	names := []string{"a", "games/1", "games/2", "nets/x/1"}
	life := func(t *testing.T, dir string, at int, crash bool) (committed []Record, calls int, failure error) {
		for opening := 0; opening < 3; opening++ {
			m, d, err := openFailing(t, dir, at, crash)
			for i := 0; err == nil && i < opening+2 && i < len(names); i++ {
				if m.names[names[i]] {
					continue
				}
				var r Record
				r, err = m.Commit(kindShard, names[i], Facts{Games: i}, writing([]byte("content of "+names[i])))
				if err == nil {
					committed = append(committed, r)
				}
			}
			if m != nil {
				err = errors.Join(err, m.broken, m.file.Close()) // broken by an unlock, of which a commit says nothing
			}
			calls += len(d.calls)
			if err != nil {
				return committed, calls, err
			}
			at -= len(d.calls)
		}
		return committed, calls, nil
	}
	_, total, err := life(t, t.TempDir(), -1, false)
	if err != nil {
		t.Fatal(err)
	}
	for at := range total {
		for _, crash := range []bool{false, true} {
			dir := t.TempDir()
			committed, _, err := life(t, dir, at, crash)
			if !errors.Is(err, errDisk) {
				t.Fatalf("call %d failed, yet the error is %v", at, err)
			}
			m := open(t, dir)
			if err := m.Sweep(".", "games", "nets/x"); err != nil {
				t.Fatal(err)
			}
			got := m.Records(kindShard)
			if len(got) < len(committed) || !slices.Equal(got[:len(committed)], committed) {
				t.Errorf("%v: records %+v, want %+v", err, got, committed)
			}
			for _, name := range names[len(got):] {
				if _, err := m.Commit(kindShard, name, Facts{}, writing([]byte("content of "+name))); err != nil {
					t.Fatal(err)
				}
			}
			if left := partials(t, dir); len(left) != 0 {
				t.Errorf("%v: left %v", err, left)
			}
			for i, r := range m.Records(kindShard) {
				content, err := ReadFile(dir, r)
				if want := "content of " + names[i]; r.Name != names[i] || string(content) != want {
					t.Errorf("record %d: %s holds %q, error %v, want %q", i, r.Name, content, err, want)
				}
			}
		}
	}
}

func TestBrokenManifestRefusesCommits(t *testing.T) {
	dir := t.TempDir()
	m, d, err := openFailing(t, dir, -1, false)
	if err != nil {
		t.Fatal(err)
	}
	const before = 8 // create, write, sync, close, rename, sync folder, lock, write MANIFEST
	d.at = len(d.calls) + before
	first := second(m.Commit(kindNet, "a", Facts{}, writing([]byte("x"))))
	later := second(m.Commit(kindNet, "b", Facts{}, writing([]byte("x"))))
	if !errors.Is(first, errDisk) || later == nil || !strings.Contains(later.Error(), "must be opened again") {
		t.Errorf("errors %v and %v, want a failed disk, then a broken manifest", first, later)
	}
	if got, err := ReadManifest(dir); len(got) != 0 || err != nil {
		t.Errorf("records %+v, error %v, want none, for the commit was not reported", got, err)
	}
	if got := m.Records(kindNet); len(got) != 0 {
		t.Errorf("records %+v, want none", got)
	}
}

func TestFailedWriteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	m := open(t, dir)
	failure := errors.New("no games")
	err := second(m.Commit(kindShard, "games/1.arrow", Facts{}, func(w io.Writer) error {
		return errors.Join(failure, second(w.Write(make([]byte, 1<<20))))
	}))
	if !errors.Is(err, failure) {
		t.Errorf("error %v, want %v", err, failure)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "games"))
	if err != nil || len(entries) != 0 {
		t.Errorf("the folder holds %v, error %v, want nothing", entries, err)
	}
	if _, err := m.Commit(kindShard, "games/1.arrow", Facts{}, writing(nil)); err != nil {
		t.Errorf("trying again: %v", err)
	}
}
