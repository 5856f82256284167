package cmd_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

var matchKills = flag.Int("match-kills", 20, "random kills of a match")

// startMatch starts a match with a journal, or goes on with it.
func startMatch(t *testing.T, dir, journal string, games, workers int) *process {
	t.Helper()
	return start(t, dir, "match", "--first", "ref:4", "--second", "ref:3", "--seed", "5", "--games", strconv.Itoa(games),
		"--workers", strconv.Itoa(workers), "--journal", journal, "--pdn", journal+".pdn", "--json")
}

var journalTimes = regexp.MustCompile(`"us":\[[0-9,]*\]`)

// journaled returns the whole lines of a journal without the times, which differ
// from one match to the next.
func journaled(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	content = content[:bytes.LastIndexByte(content, '\n')+1]
	return journalTimes.ReplaceAll(content, []byte(`"us":[]`))
}

// TestKilledMatchGoesOn kills a match at random moments. What a life has written
// is there in the next, and in the end all is as in a match that went through at
// once: each pairing once, the same score and PDN.
func TestKilledMatchGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const seed = 1
	games := 6 * *matchKills
	dir, rng := t.TempDir(), rand.New(rand.NewPCG(seed, 0))
	unbroken := startMatch(t, dir, "unbroken", games, 1)
	unbroken.end(t, 0)
	want := journaled(t, filepath.Join(dir, "unbroken"))

	path := filepath.Join(dir, "killed")
	var before []byte
	kills, grown := 0, 0
	var last *process
	for {
		last = startMatch(t, dir, "killed", games, 1+rng.IntN(2))
		if kills < *matchKills {
			life := time.Duration(rng.Int64N(int64(100 * time.Millisecond)))
			if rng.IntN(4) > 0 { // else it may end before the first game does
				for end := time.Now().Add(patience); bytes.Equal(journaled(t, path), before) && time.Now().Before(end) && last.lives(); {
					time.Sleep(time.Millisecond)
				}
				life /= 10
			}
			last.dieAfter(life)
		}
		last.wait(t)
		now := journaled(t, path)
		if !bytes.HasPrefix(now, before) {
			t.Fatalf("kill %d of seed %d: the journal was\n%s\nand is\n%s", kills, seed, before, now)
		}
		if !bytes.HasPrefix(want, now) {
			t.Fatalf("kill %d of seed %d: the journal is not the one of a match without a break but\n%s", kills, seed, now)
		}
		if last.ProcessState.Exited() {
			last.end(t, 0)
			break
		}
		if len(now) > len(before) {
			grown++
		}
		before = now
		kills++
	}
	t.Logf("%d kills, after %d of which there were new games", kills, grown)
	if grown < *matchKills/4 {
		t.Errorf("%d lives of %d have brought new games: want a longer match or longer lives", grown, kills)
	}
	if got := journaled(t, path); !bytes.Equal(got, want) {
		t.Errorf("the journals differ")
	}
	a, b := result(t, unbroken), result(t, last)
	if a != b {
		t.Errorf("the result is\n%s\nwithout a break\n%s", b, a)
	}
	for name := range map[string]bool{"unbroken": true, "killed": true} {
		checkJournal(t, filepath.Join(dir, name), games, b)
	}
	one, err := os.ReadFile(filepath.Join(dir, "unbroken.pdn"))
	if err != nil {
		t.Fatal(err)
	}
	if other, err := os.ReadFile(filepath.Join(dir, "killed.pdn")); err != nil || !bytes.Equal(one, other) {
		t.Errorf("the games as PDN differ, %v", err)
	}
}

// lives reports whether the process has not ended yet.
func (p *process) lives() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// result returns the result that a match with --json has printed, without the
// names of its files.
func result(t *testing.T, p *process) string {
	t.Helper()
	_, text, ok := strings.Cut(p.output(), `{"schema":1,`)
	text, _, end := strings.Cut(text, `,"journal":`)
	if !ok || !end {
		t.Fatalf("%v has no result but\n%s", p.Args, p.output())
	}
	return text
}

