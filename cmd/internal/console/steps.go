package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"drafthorse/cmd/internal/cli"
	"drafthorse/match"
	"drafthorse/report"
	"drafthorse/run"
	"drafthorse/training"
)

// SelfPlay carries on the self-play of a run, until the next training has its
// games, and shows how it goes.
func SelfPlay(ctx context.Context, r *run.Run, workers int, stderr io.Writer) error {
	for {
		done, total := r.SelfPlayDone()
		if done >= total {
			return nil
		}
		if total > r.Config.Games {
			fmt.Fprintf(stderr, "too few positions for a step of training in %s: playing on to %d\n", cli.Count(done, "game"), total)
		}
		err := showGames(r, stderr, done, total, func(report func(int, run.Played)) (run.Played, error) {
			return r.SelfPlay(ctx, workers, report)
		})
		if err != nil {
			return err
		}
	}
}

// showGames shows how the games go that play has the newest net of a run play,
// and at their end what they were like. A total of -1 is not known.
func showGames(r *run.Run, stderr io.Writer, done, total int, play func(report func(done int, p run.Played)) (run.Played, error)) error {
	n, err := r.Net(r.Generation())
	if err != nil {
		return err
	}
	bar := cli.NewProgress(stderr, fmt.Sprintf("self-play, net %d", n.Generation), "games", done, total)
	began := time.Now()
	played, err := play(func(done int, p run.Played) {
		bar.Set(done, endings(p), fmt.Sprintf("%.0f plies", p.MeanPlies()), fmt.Sprintf("%.0f %% adjudicated", 100*p.Share(p.Adjudicated)))
	})
	bar.End(endings(played))
	if played.Games > 0 {
		fmt.Fprintf(stderr, "net %d (%s): %s\n", n.Generation, n.ID(), figures(played, time.Since(began)))
	}
	return interrupted(r, err)
}

// endings says in few letters how games ended, in percent: "W41 D18 B41".
func endings(p run.Played) string {
	return fmt.Sprintf("W%.0f D%.0f B%.0f", 100*p.Share(p.WhiteWins), 100*p.Share(p.Draws), 100*p.Share(p.BlackWins))
}

// figures tells how fast the games of one call came and what they are like.
func figures(p run.Played, took time.Duration) string {
	seconds := max(took.Seconds(), 1e-3)
	return fmt.Sprintf("%s, %s, %.0f plies a game, %s %%, %.1f %% adjudicated, %.1f %% cut at the length cap, new positions at ply 10: %.1f %%, at ply 20: %.1f %%",
		cli.PerTime(float64(p.Games)/seconds, "%.0f games"), cli.PerTime(float64(p.Rows)/seconds, "%.0f positions"), p.MeanPlies(), endings(p),
		100*p.Share(p.Adjudicated), 100*p.Share(p.Capped), 100*p.Unique10(), 100*p.Unique20())
}

// drawEvery is how long the report of a run is left as it is while a net is trained.
const drawEvery = 30 * time.Second

// Train carries on the training of a run's next net and shows how it goes.
func Train(ctx context.Context, r *run.Run, workers int, stderr io.Writer) (run.Trained, error) {
	var bar *cli.Progress
	label := fmt.Sprintf("training, net %d", r.Generation()+1)
	note := ""
	drawn, undrawn := time.Now(), error(nil)
	trained, err := r.Train(ctx, workers, func(done, planned int, m training.Metrics) {
		if bar == nil {
			bar = cli.NewProgress(stderr, label, "steps", done-1, planned)
		}
		note = fmt.Sprintf("loss %.3f", m.Loss)
		bar.Set(done, note)
		if undrawn == nil && time.Since(drawn) > drawEvery {
			undrawn = Report(r)
			drawn = time.Now()
		}
	})
	err = errors.Join(err, undrawn)
	if bar != nil {
		bar.End(fmt.Sprintf("%s, %.1f %% of the time waiting for rows", note, 100*trained.Waited))
	}
	for _, fault := range trained.Faults {
		fmt.Fprintf(stderr, "warning: %v\n", fault)
	}
	if err == nil {
		err = Report(r)
	}
	return trained, interrupted(r, err)
}

