package learn

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"

	"drafthorse/datasets"
	"drafthorse/parallel"
	"drafthorse/run"
	"drafthorse/store"
)

// shardGames is how many games a shard holds at most. Games are safe once their
// shard is committed.
const shardGames = 250

// begunAhead is how many games for each worker may have been begun, besides those of
// a full shard, and be in no shard yet. It bounds what a kill costs, and memory.
const begunAhead = 8

// generator plays the games with the given numbers, as [selfplay.Source.Generate] does.
type generator func(ctx context.Context, numbers iter.Seq[int], workers int, yield func(*datasets.Game) error) error

// shard is the games that are to be a shard, and its bytes once it is encoded.
type shard struct {
	games []datasets.Game
	bytes bytes.Buffer
	err   error
}

// errUnwritten ends the play of games whose shard could not be written.
var errUnwritten = errors.New("the games cannot be written")

// keep has a net's games played and commits them in shards, in order. A shard ends,
// too, where the next training may have its number of games.
//
// While shards are encoded, several at once, and committed on the caller's
// goroutine, the games go on: each is called after every game, on another goroutine,
// and must leave s alone. When ctx is cancelled or each returns an error, the games
// that have been handed on are still committed. When one shard cannot be written,
// none is written after it.
func (s *site) keep(ctx context.Context, play generator, meta datasets.Metadata, generation, number, workers int, each func(SelfPlayStats) error) (SelfPlayStats, error) {
	var played SelfPlayStats
	var playErr error
	first := s.state.Totals().Games
	have, _ := s.state.Fresh()
	every := s.Config.Games
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	begun := make(chan struct{}, shardGames+begunAhead*workers)
	shards := func(yield func(*shard) bool) {
		next := new(shard)
		handOn := func() error {
			full := next
			next = new(shard)
			if len(full.games) > 0 && !yield(full) {
				return errUnwritten
			}
			return nil
		}
		playErr = play(ctx, bounded(ctx, parallel.Numbers(first, first+number), begun), workers, func(g *datasets.Game) error {
			next.games = append(next.games, *g)
			played.add(g)
			if len(next.games) == shardGames || (have+played.Games)%every == 0 {
				if err := handOn(); err != nil {
					return err
				}
			}
			return each(played)
		})
		if !errors.Is(playErr, errUnwritten) {
			handOn()
		}
	}
	encoder := func() func(*shard) *shard {
		return func(s *shard) *shard {
			s.err = datasets.WriteShard(&s.bytes, meta, s.games)
			return s
		}
	}
	// Games that have been handed on are committed whatever has ended the play.
	err := parallel.Ordered(context.WithoutCancel(ctx), workers, shards, encoder, func(full *shard) error {
		if err := s.commitShard(full, generation); err != nil {
			cancel(err)
			return err
		}
		for range full.games {
			<-begun
		}
		return nil
	})
	if err == nil {
		err = playErr
	}
	return played, err
}

// bounded yields numbers as long as there is room in begun, in which each leaves
// a mark that somebody else takes out. It waits for no room once ctx is cancelled:
// who ranges over it is to find that out with the next number.
func bounded(ctx context.Context, numbers iter.Seq[int], begun chan<- struct{}) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := range numbers {
			select {
			case begun <- struct{}{}:
			case <-ctx.Done():
			}
			if !yield(n) {
				return
			}
		}
	}
}

func (s *site) commitShard(full *shard, generation int) error {
	facts := store.Facts{Generation: generation, FirstGame: full.games[0].ID, Games: len(full.games)}
	for i := range full.games {
		rows := len(full.games[i].Searches)
		facts.Rows += rows
		if datasets.HeldOut(full.games[i].ID, s.Config.Window.HeldOut) {
			facts.HeldOut += rows
		}
	}
	name := run.ShardName(generation, s.state.ofNet[generation])
	_, err := s.Manifest.Commit(run.KindShard, name, facts, func(w io.Writer) error {
		if full.err != nil {
			return full.err
		}
		_, err := full.bytes.WriteTo(w)
		return err
	})
	s.takeIn()
	return err
}
