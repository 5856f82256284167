package cmd_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"drafthorse/mcts"
	"drafthorse/run"
	"drafthorse/store"
)

// longer is the configuration of a run of some seconds: three shards and ten
// checkpoints a generation.
const longer = `seed = 7
games = 600
[net]
width = 16
hidden = 8
[selfplay]
visits = 8
quick_visits = 4
max_plies = 120
[window]
uses = 25.0
[training]
batch = 128
[match]
games = 40
visits = 8
[monitor]
every = 1
games = 20
depths = [1, 2]
`

const longerGames = 2 * 600

// patience is how long a test waits for what must come.
const patience = 4 * time.Minute

// process is a command that runs.
type process struct {
	*exec.Cmd
	said string // file with all it has said
	done chan struct{}
}

// start starts a command in folder dir.
func start(t *testing.T, dir, name string, args ...string) *process {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := &process{exec.Command(bin(t, name), args...), f.Name(), make(chan struct{})}
	p.Dir, p.Stdout, p.Stderr = dir, f, f
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	go func() {
		p.Wait()
		close(p.done)
	}()
	return p
}

func (p *process) output() string {
	text, _ := os.ReadFile(p.said)
	return string(text)
}

// end waits for the end of the process and compares its exit code, -1 after a
// kill.
func (p *process) end(t *testing.T, want int) {
	t.Helper()
	p.wait(t)
	if got := p.ProcessState.ExitCode(); got != want {
		t.Fatalf("%v ended with %d, want %d; it said\n%s", p.Args, got, want, p.output())
	}
}

// wait waits for the end of the process.
func (p *process) wait(t *testing.T) {
	t.Helper()
	select {
	case <-p.done:
	case <-time.After(patience):
		t.Fatalf("%v has not ended; it said\n%s", p.Args, p.output())
	}
}

// dieAfter kills the process after a time, unless it has ended.
func (p *process) dieAfter(life time.Duration) {
	select {
	case <-time.After(life):
		p.Process.Kill()
	case <-p.done:
	}
}

// until waits for a condition that a running process brings about.
func (p *process) until(t *testing.T, what string, condition func() bool) {
	t.Helper()
	deadline := time.After(patience)
	for !condition() {
		select {
		case <-p.done:
			t.Fatalf("%v has ended before %s; it said\n%s", p.Args, what, p.output())
		case <-deadline:
			t.Fatalf("%v: no %s; it said\n%s", p.Args, what, p.output())
		case <-time.After(time.Millisecond):
		}
	}
}

func (p *process) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// startLonger starts or goes on with the longer run in dir.
func startLonger(t *testing.T, dir string, workers int) *process {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "longer.toml"), []byte(longer), 0o666); err != nil {
		t.Fatal(err)
	}
	return start(t, dir, "pipeline", "--run", "r", "--config", "longer.toml", "--generations", "2", "--workers", strconv.Itoa(workers))
}

// unbroken returns the folder of the longer run after it went through at once.
func unbroken(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(binFolder, "unbroken")
	makeUnbroken.Do(func() {
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		startLonger(t, dir, 1).end(t, 0)
	})
	return filepath.Join(dir, "r")
}

var makeUnbroken sync.Once

// kept returns the records of a run, after it has read every file they name.
func kept(t *testing.T, dir string) []store.Record {
	t.Helper()
	records, err := store.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if _, err := store.ReadFile(dir, r); err != nil {
			t.Fatal(err)
		}
	}
	return records
}

