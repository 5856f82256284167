package store_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"drafthorse/store"
)

func put(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	if err := errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); string(got) != want || err != nil {
		t.Errorf("%s holds %q, %v: want %q", filepath.Base(path), got, err, want)
	}
}

func modeOf(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

func write(path, text string) error {
	return store.ReplaceFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// TestModeOfAnOutput has a new file get the mode that the umask leaves, and one that
// is replaced keep its own, also while it is written.
func TestModeOfAnOutput(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	fresh, private, open := filepath.Join(t.TempDir(), "new"), filepath.Join(t.TempDir(), "private"), filepath.Join(t.TempDir(), "open")
	put(t, private, "old", 0o600)
	put(t, open, "old", 0o664)
	for path, want := range map[string]fs.FileMode{fresh: 0o640, private: 0o600, open: 0o664} {
		err := store.ReplaceFile(path, func(io.Writer) error {
			if got := modeOf(t, store.Part(path)); got&^want != 0 {
				t.Errorf("%s has mode %o while it is written: want no more than %o", filepath.Base(path), got, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := modeOf(t, path); got != want {
			t.Errorf("%s has mode %o: want %o", filepath.Base(path), got, want)
		}
	}
}

// TestOutputThatIsALink replaces the file that links lead to, in its own folder, and
// leaves the links.
func TestOutputThatIsALink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	file := filepath.Join(other, "file")
	put(t, file, "old", 0o600)
	links := map[string]string{"first": "second", "second": filepath.Join(other, "third"), "dangling": filepath.Join(other, "new")}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../"+filepath.Base(other)+"/file", filepath.Join(other, "third")); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"first": file, "dangling": filepath.Join(other, "new")} {
		path := filepath.Join(dir, name)
		if err := write(path, "new "+name); err != nil {
			t.Fatal(err)
		}
		if modeOf(t, path)&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", name)
		}
		holds(t, to, "new "+name)
	}
	if mode := modeOf(t, file); mode != 0o600 {
		t.Errorf("the file has mode %o: want 600", mode)
	}
}

// TestPartThatIsThere begins a file where something has the name of its part. What a
// kill has left is removed, and no other file is written to through it.
func TestPartThatIsThere(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "out"), filepath.Join(dir, "other")
	put(t, other, "mine", 0o644)
	put(t, store.Part(path), "left by a kill, and longer", 0o600)
	if err := write(path, "new"); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new")

	if err := os.Link(other, store.Part(path)); err != nil {
		t.Fatal(err)
	}
	if err := write(path, "newer"); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "newer")

	if err := os.Symlink("other", store.Part(path)); err != nil {
		t.Fatal(err)
	}
	if err := write(path, "newest"); !is[interface{ WrongUsage() }](err) {
		t.Errorf("writing by way of a link = %v: want it refused", err)
	}
	holds(t, path, "newer")
	holds(t, other, "mine")
}

// TestOutputInUse has two write the same file at once. The second one is refused, and
// the first one's is whole.
func TestOutputInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	err := store.ReplaceFile(path, func(w io.Writer) error {
		if err := write(path, "second"); !is[interface{ NoRoom() }](err) || !strings.Contains(err.Error(), "out.partial is in use by another process") {
			t.Errorf("the second one's error is %v: want that it is in use", err)
		}
		_, err := io.WriteString(w, "first")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, path, "first")
	if err := write(path, "third"); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "third")
	if entries, err := os.ReadDir(filepath.Dir(path)); len(entries) != 1 || err != nil {
		t.Errorf("the folder holds %v, %v: want the file alone", entries, err)
	}
}

// is reports whether an error is of a kind, or wraps one.
func is[E any](err error) bool {
	var kind E
	return errors.As(err, &kind)
}
