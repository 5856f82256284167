package annotate

import (
	"bytes"
	"context"
	"math"
	"regexp"
	"strings"
	"testing"

	"drafthorse/alphabeta"
	"drafthorse/analysis"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// men is an engine that gives the side to move so many men, whatever the moves
// are, and prefers the earlier of them. It is the evaluator of the tree and the
// search that confirms.
type men func(p *rules.Position) float64

func (f men) Evaluate(p *rules.Position, d rules.DrawCounters, moves []rules.Move, priors []float32) mcts.Evaluation {
	mcts.Uniform{}.Evaluate(p, d, moves, priors)
	w := float32(scoreOf(f(p)))
	return mcts.Evaluation{Win: w, Loss: 1 - w}
}

// scoreOf returns the expected score of an advantage in men, on the curve of lidraughts.
func scoreOf(men float64) float64 { return 1 / (1 + math.Exp(-0.4*men)) }

func (f men) Forget() {}

func (f men) Search(g *rules.Game, l alphabeta.Limits) alphabeta.Result {
	moves := l.Moves
	if moves == nil {
		moves = append(moves, g.Moves()...)
	}
	r := alphabeta.Result{Depth: 1}
	for i, m := range moves {
		p := g.Position().Play(m)
		score := scoreOf(-f(&p))
		r.Moves = append(r.Moves, alphabeta.Move{
			Move: m, Line: []rules.Move{m}, Exact: i < max(l.Exact, 1),
			Score: alphabeta.Score(math.Round((2*score - 1) * float64(alphabeta.Certain))),
		})
	}
	return r
}

func even(*rules.Position) float64 { return 0 }

// analyzed returns the annotated games and what is said of them.
func analyzed(t *testing.T, engine men, text string) (out, report string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	config := analysis.Config{Limits: analysis.Limits{Visits: 60}, Search: mcts.DefaultConfig()}
	b := newBatch(t, func() *analysis.Finder {
		return analysis.NewFinder(config, "fake", engine, &endgame.Tables{}, engine)
	}, &stderr)
	if err := b.run(context.Background(), 2, games([]string{write(t, "in.pdn", text)}, nil), -1, &stdout); err != nil {
		t.Fatal(err)
	}
	if err := b.report(); err != nil && b.refused.count() == 0 {
		t.Fatal(err)
	}
	return stdout.String(), stderr.String()
}

// again returns an annotated collection annotated once more.
func again(t *testing.T, engine men, out string) string {
	t.Helper()
	second, _ := analyzed(t, engine, out)
	return second
}

// bare returns the games without what the annotation has added, as words.
func bare(t *testing.T, out string) string {
	t.Helper()
	var b bytes.Buffer
	w := pdn.NewWriter(&b)
	r := pdn.NewReader(strings.NewReader(out), "")
	for g := range r.All() {
		analysis.Strip(g)
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

var marks = regexp.MustCompile(`\[%dh [^\]]`)

// What users of such tools have reported as faults, by the number of the case.
// want are pieces of the output without its annotation, report of what is said;
// quiet cases have no sign anywhere.
var cases = []struct {
	number string
	name   string
	text   string
	engine men
	want   []string // in the output without annotations
	not    []string // in neither output nor report
	report []string
	quiet  bool
}{
	{"1", "ambiguous capture, whole routes", `[FEN "W:WK35:B11,23,29,30"] 1. 35x24x33x6 *
		[FEN "W:WK35:B11,23,29,30"] 1. 35x19x28x6 *`, even,
		[]string{"1. 35x24x33x6 *", "1. 35x19x28x6 *"}, nil, []string{"2 games: 2 annotated"}, false},
	{"1", "ambiguous capture, short", `[FEN "W:WK35:B11,23,29,30"] 1. 35x6 *`, even,
		[]string{"1. 35x6 *"}, nil, []string{"ambiguous: it may be 35x19x28x6 or 35x24x33x6", "1 copied as found"}, true},
	{"3", "captured squares in any order", `[FEN "W:WK26:B14,17,23,42"] 1. 26x47x42x17x23 *`, even,
		[]string{"1. 26x12x29x47 *"}, []string{"26x47x42"}, []string{"1 annotated"}, false},
	{"4", "promotion while passing the back row", `[FEN "W:W11,50:B7,8,24"] 1. 11x13 24-30 2. 13-9 30-35 3. 9-3 35-40 4. 3-26 *`, even,
		[]string{"1. 11x13 24-30 2. 13-9 30-35 3. 9-3 35-40 4. 3-26 *"}, nil, []string{"1 annotated"}, false},
	{"4", "not crowned in passing", `[FEN "W:W11,50:B7,8,24"] 1. 11x13 24-30 2. 13-27 *`, even,
		nil, nil, []string{"ply 3", "0 annotated"}, true},
	{"6", "men capture backward", `[FEN "W:W28,46:B10,32"] 1. 28x37 *`, even,
		[]string{"1. 28x37 *"}, []string{"$7", "!", "Frisian", "variant"}, []string{"1 annotated, 0 annotated before, 0 copied"}, false},
	{"7", "a king that stops short", `[FEN "W:WK16:B12,21,28,44"] 1. 16x27 *
		[FEN "W:WK16:B12,21,28,44"] 1. 16x7 *  [FEN "W:WK16:B12,21,28,44"] 1. 16x1 *`, even,
		nil, nil, []string{"takes 1, 3 are required", "16x7\": ambiguous", "16x1\": ambiguous", "0 annotated"}, true},
	{"9", "hyphens, colons, no blank, line breaks", "1.32-28 19-23 2.28-19\n14:23 3.37-32\n\n10-14 *", even,
		[]string{"1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *"}, nil, []string{"1 annotated"}, true},
	{"10", "the side twice", `[FEN "W:W:W31-50:B1-20"] 1. 32-28 *`, even,
		[]string{"1. 32-28 *"}, nil, []string{"repaired", "1 annotated"}, true},
	{"12", "impossible FEN", `[FEN "W:W31,31:B1"] 1. 31-26 *  [FEN "W:W51:B1"] 1. 31-26 *  [FEN "W:W0:B1"] 1. 31-26 *
		[FEN "W:W3x:B1"] 1. 31-26 *  [FEN "W:W31:B31"] 1. 31-26 *  [FEN "X:W31:B1"] 1. 31-26 *  [FEN "W31:B1"] 1. 31-26 *
		[FEN "W:W31-50:B1-20"] 1. 32-28 *  [FEN "W:WK31-33:B1-4."] 1. 33-39 *`, even,
		nil, nil, []string{"9 games: 2 annotated, 0 annotated before, 7 copied as found"}, false},
	{"14", "letters", `[FEN "W:Wc3,e3:Bd6"] 1. c3-d4 *`, even,
		[]string{"1. c3-d4 *"}, nil, []string{"squares are named by letters", "1 copied as found"}, true},
	{"16", "a start that is lost already", `[FEN "W:W31-47:B1-20"] 1. 32-28 19-23 2. 28x19 14x23 *`,
		func(p *rules.Position) float64 {
			if p.Turn() == rules.White {
				return -3.2
			}
			return 3.2
		},
		[]string{"1. 32-28 19-23 2. 28x19 14x23 *"}, []string{"?"}, []string{"1 annotated"}, true},
	{"17", "blank lines within games", "[White \"A\"]\n[Result \"1-1\"]\n\n1. 32-28 19-23\n\n2. 28x19 14x23 1-1\n\n[White \"A\"]\n[Result \"1-1\"]\n\n1. 32-28 19-23\n\n2. 28x19 14x23 1-1\n", even,
		[]string{`[White "A"] [Result "1-1"] 1. 32-28 19-23 2. 28x19 14x23 1-1 [White "A"] [Result "1-1"] 1. 32-28 19-23 2. 28x19 14x23 1-1`}, nil, []string{"2 games: 2 annotated"}, true},
	{"18", "byte order marks", "\ufeff[White \"A\"]\n1. 32-28 *\n\ufeff[White \"B\"]\n1. 32-28 *", even,
		[]string{`[White "A"] 1. 32-28 *`, `[White "B"] 1. 32-28 *`}, []string{"\ufeff"}, []string{"2 games: 2 annotated"}, true},
	{"18", "UTF-16", utf16("\ufeff[White \"Ä\"]\n1. 32-28 *"), even,
		[]string{`[White "Ä"] 1. 32-28 *`}, []string{"\ufeff"}, []string{"1 game: 1 annotated"}, true},
	{"18", "CR only", "[White \"A\"]\r\r1. 32-28\r19-23 *\r\r[White \"B\"]\r1. 31-26 *", even,
		[]string{`[White "A"] 1. 32-28 19-23 *`, `[White "B"] 1. 31-26 *`}, nil, []string{"2 games: 2 annotated"}, true},
	{"20", "Result tag and ending disagree", `[Result "2-0"] 1. 32-28 18-23 0-2  [Result "*"] 1. 32-28 { 1-1 was agreed } 18-23 1-1`, even,
		[]string{`[Result "2-0"] 1. 32-28 18-23 0-2`, "{ 1-1 was agreed }", "18-23 1-1"}, nil, []string{"2 annotated", "its Result tag says 2-0"}, true},
	{"20", "1-10 is a move", "1. 31-26 1-10 *", even, nil, nil, []string{"10 is occupied"}, true},
	{"21", "quotes and move-like text in tags", `[Event "Cup \"A\" [final] (1. 32-28)"] [White "O'Neil; \\o/"] 1. 32-28 *`, even,
		[]string{`[Event "Cup \"A\" [final] (1. 32-28)"] [White "O'Neil; \\o/"] 1. 32-28 *`}, nil, []string{"1 game: 1 annotated"}, true},
	{"23", "missing terminator, separate lines", "[White \"A\"]\n1. 32-28 19-23\n[White \"C\"]\n1. 33-29 *", even,
		[]string{`[White "A"] 1. 32-28 19-23 * [White "C"] 1. 33-29 *`}, nil, []string{"2 games: 2 annotated", "no terminator"}, true},
	{"23", "missing terminator, one line, Result tag", `[White "A"] [Result "0-2"] 1. 32-28 19-23 [White "C"] 1. 33-29 *`, even,
		[]string{`[White "A"] [Result "0-2"] 1. 32-28 19-23 0-2 [White "C"] 1. 33-29 *`}, nil, []string{"2 games: 2 annotated", "no terminator"}, true},
	{"24", "null and unknown moves", `1. 32-28 -- 2. 37-32 *  41. - - 42. - - 1-1  1. 33-28 18-22 *`, even,
		[]string{"32-28 -- ", "41. - -", "1. 33-28 18-22 *"}, nil, []string{"3 games: 1 annotated, 0 annotated before, 2 copied", "ply 2: the move is not known", "ply 1: the move is not known"}, true},
	{"25", "signs, nested variations", `1. 32-28 ! { plan (open } ( { rather } 33-28 ?! 18-22 ( 1... 18-23 { b } ) { a } ) 18-23 *`, even,
		[]string{"1. 32-28! { plan (open } ({ rather } 1. 33-28?! 18-22 (1... 18-23 { b }) { a }) 1... 18-23 *"}, nil, []string{"1 annotated"}, true},
	{"26", "other variants in one file", `[GameType "20"] 1. 32-28 *
[GameType "25,W,8,8,A0,0"] 1. c3-d4 *
[GameType "40,W,10,10,N2,0"] 1. 32-28 *
[Event ""] 1. 11-15 *
[GameType "20,W,10,10,N1,0"] 1. 32-28 *`, even,
		nil, nil, []string{"5 games: 2 annotated, 0 annotated before, 3 copied", "Russian draughts", "Frisian draughts", `"11-15" is illegal: this looks like English draughts`}, true},
	{"27", "the first choice after two searches that differ", "1. 32-28 19-23 *",
		func(p *rules.Position) float64 {
			// Of the start 0.40, by all that 32-28 leads to, and for Black after it 0.20.
			white := 0.1
			if p.Men(rules.White).Has(28) {
				white = 0.4
			}
			if p.Turn() == rules.White {
				return white
			}
			if *p == afterFirst("32-28") {
				return 0.2
			}
			return -white
		},
		[]string{"1. 32-28 19-23 *"}, []string{"32-28?", "32-28!"}, []string{"1 annotated"}, false},
	{"29", "the sign of the score with Black to move", `[FEN "B:W28,32,37:B8,13,19"] 1... 19-23 2. 28x19 13x24 *`,
		func(p *rules.Position) float64 {
			if p.Turn() == rules.Black {
				return 0.5
			}
			return -0.5
		},
		[]string{"1... 19-23 2. 28x19 13x24 *"}, []string{"?"}, []string{"White  0 ", "Black  1 ", " 0.000 "}, true},
	{"30", "forced and ordinary recaptures", "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *", even,
		[]string{"1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *"}, []string{"$", "+1"}, []string{"1 annotated"}, true},
}

func utf16(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteByte(byte(r))
		b.WriteByte(byte(r >> 8))
	}
	return b.String()
}

func afterFirst(text string) rules.Position {
	p := rules.Start()
	m, err := p.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return p.Play(m)
}

func TestCases(t *testing.T) {
	for _, c := range cases {
		t.Run(c.number+" "+c.name, func(t *testing.T) {
			out, report := analyzed(t, c.engine, c.text)
			plain := bare(t, out)
			for _, w := range c.want {
				if !strings.Contains(plain, w) {
					t.Errorf("without annotations there is no %q in\n%s", w, plain)
				}
			}
			for _, w := range c.report {
				if !strings.Contains(report, w) {
					t.Errorf("there is no %q in the report\n%s", w, report)
				}
			}
			for _, w := range c.not {
				if strings.Contains(out, w) {
					t.Errorf("%q is in\n%s", w, out)
				}
			}
			if at := marks.FindString(out); c.quiet && at != "" {
				t.Errorf("there is a sign in\n%s", out)
			}
			if second := again(t, c.engine, out); second != out {
				t.Errorf("a second run makes of\n%s\nthis:\n%s", out, second)
			}
		})
	}
}

// Case 29 once more: each evaluation is White's.
func TestEvaluationsAreWhites(t *testing.T) {
	for _, c := range cases {
		if c.number != "29" {
			continue
		}
		out, _ := analyzed(t, c.engine, c.text)
		if n := strings.Count(out, "[%eval -0.50]"); n != 3 || strings.Count(out, "%eval") != 3 {
			t.Errorf("%d evaluations of -0.50, want one after each of 3 moves:\n%s", n, out)
		}
	}
}
