package learn

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drafthorse/datasets"
	"drafthorse/run"
	"drafthorse/store"
	"drafthorse/training"
)

// longTraining returns a configuration whose first training takes more than two
// checkpoints.
func longTraining() run.Config {
	c := smallConfig()
	c.Window.Uses = 80
	return c
}

func train(ctx context.Context, r *Loop, report func(done, planned int)) (run.Trained, error) {
	return r.trainNow(ctx, 2, func(done, planned int, _ training.Metrics) { report(done, planned) })
}

func playAndTrain(t *testing.T, r *Loop) run.Trained {
	t.Helper()
	play(t, r, 2)
	trained, err := train(t.Context(), r, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	return trained
}

// stopAt goes on with a training that has made the given number of steps and
// stops it later.
func stopAt(t *testing.T, r *Loop, made, stop int) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err := train(ctx, r, func(done, planned int) {
		if planned < stop+2*checkpointEvery {
			t.Fatalf("%d steps are too few for this test", planned)
		}
		if made++; done != made {
			t.Fatalf("step %d is made, want step %d", done, made)
		}
		if done == stop {
			cancel(errStopped)
		}
	})
	if !errors.Is(err, errStopped) {
		t.Fatalf("Train = %v, want %v", err, errStopped)
	}
	if r.Generation() != 0 {
		t.Fatalf("a stopped training has made net %d", r.Generation())
	}
}

