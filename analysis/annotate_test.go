package analysis

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"drafthorse/pdn"
	"drafthorse/rules"
)

// Records with marks, glyphs, comments and variations of people, some of which
// look like those of the machine.
var records = map[string]string{
	"bare": "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 1-1",
	"shot": `[Event "Shot"] [Annotator "A. Human"] [FEN "W:W29,33,39,50:B1,7,17,19"]
		1. 50-45 {too slow} (1. 39-34 ! {better}) 1-6 $1 2. 45-40 ! 6-11 *`,
	"signs and nested variations": `1. 32-28 ! { plan (open } ( { rather } 33-28 ?! 18-22 ( 1... 18-23 { b } ) { a } ) 18-23 *`,
	"a mark as the machine's":     `[FEN "W:W29,33,39,50:B1,7,17,19"] 1. 50-45?? {[%eval 1.5] of another} 1-6 2. 45-40 $7 $10 6-11 (6-12) *`,
	"a blunder and the end":       `[FEN "W:W32:B23"] {first} 1. 32-28 23x32 0-2`,
	"glyphs":                      `[FEN "W:W46,47:B36"] 1. 46-41 $18 $7 {#} 2-0`,
	"embedded commands":           `1. 32-28 {[%clk 0:05:00] [%eval 0.2]} 19-23 {[%dhx] no command of ours} *`,
	"tags only":                   `[Event "x"] [Result "1-1"] 1-1`,
}

// annotations are of three kinds: as they are, with other thresholds, and in the
// other dialect.
func annotations(t *testing.T, text string) map[string]func(g *pdn.Game) {
	f := byScore(material)
	findings, err := NewFinder(testConfig(200), "test", f, tables(), f).Game(readGame(t, text))
	if err != nil {
		t.Fatal(err)
	}
	strict, chess := DefaultThresholds(), DefaultThresholds()
	strict.VeryBad, strict.Bad, strict.Slight, strict.None = 0.03, 0.02, 0.01, 0.005
	strict.Gap, strict.Obvious = 0.01, 1
	chess.Dialect = Chess
	kinds := map[string]func(*pdn.Game){}
	for name, th := range map[string]Thresholds{"default": DefaultThresholds(), "strict": strict, "chess": chess} {
		judgements := JudgeGame(findings, th)
		kinds[name] = func(g *pdn.Game) { Annotate(g, judgements, th.Dialect, name) }
	}
	return kinds
}

// Stripping undoes annotating, annotating twice is annotating once, and one
// annotation replaces another, byte for byte, in memory as through a file.
func TestStripAndAgain(t *testing.T) {
	for name, text := range records {
		bare := readGame(t, text)
		bare.Normalize()
		before := written(t, bare)
		kinds := annotations(t, text)
		once := map[string]string{}
		for kind, annotate := range kinds {
			g := readGame(t, before)
			annotate(g)
			once[kind] = written(t, g)
			if Strip(g); written(t, g) != before {
				t.Errorf("%s, %s: stripped it is\n%s\nwant\n%s", name, kind, written(t, g), before)
			}
			back := readGame(t, once[kind])
			if Strip(back); written(t, back) != before {
				t.Errorf("%s, %s: read and stripped it is\n%s\nwant\n%s\nannotated\n%s", name, kind, written(t, back), before, once[kind])
			}
			if !Annotated(readGame(t, once[kind])) || Annotated(bare) {
				t.Errorf("%s: Annotated does not tell the annotated game from the other", name)
			}
		}
		for first, was := range once {
			for second, annotate := range kinds {
				g := readGame(t, was)
				if annotate(g); written(t, g) != once[second] {
					t.Errorf("%s: %s after %s is\n%s\nwant\n%s", name, second, first, written(t, g), once[second])
				}
			}
		}
	}
}

