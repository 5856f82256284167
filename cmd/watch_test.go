package cmd_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"drafthorse/datasets"
	"drafthorse/net"
	"drafthorse/run"
	"drafthorse/store"
)

var kills = flag.Int("kills", 6, "random kills of each kind of loop")

// newest returns the number of the newest net of a run, -1 where there is none.
func newest(dir string) int {
	records, err := store.ReadManifest(dir)
	nets := store.OfKind(records, run.KindNet)
	if err != nil || len(nets) == 0 {
		return -1
	}
	return nets[len(nets)-1].Facts.Generation
}

func startPlayer(t *testing.T, dir string) *process {
	t.Helper()
	return start(t, dir, "selfplay", append(strings.Fields(tiny), "--run", "r", "--watch", "--workers", "1")...)
}

func startTrainer(t *testing.T, dir string) *process {
	t.Helper()
	return start(t, dir, "train", "--run", "r", "--watch", "--workers", "1")
}

// startPair begins a run and starts both of its processes.
func startPair(t *testing.T, dir string) (player, trainer *process) {
	t.Helper()
	player = startPlayer(t, dir)
	player.until(t, "first net", func() bool { return newest(filepath.Join(dir, "r")) >= 0 })
	return player, startTrainer(t, dir)
}

// checkLoop checks what has to hold of a run at any moment: all it held before is
// there, each recorded file is what was recorded, the games have the numbers 0,
// 1, 2, ..., and a shard is by the net that its record says. It returns the
// records and the games.
func checkLoop(t *testing.T, dir string, before []store.Record) ([]store.Record, [][]byte) {
	t.Helper()
	records := kept(t, dir)
	if len(records) < len(before) || !slices.Equal(records[:len(before)], before) {
		t.Fatalf("the manifest was\n%v\nand is\n%v", before, records)
	}
	games, err := readGames(dir)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[int]string{}
	for _, r := range store.OfKind(records, run.KindNet) {
		content, err := store.ReadFile(dir, r)
		if err != nil {
			t.Fatal(err)
		}
		n, err := net.Read(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		ids[n.Generation] = n.ID()
	}
	for _, r := range store.OfKind(records, run.KindShard) {
		s, err := datasets.OpenShard(dir, r)
		if err != nil {
			t.Fatal(err)
		}
		if want := ids[r.Facts.Generation]; s.Metadata.Net != want {
			t.Fatalf("%s is by net %s, want %s", r.Name, s.Metadata.Net, want)
		}
	}
	return records, games
}

// TestTwoProcesses lets both work on one run, stops both and has the pipeline go
// on.
func TestTwoProcesses(t *testing.T) {
	dir := t.TempDir()
	r := filepath.Join(dir, "r")
	player, trainer := startPair(t, dir)
	trainer.until(t, "third net", func() bool { return newest(r) >= 3 })
	for _, p := range []*process{player, trainer} {
		p.signal(t, syscall.SIGINT)
		p.end(t, 130)
		if want := "interrupted: nothing in r is lost, the same command goes on"; !strings.Contains(p.output(), want) {
			t.Errorf("%v does not say %q but\n%s", p.Args, want, p.output())
		}
	}
	for _, want := range []string{"net 3: loss on held-out games", "report: r/report.html"} {
		if !strings.Contains(trainer.output(), want) {
			t.Errorf("the trainer does not say %q but\n%s", want, trainer.output())
		}
	}
	records, games := checkLoop(t, r, nil)
	played := map[int]int{}
	for _, s := range store.OfKind(records, run.KindShard) {
		played[s.Facts.Generation] += s.Facts.Games
	}
	if len(played) < 2 || len(games) < 3*12 {
		t.Errorf("games by net %v: want 36 or more by several nets", played)
	}
	start(t, dir, "pipeline", "--run", "r", "--generations", strconv.Itoa(newest(r)+2)).end(t, 0)
	checkLoop(t, r, records)
	if newest(r) < 5 {
		t.Errorf("the pipeline has trained up to net %d, want 5 or more", newest(r))
	}
}

// TestOneProcessWaitsForTheOther starts each alone.
func TestOneProcessWaitsForTheOther(t *testing.T) {
	dir := t.TempDir()
	player := startPlayer(t, dir)
	player.until(t, "word of what it waits for", func() bool {
		return strings.Contains(player.output(), "self-play waits for net 1: it is 24 games ahead of training (go run ./cmd/train --run r --watch)")
	})
	player.signal(t, syscall.SIGTERM)
	player.end(t, 130)
	if _, games := checkLoop(t, filepath.Join(dir, "r"), nil); len(games) != 24 {
		t.Errorf("%d games, want two generations", len(games))
	}
	start(t, dir, "train", "--run", "r").end(t, 0)
	more := start(t, dir, "selfplay", "--run", "r")
	more.end(t, 0)
	if want := "12 games wait for the training of net 2, 0 of them by net 1; r holds 24 games"; !strings.Contains(more.output(), want) {
		t.Errorf("self-play that is ahead says %q, want %q", more.output(), want)
	}
	trainer := startTrainer(t, dir)
	trainer.until(t, "word of what it waits for", func() bool {
		return strings.Contains(trainer.output(), "training waits for 12 more of the 12 games for net 3 (go run ./cmd/selfplay --run r --watch)")
	})
	second := start(t, dir, "train", "--run", "r")
	second.end(t, 5)
	if want := fmt.Sprintf("r is in use for training by process %d on ", trainer.Process.Pid); !strings.Contains(second.output(), want) {
		t.Errorf("a second process says %q, want %q", second.output(), want)
	}
	trainer.signal(t, syscall.SIGINT)
	trainer.end(t, 130)
}

// kill ends a process at once and waits until it is gone. It must not have ended
// by itself.
func (p *process) kill(t *testing.T) {
	t.Helper()
	p.Process.Kill()
	p.end(t, -1)
}

// live lets a run live for a random time: every other time from the start of a
// process, often too short to get anywhere, else beyond its next record.
func live(t *testing.T, rng *rand.Rand, dir string, p *process) {
	t.Helper()
	const life = 300 * time.Millisecond
	if rng.IntN(2) == 0 {
		count := func() int {
			records, err := store.ReadManifest(dir)
			if err != nil {
				t.Fatal(err)
			}
			return len(records)
		}
		before := count()
		p.until(t, "next record", func() bool { return count() > before })
	}
	time.Sleep(time.Duration(rng.Int64N(int64(life))))
}

// beginKilling returns a folder, that of the run r in it and the chance of a test
// that kills.
func beginKilling(t *testing.T) (dir, r string, rng *rand.Rand) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	dir, seed := t.TempDir(), rand.Uint64()
	t.Logf("seed %d", seed)
	return dir, filepath.Join(dir, "r"), rand.New(rand.NewPCG(seed, 0))
}

