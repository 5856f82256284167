package run

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// as opens a run for some roles, until the test ends or it is closed.
func as(t *testing.T, dir string, c Config, roles Roles) *Run {
	t.Helper()
	r, err := Open(dir, c, "test", roles)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestOneProcessARole(t *testing.T) {
	dir, c := t.TempDir(), smallConfig()
	refused := func(roles Roles, work string) {
		t.Helper()
		_, err := Open(dir, c, "test", roles)
		if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), "in use for "+work+" by process ") {
			t.Errorf("Open for roles %b = %v: want ErrLocked, %s and who has it", roles, err, work)
		}
	}
	player := as(t, dir, c, Playing)
	refused(Playing, "self-play")
	refused(Playing|Training, "self-play")
	trainer := as(t, dir, c, Training)
	refused(Training, "training")
	if err := player.Close(); err != nil {
		t.Fatal(err)
	}
	refused(Playing|Training, "training")
	player = as(t, dir, c, Playing) // the refusal has given its lock back
	if err := errors.Join(player.Close(), trainer.Close()); err != nil {
		t.Fatal(err)
	}
	as(t, dir, c, Playing|Training)
	refused(Playing, "self-play")
	refused(Training, "training")
}

func TestTrainingBeginsNoRun(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir, smallConfig(), "test", Training); err == nil || !strings.Contains(err.Error(), "no net yet") {
		t.Errorf("Open = %v: want that there is no net", err)
	}
	as(t, dir, smallConfig(), Playing)
	as(t, dir, smallConfig(), Training)
}

// TestTrainingLeavesARunThatBegins opens a run for training while self-play is
// writing the files that it begins with, which lie in the folders of training.
func TestTrainingLeavesARunThatBegins(t *testing.T) {
	dir := t.TempDir()
	written := []string{"run.toml.partial", "nets/00000.safetensors.partial"}
	if err := os.Mkdir(filepath.Join(dir, "nets"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range written {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte("half"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(dir, smallConfig(), "test", Training); err == nil || !strings.Contains(err.Error(), "no net yet") {
		t.Errorf("Open = %v: want that there is no net", err)
	}
	for _, name := range written {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Errorf("%v: want it left to its writer", err)
		}
	}
	as(t, dir, smallConfig(), Playing) // what a kill has left does no harm
}

// TestLockThatIsALink puts a link where the text about the holder of a role goes.
func TestLockThatIsALink(t *testing.T) {
	dir, other := t.TempDir(), filepath.Join(t.TempDir(), "notes")
	if err := errors.Join(os.WriteFile(other, []byte("mine"), 0o666), os.Symlink(other, filepath.Join(dir, "LOCK.selfplay"))); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, smallConfig(), "test", Playing); err == nil {
		t.Error("a lock that is a link is taken")
	}
	if text, err := os.ReadFile(other); string(text) != "mine" {
		t.Errorf("the file it leads to holds %q, %v: want it untouched", text, err)
	}
}

// TestRolesSweepTheirOwn has both processes in the middle of writing when the
// other is opened.
func TestRolesSweepTheirOwn(t *testing.T) {
	files := map[Roles]string{Playing: "games/00001-0000.arrow.partial", Training: "nets/00001.safetensors.partial"}
	for role, own := range files {
		other := files[(Playing|Training)&^role]
		dir := t.TempDir()
		r := open(t, dir, smallConfig())
		if err := os.MkdirAll(filepath.Join(dir, "games"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte("half"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		as(t, dir, smallConfig(), role)
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(own))); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v, want it removed", own, err)
		}
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(other))); err != nil {
			t.Errorf("%v: want it left to its writer", err)
		}
	}
}
