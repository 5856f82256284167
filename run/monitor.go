package run

import (
	"fmt"

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