// TestKilledPairGoesOn kills self-play, training or both at random moments. The
// other is not harmed, and after each kill the run is whole.
func TestKilledPairGoesOn(t *testing.T) {
	dir, r, rng := beginKilling(t)
	player, trainer := startPair(t, dir)
	var records []store.Record
	for killed := 0; killed < *kills; {
		live(t, rng, r, player)
		which := rng.IntN(3)
		if which != 1 {
			player.kill(t)
			killed++
		}
		if which != 0 {
			trainer.kill(t)
			killed++
		}
		records, _ = checkLoop(t, r, records)
		if which != 1 {
			player = startPlayer(t, dir)
		}
		if which != 0 {
			trainer = startTrainer(t, dir)
		}
	}
	// Go on for two more nets, which takes games by a newer net than the newest now.
	last := newest(r) + 2
	trainer.until(t, "next nets", func() bool { return newest(r) >= last })
	player.kill(t)
	trainer.kill(t)
	records, games := checkLoop(t, r, records)
	if len(games) < 12*last {
		t.Errorf("%d games and %d nets: want 12 games for each", len(games), last)
	}
	t.Logf("%d kills; %d records, %d games, %d nets", *kills, len(records), len(games), last)
}

// TestKilledLoopIsTheSame kills a pipeline at random moments and compares it
// with one that went through at once.
func TestKilledLoopIsTheSame(t *testing.T) {
	dir, r, rng := beginKilling(t)
	const endless = 1_000_000
	var records []store.Record
	for range *kills {
		p := startLoop(t, dir, "r", endless)
		live(t, rng, r, p)
		p.kill(t)
		if newest(r) >= 0 {
			records, _ = checkLoop(t, r, records)
		}
	}
	p := startLoop(t, dir, "r", endless)
	last := newest(r) + 2
	p.until(t, "next nets", func() bool { return newest(r) >= last })
	p.kill(t)
	last = newest(r)
	startLoop(t, dir, "r", last).end(t, 0)
	records, games := checkLoop(t, r, records)
	compareWithWhole(t, dir, games, last)
	t.Logf("%d kills; %d records, %d games, %d nets", *kills, len(records), len(games), last)
}

// startLoop starts a pipeline or has it go on.
func startLoop(t *testing.T, dir, name string, generations int) *process {
	t.Helper()
	return start(t, dir, "pipeline", append(strings.Fields(tiny), "--run", name, "--generations", strconv.Itoa(generations), "--workers", "1")...)
}

// compareWithWhole compares the games and nets of the loop r in dir with those of
// one that went through at once.
func compareWithWhole(t *testing.T, dir string, games [][]byte, generations int) {
	t.Helper()
	startLoop(t, dir, "whole", generations).end(t, 0)
	_, want := checkLoop(t, filepath.Join(dir, "whole"), nil)
	if !slices.EqualFunc(games, want, bytes.Equal) {
		t.Errorf("%d games differ from the %d of a loop without a break", len(games), len(want))
	}
	for g := range generations + 1 {
		name := fmt.Sprintf("nets/%05d.safetensors", g)
		a, err := os.ReadFile(filepath.Join(dir, "r", name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(dir, "whole", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s differs from that of a loop without a break", name)
		}
	}
}
