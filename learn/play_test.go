package learn

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"drafthorse/datasets"
)

var errStopped = errors.New("stopped")

// play brings the self-play of the newest net to its end.
func play(t *testing.T, r *Loop, workers int) {
	t.Helper()
	if _, err := r.selfPlay(t.Context(), workers, func(int, SelfPlayStats) {}); err != nil {
		t.Fatal(err)
	}
}

// games returns the games in all shards of a run, each as the bytes of a shard
// of its own.
func games(t *testing.T, r *Loop) [][]byte {
	t.Helper()
	var all [][]byte
	eachGame(t, r, func(shard *datasets.Shard, g *datasets.Game) {
		if g.ID != uint64(len(all)) {
			t.Fatalf("game %d, want %d", g.ID, len(all))
		}
		var b bytes.Buffer
		if err := datasets.WriteShard(&b, shard.Metadata, []datasets.Game{*g}); err != nil {
			t.Fatal(err)
		}
		all = append(all, b.Bytes())
	})
	return all
}

// eachGame yields the games in all shards of a run.
func eachGame(t *testing.T, r *Loop, yield func(*datasets.Shard, *datasets.Game)) {
	t.Helper()
	for _, record := range r.Shards() {
		shard, err := datasets.OpenShard(r.Dir, record)
		if err != nil {
			t.Fatal(err)
		}
		for g, err := range shard.Games() {
			if err != nil {
				t.Fatal(err)
			}
			yield(shard, g)
		}
	}
}

func TestWorkersDoNotChangeTheShards(t *testing.T) {
	c := smallConfig()
	c.Games = shardGames + 7
	one, eight := open(t, t.TempDir(), c), open(t, t.TempDir(), c)
	play(t, one, 1)
	play(t, eight, 8)
	if n := len(one.Shards()); n != 2 {
		t.Errorf("%d games make %d shards, want 2", c.Games, n)
	}
	compareFolders(t, eight.Dir, one.Dir)
}

func TestSeedChangesTheGames(t *testing.T) {
	c := smallConfig()
	one := open(t, t.TempDir(), c)
	c.Seed++
	other := open(t, t.TempDir(), c)
	play(t, one, 2)
	play(t, other, 2)
	a, b := games(t, one), games(t, other)
	for i := range a {
		if bytes.Equal(a[i], b[i]) {
			t.Errorf("game %d is the same with another seed", i)
		}
	}
}

// TestInterruptedSelfPlayKeepsItsGames stops twice and compares the games with
// those of a run that was never stopped.
func TestInterruptedSelfPlayKeepsItsGames(t *testing.T) {
	c := smallConfig()
	c.Games = 80
	whole, parts := open(t, t.TempDir(), c), open(t, t.TempDir(), c)
	play(t, whole, 2)
	for _, stop := range []int{5, 31} {
		ctx, cancel := context.WithCancelCause(t.Context())
		reported := 0
		_, err := parts.selfPlay(ctx, 3, func(done int, _ SelfPlayStats) {
			reported = done
			if done == stop {
				cancel(errStopped)
			}
		})
		if !errors.Is(err, errStopped) {
			t.Fatalf("SelfPlay = %v, want %v", err, errStopped)
		}
		done, total := parts.state.Fresh()
		if done != reported || done < stop || done >= total {
			t.Errorf("after a stop at game %d, %d of %d games are there and %d were reported", stop, done, total, reported)
		}
	}
	play(t, parts, 1)
	if got, want := games(t, parts), games(t, whole); !slices.EqualFunc(got, want, bytes.Equal) {
		t.Errorf("%d games differ from the %d of a run that was not stopped", len(got), len(want))
	}
	if played, err := parts.selfPlay(t.Context(), 1, func(int, SelfPlayStats) {}); played.Games != 0 || err != nil {
		t.Errorf("SelfPlay at its end plays %d games, %v: want none", played.Games, err)
	}
}

func TestGameNumbersGoOnInTheNextGeneration(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	playAndTrain(t, r)
	play(t, r, 2)
	if got, want := len(games(t, r)), 2*r.Config.Games; got != want {
		t.Errorf("%d games after two generations, want %d", got, want)
	}
	if totals := r.state.Totals(); totals.Games != 2*r.Config.Games || totals.Nets != 1 {
		t.Errorf("totals %+v: want %d games and 1 net", totals, 2*r.Config.Games)
	}
}
