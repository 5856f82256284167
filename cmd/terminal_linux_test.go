package cmd_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// newTerminal returns the two ends of a pseudo-terminal: what a person sees and
// what a program writes to. It skips the test where there is none to be had.
func newTerminal(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal: %v", err)
	}
	t.Cleanup(func() { screen.Close() })
	if err := unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skipf("no terminal: %v", err)
	}
	n, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skipf("no terminal: %v", err)
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal: %v", err)
	}
	return screen, tty
}

// TestAnalyzeOnATerminal has analyze print on a terminal: games as players write
// them, ten at the most, in colour unless that is not wanted. Elsewhere it is PDN.
func TestAnalyzeOnATerminal(t *testing.T) {
	dir := t.TempDir()
	// A game that is refused is no reason to say that more would be annotated.
	const wrong = "[Event \"wrong\"]\n\n1. 32-28 32-28 *\n\n"
	const setup = "[Event \"setup\"]\n\n1. 32-28 $1 /FEN \"W::\"/ 2. 37-32 19-23 *\n"
	if err := os.WriteFile(filepath.Join(dir, "wrong.pdn"), []byte(wrong+setup), 0o666); err != nil {
		t.Fatal(err)
	}
	const game = "[White \"A\"]\n[FEN \"W:W32:B23\"]\n\n1. 32-28 23x32 0-2\n\n"
	if err := os.WriteFile(filepath.Join(dir, "games.pdn"), []byte(strings.Repeat(game, 12)), 0o666); err != nil {
		t.Fatal(err)
	}
	code := 0
	shown := func(variable string, args ...string) string {
		t.Helper()
		screen, tty := newTerminal(t)
		c := exec.Command(bin(t, "analyze"), append([]string{"--visits", "20"}, args...)...)
		c.Dir, c.Stdout = dir, tty
		c.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=", variable)
		var said strings.Builder
		c.Stderr = &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		tty.Close()
		text, _ := io.ReadAll(screen) // ends in an error when the program has ended
		c.Wait()
		if got := c.ProcessState.ExitCode(); got != code {
			t.Fatalf("exit code %d, want %d: %s", got, code, &said)
		}
		return strings.ReplaceAll(string(text)+said.String(), "\r\n", "\n")
	}
	const summary = "worst of White: 1. 32-28??, 32-27 was better by 0.50\n"
	text := shown("A=", "games.pdn")
	if n := strings.Count(text, summary); n != 10 || strings.Contains(text, "[White") {
		t.Errorf("%d games are printed, want 10, and no PDN:\n%s", n, text)
	}
	for _, want := range []string{"1. \x1b[31m32-28??\x1b[0m {loses in 1 move, 32-27 draws (proved)}", "these are 10 of 12 games: --out FILE annotates all\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	if text := shown("NO_COLOR=1", "games.pdn"); strings.Contains(text, "\x1b") || !strings.Contains(text, summary) {
		t.Errorf("without colour it is %q", text)
	}
	if text := shown("A=", "--out", "out.pdn", "games.pdn"); strings.Contains(text, summary) {
		t.Errorf("with --out it prints\n%s", text)
	}
	code = 3
	if text := shown("NO_COLOR=1", "wrong.pdn"); strings.Contains(text, "annotates all") || !strings.Contains(text, "1. 32-28! /FEN \"W::\"/ 2. 37-32 19-23 *\n") {
		t.Errorf("of two games, one of them refused, it prints\n%s", text)
	}
	if n := strings.Count(read(t, dir, "out.pdn"), "[White"); n != 12 {
		t.Errorf("%d games are written, want 12", n)
	}
}