func read(t *testing.T, r *Loop, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(r.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// compareTrainings compares what two trainings of net 1 have left behind.
func compareTrainings(t *testing.T, got, want *Loop) {
	t.Helper()
	for _, name := range []string{"nets/00001.safetensors", run.MetricsName} {
		if !bytes.Equal(read(t, got, name), read(t, want, name)) {
			t.Errorf("%s differs from that of a training that was not stopped", name)
		}
	}
}

func TestStoppedTrainingGoesOn(t *testing.T) {
	whole, parts := open(t, t.TempDir(), longTraining()), open(t, t.TempDir(), longTraining())
	want := playAndTrain(t, whole)
	play(t, parts, 2)
	made := 0
	for _, stop := range []int{1, 130, checkpointEvery} {
		stopAt(t, parts, made, stop)
		made = stop
	}
	got, err := train(t.Context(), parts, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if got.Before != want.Before || got.After != want.After || got.Steps != want.Steps {
		t.Errorf("trained %+v, want %+v", got, want)
	}
	compareTrainings(t, parts, whole)
	if !(got.Waited > 0 && got.Waited < 1) {
		t.Errorf("it has waited %v of the time: want a share", got.Waited)
	}
}

// TestKilledTrainingGoesOn puts the checkpoint of an earlier step in the place
// of the last, as after a kill: what metrics.jsonl tells of the steps behind it
// comes again.
func TestKilledTrainingGoesOn(t *testing.T) {
	whole, killed := open(t, t.TempDir(), longTraining()), open(t, t.TempDir(), longTraining())
	playAndTrain(t, whole)
	play(t, killed, 2)
	stopAt(t, killed, 0, 120)
	checkpoint := read(t, killed, run.CheckpointName)
	stopAt(t, killed, 120, 290)
	if n := strings.Count(string(read(t, killed, run.MetricsName)), "\n"); n < 5 {
		t.Fatalf("metrics.jsonl has %d lines: want some beyond the checkpoint", n)
	}
	if err := os.WriteFile(filepath.Join(killed.Dir, run.CheckpointName), checkpoint, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := train(t.Context(), killed, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	compareTrainings(t, killed, whole)
}

func TestStopAtTheLastStep(t *testing.T) {
	whole, stopped := open(t, t.TempDir(), smallConfig()), open(t, t.TempDir(), smallConfig())
	playAndTrain(t, whole)
	play(t, stopped, 2)
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err := train(ctx, stopped, func(done, planned int) {
		if done == planned {
			cancel(errStopped)
		}
	})
	if err != nil || stopped.Generation() != 1 {
		t.Fatalf("Train = %v, the newest net is %d: want all steps to make net 1", err, stopped.Generation())
	}
	compareTrainings(t, stopped, whole)
}

// TestEachStepHasOneLine also checks the lines that the package promises: one
// before the first step and one every reportEvery steps, with an evaluation
// every evaluateEvery steps and at the end.
func TestEachStepHasOneLine(t *testing.T) {
	r := open(t, t.TempDir(), longTraining())
	trained := playAndTrain(t, r)
	text := bytes.TrimSuffix(read(t, r, run.MetricsName), []byte("\n"))
	next := 0
	for _, line := range bytes.Split(text, []byte("\n")) {
		var m run.MetricsLine
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		if m.Step != next || m.Generation != 1 || m.Steps != trained.Steps {
			t.Fatalf("line of step %d of %d, generation %d: want step %d of %d, 1", m.Step, m.Steps, m.Generation, next, trained.Steps)
		}
		evaluated := m.Step%evaluateEvery == 0 || m.Step == m.Steps
		if (m.HeldOut != nil) != evaluated || (m.Train != nil) != (m.Step > 0) {
			t.Errorf("step %d: %s", m.Step, line)
		}
		next = min(m.Step+reportEvery, m.Steps)
	}
	if next != trained.Steps {
		t.Errorf("the next line would be of step %d: want none after step %d", next, trained.Steps)
	}
}

func TestTrainWithoutGames(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	if _, err := train(t.Context(), r, func(int, int) {}); !errors.Is(err, ErrNoGames) {
		t.Errorf("Train = %v, want ErrNoGames", err)
	}
}

// TestTrainOnTooFewRows needs a batch's eighth in rows, for each may be used
// eight times.
func TestTrainOnTooFewRows(t *testing.T) {
	c := smallConfig()
	c.Window.HeldOut = 0
	c.Training.Batch = 8192
	r := open(t, t.TempDir(), c)
	play(t, r, 2)
	rows := r.state.Totals().Rows
	want := fmt.Sprintf("net 0: nothing to train on: it has %d positions for it, of which each is used 8 times, and a step needs 8192: %d more positions are missing: play on",
		rows, 1024-rows)
	if _, err := train(t.Context(), r, func(int, int) {}); !errors.Is(err, ErrNoGames) || err.Error() != want {
		t.Errorf("Train = %v, want %s", err, want)
	}
	if r.Generation() != 0 {
		t.Errorf("the newest net is %d, want 0", r.Generation())
	}
}

// TestWindowOfTheRun trains a second net on the games of the first alone and on
// all of them: it shows in the rows held out.
func TestWindowOfTheRun(t *testing.T) {
	for _, growth := range []float64{0, 1} {
		c := smallConfig()
		c.Window.Rows, c.Window.Growth, c.Window.Exponent = 1, growth, 1
		r := open(t, t.TempDir(), c)
		first := playAndTrain(t, r)
		second := playAndTrain(t, r)
		all, _, _ := datasets.LoadWindow(r.Dir, r.Shards(), 1<<30, c.Window.HeldOut)
		want := len(all.HeldOut())
		if growth == 0 {
			want -= first.After.Rows
		}
		if second.After.Rows != want {
			t.Errorf("with growth %v the second training has %d rows held out, want %d", growth, second.After.Rows, want)
		}
	}
}

// TestSteps draws the rows of a window no more often than it may, however many
// the net has played.
func TestSteps(t *testing.T) {
	c := smallConfig()
	r := open(t, t.TempDir(), c)
	play(t, r, 2)
	w, _, _ := datasets.LoadWindow(r.Dir, r.Shards(), 1<<30, c.Window.HeldOut)
	want := int(c.Window.Uses * float64(len(w.Train())) / float64(c.Training.Batch))
	for _, fresh := range []int{w.Len(), 10 * w.Len()} {
		if got, err := steps(c, fresh, w); got != want || err != nil {
			t.Errorf("for %d rows, %d in the window, steps = %d, %v: want %d", fresh, w.Len(), got, err, want)
		}
	}
	if got, err := steps(c, w.Len()/2, w); got < want/2-1 || got > want/2 || err != nil {
		t.Errorf("for half of the window's rows steps = %d, %v: want half of %d", got, err, want)
	}
}

// TestDivergedTraining learns so fast that the loss explodes with the second step.
func TestDivergedTraining(t *testing.T) {
	c := longTraining()
	c.Training.LearnRate, c.Training.Warmup = 1, 0
	r := open(t, t.TempDir(), c)
	play(t, r, 2)
	stopAt(t, r, 0, 1)
	checkpoint := read(t, r, run.CheckpointName)
	for range 2 {
		_, err := train(t.Context(), r, func(int, int) {})
		if !errors.Is(err, training.ErrDiverged) || !strings.Contains(err.Error(), "rows of the games ") ||
			!strings.HasSuffix(err.Error(), "net 0 stays the newest, with the checkpoint of step 1 of the next") {
			t.Errorf("Train = %v: want ErrDiverged with games and what is left", err)
		}
		if !bytes.Equal(read(t, r, run.CheckpointName), checkpoint) || r.Generation() != 0 {
			t.Error("the checkpoint or the newest net is not what it was")
		}
	}
}

func TestTrainLeavesADamagedShardOut(t *testing.T) {
	c := smallConfig()
	r := open(t, t.TempDir(), c)
	playAndTrain(t, r)
	play(t, r, 2)
	damage(t, filepath.Join(r.Dir, "games/00000-0000.arrow"))
	trained, err := train(t.Context(), r, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if trained.Generation != 2 || r.Generation() != 2 {
		t.Errorf("trained net %d, the newest is %d: want 2", trained.Generation, r.Generation())
	}
	if len(trained.Faults) != 1 || !errors.Is(trained.Faults[0], store.ErrDamaged) || !strings.Contains(trained.Faults[0].Error(), "games/00000-0000.arrow") {
		t.Errorf("faults %v: want the damaged shard", trained.Faults)
	}
	damage(t, filepath.Join(r.Dir, "games/00001-0000.arrow"))
	play(t, r, 2)
	damage(t, filepath.Join(r.Dir, "games/00002-0000.arrow"))
	if _, err := train(t.Context(), r, func(int, int) {}); !errors.Is(err, store.ErrDamaged) || r.Generation() != 2 {
		t.Errorf("Train with all shards damaged = %v, newest net %d: want ErrDamaged and 2", err, r.Generation())
	}
}

func TestDamagedCheckpoint(t *testing.T) {
	r := open(t, t.TempDir(), longTraining())
	play(t, r, 2)
	stopAt(t, r, 0, 7)
	damage(t, filepath.Join(r.Dir, run.CheckpointName))
	_, err := train(t.Context(), r, func(int, int) {})
	if !errors.Is(err, training.ErrCheckpoint) || !strings.Contains(err.Error(), run.CheckpointName) {
		t.Errorf("Train = %v: want ErrCheckpoint and its name", err)
	}
	if err := os.Remove(filepath.Join(r.Dir, run.CheckpointName)); err != nil {
		t.Fatal(err)
	}
	whole := open(t, t.TempDir(), longTraining())
	playAndTrain(t, whole)
	if _, err := train(t.Context(), r, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	compareTrainings(t, r, whole)
}
