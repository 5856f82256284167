package analysis

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"drafthorse/endgame"
)

// Where nothing makes a difference between any two positions no move has lost
// anything, whatever the score is and however forced the moves are: no sign of any
// kind.
func TestNoMarkWithoutALoss(t *testing.T) {
	for name, c := range map[string]struct {
		f    byScore
		text string
	}{
		"start position that is lost already":        {always(0.1), `[FEN "W:W31-47:B1-20"] 1. 32-28 19-23 2. 28x19 14x23 *`},
		"the search's own first move":                {always(0.6), `1. 32-28 19-23 *`},
		"Black moves first":                          {always(0.4), `[FEN "B:W28,32,37:B8,13,19"] 1... 19-23 2. 28x19 13x24 *`},
		"forced capture and ordinary recapture":      {always(0.5), `1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *`},
		"recapture where the other capture is worse": {material, `1. 32-28 19-23 2. 28x19 14x23 *`},
	} {
		for _, j := range judge(t, c.f, c.text) {
			if len(j.Signs(FMJD)) > 0 || j.Loss > 0.05 {
				t.Errorf("%s: ply %d: %v, want no sign", name, j.Ply, &j)
			}
		}
	}
}

// The shot of the teaching texts: 29-23 forces 19x28, then 33x2 takes three and
// promotes. Playing something else instead throws it away.
func TestShot(t *testing.T) {
	position := `[FEN "W:W29,33,39,50:B1,7,17,19"] `
	found := judge(t, material, position+`1. 29-23 19x28 2. 33x2 *`)
	if found[0].Mark != Good && found[0].Mark != VeryGood {
		t.Errorf("%v, want ! or !!", &found[0])
	}
	if found[1].Mark != NoMark || found[2].Mark != NoMark || found[1].Gain != 0 || found[2].Gain != 2 {
		t.Errorf("then %v and %v, want +2 alone: one man was given, three are taken", &found[1], &found[2])
	}
	missed := judge(t, material, position+`1. 50-45 *`)[0]
	if missed.Mark != VeryBad && missed.Mark != Bad || !strings.HasPrefix(missed.Reason, "misses a win: 29-23 wins in ") {
		t.Errorf("%v, want ? or ?? that misses 29-23", &missed)
	}
}

// The better line stands behind the move that lost something, from the right
// side's view, for both colours.
func TestErrorOfEitherColour(t *testing.T) {
	for _, c := range []struct{ fen, moves, best string }{
		{"W:W29,33,39,50:B1,7,17,19", "1. 50-45 *", "29-23"},
		{"B:W32,34,44,50:B1,12,18,22", "1... 1-6 *", "22-28"}, // the same, turned
	} {
		j := judge(t, material, `[FEN "`+c.fen+`"] `+c.moves)[0]
		if !j.Mark.IsError() || j.Position.MoveText(j.Better) != c.best || j.Best < 0.5 {
			t.Errorf("%s %s: %v; want an error, %s and a good score", c.fen, c.moves, &j, c.best)
		}
	}
}

