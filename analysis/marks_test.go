package analysis

import (
	"slices"
	"strings"
	"testing"

	"drafthorse/alphabeta"
)

// The start, where each side has many moves that offer nothing.
const quiet = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"

// equal is what the other moves are like where they do not matter.
var equal = said{prior: 0.1, look: 0.5, tree: 0.45, second: 0.45}

// worse is the same, where all of them give away a fifth.
var worse = said{prior: 0.1, look: 0.5, tree: 0.3, second: 0.3}

// lost is the same, where all of them lose.
var lost = said{prior: 0.1, look: 0.03, tree: 0.01, second: 0.01}

func flat(score float64) said { return said{prior: 0.2, look: score, tree: score, second: score} }

// White may give up a man, 27-21 16x27 38-32 27x38 43x32, and has other moves.
const offer = "W:W27,38,43,45,48,49:B3,8,9,13,16"

// The capture 32x23 of the start's exchange can be taken back by two men.
const exchange = "32-28 19-23 28x19"

// Each mark, and beside it near misses that must not have it. The scores are what
// the two searches find, so that the marks wanted depend on nothing else.
func TestMarks(t *testing.T) {
	chess := DefaultThresholds()
	chess.Dialect = Chess
	for _, c := range []struct {
		name   string
		before string // moves from the start, or another position
		played string
		moves  map[string]said
		rest   said
		want   string // signs, in the FMJD's meaning
		chess  string // signs in that of chess, if they are others
	}{
		// ??
		{"a blunder", "", "33-29", map[string]said{"32-28": flat(0.6), "33-29": flat(0.3)}, equal, "??", ""},
		{"only one search thinks so: alpha-beta", "", "33-29", map[string]said{"32-28": flat(0.6), "33-29": {prior: .2, look: .55, tree: .58, second: .3}}, equal, "", ""},
		{"only one search thinks so: the tree", "", "33-29", map[string]said{"32-28": flat(0.6), "33-29": {prior: .2, look: .3, tree: .3, second: .59}}, equal, "", ""},
		{"each search prefers another move", "", "33-29", map[string]said{"32-28": {prior: .2, look: .5, tree: .7, second: .3}, "34-29": {prior: .2, look: .5, tree: .3, second: .7}, "33-29": flat(0.4)}, equal, "", ""},
		{"a blunder where the searches' best differ, but both know better", "", "33-29", map[string]said{"32-28": {prior: .2, look: .5, tree: .7, second: .6}, "34-29": {prior: .2, look: .5, tree: .6, second: .7}, "33-29": flat(0.3)}, equal, "??", ""},
		{"a win thrown away, proved", "", "33-29", map[string]said{"32-28": {prior: .2, look: .5, tree: .6, proven: alphabeta.WinIn(9)}, "33-29": {prior: .2, look: .5, tree: .4, proven: -alphabeta.WinIn(12)}}, equal, "??", ""},
		{"the alternative is a longer win", "", "33-29", map[string]said{"32-28": {prior: .2, look: .9, tree: .99, proven: alphabeta.WinIn(9)}, "33-29": {prior: .2, look: .9, tree: .99, proven: alphabeta.WinIn(31)}}, equal, "", ""},
		{"won anyway", "", "33-29", map[string]said{"32-28": {prior: .2, look: .9, tree: .99, second: 1}, "33-29": flat(0.92)}, equal, "", ""},

		// ?
		{"a bad move", "", "33-29", map[string]said{"32-28": flat(0.55), "33-29": flat(0.40)}, equal, "?", ""},
		{"bad, by Black", "32-28", "20-24", map[string]said{"18-23": flat(0.55), "20-24": flat(0.40)}, equal, "?", ""},
		{"not bad enough", "", "33-29", map[string]said{"32-28": flat(0.55), "33-29": {prior: .05, look: .48, tree: .475, second: .475}}, equal, "", "?!"},
		{"a far win missed is not clear", "", "33-29", map[string]said{"32-28": {prior: .2, look: .5, tree: .6, proven: alphabeta.WinIn(61)}, "33-29": {prior: .2, look: .5, tree: .4, proven: -alphabeta.WinIn(60)}}, said{prior: .1, look: .4, tree: .4, proven: -alphabeta.WinIn(58)}, "?", ""},
		{"the first choice of the tree is no error", "", "33-29", map[string]said{"32-28": {prior: .2, look: .5, tree: .5, second: .7}, "33-29": {prior: .2, look: .6, tree: .6, second: .4}}, equal, "", ""},
		{"the first choice of alpha-beta is no error", "", "33-29", map[string]said{"32-28": {prior: .2, look: .7, tree: .7, second: .5}, "33-29": {prior: .2, look: .4, tree: .4, second: .6}}, equal, "", ""},
		{"lost already", "", "33-29", map[string]said{"32-28": flat(0.09), "33-29": flat(0.0)}, said{prior: .1, look: .05, tree: .02, second: .02}, "", ""},

		// !? looks good, is bad
		{"looks good", "", "33-29", map[string]said{"32-28": {prior: .2, look: .5, tree: .55, second: .55}, "33-29": {prior: .3, look: .5, tree: .475, second: .475}}, equal, "!?", "?!"},
		{"looks good, by Black", "32-28", "20-24", map[string]said{"18-23": {prior: .2, look: .5, tree: .55, second: .55}, "20-24": {prior: .3, look: .5, tree: .475, second: .475}}, equal, "!?", "?!"},
		{"looks good, nearly first", "", "33-29", map[string]said{"32-28": {prior: .3, look: .5, tree: .55, second: .55}, "33-29": {prior: .2, look: .49, tree: .475, second: .475}}, equal, "!?", "?!"},
		{"the net thinks of others", "", "33-29", map[string]said{"32-28": {prior: .3, look: .5, tree: .55, second: .55}, "33-29": {prior: .1, look: .5, tree: .475, second: .475}}, equal, "", "?!"},
		{"looks worse at once", "", "33-29", map[string]said{"32-28": {prior: .2, look: .55, tree: .55, second: .55}, "33-29": {prior: .3, look: .48, tree: .475, second: .475}}, equal, "", "?!"},
		{"loses too little", "", "33-29", map[string]said{"32-28": {prior: .2, look: .5, tree: .53, second: .53}, "33-29": {prior: .3, look: .5, tree: .5, second: .5}}, equal, "", ""},
		{"a slight loss in a game that is lost", "", "33-29", map[string]said{"32-28": {prior: .2, look: .2, tree: .2, second: .2}, "33-29": {prior: .3, look: .2, tree: .12, second: .12}}, said{prior: .1, look: .1, tree: .05, second: .05}, "", ""},

		// ?! looks bad, is good
		{"looks bad", "", "33-29", map[string]said{"33-29": {prior: .02, look: .3, tree: .5, second: .5}}, said{prior: .1, look: .5, tree: .48, second: .48}, "?!", "!?"},
		{"looks bad, by Black", "32-28", "20-24", map[string]said{"20-24": {prior: .02, look: .3, tree: .5, second: .5}}, said{prior: .1, look: .5, tree: .48, second: .48}, "?!", "!?"},
		{"looks bad, as good as another", "", "33-29", map[string]said{"33-29": {prior: .02, look: .3, tree: .52, second: .5}, "32-28": {prior: .2, look: .5, tree: .5, second: .51}}, equal, "?!", "!?"},
		{"looks no worse", "", "33-29", map[string]said{"33-29": {prior: .02, look: .42, tree: .5, second: .5}}, said{prior: .1, look: .5, tree: .48, second: .48}, "", ""},
		{"the net thinks of it", "", "33-29", map[string]said{"33-29": {prior: .3, look: .3, tree: .5, second: .5}}, said{prior: .1, look: .5, tree: .48, second: .48}, "", ""},
		{"one search finds better", "", "33-29", map[string]said{"33-29": {prior: .02, look: .3, tree: .5, second: .5}, "32-28": {prior: .2, look: .5, tree: .48, second: .54}}, equal, "", ""},

		// !
		{"good", "", "33-29", map[string]said{"33-29": {prior: .3, look: .5, tree: .52, second: .52}}, worse, "!", ""},
		{"good, by Black", "32-28", "20-24", map[string]said{"20-24": {prior: .3, look: .5, tree: .52, second: .52}}, worse, "!", ""},
		{"good where the searches' second-best moves differ", "", "33-29", map[string]said{"33-29": {prior: .3, look: .5, tree: .55, second: .55}, "32-28": {prior: .2, look: .4, tree: .4, second: .2}, "34-29": {prior: .2, look: .2, tree: .2, second: .4}}, worse, "!", ""},
		{"another is nearly as good to one search", "", "33-29", map[string]said{"33-29": {prior: .3, look: .5, tree: .52, second: .52}, "32-28": {prior: .2, look: .5, tree: .3, second: .45}}, worse, "", ""},
		{"another is nearly as good to the other", "", "33-29", map[string]said{"33-29": {prior: .3, look: .5, tree: .52, second: .52}, "32-28": {prior: .2, look: .5, tree: .47, second: .3}}, worse, "", ""},
		{"obvious", "", "33-29", map[string]said{"33-29": {prior: 4, look: .5, tree: .52, second: .52}}, worse, "", ""},
		{"others win, too", "", "33-29", map[string]said{"33-29": {prior: .3, look: 1, tree: 1, second: 1}}, said{prior: .1, look: .9, tree: .95, second: .9}, "", ""},
		{"the recapture", exchange, "14x23", map[string]said{"14x23": {prior: .5, look: .5, tree: .52, second: .52}}, worse, "", ""},
		{"nearly lost all the same", "", "33-29", map[string]said{"33-29": {prior: .3, look: .2, tree: .2, second: .2}}, said{prior: .1, look: .05, tree: .06, second: .06}, "", ""},

		// !!
		{"good and looks bad", "", "33-29", map[string]said{"32-28": {prior: .3, look: .5, tree: .3, second: .3}, "33-29": {prior: .1, look: .3, tree: .52, second: .52}}, worse, "!!", ""},
		{"good and hardly thought of", "", "33-29", map[string]said{"33-29": {prior: .02, look: .5, tree: .52, second: .52}}, worse, "!!", ""},
		{"good and hardly thought of, by Black", "32-28", "20-24", map[string]said{"20-24": {prior: .02, look: .5, tree: .52, second: .52}}, worse, "!!", ""},
		{"good and gives up a man for a while", offer, "27-21", map[string]said{"27-21": {prior: .1, look: .5, tree: .55, second: .55, line: "16x27 38-32 27x38 43x32"}, "38-32": {prior: .5, look: .5, tree: .3, second: .3}}, worse, "!!", ""},
		{"good, looks bad, but the first thought", "", "33-29", map[string]said{"33-29": {prior: .5, look: .3, tree: .52, second: .52}}, worse, "!", ""},
		{"good and takes back at once", "W:W27,32,38,43,48:B3,8,9,13,18", "27-22", map[string]said{"27-22": {prior: .1, look: .5, tree: .55, second: .55, line: "18x27 32x21"}, "38-33": {prior: .5, look: .5, tree: .3, second: .3}}, worse, "!", ""},
		{"looks bad and is not good to one search", "", "33-29", map[string]said{"33-29": {prior: .2, look: .3, tree: .52, second: .40}}, worse, "", ""},

		// *
		{"the only move", "", "33-29", map[string]said{"33-29": {prior: .3, look: .5, tree: .5, second: .5}}, lost, "*", ""},
		{"the only move, by Black", "32-28", "20-24", map[string]said{"20-24": {prior: .3, look: .5, tree: .5, second: .5}}, lost, "*", ""},
		{"the only move, proved", "", "33-29", map[string]said{"33-29": {prior: .3, look: .3, tree: .3, second: .3}}, said{prior: .1, look: .3, tree: .25, proven: -alphabeta.WinIn(10)}, "*", ""},
		{"another is not lost to one search", "", "33-29", map[string]said{"33-29": {prior: .3, look: .5, tree: .5, second: .5}, "32-28": {prior: .2, look: .3, tree: .03, second: .2}}, lost, "!", ""},
		{"another is not lost to the other", "", "33-29", map[string]said{"33-29": {prior: .3, look: .5, tree: .5, second: .5}, "32-28": {prior: .2, look: .2, tree: .2, second: .03}}, lost, "!", ""},
		{"as good as lost itself", "", "33-29", map[string]said{"33-29": {prior: .3, look: .15, tree: .15, second: .15}}, lost, "", ""},
		{"the only move that takes back", exchange, "14x23", map[string]said{"14x23": {prior: .5, look: .5, tree: .5, second: .5}}, lost, "", ""},
		{"the only move, brilliant", "", "33-29", map[string]said{"33-29": {prior: .02, look: .2, tree: .5, second: .5}}, lost, "!! *", ""},
	} {
		fen, before := quiet, c.before
		if strings.Contains(before, ":") {
			fen, before = before, ""
		}
		j := judgeScript(t, fen, before, c.played, c.moves, c.rest, DefaultThresholds())
		if got := strings.Join(j.Signs(FMJD), " "); got != c.want {
			t.Errorf("%s: %v, want %q", c.name, &j, c.want)
		}
		if j.Mark.IsError() && j.Better == j.Played || !j.Mark.IsError() && j.Mark != NoMark && j.Reason == "" {
			t.Errorf("%s: %v has no better move or no reason", c.name, &j)
		}
		want := c.want
		if c.chess != "" {
			want = c.chess
		}
		j = judgeScript(t, fen, before, c.played, c.moves, c.rest, chess)
		if got := strings.Join(j.Signs(Chess), " "); got != want {
			t.Errorf("%s: in chess %v, want %q", c.name, j.Signs(Chess), want)
		}
	}
}

// What a script says is what a finding says, to within what the first look weighs
// in the mean of a few visits.
func TestFindingSaysWhatTheSearchesSay(t *testing.T) {
	moves := map[string]said{
		"32-28": {prior: .5, look: .7, tree: .6, second: .55},
		"33-29": {prior: .3, look: .2, tree: .3, second: .35},
	}
	j := judgeScript(t, quiet, "", "33-29", moves, equal, DefaultThresholds())
	if got := j.Position.MoveText(j.Better); got != "32-28" || j.Loss < 0.17 || j.Loss > 0.21 {
		t.Errorf("%v: want 32-28 to be better by 0.20, the lesser of both searches' differences", &j)
	}
	if !slices.Equal(j.Signs(FMJD), []string{"?"}) && !slices.Equal(j.Signs(FMJD), []string{"??"}) {
		t.Errorf("%v", &j)
	}
}
