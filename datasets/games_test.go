package datasets

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/rules"
)

// starts are positions that bring every draw counter and ending within reach of
// a random game.
var starts = []string{
	rules.Start().FEN(),
	"W:WK1,K2,K3:BK48",
	"B:WK46:BK5,K10",
	"W:W6:B45",
	"B:W31-35:B16-20",
	"B:W41,47:B36",
}

var metadata = Metadata{Net: "random", Config: "seed = 7\nname = \"π\"\n", Seed: 1<<64 - 1, Program: "test"}

// randomGames plays n random games with invented searches. Some have no search
// at all, some stop at a length cap or by adjudication.
func randomGames(t testing.TB, seed uint64, n int) []Game {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	games := make([]Game, n)
	id := uint64(0)
	for i := range games {
		id += 1 + rng.Uint64N(3)
		start, err := rules.ParseFEN(starts[i%len(starts)])
		if err != nil {
			t.Fatal(err)
		}
		games[i] = randomGame(rng, id, start)
	}
	return games
}

func randomGame(rng *rand.Rand, id uint64, start rules.Position) Game {
	rate := []float64{0, 0.3, 1}[rng.IntN(3)] // of searched positions
	stop := 1 + rng.IntN(300)
	g := Game{ID: id, Start: start}
	game := rules.NewGame(start)
	for game.Outcome().Rule == rules.NoRule && game.Ply() < stop {
		moves := game.Moves()
		if len(moves) > 1 && rng.Float64() < rate {
			g.Searches = append(g.Searches, randomSearch(rng, game.Ply(), moves))
		}
		move := moves[rng.IntN(len(moves))]
		if back, ok := takeBack(game); ok && rng.IntN(2) == 0 {
			move = back
		}
		game.Push(move)
	}
	g.Moves = game.Played()
	switch o := game.Outcome(); {
	case o.Rule != rules.NoRule:
		g.Result, g.Ending = o.Result, Ending(o.Rule)
	case rng.IntN(2) == 0:
		g.Result, g.Ending = rules.Draw, LengthCap
	default:
		g.Result, g.Ending = rules.WhiteWins, Adjudicated
	}
	return g
}

// takeBack returns the move that undoes the last one of the side to move, if it
// is legal. Games would hardly repeat positions without it.
func takeBack(g *rules.Game) (rules.Move, bool) {
	played := g.Played()
	if len(played) < 2 {
		return rules.Move{}, false
	}
	last := played[len(played)-2]
	back := rules.Move{From: last.To, To: last.From}
	return back, slices.Contains(g.Moves(), back)
}

func randomSearch(rng *rand.Rand, ply int, moves []rules.Move) Search {
	s := Search{Ply: ply, Weight: rng.Float32()}
	s.Win = rng.Float32()
	s.Draw = (1 - s.Win) * rng.Float32()
	s.Loss = 1 - s.Win - s.Draw
	for _, m := range moves {
		s.Candidates = append(s.Candidates, Candidate{m, rng.Uint32N(200), rng.Float32(), 2*rng.Float32() - 1})
	}
	s.Candidates[0].Visits++
	return s
}

func shardBytes(t testing.TB, games []Game) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteShard(&b, metadata, games); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
