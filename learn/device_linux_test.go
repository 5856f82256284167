package learn

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"drafthorse/run"
	"drafthorse/store"
)

// unreadable has every opening of a file fail, by a link to itself, until it is put
// back: an error of the file system that says nothing of the file's bytes.
func unreadable(t *testing.T, path string) (putBack func()) {
	t.Helper()
	aside := filepath.Join(t.TempDir(), "aside")
	if err := errors.Join(os.Rename(path, aside), os.Symlink(filepath.Base(path), path)); err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := os.Rename(aside, path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDeviceErrorIsNoDamage has a shard that cannot be read for a moment: the net is
// not trained without it, and comes out as if nothing had been.
func TestDeviceErrorIsNoDamage(t *testing.T) {
	whole, failed := open(t, t.TempDir(), longTraining()), open(t, t.TempDir(), longTraining())
	playAndTrain(t, whole)
	play(t, failed, 2)
	putBack := unreadable(t, filepath.Join(failed.Dir, "games/00000-0000.arrow"))
	trained, err := train(t.Context(), failed, func(int, int) { t.Fatal("a step was made") })
	if !errors.Is(err, syscall.ELOOP) || errors.Is(err, store.ErrDamaged) || len(trained.Faults) > 0 || failed.Generation() != 0 {
		t.Errorf("Train = %v with faults %v, the newest net is %d: want the error of the file system and no net", err, trained.Faults, failed.Generation())
	}
	_, err = failed.Generations()
	if !errors.Is(err, syscall.ELOOP) {
		t.Errorf("Generations = %v: want the error of the file system", err)
	}
	putBack()
	if _, err := train(t.Context(), failed, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	compareTrainings(t, failed, whole)
}

// TestUnreadableNetIsNotOursByDefault has matches of another run's nets in the
// journal while the net that would tell cannot be read.
func TestUnreadableNetIsNotOursByDefault(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	line := `{"first":"net 0","second":"reference depth 1","first_id":"000000000000","visits":4,"score":{"pairs":[0,0,0,0,1]}}` + "\n"
	if err := os.WriteFile(filepath.Join(r.Dir, run.MatchesName), []byte(line), 0o666); err != nil {
		t.Fatal(err)
	}
	putBack := unreadable(t, filepath.Join(r.Dir, "nets/00000.safetensors"))
	if _, err := r.Matches(); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("Matches = %v: want the error of the file system", err)
	}
	putBack()
	if lines, err := r.Matches(); len(lines) > 0 || err != nil {
		t.Errorf("Matches = %v, %v: want none, they are another run's", lines, err)
	}
}

// TestFailedLineIsMadeAgain fills the disk under metrics.jsonl during a training. The
// checkpoint behind the line that could not be written is not written either, so the
// next training makes the line again.
func TestFailedLineIsMadeAgain(t *testing.T) {
	whole, failed := open(t, t.TempDir(), longTraining()), open(t, t.TempDir(), longTraining())
	playAndTrain(t, whole)
	play(t, failed, 2)
	_, err := train(t.Context(), failed, func(done, planned int) {
		if done == checkpointEvery-1 {
			fillDisk(t, run.MetricsName)
		}
	})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("Train = %v: want that the disk is full", err)
	}
	if _, err := os.Stat(filepath.Join(failed.Dir, run.CheckpointName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a checkpoint behind a line that is not there: %v", err)
	}
	if _, err := train(t.Context(), failed, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	compareTrainings(t, failed, whole)
}

// fillDisk lets every further write to an open file fail as on a full disk.
func fillDisk(t *testing.T, name string) {
	t.Helper()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	for _, e := range open {
		fd, err := strconv.Atoi(e.Name())
		to, _ := os.Readlink("/proc/self/fd/" + e.Name())
		if err != nil || !strings.HasSuffix(to, "/"+name) {
			continue
		}
		if err := syscall.Dup3(int(full.Fd()), fd, syscall.O_CLOEXEC); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatalf("%s is not open", name)
}
