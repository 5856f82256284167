package run

import (
	"context"

	"drafthorse/alphabeta"
	"drafthorse/datasets"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/selfplay"
)

// tableSize is the mebibytes that a self-play worker's alpha-beta remembers
// positions in.
const tableSize = 4

// The streams of chance that a run's seed is divided into, besides those of the
// games, which have the games' numbers.
const (
	netStream      = 1 << 62
	trainingStream = 1 << 63
)

// SelfPlay lets the newest net play the games that [Run.SelfPlayDone] tells. If
// they turn out to hold too few positions, it tells more then. The function report
// is called after every game with the number done, on another goroutine, and must
// not use r. When ctx is cancelled the games in play are finished and committed.
func (r *Run) SelfPlay(ctx context.Context, workers int, report func(done int, p Played)) (Played, error) {
	have, want := r.SelfPlayDone()
	return r.play(ctx, max(0, want-have), workers, func(p Played) error {
		report(have+p.Games, p)
		return nil
	})
}

// play lets the newest net play so many games and commits them, see [Run.keep].
func (r *Run) play(ctx context.Context, number, workers int, each func(Played) error) (Played, error) {
	n, err := r.Net(r.Generation())
	if err != nil {
		return Played{}, err
	}
	source := selfplay.Source{
		Config:    r.Config.SelfPlay,
		Search:    r.Config.Search,
		Seed:      r.Config.Seed,
		Evaluator: func() mcts.Evaluator { return net.NewEvaluator(n) },
		Prove:     r.Endgames.Prove,
		AlphaBeta: func() *alphabeta.Searcher {
			return alphabeta.NewSearcher(alphabeta.Config{Threads: 1}, n, r.Endgames, alphabeta.NewTable(tableSize))
		},
	}
	meta := datasets.Metadata{Net: n.ID(), Config: string(r.Config.TOML()), Seed: r.Config.Seed, Program: r.Program}
	return r.keep(ctx, source.Generate, meta, n.Generation, number, workers, each)
}