// The same with whatever people, and judges, may write.
func TestStripAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	bare := readGame(t, "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *")
	plies, err := bare.Replay()
	if err != nil {
		t.Fatal(err)
	}
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	for range 2000 {
		g := &pdn.Game{Tags: []pdn.Tag{{Name: "Event", Value: "x"}}}
		var judgements []Judgement
		for i, ply := range plies {
			g.Movetext = append(g.Movetext, pdn.Move{Text: ply.Before.MoveText(ply.Move), Strength: pick("", "", "!", "??", "?!")})
			for rng.IntN(3) == 0 {
				g.Movetext = append(g.Movetext, pdn.NAG([]int{1, 4, 7, 10, 18, 19, 140}[rng.IntN(7)]))
			}
			for rng.IntN(3) == 0 {
				if rng.IntN(2) == 0 {
					g.Movetext = append(g.Movetext, pdn.Comment(pick("", " a ", "[%eval 0.1]", "dh ?", "[%clk 1:00:00] [%dh")))
				} else {
					g.Movetext = append(g.Movetext, pdn.Variation{pdn.Move{Text: "32-27", Strength: "?"}, pdn.Comment("x")})
				}
			}
			judgements = append(judgements, Judgement{
				Ply: i + 1, Position: ply.Before, Played: ply.Move, Better: ply.Move, Line: []rules.Move{ply.Move},
				Score: rng.Float32(), Mark: Mark(rng.IntN(8)), Only: rng.IntN(3) == 0, Result: Result(rng.IntN(3)),
				Gain: rng.IntN(5) - 2, AdLib: rng.IntN(4) == 0, Rule: rules.Rule(rng.IntN(2)), Reason: pick("", "loses a piece: 32-27 was better, +0.12", "only move: all others lose"), Fact: pick("", "proved: a draw"),
			})
		}
		before := written(t, g)
		d := Dialect(rng.IntN(2))
		Annotate(g, judgements, d, "x")
		once := written(t, g)
		if Annotate(g, judgements, d, "x"); written(t, g) != once {
			t.Fatalf("twice it is\n%s\nonce\n%s", written(t, g), once)
		}
		g = readGame(t, once)
		if Strip(g); written(t, g) != before {
			t.Fatalf("stripped it is\n%s\nwant\n%s\nannotated\n%s", written(t, g), before, once)
		}
	}
}

// What people wrote stays, and stays in front; the moves stay the same; the
// movetext carries only the standard's marks.
func TestAnnotateKeepsTheRecord(t *testing.T) {
	for name, text := range records {
		g := readGame(t, text)
		before, err := g.Replay()
		if err != nil {
			t.Fatal(err)
		}
		var human []string
		for _, e := range g.Movetext {
			if c, ok := e.(pdn.Comment); ok {
				human = append(human, string(c))
			}
		}
		annotations(t, text)["strict"](g)
		out := written(t, g)
		back := readGame(t, out)
		after, err := back.Replay()
		if err != nil || !slices.Equal(before, after) {
			t.Errorf("%s: read back it has moves %v (%v), want %v", name, after, err, before)
		}
		var kept []string
		sinceMachine := false
		for _, e := range back.Movetext {
			switch e := e.(type) {
			case pdn.Move:
				sinceMachine = false
				if !slices.Contains([]string{"", "!", "?", "!!", "??", "!?", "?!"}, e.Strength) {
					t.Errorf("%s: strength %q", name, e.Strength)
				}
			case pdn.Comment:
				if byMachine.MatchString(string(e)) {
					sinceMachine = true
					continue
				}
				kept = append(kept, string(e))
				if sinceMachine {
					t.Errorf("%s: the machine's comment stands before %q", name, e)
				}
			}
		}
		if !slices.Equal(kept, human) {
			t.Errorf("%s: comments %q, want %q", name, kept, human)
		}
	}
}

