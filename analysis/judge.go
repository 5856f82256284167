package analysis

import (
	"fmt"

	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// Config says how positions are searched.
type Config struct {
	Visits int // of each position; every legal move gets at least a share of them
	Search mcts.Config
}

// minShare is the part of a search's visits that every legal move gets, and
// playedShare the part that the move played gets, so that neither is judged by
// its first evaluation.
const (
	minShare    = 1. / 32
	playedShare = 1. / 8
)

// Validate refuses numbers that no search can use.
func (c Config) Validate() error {
	if c.Visits < 1 {
		return fmt.Errorf("visits is %d: want 1 or more", c.Visits)
	}
	return c.Search.Validate()
}

// Judgement is what the search says about one move of a game.
type Judgement struct {
	Ply      int // of the main line, from 1
	Position rules.Position
	Played   rules.Move
	Best     rules.Move   // the search's first choice, perhaps the move played
	Line     []rules.Move // the line it expects, which begins with Best
	Score    float32      // expected score of Best for the side to move, 0 to 1; where
	// there is no choice, of the position by its first evaluation
	Loss float32 // what Played gives away of it, 0 or more
	Mark Mark

	BestProof, PlayedProof mcts.Proof // of these moves, for the side to move
	OthersLose             bool       // all moves but Played are proven lost
	Fact                   string     // what is proven of the position after Played; only where that is news
}

// Judge judges the moves of games, one game at a time, on one tree.
type Judge struct {
	config     Config
	tables     *endgame.Tables
	tree       *mcts.Tree
	candidates []mcts.Candidate
}

// NewJudge returns a judge that asks e and the tables.
func NewJudge(c Config, e mcts.Evaluator, tables *endgame.Tables) *Judge {
	return &Judge{config: c, tables: tables, tree: mcts.NewTree(c.Search, e, tables.Prove)}
}

// Game judges every move of a game's main line. The draw rules see the history
// of the game itself, from its start position or its last setup on. A fault in
// the record is returned with the judgements of the moves before it.
func (j *Judge) Game(record *pdn.Game) ([]Judgement, error) {
	plies, fault := record.Replay()
	if len(plies) == 0 {
		return nil, fault
	}
	g := rules.NewGame(plies[0].Before)
	judgements := make([]Judgement, len(plies))
	var told fact
	for i, ply := range plies {
		if g.Position() != ply.Before {
			g.Reset(ply.Before)
			told = fact{}
		}
		recapture := i > 0 && plies[i-1].Move.IsCapture() && ply.Move.Captured.Has(plies[i-1].Move.To)
		judgements[i] = j.move(g, ply.Move, recapture)
		judgements[i].Ply = i + 1
		g.Push(ply.Move)
		if f := j.fact(g); f.news(told) {
			told, judgements[i].Fact = f, f.sentence()
		}
	}
	return judgements, fault
}

// move judges the move played in g's position.
func (j *Judge) move(g *rules.Game, played rules.Move, recapture bool) Judgement {
	t := j.tree
	t.Reset(g)
	legal := len(g.Moves())
	if legal == 1 {
		return Judgement{Position: g.Position(), Played: played, Best: played, Score: t.Evaluation().Score()}
	}
	t.Search(j.config.Visits)
	best := t.Best()
	least := max(1, int(float64(j.config.Visits)*minShare))
	for i := range legal {
		t.Explore(g.Moves()[i], least)
	}
	t.Explore(played, max(least, int(float64(j.config.Visits)*playedShare)))
	j.candidates = t.AppendCandidates(j.candidates[:0])
	l := look{recapture: recapture, top: true, best: j.candidates[best].Move == played}
	var proof mcts.Proof
	othersLose := true
	for _, c := range j.candidates {
		if c.Move == played {
			l.prior, l.score = c.Prior, c.Evaluation.Score()
			proof = c.Proof
		} else {
			l.others = max(l.others, c.Evaluation.Score())
			othersLose = othersLose && c.Proof.Points < 0
		}
	}
	for _, c := range j.candidates {
		l.top = l.top && c.Prior <= l.prior
	}
	first := j.candidates[best]
	if !l.best {
		l.loss = max(0, first.Evaluation.Score()-l.score)
	}
	return Judgement{
		Position: g.Position(),
		Played:   played,
		Best:     first.Move,
		Line:     t.AppendLine(nil, first.Move, max(2, j.config.Visits/50)),
		Score:    first.Evaluation.Score(),
		Loss:     l.loss,
		Mark:     l.mark(),

		BestProof: first.Proof, PlayedProof: proof,
		OthersLose: othersLose,
	}
}

// Signature describes an analysis in a few words, for the tag of an annotated
// game.
func (c Config) Signature(netID string) string {
	return fmt.Sprintf("net %s, %d visits, marks as the FMJD defines them", netID, c.Visits)
}
