package selfplay

import (
	"math"
	"math/rand/v2"

	"drafthorse/alphabeta"
	"drafthorse/datasets"
	"drafthorse/rules"
)

const (
	exactMoves = 4    // whose scores an alpha-beta search finds out
	scoreScale = 0.1  // by how many points less a move is worth to be e times rarer
	scoreParts = 1000 // that a row's visits divide a choice into
)

// alphaBeta chooses a move by an alpha-beta search and adds what it found to the
// record.
func (pl *player) alphaBeta(g *rules.Game, rng *rand.Rand, record *datasets.Game) rules.Move {
	found := pl.alphabeta.Search(g, alphabeta.Limits{Depth: pl.config.AlphaBetaDepth, Exact: exactMoves})
	row := searched(g, found)
	record.Searches = append(record.Searches, row)
	if g.Ply() >= pl.config.TemperaturePlies || pl.config.Temperature == 0 {
		return found.Moves[0].Move
	}
	total := 0.
	for _, c := range row.Candidates {
		total += math.Pow(float64(c.Visits), 1/pl.config.Temperature)
	}
	at := rng.Float64() * total
	for _, c := range row.Candidates {
		if at -= math.Pow(float64(c.Visits), 1/pl.config.Temperature); at < 0 {
			return c.Move
		}
	}
	return found.Moves[0].Move
}

// searched writes down an alpha-beta search of g's position. Its visits are parts
// of 1000 which moves get by their scores, those without an exact one none.
func searched(g *rules.Game, found alphabeta.Result) datasets.Search {
	best := found.Moves[0]
	s := datasets.Search{
		Ply:        g.Ply(),
		Candidates: make([]datasets.Candidate, len(g.Moves())),
		Win:        best.Evaluation.Win, Draw: best.Evaluation.Draw, Loss: best.Evaluation.Loss,
		Weight: 1,
	}
	parts := make(map[rules.Move]float64, len(found.Moves))
	scores := make(map[rules.Move]float32, len(found.Moves))
	total := 0.
	for _, m := range found.Moves {
		scores[m.Move] = float32(m.Score.Points())
		if m.Exact {
			parts[m.Move] = math.Exp((m.Score.Points() - best.Score.Points()) / scoreScale)
			total += parts[m.Move]
		}
	}
	for i, m := range g.Moves() {
		s.Candidates[i] = datasets.Candidate{
			Move: m, Visits: uint32(math.Round(scoreParts * parts[m] / total)), Q: scores[m],
		}
	}
	return s
}
