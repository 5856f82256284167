package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"drafthorse/cmd/internal/cli"
	"drafthorse/internal/plural"
	"drafthorse/learn"
	"drafthorse/run"
)

// Observer shows how the steps of a learning loop go, and keeps what they ended with.
type Observer struct {
	Trainings []run.Trained // that were made
	LeftOut   error         // what is damaged and had to be done without; it wraps cli.ErrRefused
	Annotated learn.Annotated

	run    *run.Run
	stderr io.Writer
	bar    *cli.Progress // of the step under way, or nil
	note   string
	began  time.Time
	step   learn.Step
}

// NewObserver returns an observer of a loop on a run.
func NewObserver(r *run.Run, stderr io.Writer) *Observer { return &Observer{run: r, stderr: stderr} }

// Learn carries a loop on to its goal.
func Learn(ctx context.Context, l *learn.Loop, g learn.Goal) error {
	err := l.Run(ctx, g)
	switch {
	case errors.Is(err, cli.ErrInterrupted):
		return fmt.Errorf("%w: nothing in %s is lost, the same command goes on", err, l.Dir)
	case cli.IsFull(err):
		return fmt.Errorf("%w: what %s holds is safe, the same command goes on when there is room", err, l.Dir)
	}
	return err
}

// See takes an event of the loop.
func (o *Observer) See(e learn.Event) {
	switch e.Do {
	case learn.Play:
		o.seePlay(e)
	case learn.Train:
		o.seeTrain(e)
	case learn.Match:
		o.seeMatch(e)
	case learn.Annotate:
		o.Annotated = e.Annotated
	case learn.AwaitNet:
		o.seeAwaitNet(e)
	case learn.AwaitGames:
		o.seeAwaitGames(e)
	}
	o.step = e.Step
	if e.Ended {
		o.step = learn.Step{}
	}
}

// end ends the bar, if there is one.
func (o *Observer) end(note string) {
	if o.bar != nil {
		o.bar.End(note)
	}
	o.bar = nil
}

func (o *Observer) seePlay(e learn.Event) {
	switch {
	case e.Ended:
		o.end(endings(*e.Stats))
		if e.Stats.Games > 0 {
			fmt.Fprintf(o.stderr, "net %d (%s): %s\n", e.Net, e.ID, figures(*e.Stats, time.Since(o.began)))
		}
	case e.Stats == nil:
		if e.Wanted > o.run.Config.Games {
			fmt.Fprintf(o.stderr, "too few positions for a step of training in %s: playing on to %d\n", plural.Count(e.Done, "game"), e.Wanted)
		}
		o.bar, o.began = cli.NewProgress(o.stderr, fmt.Sprintf("self-play, net %d", e.Net), "games", e.Done, e.Total), time.Now()
	default:
		p := e.Stats
		o.bar.Set(e.Done, endings(*p), fmt.Sprintf("%.0f plies", p.MeanPlies()), fmt.Sprintf("%.0f %% adjudicated", 100*p.Share(p.Adjudicated)))
	}
}

func (o *Observer) seeTrain(e learn.Event) {
	switch {
	case e.Ended:
		o.end(fmt.Sprintf("%s, %.1f %% of the time waiting for rows", o.note, 100*e.Trained.Waited))
		for _, fault := range e.Trained.Faults {
			fmt.Fprintf(o.stderr, "warning: %v\n", fault)
		}
		if e.Err == nil {
			o.Trainings = append(o.Trainings, e.Trained)
			o.LeftOut = errors.Join(o.LeftOut, leftOut(e.Trained))
		}
	case e.Metrics != nil:
		if o.bar == nil {
			o.bar = cli.NewProgress(o.stderr, fmt.Sprintf("training, net %d", e.Net), "steps", e.Done-1, e.Total)
		}
		o.note = fmt.Sprintf("loss %.3f", e.Metrics.Loss)
		o.bar.Set(e.Done, o.note)
	}
}

