package learn

import (
	"context"
	"errors"
	"fmt"
	"time"

	"drafthorse/match"
	"drafthorse/pdn"
	"drafthorse/run"
	"drafthorse/training"
)

// Loop does the steps that [Next] tells, one after another. It is for one goroutine.
type Loop struct {
	*site
	Roles   run.Roles   // that the run was opened for
	Observe func(Event) // called with all that happens, mostly on the loop's goroutine
	Game    *pdn.Game   // that is annotated at the end of a cycle
}

// Event tells what happens in a step. All but a step's last event tell how far it is.
type Event struct {
	Step
	Done, Total int    // games, or steps of a training; a Total of -1 is not known
	ID          string // of the net that plays, of Play

	Stats   *SelfPlayStats    // of Play
	Metrics *training.Metrics // of Train, but its first event
	Score   *match.Score      // of Match

	Ended     bool          // the step is over
	Err       error         // with which it ended
	Trained   run.Trained   // of Train
	Line      run.MatchLine // of Match
	Annotated Annotated     // of Annotate
}

// New returns a loop for an open run. It refuses one that trains where there is not
// enough memory for the next window ([ErrMemory]).
func New(r *run.Run, roles run.Roles, workers int) (*Loop, error) {
	s := &site{Run: r, Workers: workers, state: NewState(r.Config), matches: -1}
	l := &Loop{site: s, Roles: roles, Observe: func(Event) {}}
	l.takeIn()
	if l.training() {
		end, _ := l.state.trainableShards(l.state.seen)
		return l, l.state.windowFits(end)
	}
	return l, nil
}

// training reports whether the loop trains, and so measures the nets.
func (l *Loop) training() bool { return l.Roles&run.Training != 0 }

// State returns the state of the run as far as the loop knows it.
func (l *Loop) State() *State { return l.state }

// Run does what is next until the goal is met, ctx is cancelled or a step fails. A
// match against a net whose file is damaged is passed over; the observer hears of it.
func (l *Loop) Run(ctx context.Context, g Goal) error {
	for {
		if err := l.look(l.training()); err != nil {
			return err
		}
		step := Next(l.state, l.Roles, g)
		if step.Do == Done {
			return nil
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := l.do(ctx, step, g); err != nil {
			return err
		}
	}
}

func (l *Loop) do(ctx context.Context, step Step, g Goal) error {
	switch step.Do {
	case Play:
		return l.doPlay(ctx, step)
	case Train:
		return l.doTrain(ctx, step)
	case Match:
		return l.doMatch(ctx, step)
	case Annotate:
		return l.doAnnotate(step)
	}
	return l.await(ctx, step, g)
}

func (l *Loop) doPlay(ctx context.Context, step Step) error {
	n, err := l.Net(step.Net)
	if err != nil {
		return err
	}
	done, play := 0, l.playAhead
	e := Event{Step: step, Total: -1, ID: n.ID()}
	if step.Wanted > 0 {
		done, play = step.Wanted-step.Games, l.play
		e.Total = step.Wanted
	}
	e.Done = done
	l.Observe(e)
	stats, err := play(ctx, n, step.Games, func(p SelfPlayStats) error {
		e.Done, e.Stats = done+p.Games, &p
		l.Observe(e)
		return nil
	})
	e.Stats, e.Ended, e.Err = &stats, true, err
	l.Observe(e)
	return err
}

// drawEvery is how long the report of a run is left as it is while a net is trained.
const drawEvery = 30 * time.Second

func (l *Loop) doTrain(ctx context.Context, step Step) error {
	e := Event{Step: step}
	l.Observe(e)
	drawn, undrawn := time.Now(), error(nil)
	trained, err := l.train(ctx, step.Shards, func(done, planned int, m training.Metrics) {
		e.Done, e.Total, e.Metrics = done, planned, &m
		l.Observe(e)
		if undrawn == nil && time.Since(drawn) > drawEvery {
			undrawn = l.Draw()
			drawn = time.Now()
		}
	})
	err = errors.Join(err, undrawn)
	if err == nil {
		err = l.Draw()
	}
	e.Trained, e.Ended, e.Err = trained, true, err
	l.Observe(e)
	return err
}

func (l *Loop) doMatch(ctx context.Context, step Step) error {
	e := Event{Step: step, Total: step.Games}
	line, err := l.match(ctx, step.Opponent, step.Games, func(s match.Score) {
		e.Done, e.Score = s.Games(), &s
		l.Observe(e)
	})
	e.Line, e.Ended = line, true
	if err != nil && step.Opponent.Depth == 0 && step.Opponent.Net != step.Net {
		if _, unreadable := l.Net(step.Opponent.Net); run.Damaged(unreadable) {
			l.state.Unplayable = append(l.state.Unplayable, step.Opponent)
			e.Err = fmt.Errorf("no match against %s: %w", step.Opponent, unreadable)
			l.Observe(e)
			return nil
		}
	}
	if err == nil {
		l.state.Matches = append(l.state.Matches, line)
		err = l.Draw()
	}
	e.Err = err
	l.Observe(e)
	return err
}

func (l *Loop) doAnnotate(step Step) error {
	if err := l.Draw(); err != nil { // a kill may have come before the last match was drawn
		return err
	}
	annotated, err := l.annotate(l.Game)
	l.Observe(Event{Step: step, Ended: true, Annotated: annotated, Err: err})
	return err
}

// lookEvery is the time between two looks for what the other process has done.
const lookEvery = 200 * time.Millisecond

// await waits until there is something else to do than to wait for the same.
func (l *Loop) await(ctx context.Context, step Step, g Goal) error {
	e := Event{Step: step}
	for {
		e.Total = step.Wanted
		e.Done = step.Wanted - step.Games
		l.Observe(e)
		select {
		case <-ctx.Done():
			e.Ended, e.Err = true, context.Cause(ctx)
			l.Observe(e)
			return e.Err
		case <-time.After(lookEvery):
		}
		if err := l.look(l.training()); err != nil {
			return err
		}
		next := Next(l.state, l.Roles, g)
		if next.Do != step.Do || next.Net != step.Net || next.Wanted != step.Wanted {
			e.Ended = true
			l.Observe(e)
			return nil
		}
		step, e.Step = next, next
	}
}
