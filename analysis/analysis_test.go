package analysis

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// judgeBy is an evaluator with White's expected score given by a function and
// even priors, so that the marks wanted do not depend on a net's strength.
type judgeBy func(p *rules.Position) float64

func (f judgeBy) Evaluate(p *rules.Position, d rules.DrawCounters, moves []rules.Move, priors []float32) mcts.Evaluation {
	mcts.Uniform{}.Evaluate(p, d, moves, priors)
	w := float32(f(p))
	if p.Turn() == rules.Black {
		w = 1 - w
	}
	return mcts.Evaluation{Win: w, Loss: 1 - w}
}

func always(score float64) judgeBy { return func(*rules.Position) float64 { return score } }

// material is a logistic curve of the difference in men, a king counting three.
func material(p *rules.Position) float64 {
	side := func(c rules.Color) float64 { return float64(p.Men(c).Count() + 3*p.Kings(c).Count()) }
	return 1 / (1 + math.Exp(side(rules.Black)-side(rules.White)))
}

func readGame(t *testing.T, text string) *pdn.Game {
	t.Helper()
	r := pdn.NewReader(strings.NewReader(text), "test.pdn")
	if !r.Next() {
		t.Fatal(r.Err())
	}
	return r.Game()
}

// judge judges a game without endgame tables: the evaluator alone decides.
func judge(t *testing.T, e mcts.Evaluator, text string) []Judgement {
	t.Helper()
	config := Config{Visits: 400, Search: mcts.DefaultConfig()}
	judgements, err := NewJudge(config, e, &endgame.Tables{}).Game(readGame(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return judgements
}

// Where the evaluator sees no difference between any two positions no move has
// lost anything, whatever the score is and however forced the moves are: no
// sign of any kind.
func TestNoMarkWithoutALoss(t *testing.T) {
	for name, c := range map[string]struct {
		e    mcts.Evaluator
		text string
	}{
		"start position that is lost already":        {always(0.1), `[FEN "W:W31-47:B1-20"] 1. 32-28 19-23 2. 28x19 14x23 *`},
		"the search's own first move":                {always(0.6), `1. 32-28 19-23 *`},
		"Black moves first":                          {always(0.4), `[FEN "B:W28,32,37:B8,13,19"] 1... 19-23 2. 28x19 13x24 *`},
		"forced capture and ordinary recapture":      {always(0.5), `1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *`},
		"recapture where the other capture is worse": {judgeBy(material), `1. 32-28 19-23 2. 28x19 14x23 *`},
	} {
		for _, j := range judge(t, c.e, c.text) {
			if j.Mark != NoMark || j.Loss > 0.05 {
				t.Errorf("%s: ply %d has mark %q and loss %.3f, want none", name, j.Ply, j.Mark, j.Loss)
			}
		}
	}
}

// The shot of the teaching texts: 29-23 forces 19x28, then 33x2 takes three and
// promotes. Playing something else instead throws it away.
func TestShot(t *testing.T) {
	position := `[FEN "W:W29,33,39,50:B1,7,17,19"] `
	found := judge(t, judgeBy(material), position+`1. 29-23 19x28 2. 33x2 *`)
	if found[0].Mark != Good && found[0].Mark != VeryGood {
		t.Errorf("29-23 has mark %q, want ! or !!", found[0].Mark)
	}
	for _, j := range found[1:] {
		if j.Mark != NoMark {
			t.Errorf("ply %d, which is forced, has mark %q", j.Ply, j.Mark)
		}
	}
	missed := judge(t, judgeBy(material), position+`1. 50-45 *`)[0]
	if missed.Mark != VeryBad && missed.Mark != Bad {
		t.Errorf("50-45 has mark %q and loss %.2f, want ? or ??", missed.Mark, missed.Loss)
	}
	if got := missed.Position.MoveText(missed.Best); got != "29-23" {
		t.Errorf("best move %s, want 29-23", got)
	}
}

// The better line stands behind the move that lost something, from the right
// side's view, for both colours.
func TestErrorOfEitherColour(t *testing.T) {
	for _, c := range []struct{ fen, moves, best string }{
		{"W:W29,33,39,50:B1,7,17,19", "1. 50-45 *", "29-23"},
		{"B:W32,34,44,50:B1,12,18,22", "1... 1-6 *", "22-28"}, // the same, turned
	} {
		j := judge(t, judgeBy(material), `[FEN "`+c.fen+`"] `+c.moves)[0]
		if !j.Mark.IsError() || j.Position.MoveText(j.Best) != c.best || j.Score < 0.5 {
			t.Errorf("%s %s: mark %q, best %s, score %.2f; want an error, %s and a good score",
				c.fen, c.moves, j.Mark, j.Position.MoveText(j.Best), j.Score, c.best)
		}
	}
}

// All moves but 28-22 lose here, by decree.
func TestOnlyMove(t *testing.T) {
	decree := judgeBy(func(p *rules.Position) float64 {
		men := p.Men(rules.White)
		for _, s := range []rules.Square{23, 18, 19, 12, 13, 14} {
			if men.Has(s) || !men.Has(50) {
				return 0
			}
		}
		return 0.5
	})
	j := judge(t, decree, `[FEN "W:W28,50:B3,4"] 1. 28-22 *`)[0]
	if j.Mark != Only {
		t.Errorf("mark %q, want * for the only move that does not lose", j.Mark)
	}
}

func TestMarkThresholds(t *testing.T) {
	for _, c := range []struct {
		l    look
		want Mark
	}{
		{look{loss: 0.20, score: 0.3, others: 0.5}, VeryBad},
		{look{loss: 0.19, score: 0.3, others: 0.5}, Bad},
		{look{loss: 0.10, score: 0.4, others: 0.5}, Bad},
		{look{loss: 0.07, top: true, score: 0.43, others: 0.5}, LooksGood},
		{look{loss: 0.07, score: 0.43, others: 0.5}, NoMark},
		{look{loss: 0.03, top: true, score: 0.47, others: 0.5}, NoMark},
		{look{best: true, prior: 0.5, score: 0.6, others: 0.5}, Good},
		{look{best: true, prior: 0.05, score: 0.6, others: 0.5}, VeryGood},
		{look{best: true, prior: 0.5, score: 0.6, others: 0.5, recapture: true}, NoMark},
		{look{best: true, prior: 0.5, score: 0.99, others: 0.9}, NoMark}, // won anyway
		{look{best: true, prior: 0.5, score: 0.55, others: 0.5}, NoMark},
		{look{best: true, prior: 0.03, score: 0.56, others: 0.5}, LooksBad},
		{look{best: true, prior: 0.5, score: 0.5, others: 0.04}, Only},
		{look{best: true, prior: 0.5, score: 0.1, others: 0.0}, NoMark}, // as good as lost itself
	} {
		if got := c.l.mark(); got != c.want {
			t.Errorf("%+v has mark %q, want %q", c.l, got, c.want)
		}
	}
}

func written(t *testing.T, g *pdn.Game) string {
	t.Helper()
	var b bytes.Buffer
	if err := pdn.NewWriter(&b).Write(g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What people wrote stays, and stays in front; the moves stay the same.
func TestAnnotateKeepsTheRecord(t *testing.T) {
	const text = `[Event "Shot"]
[Annotator "A. Human"]
[FEN "W:W29,33,39,50:B1,7,17,19"]

1. 50-45 {too slow} (1. 39-34 ! {better}) 1-6 $1 2. 45-40 ! 6-11 *`
	g := readGame(t, text)
	before, err := g.Replay()
	if err != nil {
		t.Fatal(err)
	}
	j := judge(t, judgeBy(material), text)
	Annotate(g, j, "test")
	out := written(t, g)
	t.Log("\n" + out)
	for _, want := range []string{"{too slow}", "39-34! {better}", "1-6 $1", `[Annotator "A. Human"]`, `[Drafthorse "test"]`, "45-40!", "29-23"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in the output", want)
		}
	}
	if human, machine := strings.Index(out, "too slow"), strings.Index(out, "was better"); machine < human {
		t.Error("the machine's comment stands before the human's, or is missing")
	}
	back := readGame(t, out)
	after, err := back.Replay()
	if err != nil || !slices.Equal(before, after) {
		t.Errorf("read back it has moves %v (%v), want %v", after, err, before)
	}
	if !Annotated(back) || Annotated(readGame(t, text)) {
		t.Error("Annotated does not tell the annotated game from the other")
	}
}

// An illegal move is reported with its place; the moves before it are judged.
func TestFaultInTheRecord(t *testing.T) {
	config := Config{Visits: 50, Search: mcts.DefaultConfig()}
	judgements, err := NewJudge(config, always(0.5), &endgame.Tables{}).Game(readGame(t, "1. 32-28 19-23 2. 28x18 *"))
	if len(judgements) != 2 || err == nil || !strings.Contains(err.Error(), "ply 3") {
		t.Errorf("%d judgements, error %v; want 2 and the place, ply 3", len(judgements), err)
	}
}

// The draw rules see the record's own history: where the position has stood
// twice, the move that repeats it is a draw and not what the evaluator says.
func TestHistoryCounts(t *testing.T) {
	text := `[FEN "W:WK50,K45,31:BK1,K2"] 1. 50-44 2-8 2. 44-50 8-2 3. 50-44 2-8 4. 44-50 8-2 *`
	judgements := judge(t, always(0.9), text)
	last := judgements[len(judgements)-1]
	if last.Best != last.Played || math.Abs(float64(last.Score)-0.5) > 1e-6 {
		t.Errorf("best move %v with score %v; want the repetition, a draw", last.Best, last.Score)
	}
}
