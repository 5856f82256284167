package selfplay

import (
	"math/rand/v2"

	"drafthorse/datasets"
	"drafthorse/mcts"
	"drafthorse/rules"
)

// player plays whole games, one after another, on one tree.
type player struct {
	config Config
	seed   uint64
	prove  mcts.Prover
	tree   *mcts.Tree

	candidates []mcts.Candidate
}

func newPlayer(s *Source) *player {
	return &player{config: s.Config, seed: s.Seed, prove: s.Prove, tree: mcts.NewTree(s.Search, s.Evaluator(), s.Prove)}
}

// play plays the game with the given number. It ends where the rules end it,
// where its result is known, or at the length cap.
func (pl *player) play(id uint64) *datasets.Game {
	rng := rand.New(rand.NewPCG(pl.seed, id))
	g := rules.NewGame(rules.Start())
	if pl.config.RandomPlies > 0 {
		for range 2 + 2*rng.IntN(pl.config.RandomPlies/2) {
			moves := g.Moves()
			g.Push(moves[rng.IntN(len(moves))])
		}
	}
	pl.tree.Reset(g)
	record := &datasets.Game{ID: id, Start: rules.Start()}
	record.Result, record.Ending = rules.Draw, datasets.LengthCap
	for on := true; on && g.Ply() < pl.config.MaxPlies; {
		if result, ok := pl.adjudicate(g); ok {
			record.Result, record.Ending = result, datasets.Adjudicated
			break
		}
		move := g.Moves()[0]
		if len(g.Moves()) > 1 {
			move = pl.search(g, rng, record)
		}
		on = pl.tree.Play(move)
	}
	record.Moves = g.Played()
	if o := g.Outcome(); o.Result != rules.Undecided {
		record.Result, record.Ending = o.Result, datasets.Ending(o.Rule)
	}
	return record
}

// adjudicate returns the result of g's position if it is known.
func (pl *player) adjudicate(g *rules.Game) (rules.Result, bool) {
	if pl.prove == nil {
		return rules.Undecided, false
	}
	p := g.Position()
	points, _, known := pl.prove(&p, g.Draws())
	switch {
	case !known:
		return rules.Undecided, false
	case points > 0:
		return rules.WonBy(p.Turn()), true
	case points < 0:
		return rules.WonBy(p.Turn().Opponent()), true
	}
	return rules.Draw, true
}

// search chooses a move and, after a full search, adds what it found to the
// record.
func (pl *player) search(g *rules.Game, rng *rand.Rand, record *datasets.Game) rules.Move {
	full := rng.Float64() < pl.config.FullShare
	if full {
		pl.tree.Reset(g)
		pl.tree.AddNoise(rng)
		pl.tree.Search(pl.config.Visits)
	} else {
		pl.tree.Search(pl.config.QuickVisits)
	}
	temperature := pl.config.Temperature
	if g.Ply() >= pl.config.TemperaturePlies {
		temperature = 0
	}
	chosen := pl.tree.Sample(temperature, rng)
	pl.candidates = pl.tree.AppendCandidates(pl.candidates[:0])
	if full {
		record.Searches = append(record.Searches, pl.found(g.Ply()))
	}
	return pl.candidates[chosen].Move
}

// found writes down the search that has just ended.
func (pl *player) found(ply int) datasets.Search {
	v := pl.tree.Evaluation()
	s := datasets.Search{
		Ply:        ply,
		Candidates: make([]datasets.Candidate, len(pl.candidates)),
		Win:        v.Win, Draw: v.Draw, Loss: v.Loss,
		Weight: 1,
	}
	unvisited := 2*pl.tree.UnvisitedScore() - 1
	for i, c := range pl.candidates {
		q := c.Evaluation.Win - c.Evaluation.Loss
		if c.Visits == 0 && !c.Proof.Known {
			q = unvisited
		}
		s.Candidates[i] = datasets.Candidate{
			Move: c.Move, Visits: uint32(c.Visits), Prior: c.Prior, Q: q,
		}
	}
	return s
}