func (o *Observer) seeMatch(e learn.Event) {
	switch {
	case e.Ended:
		o.end(e.Line.Score.String())
		if run.Damaged(e.Err) {
			fmt.Fprintf(o.stderr, "warning: %v\n", e.Err)
			o.LeftOut = errors.Join(o.LeftOut, fmt.Errorf("%w: net %d played no match against %s, which is damaged", cli.ErrRefused, e.Net, e.Opponent))
		}
	default:
		if o.bar == nil {
			o.bar = cli.NewProgress(o.stderr, fmt.Sprintf("v %s", e.Opponent), "games", 0, e.Total)
		}
		o.bar.Set(e.Done, fmt.Sprintf("+%d =%d -%d", e.Score.Wins, e.Score.Draws, e.Score.Losses))
	}
}

func (o *Observer) seeAwaitNet(e learn.Event) {
	if o.step.Do != learn.AwaitNet && !e.Ended {
		fmt.Fprintf(o.stderr, "self-play waits for net %d: it is %s ahead of training (go run ./cmd/train --run %s --watch)\n",
			e.Net, plural.Count(e.Games, "game"), cli.Quote(o.run.Dir))
	}
}

func (o *Observer) seeAwaitGames(e learn.Event) {
	switch {
	case e.Ended:
		o.end("")
	case o.bar == nil:
		fmt.Fprintf(o.stderr, "training waits for %d more of the %s for net %d (go run ./cmd/selfplay --run %s --watch)\n",
			e.Games, plural.Count(e.Wanted, "game"), e.Net, cli.Quote(o.run.Dir))
		o.bar = cli.NewProgress(o.stderr, fmt.Sprintf("waiting, net %d", e.Net), "games", e.Done, e.Total)
	default:
		o.bar.Set(e.Done, "")
	}
}

// endings says in few letters how games ended, in percent: "W41 D18 B41".
func endings(p learn.SelfPlayStats) string {
	return fmt.Sprintf("W%.0f D%.0f B%.0f", 100*p.Share(p.WhiteWins), 100*p.Share(p.Draws), 100*p.Share(p.BlackWins))
}

// figures tells how fast the games of one step came and what they are like.
func figures(p learn.SelfPlayStats, took time.Duration) string {
	seconds := max(took.Seconds(), 1e-3)
	return fmt.Sprintf("%s, %s, %.0f plies a game, %s %%, %.1f %% adjudicated, %.1f %% cut at the length cap, new positions at ply 10: %.1f %%, at ply 20: %.1f %%",
		cli.PerTime(float64(p.Games)/seconds, "%.0f games"), cli.PerTime(float64(p.Rows)/seconds, "%.0f positions"), p.MeanPlies(), endings(p),
		100*p.Share(p.Adjudicated), 100*p.Share(p.Capped), 100*p.Unique10(), 100*p.Unique20())
}

// leftOut returns an error that wraps cli.ErrRefused if a training had to leave shards
// out.
func leftOut(t run.Trained) error {
	if len(t.Faults) == 0 {
		return nil
	}
	return fmt.Errorf("%w: net %d was trained without %s", cli.ErrRefused, t.Generation, plural.Count(len(t.Faults), "damaged shard"))
}

// HeldOut describes what a training gained on the games kept from it.
func HeldOut(t run.Trained) string {
	if t.After.Rows == 0 {
		return plural.Count(t.Steps, "step") + ", no held-out games to judge it by"
	}
	before, after := t.Before.PolicyLoss+t.Before.ValueLoss, t.After.PolicyLoss+t.After.ValueLoss
	if t.Before.Rows == 0 { // its line of metrics.jsonl is lost
		return fmt.Sprintf("loss on held-out games %.3f after %s", after, plural.Count(t.Steps, "step"))
	}
	return fmt.Sprintf("loss on held-out games %.3f before, %.3f after %s (policy %.3f to %.3f, value %.3f to %.3f)",
		before, after, plural.Count(t.Steps, "step"), t.Before.PolicyLoss, t.After.PolicyLoss, t.Before.ValueLoss, t.After.ValueLoss)
}
