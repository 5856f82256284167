package console

import (
	"context"
	"errors"
	"fmt"
	"io"

	"drafthorse/match"
	"drafthorse/report"
	"drafthorse/run"
	"drafthorse/training"
)

// SelfPlay carries on the self-play of a run and shows how it goes.
func SelfPlay(ctx context.Context, r *run.Run, workers int, stderr io.Writer) error {
	done, total := r.SelfPlayDone()
	bar := NewProgress(stderr, fmt.Sprintf("self-play, net %d", r.Generation()), "games", done, total)
	played, err := r.SelfPlay(ctx, workers, func(done int, p run.Played) { bar.Set(done, p.String()) })
	bar.End(played.String())
	return interrupted(r, err)
}

// Train carries on the training of a run's next net and shows how it goes.
func Train(ctx context.Context, r *run.Run, workers int, stderr io.Writer) (run.Trained, error) {
	var bar *Progress
	label := fmt.Sprintf("training, net %d", r.Generation()+1)
	note := ""
	trained, err := r.Train(ctx, workers, func(done, planned int, m training.Metrics) {
		if bar == nil {
			bar = NewProgress(stderr, label, "steps", done-1, planned)
		}
		note = fmt.Sprintf("loss %.3f", m.Loss)
		bar.Set(done, note)
	})
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
	metrics, err := r.Metrics()
	if err != nil {
		return err
	}
	matches, err := r.Matches()
	if err != nil {
		return err
	}
	return r.WriteReport(func(w io.Writer) error { return report.Write(w, r.Dir, metrics, matches) })
}

// LeftOut returns an error that wraps ErrRefused if a training had to leave
// shards out.
func LeftOut(t run.Trained) error {
	if len(t.Faults) == 0 {
		return nil
	}
	return fmt.Errorf("%w: net %d was trained without %s", ErrRefused, t.Generation, Count(len(t.Faults), "damaged shard"))
}

// HeldOut describes what a training gained on the games kept from it.
func HeldOut(t run.Trained) string {
	if t.After.Rows == 0 {
		return Count(t.Steps, "step") + ", no held-out games to judge it by"
	}
	before, after := t.Before.PolicyLoss+t.Before.ValueLoss, t.After.PolicyLoss+t.After.ValueLoss
	return fmt.Sprintf("loss on held-out games %.3f before, %.3f after %s (policy %.3f to %.3f, value %.3f to %.3f)",
		before, after, Count(t.Steps, "step"), t.Before.PolicyLoss, t.After.PolicyLoss, t.Before.ValueLoss, t.After.ValueLoss)
}

// Match carries out a match of a run and shows how it goes.
func Match(ctx context.Context, r *run.Run, first, second run.Contestant, workers int, stderr io.Writer) (run.MatchLine, error) {
	var bar *Progress
	line, err := r.Match(ctx, first, second, workers, func(done int, s match.Score) {
		if bar == nil {
			bar = NewProgress(stderr, fmt.Sprintf("v %s", second), "games", 0, r.Config.Match.Games)
		}
		bar.Set(done, fmt.Sprintf("+%d =%d -%d", s.Wins, s.Draws, s.Losses))
	})
	if bar != nil {
		bar.End(line.Score.String())
	}
	return line, interrupted(r, err)
}

// interrupted adds to the error of an interruption how to go on.
func interrupted(r *run.Run, err error) error {
	if errors.Is(err, ErrInterrupted) {
		return fmt.Errorf("%w: nothing in %s is lost, the same command goes on", err, r.Dir)
	}
	return err
}
