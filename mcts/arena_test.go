package mcts

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"drafthorse/rules"
)

// An arena gives out places that do not overlap and do not move, however many are
// asked for at once, and gives out the same ones after it was cleared.
func TestArenaPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	sizes := []int32{chunkSize, 1, chunkSize - 1, 2, 1, 2*chunkSize + 1, 3 * chunkSize}
	for range 2000 {
		sizes = append(sizes, 1+rng.Int32N(40), 1+rng.Int32N(chunkSize))
	}
	var a arena[int]
	for use := range 3 {
		if use == 2 { // what stood in one chunk no longer fits there
			rng.Shuffle(len(sizes), func(i, j int) { sizes[i], sizes[j] = sizes[j], sizes[i] })
		}
		a.clear()
		var firsts []int32
		var where []*int
		for i, n := range sizes {
			first := a.place(n)
			for k := range a.run(first, n) {
				*a.at(first + int32(k)) = i
			}
			firsts, where = append(firsts, first), append(where, a.at(first))
		}
		for i, n := range sizes {
			run := a.run(firsts[i], n)
			if &run[0] != where[i] || int32(len(run)) != n {
				t.Fatalf("use %d: the %d places from %d on have moved", use, n, firsts[i])
			}
			for k, v := range run {
				if v != i || a.at(firsts[i]+int32(k)) != &run[k] {
					t.Fatalf("use %d: place %d belongs to run %d as well as to %d", use, firsts[i]+int32(k), v, i)
				}
			}
		}
	}
}

// A tree takes what its visits need from the system and hardly more: growing
// leaves nothing behind.
func TestTreeMemory(t *testing.T) {
	const visits = 100_000
	var before, after runtime.MemStats
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(rules.NewGame(rules.Start()))
	runtime.ReadMemStats(&before)
	tree.Search(visits)
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) / visits; got < 300 || got > 600 {
		t.Errorf("%d bytes allocated for each visit, want 300 to %d", got, 600)
	}
}
