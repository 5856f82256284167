package learn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drafthorse/datasets"
	"drafthorse/run"
	"drafthorse/training"
)

// some lets the newest net play so many games.
func some(t *testing.T, r *Loop, games int) {
	t.Helper()
	if _, err := r.play(t.Context(), newest(t, r), games, func(SelfPlayStats) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// TestEarlyTraining asks for a training when half of its games are there. It sees
// those, whatever comes while it is stopped or under way, and the others wait for
// the next one.
func TestEarlyTraining(t *testing.T) {
	const games = 40
	c := longTraining()
	c.Games = games
	whole := open(t, t.TempDir(), c)
	some(t, whole, games/2)
	want, err := train(t.Context(), whole, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if done, _ := whole.state.Fresh(); done != 0 {
		t.Errorf("%d fresh games after the training, want 0", done)
	}

	stopped, during := open(t, t.TempDir(), c), open(t, t.TempDir(), c)
	some(t, stopped, games/2)
	stopAt(t, stopped, 0, 50)
	some(t, stopped, games/2)
	some(t, during, games/2)
	for r, step := range map[*Loop]int{stopped: 0, during: 10} {
		got, err := train(t.Context(), r, func(done, planned int) {
			if done == step {
				some(t, r, games/2)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if got.Before != want.Before || got.After != want.After || got.Steps != want.Steps {
			t.Errorf("trained %+v, want %+v", got, want)
		}
		compareTrainings(t, r, whole)
		for range 2 {
			if done, total := r.state.Fresh(); done != games/2 || total != games {
				t.Errorf("%d fresh games of %d after the training, want %d of %d", done, total, games/2, games)
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			r = open(t, r.Dir, c)
		}
	}
}

// TestOldCheckpointGoesOn takes from a checkpoint and a net's record what earlier
// programs did not write.
func TestOldCheckpointGoesOn(t *testing.T) {
	whole, old := open(t, t.TempDir(), longTraining()), open(t, t.TempDir(), longTraining())
	playAndTrain(t, whole)
	play(t, old, 2)
	under, err := old.beginTraining(0, 1)
	if err != nil || under.Shards != 0 {
		t.Fatalf("a new training has %d shards, %v: want 0", under.Shards, err)
	}
	stopAt(t, old, 0, 130)
	stopped, err := old.readCheckpoint(0)
	if err != nil || stopped.Shards != 1 {
		t.Fatalf("the checkpoint tells of %d shards, %v: want 1", stopped.Shards, err)
	}
	stopped.Shards, stopped.From = 0, ""
	if err := old.Manifest.Replace(run.CheckpointName, stopped.WriteCheckpoint); err != nil {
		t.Fatal(err)
	}
	if text := read(t, old, run.CheckpointName); bytes.Contains(text, []byte(`"shards"`)) || bytes.Contains(text, []byte(`"from"`)) {
		t.Error("what is not known stands in the checkpoint")
	}
	if _, err := train(t.Context(), old, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	compareTrainings(t, old, whole)
}

// TestCheckpointOfAnotherRun is not gone on from.
func TestCheckpointOfAnotherRun(t *testing.T) {
	one := open(t, t.TempDir(), longTraining())
	play(t, one, 2)
	stopAt(t, one, 0, 10)
	c := longTraining()
	c.Training.LearnRate /= 2
	learnsSlower := open(t, t.TempDir(), c)
	play(t, learnsSlower, 2)
	hasLess := open(t, t.TempDir(), longTraining())
	c = longTraining()
	c.Seed++
	beganOtherwise := open(t, t.TempDir(), c)
	play(t, beganOtherwise, 2)
	for r, want := range map[*Loop]string{learnsSlower: "another configuration", hasLess: "it has seen 1 shards of 0", beganOtherwise: "it began with another net"} {
		if err := r.Manifest.Replace(run.CheckpointName, func(w io.Writer) error {
			_, err := w.Write(read(t, one, run.CheckpointName))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := train(t.Context(), r, func(int, int) {}); !errors.Is(err, training.ErrCheckpoint) || !strings.Contains(err.Error(), want) {
			t.Errorf("Train = %v: want ErrCheckpoint and %q", err, want)
		}
	}
}

// hungry returns a configuration whose games hold too few positions for a step.
func hungry() run.Config {
	c := smallConfig()
	c.Games, c.Training.Batch = 2, 1024
	return c
}

// TestTooFewPositions plays on until there are enough for a step, the same games
// however often it is stopped.
func TestTooFewPositions(t *testing.T) {
	goOn := func(r *Loop, workers int) (totals []int) {
		for done, total := r.state.Fresh(); done < total; done, total = r.state.Fresh() {
			totals = append(totals, total)
			play(t, r, workers)
		}
		return totals
	}
	whole := open(t, t.TempDir(), hungry())
	totals := goOn(whole, 1)
	if len(totals) < 3 || !slices.Equal(totals[:3], []int{2, 4, 8}) {
		t.Fatalf("it plays up to %v games: want 2, 4, 8, ...", totals)
	}
	stopped := open(t, t.TempDir(), hungry())
	for range 3 {
		some(t, stopped, 3)
		if err := stopped.Close(); err != nil {
			t.Fatal(err)
		}
		stopped = open(t, stopped.Dir, hungry())
	}
	goOn(stopped, 3)
	if got, want := games(t, stopped), games(t, whole); len(want) != totals[len(totals)-1] || !slices.EqualFunc(got, want, bytes.Equal) {
		t.Errorf("%d games differ from the %d of a run that was not stopped", len(got), len(want))
	}
	for _, r := range []*Loop{whole, stopped} {
		got, err := train(t.Context(), r, func(int, int) {})
		if err != nil || got.Steps < 1 || got.Steps > 2 {
			t.Errorf("trained %+v, %v: want a step or two", got, err)
		}
		if done, total := r.state.Fresh(); done != 0 || total != 2 {
			t.Errorf("then there are %d fresh games of %d, want 0 of 2", done, total)
		}
	}
	// One game less in the last round, and it would not be over.
	rows, w := 0, open(t, t.TempDir(), hungry())
	some(t, w, totals[len(totals)-2])
	for _, s := range w.Shards() {
		rows += s.Facts.Rows - s.Facts.HeldOut
	}
	if rows >= 1024/8 {
		t.Errorf("%d games hold %d positions for training, which are enough", totals[len(totals)-2], rows)
	}
}

// TestRecordedHeldOutRows compares what the records say with the window.
func TestRecordedHeldOutRows(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	play(t, r, 2)
	w, faults, err := datasets.LoadWindow(r.Dir, r.Shards(), 1<<30, r.Config.Window.HeldOut)
	facts := r.Shards()[0].Facts
	if len(faults) > 0 || err != nil || facts.HeldOut != len(w.HeldOut()) || facts.Rows != w.Len() || facts.HeldOut == 0 {
		t.Errorf("%d of %d rows held out: want %d of %d", facts.HeldOut, facts.Rows, len(w.HeldOut()), w.Len())
	}
	want, err := steps(r.Config, facts.Rows, w)
	if got := r.state.recordedSteps(1, 0); err != nil || got != want {
		t.Errorf("by the records there are %d steps, by the window %d, %v", got, want, err)
	}
}

// TestBarrenGames plays games of which no number is enough. Self-play comes to an
// end, and training says what to change.
func TestBarrenGames(t *testing.T) {
	c := hungry()
	c.SelfPlay.FullShare = 1e-9
	c.SelfPlay.RandomPlies, c.SelfPlay.MaxPlies = 8, 60
	r := open(t, t.TempDir(), c)
	for done, total := r.state.Fresh(); done < total; done, total = r.state.Fresh() {
		if total > 1000 {
			t.Fatalf("it plays up to %d games", total)
		}
		play(t, r, 2)
	}
	if n := r.state.Totals().Games; n != 128 {
		t.Errorf("%d games, want 128", n)
	}
	const want = "128 games hold no searched position: begin another run with a larger max_plies or full_share of [selfplay]"
	if _, err := train(t.Context(), r, func(int, int) {}); !errors.Is(err, run.ErrConfig) || !strings.Contains(err.Error(), want) {
		t.Errorf("Train = %v: want run.ErrConfig and %q", err, want)
	}
}

// TestSmallWindow has a window that no step could be made of: the window holds what
// the steps need. Of 128 positions a step of 1,024 uses each 8 times.
func TestSmallWindow(t *testing.T) {
	c := hungry()
	c.Window.Rows, c.Window.Growth, c.Window.HeldOut = 1, 0, 0
	r := open(t, t.TempDir(), c)
	for done, total := r.state.Fresh(); done < total; done, total = r.state.Fresh() {
		if total > 1000 {
			t.Fatalf("it plays up to %d games", total)
		}
		play(t, r, 2)
	}
	if rows := r.state.Totals().Rows; rows < 128 {
		t.Fatalf("%d positions are said to be enough", rows)
	}
	if trained, err := train(t.Context(), r, func(int, int) {}); err != nil || trained.Steps < 1 || trained.Steps > 2 {
		t.Errorf("Train = %+v, %v: want 1 or 2 steps", trained, err)
	}
}

// TestSmallShardAfterLarge leaves the newest shard so small, and the one before it so
// large, that the window holds too little: the net plays on, and then it is enough.
func TestSmallShardAfterLarge(t *testing.T) {
	c := smallConfig()
	c.Games, c.Window.Rows, c.Window.Growth, c.Window.HeldOut, c.Training.Batch = 60, 300, 0, 0, 1024
	r := open(t, t.TempDir(), c)
	for _, n := range []int{59, 1} {
		if _, err := r.play(t.Context(), newest(t, r), n, func(SelfPlayStats) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if s := r.Shards(); len(s) != 2 || s[0].Facts.Rows < 300 || s[1].Facts.Rows >= 128 {
		t.Fatalf("shards %+v: want a large and a small one", s)
	}
	if done, total := r.state.Fresh(); done != 60 || total != 120 {
		t.Fatalf("%d games of %d, want 60 of 120", done, total)
	}
	play(t, r, 1)
	if trained, err := train(t.Context(), r, func(int, int) {}); err != nil || trained.Steps < 1 {
		t.Errorf("Train = %+v, %v", trained, err)
	}
}

// TestGamesWithoutPositions asks for a training after a few of them.
func TestGamesWithoutPositions(t *testing.T) {
	c := smallConfig()
	c.SelfPlay.FullShare = 1e-9
	r := open(t, t.TempDir(), c)
	play(t, r, 2)
	want := fmt.Sprintf("the %d games for net 1 hold no searched position yet", c.Games)
	if _, err := train(t.Context(), r, func(int, int) {}); !errors.Is(err, ErrNoGames) || !strings.Contains(err.Error(), want) {
		t.Errorf("Train = %v: want %q", err, want)
	}
	if _, total := r.state.Fresh(); total != 2*c.Games {
		t.Errorf("the training waits for %d games, want %d", total, 2*c.Games)
	}
}

// TestLostMetrics removes metrics.jsonl, or its first line, when a training is
// stopped: what the net was like before it is found again.
func TestLostMetrics(t *testing.T) {
	whole := open(t, t.TempDir(), longTraining())
	want := playAndTrain(t, whole)
	for _, lines := range []int{0, 2} { // that are left
		r := open(t, t.TempDir(), longTraining())
		play(t, r, 2)
		stopAt(t, r, 0, 230)
		all := bytes.SplitAfter(read(t, r, run.MetricsName), []byte("\n"))
		all = all[:len(all)-1]
		if err := os.WriteFile(filepath.Join(r.Dir, run.MetricsName), bytes.Join(all[len(all)-lines:], nil), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := train(t.Context(), r, func(int, int) {})
		if err != nil || got.Before != want.Before || got.After != want.After {
			t.Errorf("trained %+v, %v: want %+v", got, err, want)
		}
		history, err := r.History()
		if err != nil || len(history) != 1 || history[0].Before != want.Before || history[0].After != want.After {
			t.Errorf("History = %+v, %v: want %+v", history, err, want)
		}
		told, err := r.Metrics()
		if err != nil || !slices.IsSortedFunc(told, func(a, b run.MetricsLine) int { return a.Step - b.Step }) {
			t.Errorf("%v, or the lines of metrics.jsonl are not in order: %+v", err, told)
		}
	}
}

// TestFreshByNet stops self-play that is ahead of training.
func TestFreshByNet(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	some(t, r, r.Config.Games+5)
	if _, err := train(t.Context(), r, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	some(t, r, 3)
	if old, own := r.state.FreshBy(0), r.state.FreshBy(1); old != 5 || own != 3 {
		t.Errorf("%d fresh games by net 0 and %d by net 1, want 5 and 3", old, own)
	}
}
