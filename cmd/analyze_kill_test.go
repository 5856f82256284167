package cmd_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"drafthorse/rules"
)

var analyzeKills = flag.Int("analyze-kills", 20, "random kills of an analysis")

// collectionOf writes so many random games of a dozen plies, of which one in seven
// has an illegal move in it and one in five comes again.
func collectionOf(t *testing.T, dir string, games int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 0))
	var b strings.Builder
	last := ""
	for i := range games {
		if i%5 < 4 {
			g := rules.NewGame(rules.Start())
			last = ""
			for ply := range 12 {
				m := g.Moves()[rng.IntN(len(g.Moves()))]
				last += g.Position().MoveText(m) + " "
				g.Push(m)
				if ply == 8 && i%7 == 3 {
					last += "50-1 "
				}
			}
		}
		fmt.Fprintf(&b, "[Event \"Game %d\"]\n\n%s*\n\n", i+1, last)
	}
	if err := os.WriteFile(filepath.Join(dir, "games.pdn"), []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// startAnalysis starts the analysis of the collection in dir, or goes on with it.
func startAnalysis(t *testing.T, dir string, workers int, args ...string) *process {
	t.Helper()
	return start(t, dir, "analyze", append([]string{"--visits", "10", "--workers", strconv.Itoa(workers), "games.pdn"}, args...)...)
}

// TestKilledAnalysisGoesOn kills an analysis at random moments. What a life has
// found is there in the next, and in the end the output is that of an analysis that
// went through at once; nothing else is left.
func TestKilledAnalysisGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const seed = 1
	dir, rng := t.TempDir(), rand.New(rand.NewPCG(seed, 0))
	collectionOf(t, dir, 12**analyzeKills)
	began := time.Now()
	unbroken := startAnalysis(t, dir, 1, "--out", "unbroken.pdn")
	unbroken.end(t, 3)
	// So all lives together are, on average, a sixteenth of what one worker needed,
	// its start included: on any machine they end before the games do.
	longest := time.Since(began) / time.Duration(8**analyzeKills)
	want, all := read(t, dir, "unbroken.pdn"), searched(t, unbroken)

	journal := filepath.Join(dir, "killed.pdn.partial.jsonl")
	var before []byte
	kills, grown := 0, 0
	for {
		p := startAnalysis(t, dir, 1+3*rng.IntN(2), "--out", "killed.pdn")
		if kills < *analyzeKills {
			life := time.Duration(rng.Int64N(int64(longest)))
			if rng.IntN(4) > 0 { // else it may end before it has found anything
				for end, was := time.Now().Add(patience), size(journal); size(journal) <= was && time.Now().Before(end) && p.lives(); {
					time.Sleep(time.Millisecond)
				}
			}
			p.dieAfter(life)
		}
		p.wait(t)
		if p.ProcessState.Exited() {
			p.end(t, 3)
			if n, found := searched(t, p), bytes.Count(before, []byte("\n")); n+found != all {
				t.Errorf("the last life has searched %d positions, though %d of %d were found", n, found, all)
			}
			break
		}
		now := wholeLines(journal)
		if !bytes.HasPrefix(now, before) {
			t.Fatalf("kill %d of seed %d: the journal was\n%s\nand is\n%s", kills, seed, before, now)
		}
		if len(now) > len(before) {
			grown++
		}
		before = now
		kills++
	}
	t.Logf("%d kills, after %d of which there were new findings", kills, grown)
	if kills < *analyzeKills || grown < *analyzeKills/4 {
		t.Errorf("%d lives of %d have found something: want more games or longer lives", grown, kills)
	}
	if got := read(t, dir, "killed.pdn"); got != want {
		t.Errorf("the output is not that of an analysis without a break but\n%s", got)
	}
	onlyFiles(t, dir, "games.pdn", "killed.pdn", "unbroken.pdn")
}

