package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"drafthorse/run"
	"drafthorse/stats"
)

// once leaves of several matches of the same two players the longest: the
// shorter ones, which the monitor played, are its beginning.
func once(matches []run.MatchLine) []run.MatchLine {
	games := func(m run.MatchLine) int { return m.Score.Games() }
	most := map[[2]string]int{}
	for _, m := range matches {
		players := [2]string{m.First, m.Second}
		most[players] = max(most[players], games(m))
	}
	return slices.DeleteFunc(slices.Clone(matches), func(m run.MatchLine) bool {
		players := [2]string{m.First, m.Second}
		if games(m) < most[players] {
			return true
		}
		most[players] = games(m) + 1 // once is enough
		return false
	})
}

// strengthChart draws the matches by the number of the net that played them,
// with a curve for each opponent.
func strengthChart(matches []run.MatchLine) chart {
	c := chart{
		Title: "Strength",
		Note:  "Score in matches, a draw counting half. The bars are 95 % intervals.",
		X:     axis{Label: "net", whole: true},
		Y:     axis{Label: "% of the points", high: 100},
	}
	styles := []string{"one", "two", "three", "four", "five", "six"}
	at := map[string]int{}
	for _, m := range matches {
		g, ok := m.FirstNet()
		if !ok {
			continue
		}
		name := "against " + m.Second
		if other, ok := m.SecondNet(); ok && other > 0 {
			name = "against the net measured before"
		}
		k, known := at[name]
		if !known {
			k = len(c.Series)
			at[name] = k
			c.Series = append(c.Series, series{Name: name, Style: styles[k%len(styles)], Joined: true, Dots: true})
		}
		s := &c.Series[k]
		share, low, high := m.Sample().Share()
		s.points = append(s.points, point{
			x: float64(g), y: 100 * share, below: 100 * (share - low), above: 100 * (high - share), radius: 3.5,
			what: fmt.Sprintf("%s against %s, %d games: %s", m.First, m.Second, m.Games, m.Score),
		})
		c.X.high = max(c.X.high, float64(g)+0.5)
	}
	for k := range c.Series {
		const apart = 8 // so that bars of one net don't cover each other
		c.Series[k].shift = apart * (float64(k) - float64(len(c.Series)-1)/2)
	}
	return c
}

// eloChart draws how far the nets have come from the first one that was matched,
// by adding up the matches of each net against one before.
func eloChart(matches []run.MatchLine) chart {
	s := series{Name: "sum of the matches of a net against the one measured before", Style: "one", Joined: true, Dots: true}
	c := chart{
		Title: "Elo gained",
		X:     axis{Label: "net", whole: true},
		Y:     axis{Label: "Elo"},
	}
	links := chain(matches)
	if len(links) == 0 {
		return c
	}
	first, _ := links[0].SecondNet()
	c.Note = fmt.Sprintf("Each net against the one measured before it, added up from net %d on. "+
		"The bars are 95 %% intervals of the sums. Half a pair is added at either end of each match, "+
		"so that a match with all the points adds a finite number.", first)
	s.points = []point{{x: float64(first), radius: 3.5, what: links[0].Second}}
	var samples []stats.Sample
	for _, m := range links {
		g, _ := m.FirstNet()
		samples = append(samples, m.Sample())
		elo, low, high := stats.Gained(samples...)
		s.points = append(s.points, point{
			x: float64(g), y: elo, below: elo - low, above: high - elo, radius: 3.5,
			what: fmt.Sprintf("%s against %s, %d games: %s", m.First, m.Second, m.Games, m.Score),
		})
		c.X.high = float64(g) + 0.5
	}
	c.Series = []series{s}
	return c
}

// chain returns the longest row of matches of two nets in which each match's
// first net is the second of the next; of several, the one with the newest net.
func chain(matches []run.MatchLine) []run.MatchLine {
	first := func(m run.MatchLine) int { g, _ := m.FirstNet(); return g }
	var between []run.MatchLine
	for _, m := range matches {
		g, ok := m.FirstNet()
		_, low, high := m.Score.Elo()
		proves := !math.IsInf(low, -1) || !math.IsInf(high, 1)
		if other, known := m.SecondNet(); ok && known && other < g && proves {
			between = append(between, m)
		}
	}
	slices.SortStableFunc(between, func(a, b run.MatchLine) int { return cmp.Compare(first(a), first(b)) })
	rows := map[int][]run.MatchLine{} // the longest that ends with a net
	var longest []run.MatchLine
	for _, m := range between {
		g := first(m)
		other, _ := m.SecondNet()
		if row := rows[other]; len(row) >= len(rows[g]) {
			rows[g] = append(slices.Clip(row), m)
		}
		if len(rows[g]) >= len(longest) {
			longest = rows[g]
		}
	}
	return longest
}
