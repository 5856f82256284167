package cli

import (
	"regexp"
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

// TestProgressInALog has no terminal: a line when the time has come, and one at
// the end.
func TestProgressInALog(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&out, "playing", "games", 10, 40)
	p.Set(11, "a")
	if out.Len() > 0 {
		t.Errorf("at once it says %q: want nothing", &out)
	}
	p.spoken = p.spoken.Add(-interval)
	p.began = p.began.Add(-time.Minute)
	p.Set(20, "b")
	p.Set(21, "c")
	if want := regexp.MustCompile(`^playing: 20 of 40 games, 10\.0/min, 2m0s left, b\n$`); !want.MatchString(out.String()) {
		t.Errorf("after %v it says %q: want %s", interval, &out, want)
	}
	out.Reset()
	p.Set(40, "d")
	p.End("e")
	if want := regexp.MustCompile(`^playing: 40 of 40 games, (30\.0|29\.9)/min, in 1m0(\.1)?s, e\n$`); !want.MatchString(out.String()) {
		t.Errorf("at the end it says %q: want %s", &out, want)
	}
}

// TestProgressSkips has units that took no time: the rate is that of the others.
func TestProgressSkips(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&out, "annotating", "games", 0, 50)
	p.Skip(30)
	p.Set(30)
	p.began, p.spoken = p.began.Add(-time.Minute), p.spoken.Add(-interval)
	p.Set(42)
	if want := regexp.MustCompile(`^annotating: 42 of 50 games, 12\.0/min, 40s left\n$`); !want.MatchString(out.String()) {
		t.Errorf("it says %q: want %s", &out, want)
	}
	out.Reset()
	p.Skip(20)
	p.Set(50)
	p.End("")
	if want := regexp.MustCompile(`^annotating: 50 of 50 games, in 1m0(\.1)?s\n$`); !want.MatchString(out.String()) {
		t.Errorf("where all was skipped it says %q: want %s", &out, want)
	}
}

func TestProgressOfUnknownLength(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&out, "annotating", "games", 0, -1)
	p.Set(3, "")
	p.End("")
	if want := regexp.MustCompile(`^annotating: 3 games, [\d.]+/s, in [\d.]+s\n$`); !want.MatchString(out.String()) {
		t.Errorf("it says %q: want %s", &out, want)
	}
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

// TestDescribe has the rooms that terminals of 80, 100 and more columns leave
// beside the bar.
func TestDescribe(t *testing.T) {
	notes := []string{"W41 D18 B41", "99 plies", "36 % adjudicated"}
	for _, test := range []struct {
		room int
		want string
	}{
		{22, "net 12  W41 D18 B41"},
		{29, "net 12  W41 D18 B41  99 plies"},
		{30, "self-play, net 12  W41 D18 B41"},
		{42, "self-play, net 12  W41 D18 B41  99 plies"},
		{62, "self-play, net 12  W41 D18 B41  99 plies  36 % adjudicated"},
		{18, "self-play, net 12"},
		{16, "net 12"}, // of 60 columns
		{6, "net 12"},
		{5, ""},
		{0, ""},
	} {
		if got := describe("self-play, net 12", notes, test.room); got != test.want {
			t.Errorf("in %d columns: %q, want %q", test.room, got, test.want)
		}
	}
	if got := describe("match", nil, 22); got != "match" {
		t.Errorf("without notes: %q", got)
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
		if got := PerTime(rate, "%.0f games"); got != want {
			t.Errorf("PerTime(%v) = %q, want %q", rate, got, want)
		}
	}
}