// checkJournal counts the games of a journal by the fields that it is documented
// to have, and compares the sums with the result.
func checkJournal(t *testing.T, path string, games int, result string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSuffix(content, []byte("\n")), []byte("\n"))
	if len(lines) != games+1 {
		t.Fatalf("%s has %d lines, want a header and %d games", path, len(lines), games)
	}
	var wins, draws, losses int
	openings := map[string]string{}
	for i, line := range lines[1:] {
		var g struct {
			Game                int
			White, Result, Rule string
			Moves               []string
			US                  []int
		}
		if err := json.Unmarshal(line, &g); err != nil {
			t.Fatal(err)
		}
		white := []string{"first", "second"}[i%2]
		if g.Game != i+1 || g.White != white || len(g.US) != len(g.Moves)-4 {
			t.Fatalf("%s: %s: want game %d, %s with White, and a time for each move behind the opening", path, line, i+1, white)
		}
		opening := strings.Join(g.Moves[:4], " ")
		if pair := fmt.Sprint(i / 2); i%2 == 0 {
			openings[pair] = opening
		} else if openings[pair] != opening {
			t.Errorf("%s: games %d and %d begin with %s and %s", path, i, i+1, openings[pair], opening)
		}
		switch {
		case g.Result == "1-1":
			draws++
		case (g.Result == "2-0") == (g.White == "first"):
			wins++
		default:
			losses++
		}
	}
	if want := fmt.Sprintf(`"wins":%d,"draws":%d,"losses":%d,`, wins, draws, losses); !strings.Contains(result, want) {
		t.Errorf("%s has %s, the result is %s", path, want, result)
	}
}

// TestInterruptedMatchGoesOn stops a match by a signal.
func TestInterruptedMatchGoesOn(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "j")
	p := startMatch(t, dir, "j", 100_000, 2)
	p.until(t, "game", func() bool { return bytes.Count(journaled(t, path), []byte("\n")) > 1 })
	second := startMatch(t, dir, "j", 100_000, 1)
	second.end(t, 5)
	if want := "--journal: j is in use by another match"; !strings.Contains(second.output(), want) {
		t.Errorf("a second process says %q, want %q", second.output(), want)
	}
	p.signal(t, syscall.SIGINT)
	p.end(t, 130)
	lines := journaled(t, path)
	n := bytes.Count(lines, []byte("\n")) - 1
	if want := fmt.Sprintf("interrupted after %d games: nothing in j is lost, the same command goes on", n); !strings.Contains(p.output(), want) {
		t.Errorf("it does not say %q but\n%s", want, p.output())
	}
	if _, err := os.Stat(path + ".pdn"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("games of half a match are written: %v", err)
	}
	// The same games, no more of them asked for than there are, need no play.
	last := startMatch(t, dir, "j", n+n%2, 2)
	last.end(t, 0)
	checkJournal(t, path, n+n%2, result(t, last))
	startMatch(t, dir, "j", n+n%2-2, 2).end(t, 2)
}

// TestSecondSignalEndsEngines interrupts a match twice while an engine thinks that
// hears of no end. Neither the engine nor what it has started lives on.
func TestSecondSignalEndsEngines(t *testing.T) {
	dir := t.TempDir()
	engine := filepath.Join(dir, "engine")
	script := `#!/bin/sh
while read line; do
	case "$line" in
	hub) echo 'id name=stubborn version=1'; echo wait ;;
	init) echo ready ;;
	go*) sleep 1000 & echo $$ $! >pids.new; mv pids.new pids; wait; sleep 1000 ;;
	esac
done
`
	if err := os.WriteFile(engine, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	p := start(t, dir, "match", "--first", "hub:./engine,depth=1,margin=10m", "--second", "ref:1", "--games", "2", "--workers", "1")
	var pids [2]int
	p.until(t, "thinking", func() bool {
		text, err := os.ReadFile(filepath.Join(dir, "pids"))
		if err == nil {
			_, err = fmt.Sscan(string(text), &pids[0], &pids[1])
		}
		return err == nil
	})
	t.Cleanup(func() { syscall.Kill(-pids[0], syscall.SIGKILL) })
	p.signal(t, syscall.SIGINT)
	p.until(t, "word of the first signal", func() bool { return strings.Contains(p.output(), "again to stop at once") })
	p.signal(t, syscall.SIGINT)
	p.end(t, 130)
	for _, pid := range pids {
		for end := time.Now().Add(patience); living(pid); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("process %d lives on", pid)
			}
		}
	}
}

// living reports whether there is a process that has not ended. One that has may
// wait for somebody to take note of it.
func living(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(state), ") Z ")
}
