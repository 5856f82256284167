package learn

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"drafthorse/datasets"
	"drafthorse/parallel"
	"drafthorse/rules"
)

// scripted returns a player whose games cost next to nothing: the given ones again
// and again, with other numbers. It counts those that it has begun.
func scripted(games []datasets.Game, begun *atomic.Int64) generator {
	return func(ctx context.Context, numbers iter.Seq[int], workers int, yield func(*datasets.Game) error) error {
		worker := func() func(int) *datasets.Game {
			return func(n int) *datasets.Game {
				begun.Add(1)
				g := games[n%len(games)]
				g.ID = uint64(n)
				return &g
			}
		}
		return parallel.Ordered(ctx, workers, numbers, worker, yield)
	}
}

// shortGames are games of one move, which the length cap ends.
func shortGames() []datasets.Game {
	start := rules.Start()
	var games []datasets.Game
	for _, m := range start.AppendMoves(nil) {
		games = append(games, datasets.Game{Start: start, Moves: []rules.Move{m}, Result: rules.Draw, Ending: datasets.LengthCap})
	}
	return games
}

// holdCommits makes all commits to a run wait until release is called.
func holdCommits(t *testing.T, r *Loop) (release func()) {
	t.Helper()
	lock := flock.New(filepath.Join(r.Dir, "MANIFEST.lock"))
	if err := lock.Lock(); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := lock.Close(); err != nil {
			t.Error(err)
		}
	}
}

// inOrder makes sure that a run holds the games from 0 up to but without a number.
func inOrder(t *testing.T, r *Loop, number int) {
	t.Helper()
	have := uint64(0)
	eachGame(t, r, func(_ *datasets.Shard, g *datasets.Game) {
		if g.ID != have {
			t.Fatalf("game %d comes after %d others", g.ID, have)
		}
		have++
	})
	if have != uint64(number) {
		t.Errorf("%d games, want %d", have, number)
	}
}

// within fails the test if done is not closed soon.
func within(t *testing.T, done <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("nothing happens: want " + what)
	}
}

// TestGamesGoOnDuringACommit has the first commit wait. Games are handed on
// meanwhile, but no more are begun than a full shard and eight for each worker.
func TestGamesGoOnDuringACommit(t *testing.T) {
	const number, workers = 1000, 4
	c := smallConfig()
	c.Games = number
	r := open(t, t.TempDir(), c)
	release := holdCommits(t, r)
	var begun atomic.Int64
	full, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		reported := 0
		_, err := r.keep(t.Context(), scripted(shortGames(), &begun), datasets.Metadata{}, 0, number, workers, func(p SelfPlayStats) error {
			if reported++; p.Games != reported {
				t.Errorf("%d games are reported after %d", p.Games, reported-1)
			}
			if reported == shardGames+begunAhead*workers {
				close(full)
			}
			return nil
		})
		if err != nil || reported != number {
			t.Errorf("%d games are reported, error %v, want %d", reported, err, number)
		}
	}()
	within(t, full, "games beyond the first shard")
	if n := begun.Load(); n != shardGames+begunAhead*workers {
		t.Errorf("%d games are begun during the commit, want %d", n, shardGames+begunAhead*workers)
	}
	release()
	within(t, over, "the other games after the commit")
	inOrder(t, r, number)
}

// TestStopDuringACommit stops the play, by Ctrl-C or by an error, while no more
// games can be begun because a commit waits. All games handed on are kept.
func TestStopDuringACommit(t *testing.T) {
	for _, byError := range []bool{false, true} {
		c := smallConfig()
		c.Games = 1000
		r := open(t, t.TempDir(), c)
		release := holdCommits(t, r)
		ctx, cancel := context.WithCancelCause(t.Context())
		var begun atomic.Int64
		reported, over := 0, make(chan struct{})
		go func() {
			defer close(over)
			_, err := r.keep(ctx, scripted(shortGames(), &begun), datasets.Metadata{}, 0, c.Games, 3, func(p SelfPlayStats) error {
				reported = p.Games
				if reported < shardGames+2*begunAhead {
					return nil
				}
				time.AfterFunc(10*time.Millisecond, release)
				if byError {
					return errStopped
				}
				cancel(errStopped)
				release = func() {}
				return nil
			})
			if !errors.Is(err, errStopped) {
				t.Errorf("the play ends with %v, want %v", err, errStopped)
			}
		}()
		within(t, over, "the end")
		inOrder(t, r, reported)
		if reported >= c.Games {
			t.Errorf("%d games although it was stopped", reported)
		}
	}
}

// TestFailingShard cannot write the third of four shards: the error names it, the
// first two stay, and nothing is written after it. Then the run goes on.
func TestFailingShard(t *testing.T) {
	const number = 4 * shardGames
	c := smallConfig()
	c.Games = number
	r, whole := open(t, t.TempDir(), c), open(t, t.TempDir(), c)
	obstacle := filepath.Join(r.Dir, "games", "00000-0002.arrow")
	if err := os.MkdirAll(filepath.Join(obstacle, "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	var begun atomic.Int64
	keep := func(r *Loop) error {
		have := r.state.Totals().Games
		_, err := r.keep(t.Context(), scripted(shortGames(), &begun), datasets.Metadata{}, 0, number-have, 16, func(SelfPlayStats) error { return nil })
		return err
	}
	err := keep(r)
	if _, ok := errors.AsType[*os.LinkError](err); !ok || !strings.Contains(err.Error(), "games/00000-0002.arrow") {
		t.Errorf("error %v, want that of the third shard", err)
	}
	inOrder(t, r, 2*shardGames)
	if names, _ := filepath.Glob(filepath.Join(r.Dir, "games", "*")); len(names) != 3 {
		t.Errorf("games holds %v, want two shards and what was in the way", names)
	}
	if err := os.RemoveAll(obstacle); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(keep(r), keep(whole)); err != nil {
		t.Fatal(err)
	}
	inOrder(t, r, number)
	compareFolders(t, r.Dir, whole.Dir)
}

// TestRefusedGame has a game that breaks the rules. Nothing of its shard is kept.
func TestRefusedGame(t *testing.T) {
	c := smallConfig()
	c.Games = 2 * shardGames
	r := open(t, t.TempDir(), c)
	games := slices.Repeat(shortGames(), c.Games)[:c.Games]
	games[shardGames+7].Moves = []rules.Move{{From: 31, To: 20}}
	var begun atomic.Int64
	_, err := r.keep(t.Context(), scripted(games, &begun), datasets.Metadata{}, 0, c.Games, 2, func(SelfPlayStats) error { return nil })
	if want := fmt.Sprintf("committing games/00000-0001.arrow: game %d: ply 0: 31-20 is not legal", shardGames+7); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
	inOrder(t, r, shardGames)
}
