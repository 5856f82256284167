package run

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drafthorse/store"
)

// open opens a run for all work on it, until the test ends or it is closed.
func open(t *testing.T, dir string, c Config) *Run {
	t.Helper()
	return as(t, dir, c, Playing|Training)
}

func TestRunKeepsItsConfiguration(t *testing.T) {
	dir, c := t.TempDir(), smallConfig()
	if err := open(t, dir, c).Close(); err != nil {
		t.Fatal(err)
	}
	if have, ok, err := ReadConfig(dir); !reflect.DeepEqual(have, c) || !ok || err != nil {
		t.Errorf("ReadConfig = %+v, %t, %v: want %+v", have, ok, err, c)
	}
	other := c
	other.SelfPlay.QuickVisits = 5
	_, err := Open(dir, other, "test", Playing|Training)
	if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), "selfplay.quick_visits = 4, not 5") {
		t.Errorf("Open with another configuration = %v: want the key and both values", err)
	}
	open(t, dir, c) // the refusal has given the lock back
}

// TestRunWithAnotherConfigurationIsDamaged changes, cuts and removes run.toml.
func TestRunWithAnotherConfigurationIsDamaged(t *testing.T) {
	dir, c := t.TempDir(), smallConfig()
	if err := open(t, dir, c).Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, configName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string) {
		t.Helper()
		_, _, reading := ReadConfig(dir)
		_, opening := Open(dir, c, "test", Playing|Training)
		for _, err := range []error{reading, opening} {
			if !errors.Is(err, store.ErrDamaged) || errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), configName) {
				t.Errorf("%s: %v: want ErrDamaged and %s", what, err, configName)
			}
		}
	}
	section := bytes.Index(whole, []byte("[training]"))
	for what, text := range map[string][]byte{
		"a value is changed":        bytes.Replace(whole, []byte("quick_visits = 4"), []byte("quick_visits = 5"), 1),
		"cut before a section":      whole[:section],
		"cut in a line":             whole[:section+5],
		"no configuration any more": []byte("games ="),
	} {
		if section < 0 || bytes.Equal(text, whole) {
			t.Fatalf("%s: it is as before", what)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		check(what)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	check("removed")
}

// TestOpenAfterACrashAtTheBeginning removes from a new run what the last of its
// first steps have made, as if they had not come about.
func TestOpenAfterACrashAtTheBeginning(t *testing.T) {
	want := t.TempDir()
	open(t, want, smallConfig())
	for _, missing := range [][]string{
		{"MANIFEST"},
		{"MANIFEST", "nets/00000.safetensors"},
		{"MANIFEST", "nets/00000.safetensors", "nets"},
		{"MANIFEST", "nets/00000.safetensors", "nets", configName},
	} {
		dir := t.TempDir()
		if err := open(t, dir, smallConfig()).Close(); err != nil {
			t.Fatal(err)
		}
		for _, name := range missing {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		open(t, dir, smallConfig())
		compareFolders(t, dir, want)
	}
}

// compareFolders compares all files of two runs but the holder of the lock.
func compareFolders(t *testing.T, got, want string) {
	t.Helper()
	read := func(dir string) (names []string, content map[string]string) {
		content = map[string]string{}
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), "LOCK") {
				return err
			}
			name, _ := filepath.Rel(dir, path)
			bytes, err := os.ReadFile(path)
			names, content[name] = append(names, name), string(bytes)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return names, content
	}
	names, a := read(got)
	wanted, b := read(want)
	if !slices.Equal(names, wanted) {
		t.Errorf("%s holds %v, want %v", got, names, wanted)
	}
	for _, name := range wanted {
		if a[name] != b[name] {
			t.Errorf("%s: %s differs from the one in %s", got, name, want)
		}
	}
}

// damage flips a bit in the middle of a file.
func damage(t *testing.T, path string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestNewestNet(t *testing.T) {
	if _, err := NewestNet(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("NewestNet of an empty folder = %v: want fs.ErrNotExist", err)
	}
	if _, err := NewestNet(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("NewestNet of no folder = %v: want fs.ErrNotExist", err)
	}
	dir := t.TempDir()
	r := open(t, dir, smallConfig())
	commitNext(t, r)
	n, err := NewestNet(dir) // while the run is open
	if err != nil {
		t.Fatal(err)
	}
	if own, err := r.Net(1); err != nil || n.ID() != own.ID() || n.Generation != 1 {
		t.Errorf("NewestNet = net %d, %s: want net 1, %s (%v)", n.Generation, n.ID(), own.ID(), err)
	}
}

func TestDamagedNet(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir, smallConfig())
	damage(t, filepath.Join(dir, "nets/00000.safetensors"))
	if _, err := r.Net(0); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "nets/00000.safetensors") {
		t.Errorf("Net = %v: want ErrDamaged and the net's name", err)
	}
}