// Report draws the page of a run anew.
func Report(r *run.Run) error {
	var j report.Journals
	var err error
	if j.Metrics, err = r.Metrics(); err != nil {
		return err
	}
	if j.Matches, err = r.Matches(); err != nil {
		return err
	}
	if j.SelfPlay, err = r.Generations(); err != nil {
		return err
	}
	about := report.About{Run: r.Dir, Program: r.Program, Config: r.Config}
	return r.WriteReport(func(w io.Writer) error { return report.Write(w, about, j) })
}

// LeftOut returns an error that wraps cli.ErrRefused if a training had to leave
// shards out.
func LeftOut(t run.Trained) error {
	if len(t.Faults) == 0 {
		return nil
	}
	return fmt.Errorf("%w: net %d was trained without %s", cli.ErrRefused, t.Generation, cli.Count(len(t.Faults), "damaged shard"))
}

// HeldOut describes what a training gained on the games kept from it.
func HeldOut(t run.Trained) string {
	if t.After.Rows == 0 {
		return cli.Count(t.Steps, "step") + ", no held-out games to judge it by"
	}
	before, after := t.Before.PolicyLoss+t.Before.ValueLoss, t.After.PolicyLoss+t.After.ValueLoss
	if t.Before.Rows == 0 { // its line of metrics.jsonl is lost
		return fmt.Sprintf("loss on held-out games %.3f after %s", after, cli.Count(t.Steps, "step"))
	}
	return fmt.Sprintf("loss on held-out games %.3f before, %.3f after %s (policy %.3f to %.3f, value %.3f to %.3f)",
		before, after, cli.Count(t.Steps, "step"), t.Before.PolicyLoss, t.After.PolicyLoss, t.Before.ValueLoss, t.After.ValueLoss)
}

// Match carries out a match of a run and shows how it goes. If the second player is
// an older net that is damaged, there is none, a warning says why, and the error
// wraps cli.ErrRefused: the run can do without that net.
func Match(ctx context.Context, r *run.Run, first, second run.Contestant, games, workers int, stderr io.Writer) (run.MatchLine, error) {
	var bar *cli.Progress
	line, err := r.Match(ctx, first, second, games, workers, func(done int, s match.Score) {
		if bar == nil {
			bar = cli.NewProgress(stderr, fmt.Sprintf("v %s", second), "games", 0, games)
		}
		bar.Set(done, fmt.Sprintf("+%d =%d -%d", s.Wins, s.Draws, s.Losses))
	})
	if bar != nil {
		bar.End(line.Score.String())
	}
	if err != nil && second.Depth == 0 && second.Net != r.Generation() {
		if _, unreadable := r.Net(second.Net); run.Damaged(unreadable) {
			fmt.Fprintf(stderr, "warning: no match against %s: %v\n", second, unreadable)
			return line, fmt.Errorf("%w: %s played no match against %s, which is damaged", cli.ErrRefused, first, second)
		}
	}
	return line, interrupted(r, err)
}

// Measure carries out the matches that the monitor of a run has the newest net
// play, and draws the report again after each. An error that wraps cli.ErrRefused
// tells of those that could not be played; the others were.
func Measure(ctx context.Context, r *run.Run, workers int, stderr io.Writer) error {
	var refused error
	var without []run.Contestant
	for {
		opponent, ok, err := r.NextMeasurement(without...)
		if err != nil {
			return err
		}
		if !ok {
			return refused
		}
		_, err = Match(ctx, r, run.Contestant{Net: r.Generation()}, opponent, r.Config.Monitor.Games, workers, stderr)
		switch {
		case errors.Is(err, cli.ErrRefused):
			refused, without = errors.Join(refused, err), append(without, opponent)
		case err != nil:
			return err
		default:
			if err := Report(r); err != nil {
				return err
			}
		}
	}
}

// interrupted adds to the error of an interruption, or of a full disk, how to go
// on.
func interrupted(r *run.Run, err error) error {
	switch {
	case errors.Is(err, cli.ErrInterrupted):
		return fmt.Errorf("%w: nothing in %s is lost, the same command goes on", err, r.Dir)
	case cli.IsFull(err):
		return fmt.Errorf("%w: what %s holds is safe, the same command goes on when there is room", err, r.Dir)
	}
	return err
}
