package cmd_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// smallDisk mounts a file system of some MiB in a new folder, or skips the test
// where that is not allowed.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("drafthorse", dir, "tmpfs", 0, "size=20m"); err != nil {
		t.Skipf("a small disk cannot be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// leave fills a disk up but for so many bytes.
func leave(t *testing.T, dir string, room int) {
	t.Helper()
	ballast := filepath.Join(dir, "ballast")
	if err := os.RemoveAll(ballast); err != nil {
		t.Fatal(err)
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		t.Fatal(err)
	}
	free := int(disk.Bavail)*int(disk.Bsize) - room
	err := os.WriteFile(ballast, make([]byte, max(0, free)), 0o666)
	if err != nil && !errors.Is(err, syscall.ENOSPC) { // others may write meanwhile
		t.Fatal(err)
	}
}

const fullMessage = "no space left on device: what r holds is safe, the same command goes on when there is room"

// TestFullDisk gives a pipeline more room each time, so that the disk is full at
// one of its writes after the other: it says so and has kept what it had. With
// all the room it comes to the end of a loop that was never stopped.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const generations = 8
	dir := smallDisk(t)
	r := filepath.Join(dir, "r")
	leave(t, dir, 1<<20)
	p := startLoop(t, dir, "r", generations)
	p.end(t, 5)
	if !strings.Contains(p.output(), fullMessage) {
		t.Errorf("it does not say %q but\n%s", fullMessage, p.output())
	}
	records, games := checkLoop(t, r, nil)
	if len(games) == 0 || len(games) >= generations*12 {
		t.Errorf("%d games are kept: want some", len(games))
	}
	stops := 1
	for room := 0; ; room += max(8<<10, room/4) {
		leave(t, dir, room)
		p := startLoop(t, dir, "r", generations)
		select {
		case <-p.done:
		case <-time.After(patience):
			t.Fatalf("it does not end; it said\n%s", p.output())
		}
		records, games = checkLoop(t, r, records)
		if p.ProcessState.ExitCode() == 0 {
			break
		}
		p.end(t, 5)
		if want := "no space left on device"; !strings.Contains(p.output(), want) {
			t.Errorf("it does not say %q but\n%s", want, p.output())
		}
		stops++
	}
	if stops < 5 {
		t.Errorf("the disk was full %d times: want more, with less room", stops)
	}
	t.Logf("%d times full", stops)
	leave(t, dir, 16<<20)
	compareWithWhole(t, dir, games, generations)
}

// TestFullDiskOfTwoProcesses fills the disk of a loop in two processes and has
// them go on.
func TestFullDiskOfTwoProcesses(t *testing.T) {
	dir := smallDisk(t)
	r := filepath.Join(dir, "r")
	player, trainer := startPair(t, dir)
	trainer.until(t, "first net", func() bool { return newest(r) >= 1 })
	leave(t, dir, 0)
	// Whichever writes first stops; the other may wait for it.
	select {
	case <-player.done:
		player.end(t, 5)
	case <-trainer.done:
		trainer.end(t, 5)
	case <-time.After(patience):
		t.Fatalf("neither ends; they said\n%s\n%s", player.output(), trainer.output())
	}
	if said := player.output() + trainer.output(); !strings.Contains(said, fullMessage) {
		t.Errorf("neither says %q but\n%s", fullMessage, said)
	}
	for _, p := range []*process{player, trainer} {
		p.Process.Kill()
		<-p.done
	}
	records, _ := checkLoop(t, r, nil)
	leave(t, dir, 16<<20)
	last := newest(r) + 2
	player, trainer = startPair(t, dir)
	trainer.until(t, "next nets", func() bool { return newest(r) >= last })
	player.kill(t)
	trainer.kill(t)
	checkLoop(t, r, records)
}
