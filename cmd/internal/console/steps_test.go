package console

import (
	"testing"

	"drafthorse/run"
	"drafthorse/training"
)

func TestHeldOut(t *testing.T) {
	trained := run.Trained{
		Steps:  7,
		Before: training.Evaluation{Rows: 3, PolicyLoss: 2, ValueLoss: 1},
		After:  training.Evaluation{Rows: 3, PolicyLoss: 1.5, ValueLoss: 0.75},
	}
	const want = "loss on held-out games 3.000 before, 2.250 after 7 steps (policy 2.000 to 1.500, value 1.000 to 0.750)"
	if got := HeldOut(trained); got != want {
		t.Errorf("HeldOut = %q, want %q", got, want)
	}
	if got, want := HeldOut(run.Trained{Steps: 7}), "7 steps, no held-out games to judge it by"; got != want {
		t.Errorf("HeldOut without held-out rows = %q, want %q", got, want)
	}
}
