package console

import (
	"context"
	"errors"
	"fmt"
	"io"

	"drafthorse/cmd/internal/cli"
	"drafthorse/run"
)

// KeepPlaying plays games of a run with whichever net is the newest, for another
// process to train on, until the command is interrupted.
func KeepPlaying(ctx context.Context, r *run.Run, workers int, stderr io.Writer) error {
	for ctx.Err() == nil {
		if r.Room() == 0 {
			games, _ := r.SelfPlayDone()
			fmt.Fprintf(stderr, "self-play waits for net %d: it is %s ahead of training (go run ./cmd/train --run %s --watch)\n",
				r.Generation()+1, cli.Count(games, "game"), cli.Quote(r.Dir))
			if err := r.Await(ctx, func() bool { return r.Room() > 0 }); err != nil {
				return interrupted(r, err)
			}
		}
		err := showGames(r, stderr, 0, -1, func(report func(int, run.Played)) (run.Played, error) {
			return r.SelfPlayAhead(ctx, workers, report)
		})
		if err != nil {
			return err
		}
	}
	return interrupted(r, context.Cause(ctx))
}

// KeepTraining trains a run's next net whenever another process has played the
// games for it, until the command is interrupted. It calls each with every
// training.
func KeepTraining(ctx context.Context, r *run.Run, workers int, stderr io.Writer, each func(run.Trained) error) error {
	for ctx.Err() == nil {
		if err := Measure(ctx, r, workers, stderr); err != nil && !errors.Is(err, cli.ErrRefused) {
			return err
		}
		if err := awaitGames(ctx, r, stderr); err != nil {
			return interrupted(r, err)
		}
		trained, err := Train(ctx, r, workers, stderr)
		if err == nil {
			err = each(trained)
		}
		if err != nil {
			return err
		}
	}
	return interrupted(r, context.Cause(ctx))
}

// awaitGames waits until the next training has its games and shows how many are
// missing.
func awaitGames(ctx context.Context, r *run.Run, stderr io.Writer) error {
	var bar *cli.Progress
	waited := 0 // for so many games
	err := r.Await(ctx, func() bool {
		done, total := r.SelfPlayDone()
		switch {
		case done >= total:
			return true
		case bar == nil || total > waited: // at first, or the games hold too few positions
			waited = total
			if bar != nil {
				bar.End("")
			}
			fmt.Fprintf(stderr, "training waits for %d more of the %s for net %d (go run ./cmd/selfplay --run %s --watch)\n",
				total-done, cli.Count(total, "game"), r.Generation()+1, cli.Quote(r.Dir))
			bar = cli.NewProgress(stderr, fmt.Sprintf("waiting, net %d", r.Generation()+1), "games", done, total)
		default:
			bar.Set(done, "")
		}
		return false
	})
	if bar != nil {
		bar.End("")
	}
	return err
}
