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
	tree   *mcts.Tree

	candidates []mcts.Candidate
}

func newPlayer(c Config, search mcts.Config, e mcts.Evaluator, seed uint64) *player {
	return &player{config: c, seed: seed, tree: mcts.NewTree(search, e)}
}

// play plays the game with the given number.
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
	for on := true; on && g.Ply() < pl.config.MaxPlies; {
		move := g.Moves()[0]
		if len(g.Moves()) > 1 {
			move = pl.search(g, rng, record)
		}
		on = pl.tree.Play(move)
	}
	record.Moves = g.Played()
	if o := g.Outcome(); o.Result != rules.Undecided {
		record.Result, record.Ending = o.Result, datasets.Ending(o.Rule)
	} else {
		record.Result, record.Ending = rules.Draw, datasets.LengthCap
	}
	return record
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
	pl.candidates = pl.tree.AppendCandidates(pl.candidates[:0])
	if full {
		record.Searches = append(record.Searches, pl.found(g.Ply()))
	}
	return pl.candidates[pl.tree.Sample(temperature, rng)].Move
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
	for i, c := range pl.candidates {
		s.Candidates[i] = datasets.Candidate{
			Move: c.Move, Visits: uint32(c.Visits), Prior: c.Prior, Q: c.Evaluation.Win - c.Evaluation.Loss,
		}
	}
	return s
}
