package run

import (
	"context"
	"errors"
	"slices"
	"time"

	"drafthorse/store"
)

// lookEvery is the time between two looks for what the other process has done.
const lookEvery = 200 * time.Millisecond

// ahead is how many generations of fresh games self-play may have at most: one
// for the training under way, one for the next.
const ahead = 2

// errNewerNet is the cause with which the games of a net come to their end when
// another process has committed the next.
var errNewerNet = errors.New("there is a newer net")

// Room returns how many games self-play may play before it has to wait for a
// training.
func (r *Run) Room() int {
	t, room := r.tally(), 0
	seen := t.seen
	for range ahead {
		end, games := r.Config.due(t, seen)
		room += max(0, games-t.between(seen, end).games)
		seen = end
	}
	return room
}

// Await waits until something is ready that another process brings about.
func (r *Run) Await(ctx context.Context, ready func() bool) error {
	for {
		if err := r.manifest.Refresh(); err != nil {
			return err
		}
		if ready() {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(lookEvery):
		}
	}
}

// lookForNet returns a function that looks what has been added to the run and
// cancels when a net has. It may be called on any goroutine.
func (r *Run) lookForNet(cancel context.CancelCauseFunc) (look func() error) {
	f := r.manifest.Follow()
	return func() error {
		added, err := f.Next()
		if slices.ContainsFunc(added, func(r store.Record) bool { return r.Kind == KindNet }) {
			cancel(errNewerNet)
		}
		return err
	}
}

// SelfPlayAhead lets the newest net play until there is no more [Run.Room] or
// another process has committed a newer net; games in play are then finished by
// the net that began them. It reports and is cancelled as [Run.SelfPlay] is; done
// counts the games of this call.
func (r *Run) SelfPlayAhead(ctx context.Context, workers int, report func(done int, p Played)) (Played, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	look := r.lookForNet(cancel)
	played, err := r.play(ctx, r.Room(), workers, func(p Played) error {
		report(p.Games, p)
		return look()
	})
	if err == nil || errors.Is(err, errNewerNet) {
		err = r.manifest.Refresh()
	}
	return played, err
}
