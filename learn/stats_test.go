package learn

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drafthorse/datasets"
	"drafthorse/rules"
	"drafthorse/run"
	"drafthorse/store"
)

// randomGame returns a game of random moves from the start, of which the first
// few are those of another generator.
func randomGame(shared, plies int, first, rest *rand.Rand) *datasets.Game {
	g := rules.NewGame(rules.Start())
	for len(g.Moves()) > 0 && g.Ply() < plies {
		rng := rest
		if g.Ply() < shared {
			rng = first
		}
		g.Push(g.Moves()[rng.IntN(len(g.Moves()))])
	}
	return &datasets.Game{Start: rules.Start(), Moves: g.Played(), Result: rules.Draw, Ending: datasets.LengthCap}
}

// TestPlayed counts four games: three share their first ten plies, of which one
// ends there, and the fourth repeats the first.
func TestPlayed(t *testing.T) {
	shared := func() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }
	games := []*datasets.Game{
		randomGame(10, 40, shared(), rand.New(rand.NewPCG(2, 2))),
		randomGame(10, 40, shared(), rand.New(rand.NewPCG(3, 3))),
		randomGame(10, 10, shared(), nil),
		randomGame(10, 40, shared(), rand.New(rand.NewPCG(2, 2))),
		randomGame(0, 6, nil, rand.New(rand.NewPCG(4, 4))), // too short to compare
	}
	games[0].Result, games[0].Ending = rules.WhiteWins, datasets.Adjudicated
	games[1].Result, games[1].Ending = rules.BlackWins, datasets.NoMoves
	var p SelfPlayStats
	for _, g := range games {
		p.add(g)
	}
	if p.Games != 5 || p.MeanPlies() != (40+40+10+40+6)/5. {
		t.Errorf("%d games of %v plies: want 5 of 27.2", p.Games, p.MeanPlies())
	}
	if p.WhiteWins != 1 || p.BlackWins != 1 || p.Draws != 3 || p.Adjudicated != 1 || p.Capped != 3 {
		t.Errorf("%+v: want 1 won by White and adjudicated, 1 won by Black, 3 drawn at the cap", p)
	}
	if p.Unique10() != 1./4 || p.Unique20() != 2./3 {
		t.Errorf("new positions: %v at ply 10, %v at ply 20: want 1/4 and 2/3", p.Unique10(), p.Unique20())
	}
}

func TestNoveltyHasAnEnd(t *testing.T) {
	n := novelty{all: mostSeen - 1, new: mostSeen - 1, seen: map[uint64]struct{}{}}
	n.look(rules.Start())
	n.look(rules.Start())
	if len(n.seen) != 1 || n.share() != 1 {
		t.Errorf("%d positions are known, the share is %v: want that of the first %d games", len(n.seen), n.share(), mostSeen)
	}
}

// TestGenerations looks at the figures after each step of a run, and after what
// can happen to the file and to a shard.
func TestGenerations(t *testing.T) {
	c := smallConfig()
	r := open(t, t.TempDir(), c)
	check := func(what string, games ...int) []run.GenerationLine {
		t.Helper()
		lines, err := r.Generations()
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) != len(games) || strings.Count(string(read(t, r, run.SelfPlayName)), "\n") != len(games) {
			t.Fatalf("%s: %d lines, in the file\n%swant %d", what, len(lines), read(t, r, run.SelfPlayName), len(games))
		}
		for g, l := range lines {
			n, err := r.Net(g)
			if err != nil {
				t.Fatal(err)
			}
			if l.Net != g || l.Games != games[g] || l.Games > 0 && l.ID != n.ID() {
				t.Errorf("%s: line %+v: want %d games of net %d (%s)", what, l, games[g], g, n.ID())
			}
			if sum := l.WhiteWins + l.Draws + l.BlackWins; l.Games > 0 && (sum < 0.999 || sum > 1.001) {
				t.Errorf("%s: the shares of the results are %v together", what, sum)
			}
		}
		return lines
	}
	var played SelfPlayStats
	playAndTrain(t, r)
	eachGame(t, r, func(_ *datasets.Shard, g *datasets.Game) { played.add(g) })
	first := check("after one net", c.Games)
	if l := first[0]; l.MeanPlies != played.MeanPlies() || l.Positions != r.state.Totals().Rows || l.Unique20 != played.Unique20() {
		t.Errorf("%+v: want the figures of %+v", l, played)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	r.selfPlay(ctx, 1, func(int, SelfPlayStats) { cancel(errStopped) })
	check("while the next net plays", c.Games)
	play(t, r, 2)
	check("after the games of the next", c.Games, c.Games)
	whole := read(t, r, run.SelfPlayName)
	check("nothing has changed", c.Games, c.Games)
	if err := os.WriteFile(filepath.Join(r.Dir, run.SelfPlayName), whole[:len(whole)-7], 0o666); err != nil {
		t.Fatal(err)
	}
	check("after a crash has cut a line", c.Games, c.Games)
	if again := read(t, r, run.SelfPlayName); string(again) != string(whole) {
		t.Errorf("the file is now\n%sand was\n%s", again, whole)
	}
	more := func(number int) { // than the configuration says
		r.Config.Games += number
		r.state.Config.Games += number
	}
	more(5)
	play(t, r, 2)
	check("after more games of the same net", c.Games, c.Games+5)
	more(1)
	play(t, r, 2)
	damage(t, filepath.Join(r.Dir, "games/00001-0000.arrow"))
	damaged := r.Shards()[slices.IndexFunc(r.Shards(), func(s store.Record) bool { return s.Name == "games/00001-0000.arrow" })]
	check("with a damaged shard", c.Games, r.Config.Games-damaged.Facts.Games)
}
