package training

import (
	"math"
	"testing"

	"drafthorse/datasets"
)

// TestCalibration works six rows out by hand.
func TestCalibration(t *testing.T) {
	rows := playedRows(6, 1)
	values := []float32{
		0.25, 0, 0.75, // expects 0.25
		0.25, 0, 0.75,
		0, 0.5, 0.5, // expects 0.25
		1, 0, 0, // expects 1, which belongs to the last bin
		0, 0, 1, // expects 0
		1, 0, 0, // expects 1
	}
	for i, r := range []struct {
		outcome int
		weight  float32
	}{{1, 1}, {-1, 2}, {0, 1}, {1, 3}, {-1, 0.5}, {0, 7}} {
		rows[i].Outcome, rows[i].Weight = r.outcome, r.weight
	}
	rows[5].Ending = datasets.LengthCap // its draw is none
	var got Calibration
	got.add(batchOf(t, 8, rows), values)
	want := Calibration{
		0: {0.5, 0, 0},
		2: {4, 0.25, 0.375}, // (1·1 + 2·0 + 1·0.5) / 4
		9: {3, 1, 1},
	}
	for k := range want {
		g, w := got[k], want[k]
		if g.Weight != w.Weight || math.Abs(g.Expected-w.Expected) > 1e-12 || math.Abs(g.Actual-w.Actual) > 1e-12 {
			t.Errorf("bin %d is %+v: want %+v", k, g, w)
		}
	}
}
