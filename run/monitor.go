package run

import (
	"fmt"
	"slices"

	"drafthorse/match"
)

// Monitor says how a run's strength is measured while it learns. Visits and
// openings are those of its other matches.
type Monitor struct {
	Every  int   `toml:"every"`  // generations from one measurement to the next; 0 is never
	Games  int   `toml:"games"`  // of each match
	Depths []int `toml:"depths"` // of the reference player, ascending
}

// DefaultMonitor measures every fifth net.
func DefaultMonitor() Monitor { return Monitor{Every: 5, Games: 100, Depths: []int{1, 3, 5, 7}} }

// Validate refuses a monitor that cannot measure.
func (m Monitor) Validate() error {
	switch {
	case m.Every < 0:
		return fmt.Errorf("every is %d: want 0, which is never, or more", m.Every)
	case m.Games < 2 || m.Games%2 != 0:
		return fmt.Errorf("games is %d: want an even number, two for each opening", m.Games)
	}
	for i, d := range m.Depths {
		if d < 1 || d > match.MaxReferenceDepth || i > 0 && d <= m.Depths[i-1] {
			return fmt.Errorf("depths is %v: want ascending numbers from 1 to %d", m.Depths, match.MaxReferenceDepth)
		}
	}
	return nil
}

// Beyond these shares of the points a match says next to nothing more.
const (
	oneSided = 0.97 // a depth that the net before scored more against is not played again
	hopeless = 0.03 // depths beyond one that the net scores less against are not played
)

// progress is the question that a match of two nets of the run answers: has
// the newer one become stronger? It is asked for information; the match is
// played to its end.
var progress = match.Test{Elo0: 0, Elo1: 50}

// NextMeasurement returns the opponent of the match that the newest net is to
// play next for the monitor; ok is false where there is none. The opponents are
// the net that was measured before it, or net 0, and the reference player at
// ascending depths. What matches.jsonl holds is not played again, and those in
// without are left out.
func (r *Run) NextMeasurement(without ...Contestant) (opponent Contestant, ok bool, err error) {
	m, newest := r.Config.Monitor, r.Generation()
	if m.Every == 0 || newest == 0 || newest%m.Every != 0 {
		return Contestant{}, false, nil
	}
	lines, err := r.Matches()
	if err != nil {
		return Contestant{}, false, err
	}
	before := Contestant{Net: newest - m.Every}
	if _, done := r.matchLine(lines, Contestant{Net: newest}, before, m.Games); !done && !slices.Contains(without, before) {
		return before, true, nil
	}
	for _, d := range m.Depths {
		depth := Contestant{Depth: d}
		line, done := r.matchLine(lines, Contestant{Net: newest}, depth, m.Games)
		switch {
		case done && line.Share < hopeless:
			return Contestant{}, false, nil
		case !done && !tooEasy(lines, newest, depth):
			return depth, true, nil
		}
	}
	return Contestant{}, false, nil
}

// tooEasy reports whether an earlier net than the given one was one-sidedly
// better than c the last time.
func tooEasy(lines []MatchLine, net int, c Contestant) bool {
	for _, l := range slices.Backward(lines) {
		g, ok := l.FirstNet()
		if ok && g < net && l.Second == c.String() {
			return l.Share > oneSided
		}
	}
	return false
}

// FirstNet returns the generation of the first player; ok is false if that is no
// net of the run.
func (l MatchLine) FirstNet() (generation int, ok bool) { return netNumber(l.First) }

// SecondNet does the same for the second.
func (l MatchLine) SecondNet() (generation int, ok bool) { return netNumber(l.Second) }

func netNumber(name string) (int, bool) {
	var c Contestant
	_, err := fmt.Sscanf(name, "net %d", &c.Net)
	return c.Net, err == nil && c.String() == name
}
