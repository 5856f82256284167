package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Whichever call fails, the file holds all of the old content or all of the new,
// and the new if Replace has said so.
func TestReplace(t *testing.T) {
	replace := func(t *testing.T, dir string, at int) (calls int, err error) {
		m, d, err := openFailing(t, dir, -1, false)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		if err := m.Replace("train/state", writing([]byte("old"))); err != nil {
			t.Fatal(err)
		}
		d.calls, d.at = nil, at
		err = m.Replace("train/state", writing([]byte("newer")))
		return len(d.calls), err
	}
	total, err := replace(t, t.TempDir(), -1)
	if err != nil {
		t.Fatal(err)
	}
	for at := range total {
		dir := t.TempDir()
		_, err := replace(t, dir, at)
		got, reading := os.ReadFile(filepath.Join(dir, "train", "state"))
		if !errors.Is(err, errDisk) || reading != nil || string(got) != "old" && string(got) != "newer" {
			t.Errorf("call %d failed: error %v, the file holds %q, error %v", at, err, got, reading)
		}
		if left := partials(t, dir); len(left) != 0 {
			t.Errorf("call %d failed: left %v", at, left)
		}
	}
	dir := t.TempDir()
	if _, err := replace(t, dir, -1); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "train", "state")); string(got) != "newer" || err != nil {
		t.Errorf("the file holds %q, error %v, want newer", got, err)
	}
	m := open(t, t.TempDir())
	if _, err := m.Commit(kindNet, "a", Facts{}, writing(nil)); err != nil {
		t.Fatal(err)
	}
	if err := m.Replace("a", writing(nil)); err == nil {
		t.Errorf("replaced a recorded file")
	}
}
