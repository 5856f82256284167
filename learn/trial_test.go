package learn

import (
	"errors"
	"os"
	"strings"
	"testing"

	"drafthorse/run"
	"drafthorse/training"
)

// A trial trains on a run's games by another configuration and leaves the run as it is.
func TestTrial(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	play(t, r, 2)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	before := t.TempDir()
	if err := os.CopyFS(before, os.DirFS(r.Dir)); err != nil {
		t.Fatal(err)
	}
	c, err := run.TrialConfig(r.Dir, []string{"net.width = 24", "window.uses = 16.0", "seed = 7"})
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	trained, n, err := Trial(t.Context(), r.Dir, c, 2, func(done, planned int, _ training.Metrics) { last = done })
	if err != nil {
		t.Fatal(err)
	}
	if n.Size.Width != 24 || n.Size.Hidden != 8 || trained.Steps != last {
		t.Errorf("a net of size %+v after %d of %d steps: want width 24 and the run's other numbers", n.Size, last, trained.Steps)
	}
	if trained.After.Rows == 0 || trained.After == trained.Before {
		t.Errorf("the held-out positions are judged as before the training: %+v", trained.After)
	}
	compareFolders(t, r.Dir, before)
}

func TestTrialConfigRefuses(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for set, want := range map[string]string{
		"games = 7":           "a trial has no use for games",
		"selfplay.visits = 3": "a trial has no use for selfplay.visits",
		"match.visits = 9":    "a trial has no use for match.visits",
		"window.growth = 0.1": "a trial has no use for window.growth",
		`init.net = "x"`:      "a trial has no use for init",
		"net.width = 0":       "[net] width is 0",
		"net.widht = 32":      "there is no key net.widht",
	} {
		if _, err := run.TrialConfig(r.Dir, []string{set}); !errors.Is(err, run.ErrConfig) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want a configuration error with %q", set, err, want)
		}
	}
}
