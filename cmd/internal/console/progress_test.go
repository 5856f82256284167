package console

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// drawn makes a progress on a terminal of so many columns, which the builder is.
func drawn(out *strings.Builder, columns int, label, unit string, done, total int) *Progress {
	p := NewProgress(out, label, unit, done, total)
	p.draw(func() int { return columns })
	return p
}

// screen is what a terminal shows of a text without line ends: what stands behind the
// last return.
func screen(text string) string {
	text = strings.TrimRight(text, "\n")
	if at := strings.LastIndexByte(text, '\r'); at >= 0 {
		text = text[at+1:]
	}
	return strings.ReplaceAll(text, "\x1b[2K", "")
}

// TestProgressOnNarrowTerminals has a label that says which net plays, and no line
// that is wider than the terminal.
func TestProgressOnNarrowTerminals(t *testing.T) {
	for columns, want := range map[int]string{
		120: "self-play, net 12  W41 D18 B41  100 plies ",
		80:  "net 12  W41 D18 B41 ",
		60:  "self-play, net 12 ",
		50:  "net 12  W41 D18 B41 ",
		40:  "net 12 ",
	} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			p := drawn(&out, columns, "self-play, net 12", "games", 0, 20000)
			time.Sleep(90 * time.Second)
			p.Set(10000, "W41 D18 B41", "100 plies")
			got := screen(out.String())
			if !strings.HasPrefix(got, want) || len([]rune(got)) > columns {
				t.Errorf("on %d columns: %q, %d wide, want %q and the figures", columns, got, len([]rune(got)), want)
			}
			if shown := strings.Contains(got, "10000/20000"); shown != (columns >= 60) {
				t.Errorf("on %d columns: %q: the count is shown: %v", columns, got, shown)
			}
		})
	}
}

// TestEndedProgressIsStill has the bar of a piece of work whose length is not known. At
// its end the next one has the terminal for itself.
func TestEndedProgressIsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		p := drawn(&out, 80, "self-play, net 3", "games", 0, -1)
		defer p.bar.Finish() // ends a goroutine of the bar's own, if it has one
		time.Sleep(time.Second)
		p.Set(7, "W41 D18 B41")
		p.End("")
		ended := out.Len()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if got := out.String()[ended:]; got != "" {
			t.Errorf("after its end it draws %q", got)
		}
	})
}

func TestPerTime(t *testing.T) {
	for rate, want := range map[float64]string{
		193: "193 games/s", 1: "1 games/s", 0.5: "30 games/min", 1.0 / 60: "1 games/min", 0.5 / 60: "30 games/h", 0: "0 games/h",
	} {
		if got := perTime(rate, "%.0f games"); got != want {
			t.Errorf("perTime(%v) = %q, want %q", rate, got, want)
		}
	}
}
