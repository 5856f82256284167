package training

import (
	"math/rand/v2"
	"testing"

	"drafthorse/datasets"
	"drafthorse/net"
	"drafthorse/rules"
)

// playedRows returns the first n positions of random legal games, with made-up
// searches of them: random visits, verdicts and weights. One game in four is an
// ending of kings, in which the draw rules count.
func playedRows(n int, seed uint64) []datasets.Row {
	rng := rand.New(rand.NewPCG(seed, 1))
	ending, err := rules.ParseFEN("W:WK46,K47,31:BK4,K5,20")
	if err != nil {
		panic(err)
	}
	var rows []datasets.Row
	for id := uint64(0); len(rows) < n; id++ {
		game := rules.NewGame(rules.Start())
		if id%4 == 3 {
			game.Reset(ending)
		}
		first := len(rows)
		for game.Outcome() == (rules.Outcome{}) {
			rows = append(rows, searchedRow(rng, id, game))
			moves := game.Moves()
			game.Push(moves[rng.IntN(len(moves))])
		}
		for i := range rows[first:] {
			row := &rows[first+i]
			row.Outcome = game.Outcome().Result.For(row.Position.Turn())
			row.PliesLeft = len(rows) - first - i
		}
	}
	return rows[:n]
}

// sharedLogitRows returns n positions in which captures with the same origin and
// target differ in their victims. Games come to them too seldom, so these are
// scattered pieces with kings among them.
func sharedLogitRows(n int, seed uint64) []datasets.Row {
	rng := rand.New(rand.NewPCG(seed, 3))
	var rows []datasets.Row
	for len(rows) < n {
		var p rules.Pieces
		for s := rules.Square(6); s <= 45; s++ {
			switch rng.IntN(16) {
			case 0:
				p.WhiteKings |= s.Bit()
			case 1, 2, 3, 4:
				p.BlackMen |= s.Bit()
			}
		}
		position, err := rules.NewPosition(p, rules.White)
		if err != nil {
			continue
		}
		if rng.IntN(2) == 0 {
			position = position.Turned()
		}
		seen := make(map[rules.Move]bool)
		shared := false
		for _, m := range position.AppendMoves(nil) {
			pair := rules.Move{From: m.From, To: m.To}
			shared = shared || seen[pair]
			seen[pair] = true
		}
		if shared {
			rows = append(rows, searchedRow(rng, uint64(len(rows)), rules.NewGame(position)))
		}
	}
	return rows
}

func searchedRow(rng *rand.Rand, id uint64, game *rules.Game) datasets.Row {
	row := datasets.Row{GameID: id, Position: game.Position(), Draws: game.Draws()}
	row.Ply = game.Ply()
	for _, m := range game.Moves() {
		row.Candidates = append(row.Candidates, datasets.Candidate{Move: m, Visits: rng.Uint32N(100)})
	}
	row.Candidates[0].Visits++
	row.Win, row.Draw = rng.Float32()/2, rng.Float32()/2
	row.Loss = 1 - row.Win - row.Draw
	row.Weight = 0.25 + rng.Float32()
	return row
}

// batchOf returns a batch of the given size with the rows in it.
func batchOf(tb testing.TB, size int, rows []datasets.Row) *Batch {
	tb.Helper()
	b := NewBatch(size)
	for i := range rows {
		if err := b.Add(&rows[i], 0.5); err != nil {
			tb.Fatal(err)
		}
	}
	return b
}

// livelyNetwork returns a random network in which no tensor is zero and the
// heads have opinions.
func livelyNetwork(size net.Size, seed uint64) *net.Network {
	rng := rand.New(rand.NewPCG(seed, 2))
	n := net.Random(size, rng)
	for _, data := range [][]float32{n.InputBias, n.DenseBias, n.ValueBias, n.PolicyBias} {
		for i := range data {
			data[i] = float32(rng.NormFloat64() / 4)
		}
	}
	for _, data := range [][]float32{n.Value, n.Policy} {
		for i := range data {
			data[i] *= 5
		}
	}
	return n
}