// TestInterruptedAnalysisGoesOn stops an analysis by a signal, and has others
// meanwhile that want the same files.
func TestInterruptedAnalysisGoesOn(t *testing.T) {
	dir := t.TempDir()
	collectionOf(t, dir, 30)
	startAnalysis(t, dir, 4, "--out", "unbroken.pdn").end(t, 3)
	collectionOf(t, dir, 5000)
	p := startAnalysis(t, dir, 2, "--out", "out.pdn")
	journal := filepath.Join(dir, "out.pdn.partial.jsonl")
	p.until(t, "finding", func() bool { return len(wholeLines(journal)) > 0 })
	second := startAnalysis(t, dir, 1, "--out", "out.pdn")
	second.end(t, 5)
	if want := "--out: out.pdn.partial is in use by another analysis"; !strings.Contains(second.output(), want) {
		t.Errorf("a second process says %q, want %q", second.output(), want)
	}
	p.signal(t, syscall.SIGINT)
	p.end(t, 130)
	if want := ": nothing in out.pdn.partial.jsonl is lost, the same command goes on"; !strings.Contains(p.output(), want) {
		t.Errorf("it does not say %q but\n%s", want, p.output())
	}
	onlyFiles(t, dir, "games.pdn", "out.pdn.partial.jsonl", "unbroken.pdn")
	collectionOf(t, dir, 30) // the first of the games before
	startAnalysis(t, dir, 2, "--out", "out.pdn").end(t, 3)
	if read(t, dir, "out.pdn") != read(t, dir, "unbroken.pdn") {
		t.Error("the output is not that of an analysis without a break")
	}
	onlyFiles(t, dir, "games.pdn", "out.pdn", "unbroken.pdn")

	// With results the same, and they stay; on standard output nothing is kept.
	collectionOf(t, dir, 5000)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--results", "r.jsonl"}, ": nothing in r.jsonl is lost, the same command goes on"},
		{nil, ": the same command begins again; with --out or --results it would go on"},
	} {
		p := startAnalysis(t, dir, 2, c.args...)
		p.until(t, "game", func() bool { return strings.Contains(p.output(), "Game 1") })
		p.signal(t, syscall.SIGTERM)
		p.end(t, 130)
		if !strings.Contains(p.output(), c.want) {
			t.Errorf("it does not say %q but\n%s", c.want, p.output())
		}
	}
	onlyFiles(t, dir, "games.pdn", "out.pdn", "r.jsonl", "unbroken.pdn")

	// By findings that are there nothing would be gained.
	p = start(t, dir, "analyze", "--from", "r.jsonl", "--out", "from.pdn", "games.pdn")
	p.until(t, "part of the output", func() bool { return size(filepath.Join(dir, "from.pdn.partial")) > 0 })
	p.signal(t, syscall.SIGTERM)
	p.end(t, 130)
	if want := ": the same command begins again\n"; !strings.HasSuffix(p.output(), want) {
		t.Errorf("it does not end in %q but says\n%s", want, p.output())
	}
}

// outputs are flags for everything that is made of annotated games.
var outputs = []string{"--html", "report", "--moves", "m.csv", "--summary", "s.txt", "--puzzles", "p.pdn"}

// TestClosedPipeLeavesNothing has nobody read what an analysis writes.
func TestClosedPipeLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	collectionOf(t, dir, 20)
	for _, args := range [][]string{outputs, {"strip"}} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		c := exec.Command(bin(t, "analyze"), append(slices.Clone(args), "games.pdn")...)
		if args[0] != "strip" {
			c.Args = append(c.Args, "--visits", "10")
		}
		var said bytes.Buffer
		c.Dir, c.Stdout, c.Stderr = dir, w, &said
		c.Run()
		w.Close()
		if code := c.ProcessState.ExitCode(); code != 1 || !strings.Contains(said.String(), "broken pipe") {
			t.Errorf("%v: exit code %d, want 1 and that the pipe is broken: %s", args, code, &said)
		}
		onlyFiles(t, dir, "games.pdn")
	}
}

// TestHangupLeavesNothing ends the terminal of an analysis, which is told more than
// once, and kills another; the next one takes up what is left.
func TestHangupLeavesNothing(t *testing.T) {
	// A program inherits it if hang-ups are ignored, as under nohup, but not if they are heard.
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGHUP)
	defer signal.Stop(heard)
	dir := t.TempDir()
	collectionOf(t, dir, 5000)
	journal := filepath.Join(dir, "out.pdn.partial.jsonl")
	args := append([]string{"--out", "out.pdn"}, outputs...)
	p := startAnalysis(t, dir, 2, args...)
	p.until(t, "finding", func() bool { return len(wholeLines(journal)) > 0 })
	p.signal(t, syscall.SIGHUP)
	p.until(t, "answer", func() bool { return strings.Contains(p.output(), "stopping: ") })
	p.Process.Signal(syscall.SIGHUP) // it may have ended
	p.end(t, 130)
	onlyFiles(t, dir, "games.pdn", "out.pdn.partial.jsonl")

	for range 2 {
		p := startAnalysis(t, dir, 2, args...)
		was := len(wholeLines(journal))
		p.until(t, "finding", func() bool { return len(wholeLines(journal)) > was })
		p.Process.Kill()
		p.wait(t)
		onlyFiles(t, dir, "games.pdn", "m.csv.partial", "m.csv.partial.lock", "out.pdn.partial", "out.pdn.partial.jsonl", "out.pdn.partial.lock",
			"p.pdn.partial", "p.pdn.partial.lock", "report.partial", "report.partial.lock", "s.txt.partial", "s.txt.partial.lock")
	}
	collectionOf(t, dir, 5)
	startAnalysis(t, dir, 2, args...).end(t, 3)
	onlyFiles(t, dir, "games.pdn", "m.csv", "out.pdn", "p.pdn", "report", "s.txt")
}

var sayingSearched = regexp.MustCompile(`positions: (\d+) searched`)

// searched returns how many positions an analysis says that it has searched.
func searched(t *testing.T, p *process) int {
	t.Helper()
	said := sayingSearched.FindStringSubmatch(p.output())
	if said == nil {
		t.Fatalf("it does not say how many positions were searched but\n%s", p.output())
	}
	n, err := strconv.Atoi(said[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// size returns the size of a file, 0 if there is none.
func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// wholeLines returns the lines of a file that end, none if there is no file.
func wholeLines(path string) []byte {
	content, _ := os.ReadFile(path)
	return content[:bytes.LastIndexByte(content, '\n')+1]
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// onlyFiles compares what is in a folder, in the order of names.
func onlyFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if strings.Join(names, " ") != strings.Join(want, " ") {
		t.Errorf("there are the files %v, want %v", names, want)
	}
}
