package run

import (
	"context"
	"io"

	"drafthorse/alphabeta"
	"drafthorse/datasets"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/selfplay"
)

// shardGames is how many games a shard holds at most. Games are safe once their
// shard is committed.
const shardGames = 250

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
// is called after every game with the number done. When ctx is cancelled the games
// in play are finished and committed.
func (r *Run) SelfPlay(ctx context.Context, workers int, report func(done int, p Played)) (Played, error) {
	have, want := r.SelfPlayDone()
	return r.play(ctx, max(0, want-have), workers, func(p Played) error {
		report(have+p.Games, p)
		return nil
	})
}

// play lets the newest net play so many games. A shard ends, too, where the next
// training may have its number of games.
func (r *Run) play(ctx context.Context, number, workers int, each func(Played) error) (Played, error) {
	var played Played
	n, err := r.Net(r.Generation())
	if err != nil {
		return played, err
	}
	first := r.Totals().Games
	have, _ := r.SelfPlayDone()
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
	var games []datasets.Game
	commit := func() error {
		if len(games) == 0 {
			return nil
		}
		err := r.commitShard(meta, games, n.Generation)
		games = games[:0]
		return err
	}
	err = source.Generate(ctx, first, first+number, workers, func(g *datasets.Game) error {
		games = append(games, *g)
		played.add(g)
		if len(games) == shardGames || (have+played.Games)%r.Config.Games == 0 {
			if err := commit(); err != nil {
				return err
			}
		}
		return each(played)
	})
	if commitErr := commit(); err == nil || commitErr != nil {
		err = commitErr
	}
	return played, err
}

func (r *Run) commitShard(meta datasets.Metadata, games []datasets.Game, generation int) error {
	facts := datasets.Facts{Generation: generation, FirstGame: games[0].ID, Games: len(games)}
	for i := range games {
		facts.Rows += len(games[i].Searches)
		if datasets.HeldOut(games[i].ID, r.Config.Window.HeldOut) {
			facts.HeldOut += len(games[i].Searches)
		}
	}
	name := shardName(generation, r.tally().ofNet[generation])
	_, err := r.manifest.Commit(datasets.KindShard, name, facts, func(w io.Writer) error {
		return datasets.WriteShard(w, meta, games)
	})
	return err
}