// One structured comment a move, which says what the move is worth, and the
// better line behind an error, which says what that is worth.
func TestFormOfTheAnnotation(t *testing.T) {
	const text = `[FEN "W:W29,33,39,50:B1,7,17,19"] 1. 50-45 {too slow} 1-6 *`
	g := readGame(t, text)
	annotations(t, text)["default"](g)
	out := strings.Join(strings.Fields(written(t, g)), " ")
	for _, want := range []string{
		"1. 50-45?? {too slow} {[%eval ", "] [%dh ??] misses a win: 29-23 wins in 4 moves (proved)}",
		"(1. 29-23 19x28 2. 33x2", "[%dh]})",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

// The signs as players write them: behind the move, the mark adhering to it.
func TestSheet(t *testing.T) {
	p := rules.Start()
	m, err := p.ParseMove("32-28")
	if err != nil {
		t.Fatal(err)
	}
	reply, err := p.Play(m).ParseMove("19-23")
	if err != nil {
		t.Fatal(err)
	}
	better, err := p.Play(m).ParseMove("18-22")
	if err != nil {
		t.Fatal(err)
	}
	judgements := []Judgement{
		{Ply: 1, Position: p, Played: m, Mark: VeryGood, Only: true, Gain: 2, AdLib: true, Result: Won, Reason: "only move: all others lose"},
		{Ply: 2, Position: p.Play(m), Played: reply, Mark: LooksGood, Better: better, Line: []rules.Move{better}, Reason: "18-22 was better, +0.07"},
	}
	for _, c := range []struct {
		text, want string
		d          Dialect
	}{
		{"1. 32-28 19-23 2-0", "1. 32-28!! * + +2 a.l. {only move: all others lose} 1... 19-23!? {18-22 was\nbetter, +0.07} (1... 18-22) 2-0\n", FMJD},
		{"1. 32-28 19-23 2-0", "1. 32-28!! * + +2 a.l. {only move: all others lose} 1... 19-23?! {18-22 was\nbetter, +0.07} (1... 18-22) 2-0\n", Chess},
		{"12. 32-28 /FEN \"B::\"/ 12... 19-23 *", "12. 32-28!! * + +2 a.l. {only move: all others lose} /FEN \"B::\"/ 12... 19-23!?\n{18-22 was better, +0.07} (12... 18-22) *\n", FMJD},
		{"1. 32-28?! {mine} 19-23 $4 *", "1. 32-28?! * + +2 a.l. {only move: all others lose} {mine} 1... 19-23?? {18-22\nwas better, +0.07} (1... 18-22) *\n", FMJD},
	} {
		g := readGame(t, c.text)
		if got := Sheet(g, judgements, c.d); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.text, got, c.want)
		}
		Annotate(g, judgements, c.d, "x")
		if got := Sheet(g, judgements, c.d); got != c.want {
			t.Errorf("%s, annotated:\n%swant\n%s", c.text, got, c.want)
		}
	}
}

// A game whose every move has been judged by the same settings need not be judged
// again, by whatever version; one to which moves have been added must be.
func TestSignedAlike(t *testing.T) {
	const signature, later = "net x, dialect fmjd, drafthorse 1", "net x, dialect fmjd, drafthorse 2"
	for name, text := range records {
		g := readGame(t, text)
		if SignedAlike(g, signature) {
			t.Errorf("%s: signed before it is", name)
		}
		findings, err := NewFinder(testConfig(20), "test", always(0.5), tables(), always(0.5)).Game(g)
		if err != nil {
			t.Fatal(err)
		}
		annotate := func(g *pdn.Game) { Annotate(g, JudgeGame(findings, DefaultThresholds()), FMJD, signature) }
		annotate(g)
		g = readGame(t, written(t, g))
		if !SignedAlike(g, signature) || !SignedAlike(g, later) || SignedAlike(g, "net y, dialect fmjd, drafthorse 1") {
			t.Errorf("%s: signed alike is %v, by a later version %v, by another net %v", name,
				SignedAlike(g, signature), SignedAlike(g, later), SignedAlike(g, "net y, dialect fmjd, drafthorse 1"))
		}
		g.Movetext = append(g.Movetext, pdn.Comment("and then"), pdn.Move{Text: "41-37"})
		if SignedAlike(g, signature) {
			t.Errorf("%s: signed with a move more", name)
		}
		if g.Movetext = append(g.Movetext, pdn.Comment("[%dh]")); !SignedAlike(g, signature) {
			t.Errorf("%s: not signed though that move is, too", name)
		}
		at := slices.IndexFunc(g.Movetext, func(e pdn.Element) bool {
			c, ok := e.(pdn.Comment)
			return ok && byMachine.MatchString(string(c))
		})
		if g.Movetext = slices.Delete(g.Movetext, at, at+1); SignedAlike(g, signature) {
			t.Errorf("%s: signed without the first comment", name)
		}
	}
}