// Black's 20-25 offers a man, White takes; whether Black takes back decides the
// sign, which stands at the end of it all.
func TestGain(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // gains by ply, those that are not 0
	}{
		{"an exchange", "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *", ""},
		{"an exchange of two for two", "1. 33-28 18-23 2. 39-33 17-22 3. 28x17 11x22 *", ""},
		{"a man given away", `[FEN "W:W32,37,41,46:B18,12,7,3"] 1. 32-27 18-22 2. 27x18 *`, ""}, // it is taken back
		{"a man lost for good", `[FEN "W:W32,37,41,46:B18,3,4"] 1. 32-27 18-22 2. 27x18 3-9 *`, "3:-1"},
		{"a shot", `[FEN "W:W29,33,39,50:B1,7,17,19"] 1. 29-23 19x28 2. 33x2 *`, "3:+2"},
		{"cut off in the middle", `[FEN "W:W29,33,39,50:B1,7,17,19"] 1. 29-23 19x28 *`, ""},
		{"a capture first", `[FEN "W:W28,37:B23,1"] 1. 28x19 *`, "1:+1"},
	} {
		var got []string
		for _, j := range judge(t, always(0.5), c.text) {
			if j.Gain != 0 {
				got = append(got, fmt.Sprintf("%d:%s", j.Ply, gain(j.Gain)))
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

// a.l. stands where routes differ and results do not.
func TestAdLib(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{`[FEN "W:W37:B12,13,22,23,32,33"] 1. 37x39 *`, true},      // six men, round either way
		{`[FEN "W:WK35:B11,23,29,30"] 1. 35x24x33x6 *`, false},     // the other route takes others
		{`[FEN "W:WK26:B14,17,23,42"] 1. 26x47x42x17x23 *`, false}, // one route
		{`[FEN "W:WK46:B37,28"] 1. 46x23 *`, false},                // a king on one line
		{`[FEN "W:WK10:B7,19,21,28,30"] 1. 10x2 *`, false},         // the teaching texts' long capture
		{`[FEN "W:W31-50:B1-20"] 1. 32-28 *`, false},               // no capture
		{`[FEN "W:W28,46:B10,32"] 1. 28x37 *`, false},              // back
		{`[FEN "B:W18,27,28,33,37:BK1"] 1... 1x22 *`, false},       // the coup turc
		{`[FEN "B:W38,39,28,29,18,19:B14"] 1... 14x12 *`, true},    // the first one, turned
	} {
		g := readGame(t, c.text)
		plies, _ := g.Replay()
		if len(plies) == 0 {
			t.Fatalf("%s: no legal move", c.text)
		}
		if got := plies[0].Before.SeveralRoutes(plies[0].Move); got != c.want {
			t.Errorf("%s: %v, want %v", c.text, got, c.want)
		}
	}
}

// The draw rules see the record's own history: where the position has stood
// twice, the move that repeats it is a draw and not what the function says.
func TestHistoryCounts(t *testing.T) {
	text := `[FEN "W:WK50,K45,31:BK1,K2"] 1. 50-44 2-8 2. 44-50 8-2 3. 50-44 2-8 4. 44-50 8-2 *`
	judgements := judge(t, always(0.9), text)
	last := judgements[len(judgements)-1]
	if last.Better != last.Played || math.Abs(float64(last.Best)-0.5) > 1e-6 || last.Result != Drawn || !last.Over() {
		t.Errorf("%v; want the repetition, a draw, and =", &last)
	}
}

// An illegal move is reported with its place; the moves before it are searched.
func TestFaultInTheRecord(t *testing.T) {
	f := always(0.5)
	findings, err := NewFinder(testConfig(50), "test", f, &endgame.Tables{}, f).Game(readGame(t, "1. 32-28 19-23 2. 28x18 *"))
	if len(findings) != 2 || err == nil || !strings.Contains(err.Error(), "ply 3") {
		t.Errorf("%d findings, error %v; want 2 and the place, ply 3", len(findings), err)
	}
}

// At the end of a game stands what has come out of it.
func TestEndOfTheGame(t *testing.T) {
	for _, c := range []struct {
		text string
		want Result
	}{
		{`[FEN "W:W46,47:B36"] 1. 46-41 *`, Won}, // Black cannot move
		{`[FEN "W:W32:B23"] 1. 32-28 23x32 *`, Won},
		{`[FEN "W:W32,50:B13"] 1. 32-28 *`, Open},
	} {
		list := judge(t, always(0.5), c.text)
		if got := list[len(list)-1].Result; got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got.sign(), c.want.sign())
		}
	}
}

func TestThresholdsValidate(t *testing.T) {
	for name, change := range map[string]func(*Thresholds){
		"order":     func(x *Thresholds) { x.Bad = 0.3 },
		"nothing":   func(x *Thresholds) { *x = Thresholds{} },
		"not a sum": func(x *Thresholds) { x.VeryBad = float32(math.NaN()) },
		"gap":       func(x *Thresholds) { x.Gap = 0 },
		"lost":      func(x *Thresholds) { x.Lost = 0.3 },
		"decided":   func(x *Thresholds) { x.Decided = 0.4 },
		"clear":     func(x *Thresholds) { x.Clear = 0 },
		"hard":      func(x *Thresholds) { x.Hard = 0.2 },
	} {
		x := DefaultThresholds()
		change(&x)
		if err := x.Validate(); err == nil {
			t.Errorf("%s: %+v is accepted", name, x)
		}
	}
	if err := DefaultThresholds().Validate(); err != nil {
		t.Error(err)
	}
}

// The curve of lidraughts: its own table of winning chances.
func TestMen(t *testing.T) {
	for _, c := range []struct{ men, chances float64 }{
		{0.25, .050}, {0.5, .100}, {1, .197}, {2, .380}, {4, .664}, {10, .964}, {-1, -.197},
	} {
		if got := 2*scoreOf(c.men) - 1; math.Abs(got-c.chances) > 6e-4 {
			t.Errorf("%v men are chances of %.4f, want %.3f", c.men, got, c.chances)
		}
		if got := Men(scoreOf(c.men)); math.Abs(got-c.men) > 1e-9 {
			t.Errorf("%v men come back as %v", c.men, got)
		}
	}
	if Men(1) != 10 || Men(0) != -10 || Men(0.999) != 10 {
		t.Error("want ten men at most")
	}
}

// scoreOf returns the expected score of an advantage in men. It undoes Men.
func scoreOf(men float64) float64 { return 1 / (1 + math.Exp(-chancesPerMan*men)) }
