package report

import (
	"fmt"

	"drafthorse/run"
)

// selfPlayCharts draw what the games of each net are like.
func selfPlayCharts(lines []run.GenerationLine) []chart {
	nets := axis{Label: "net that played", whole: true}
	if n := len(lines); n > 0 {
		nets.high = float64(lines[n-1].Net) + 0.5
	}
	curve := func(name, style string, of func(run.GenerationLine) float64) series {
		s := series{Name: name, Style: style, Joined: true, Dots: true}
		for _, l := range lines {
			if l.Games > 0 {
				s.points = append(s.points, point{
					x: float64(l.Net), y: of(l),
					what: fmt.Sprintf("net %d, %d games: %.4g", l.Net, l.Games, of(l)),
				})
			}
		}
		return s
	}
	share := axis{Label: "% of the games"}
	charts := []chart{
		{Title: "Results of self-play", Y: axis{Label: "% of the games", high: 100}, Series: []series{
			curve("White", "two", func(l run.GenerationLine) float64 { return 100 * l.WhiteWins }),
			curve("draws", "one", func(l run.GenerationLine) float64 { return 100 * l.Draws }),
			curve("Black", "floor", func(l run.GenerationLine) float64 { return 100 * l.BlackWins }),
		}},
		{Title: "How games end", Y: share, Series: []series{
			curve("adjudicated", "one", func(l run.GenerationLine) float64 { return 100 * l.Adjudicated }),
			curve("cut at the length cap", "two", func(l run.GenerationLine) float64 { return 100 * l.Capped }),
		}},
		{Title: "Mean length of a game", Y: axis{Label: "plies"}, Series: []series{
			curve("all games", "one", func(l run.GenerationLine) float64 { return l.MeanPlies }),
		}},
		{Title: "Games with a position of their own", Y: share, Series: []series{
			curve("at ply 10", "one", func(l run.GenerationLine) float64 { return 100 * l.Unique10 }),
			curve("at ply 20", "two", func(l run.GenerationLine) float64 { return 100 * l.Unique20 }),
		}},
	}
	for i := range charts {
		charts[i].X, charts[i].Small = nets, true
	}
	return charts
}
