package learn

import (
	"testing"

	"drafthorse/run"
)

// TestWindowGrows has the window of the paper, whose curve is the power law
// scaled so that it begins at its 250,000 rows with a slope of 0.4.
func TestWindowGrows(t *testing.T) {
	kataGo := run.Window{Rows: 250_000, Growth: 0.4, Exponent: 0.75}
	for _, test := range []struct {
		w               run.Window
		rows, want, off int
	}{
		{kataGo, 0, 250_000, 0},
		{kataGo, 250_000, 250_000, 0},
		{kataGo, 251_000, 250_400, 1},     // four new rows in ten
		{kataGo, 4_000_000, 1_183_333, 1}, // 16 times as many: 250,000 · (1 + 0.4 · (8 − 1) / 0.75)
		{run.Window{Rows: 1000, Growth: 0, Exponent: 0.5}, 1_000_000, 1000, 0},
		{run.Window{Rows: 1000, Growth: 1, Exponent: 1}, 123_456, 123_456, 1},
	} {
		if got := windowSize(test.w, test.rows); got < test.want-test.off || got > test.want+test.off {
			t.Errorf("a window of %+v holds %d of %d rows: want %d ± %d", test.w, got, test.rows, test.want, test.off)
		}
	}
}