// compareWithUnbroken compares all that counts in a run with one that went
// through at once. Its shards may be cut at other games.
func compareWithUnbroken(t *testing.T, dir string) {
	t.Helper()
	want := unbroken(t)
	kept(t, dir)
	got, err := readGames(dir)
	if err != nil {
		t.Fatal(err)
	}
	all, err := readGames(want)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != longerGames || len(all) != longerGames {
		t.Fatalf("%d games, %d without a break: want %d", len(got), len(all), longerGames)
	}
	for i := range got {
		if !bytes.Equal(got[i], all[i]) {
			t.Fatalf("game %d is another than in the run without a break", i)
		}
	}
	for _, name := range []string{
		"nets/00000.safetensors", "nets/00001.safetensors", "nets/00002.safetensors",
		"annotated/00002.pdn", "metrics.jsonl", "matches.jsonl", "selfplay.jsonl", "run.toml",
	} {
		a, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(want, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s is another than in the run without a break", name)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*.partial")); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// TestKilledPipelineGoesOn kills a pipeline at random moments, from its first
// milliseconds on. What a life has committed is there in the next.
func TestKilledPipelineGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const most, seed = 12, 1
	dir, rng := t.TempDir(), rand.New(rand.NewPCG(seed, 0))
	var before []store.Record
	kills := 0
	for {
		p := startLonger(t, dir, 1+rng.IntN(2))
		if kills < most {
			life := time.Duration(rng.Int64N(int64(500 * time.Millisecond)))
			p.dieAfter(life)
		}
		p.wait(t)
		if p.ProcessState.Exited() {
			p.end(t, 0)
			break
		}
		kills++
		now := kept(t, filepath.Join(dir, "r"))
		if len(now) < len(before) || !slices.Equal(now[:len(before)], before) {
			t.Fatalf("kill %d of seed %d: the manifest was\n%v\nand is\n%v", kills, seed, before, now)
		}
		before = now
	}
	if kills < 5 {
		t.Errorf("the run was at its end after %d kills: want a longer run or shorter lives", kills)
	}
	compareWithUnbroken(t, filepath.Join(dir, "r"))
}

// TestInterruptedPipelineGoesOn stops a pipeline by a signal in its self-play
// and in its training.
func TestInterruptedPipelineGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	dir := t.TempDir()
	r := filepath.Join(dir, "r")
	stop := func(s syscall.Signal, what string, condition func() bool) {
		t.Helper()
		p := startLonger(t, dir, 2)
		p.until(t, what, condition)
		p.signal(t, s)
		p.end(t, 130)
		for _, want := range []string{"stopping: ", "interrupted: nothing in r is lost, the same command goes on"} {
			if !strings.Contains(p.output(), want) {
				t.Errorf("after %v it does not say %q but\n%s", s, want, p.output())
			}
		}
	}
	stop(syscall.SIGINT, "first shard", func() bool {
		records, err := store.ReadManifest(r)
		return err == nil && len(store.OfKind(records, run.KindShard)) > 0
	})
	games, err := readGames(r)
	if err != nil || len(games) < 250 || len(games) >= longerGames {
		t.Errorf("%d games are kept, %v: want 250 or more", len(games), err)
	}
	stop(syscall.SIGTERM, "report of the training", func() bool {
		text, _ := os.ReadFile(filepath.Join(r, "metrics.jsonl"))
		return bytes.Count(text, []byte("\n")) >= 3
	})
	if _, err := os.Stat(filepath.Join(r, "train", "checkpoint")); err != nil {
		t.Errorf("a training was stopped, yet there is no checkpoint: %v", err)
	}
	startLonger(t, dir, 2).end(t, 0)
	compareWithUnbroken(t, r)
}

// TestSecondInterruptEndsAtOnce interrupts searches that would take minutes each. As
// long as they run, no other process may work on the run.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	dir := t.TempDir()
	args := append(strings.Fields(tiny), "--run", "r", "--workers", "1", "--visits", strconv.Itoa(mcts.MaxVisits), "--quick-visits", strconv.Itoa(mcts.MaxVisits))
	p := start(t, dir, "pipeline", args...)
	p.until(t, "first net", func() bool {
		records, err := store.ReadManifest(filepath.Join(dir, "r"))
		return err == nil && len(records) > 0
	})
	second := start(t, dir, "train", "--run", "r")
	second.end(t, 5)
	if want := fmt.Sprintf("r is in use for training by process %d on ", p.Process.Pid); !strings.Contains(second.output(), want) {
		t.Errorf("a second process says %q, want %q", second.output(), want)
	}
	p.signal(t, syscall.SIGINT)
	p.until(t, "answer to the first signal", func() bool { return strings.Contains(p.output(), "again to stop at once") })
	began := time.Now()
	p.signal(t, syscall.SIGINT)
	p.end(t, 130)
	if d := time.Since(began); d > 2*time.Second {
		t.Errorf("it ended %v after the second signal, want within 2 s", d)
	}
	kept(t, filepath.Join(dir, "r"))
	start(t, dir, "train", "--run", "r").end(t, 1) // the lock is free, there are no games
}
