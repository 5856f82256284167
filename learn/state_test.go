package learn

import (
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"drafthorse/run"
	"drafthorse/store"
)

// recount answers the questions to a [State] from all records each time, as the
// comment above [State.trainableShards] says it.
type recount struct{ shards, nets []store.Record }

func (r recount) sums(from, to int) (s sums) {
	for _, shard := range r.shards[from:to] {
		s.games += shard.Facts.Games
		s.rows += shard.Facts.Rows
		s.heldOut += shard.Facts.HeldOut
		s.taken += max(1, shard.Facts.Rows)
	}
	return s
}

func (r recount) seen(games int) (seen int) {
	for _, n := range r.nets[1:] {
		if n.Facts.Seen > 0 {
			seen = n.Facts.Seen
			continue
		}
		before := sort.Search(len(r.shards), func(i int) bool { return r.shards[i].Seq > n.Seq })
		for have := 0; seen < before && have < games; seen++ {
			have += r.shards[seen].Facts.Games
		}
	}
	return seen
}

// window takes shards as datasets.LoadWindow does.
func (r recount) window(end, most int) int {
	first, taken := end, 0
	for first > 0 && (taken == 0 || taken+r.shards[first-1].Facts.Rows <= most) {
		first--
		taken += max(1, r.shards[first].Facts.Rows)
	}
	return first
}

func (r recount) due(c run.Config, seen int) (end, games int) {
	have := 0
	for end, games = seen, c.Games; end < len(r.shards) && have < games; {
		have += r.shards[end].Facts.Games
		end++
		for have >= games && r.starves(c, end, seen) {
			games *= 2
		}
	}
	return end, games
}

func (r recount) starves(c run.Config, end, seen int) bool {
	fresh := r.sums(seen, end)
	w := r.sums(r.window(end, windowRows(c, r.sums(0, end).rows)), end)
	return stepsOn(c, rowBudget(fresh.rows, w.rows, w.rows-w.heldOut)) == 0 && (fresh.rows > 0 || fresh.games < emptyGames)
}

// TestStateIsARecount lets runs grow by random shards and nets, some of them by
// programs that did not record what a training had seen.
func TestStateIsARecount(t *testing.T) {
	doubled, empty := 0, 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 0))
		c := smallConfig()
		c.Games, c.Window.Rows = 1+rng.IntN(60), 1+rng.IntN(400)
		c.Training.Batch = 1 << (4 + rng.IntN(7))
		all := recount{nets: []store.Record{{Seq: 1, Kind: run.KindNet}}}
		counted := NewState(c)
		counted.Add(all.nets[0])
		for seq := 2; seq < 80; seq++ {
			if rng.IntN(6) > 0 {
				f := store.Facts{Generation: len(all.nets) - 1, Games: 1 + rng.IntN(30)}
				if rng.IntN(4) > 0 {
					f.Rows = rng.IntN(120)
					f.HeldOut = rng.IntN(f.Rows/3 + 1)
				}
				all.shards = append(all.shards, store.Record{Seq: seq, Kind: run.KindShard, Facts: f})
				counted.Add(all.shards[len(all.shards)-1])
			} else {
				f := store.Facts{Generation: len(all.nets)}
				if was := all.seen(c.Games); rng.IntN(2) > 0 && was < len(all.shards) {
					f.Seen = was + 1 + rng.IntN(len(all.shards)-was)
				}
				all.nets = append(all.nets, store.Record{Seq: seq, Kind: run.KindNet, Facts: f})
				counted.Add(all.nets[len(all.nets)-1])
			}
			if rng.IntN(3) == 0 {
				continue // several come at once
			}
			n, seen := len(all.shards), all.seen(c.Games)
			if counted.shards() != n || counted.seen != seen || counted.between(0, n) != all.sums(0, n) {
				t.Fatalf("run %d, record %d: %d shards, %d seen, %+v, want %d, %d, %+v",
					seed, seq, counted.shards(), counted.seen, counted.between(0, n), n, seen, all.sums(0, n))
			}
			end, games := counted.trainableShards(seen)
			if wantEnd, want := all.due(c, seen); end != wantEnd || games != want {
				t.Fatalf("run %d, record %d: the training of the shards from %d waits for %d games and sees %d shards, want %d and %d",
					seed, seq, seen, games, end, want, wantEnd)
			}
			if games > c.Games {
				doubled++
			}
			for range 5 {
				most := rng.IntN(2000)
				if n > 0 && counted.window(n, most) != all.window(n, most) {
					t.Fatalf("run %d, record %d: a window of %d rows begins with shard %d, want %d", seed, seq, most, counted.window(n, most), all.window(n, most))
				}
			}
			if slices.ContainsFunc(all.shards, func(s store.Record) bool { return s.Facts.Rows == 0 }) {
				empty++
			}
			ofNet := map[int]int{}
			for _, s := range all.shards {
				ofNet[s.Facts.Generation]++
			}
			for g, n := range ofNet {
				if counted.ofNet[g] != n {
					t.Fatalf("run %d, record %d: %d shards of net %d, want %d", seed, seq, counted.ofNet[g], g, n)
				}
			}
		}
	}
	if doubled < 1000 || empty < 1000 {
		t.Errorf("%d waits for more than the games of a net, %d looks at shards without rows, want more", doubled, empty)
	}
}
