package learn

import (
	"context"
	"errors"
	"slices"

	"drafthorse/datasets"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/run"
	"drafthorse/selfplay"
	"drafthorse/store"
)

// play lets a net, the newest, play a number of games and commits them. Each is called
// after every game with what was played, on another goroutine, and must leave s
// alone. When ctx is cancelled the games in play are finished and committed.
func (s *site) play(ctx context.Context, n *net.Network, number int, each func(SelfPlayStats) error) (SelfPlayStats, error) {
	source := selfplay.Source{
		Config:    s.Config.SelfPlay,
		Search:    s.Config.Search,
		Seed:      s.Config.Seed,
		Evaluator: func() mcts.Evaluator { return net.NewEvaluator(n) },
		Prove:     s.Endgames.Prove,
	}
	meta := datasets.Metadata{Net: n.ID(), Config: string(s.Config.TOML()), Seed: s.Config.Seed, Program: s.Program}
	return s.keep(ctx, source.Generate, meta, n.Generation, number, s.Workers, each)
}

// errNewerNet is the cause with which the games of a net come to their end when
// another process has committed the next.
var errNewerNet = errors.New("there is a newer net")

// playAhead is play that ends, too, when another process has committed a newer net.
// Games in play are then finished by the net that began them.
func (s *site) playAhead(ctx context.Context, n *net.Network, number int, each func(SelfPlayStats) error) (SelfPlayStats, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	f := s.Manifest.Follow()
	played, err := s.play(ctx, n, number, func(p SelfPlayStats) error {
		if err := each(p); err != nil {
			return err
		}
		added, err := f.Next()
		if slices.ContainsFunc(added, func(r store.Record) bool { return r.Kind == run.KindNet }) {
			cancel(errNewerNet)
		}
		return err
	})
	if errors.Is(err, errNewerNet) {
		err = nil
	}
	return played, err
}
