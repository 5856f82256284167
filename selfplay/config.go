package selfplay

import (
	"fmt"

	"drafthorse/mcts"
)

// Config says how games are played.
type Config struct {
	Visits           int     `toml:"visits"`            // of a full search
	QuickVisits      int     `toml:"quick_visits"`      // of a quick search
	FullShare        float64 `toml:"full_share"`        // probability that a position is searched in full
	RandomPlies      int     `toml:"random_plies"`      // the most random plies at the start; even
	Temperature      float64 `toml:"temperature"`       // of the moves drawn by visits
	TemperaturePlies int     `toml:"temperature_plies"` // plies, the random ones included, after which the best move is played
	MaxPlies         int     `toml:"max_plies"`         // the length cap
}

// DefaultConfig returns the numbers in use.
func DefaultConfig() Config {
	return Config{
		Visits: 128, QuickVisits: 24, FullShare: 0.25,
		RandomPlies: 8, Temperature: 1, TemperaturePlies: 30,
		MaxPlies: 200,
	}
}

// Validate refuses numbers that no game can be played with.
func (c Config) Validate() error {
	switch {
	case c.Visits < 1 || c.Visits > mcts.MaxVisits:
		return fmt.Errorf("visits is %d: want 1 to %d", c.Visits, mcts.MaxVisits)
	case c.QuickVisits < 1 || c.QuickVisits > mcts.MaxVisits:
		return fmt.Errorf("quick_visits is %d: want 1 to %d", c.QuickVisits, mcts.MaxVisits)
	case !(c.FullShare > 0 && c.FullShare <= 1):
		return fmt.Errorf("full_share is %v: want more than 0 and at most 1", c.FullShare)
	case c.RandomPlies < 0 || c.RandomPlies > 40 || c.RandomPlies%2 != 0:
		return fmt.Errorf("random_plies is %d: want an even number from 0 to 40", c.RandomPlies)
	case !(c.Temperature >= 0 && c.Temperature <= 10):
		return fmt.Errorf("temperature is %v: want 0 to 10", c.Temperature)
	case c.TemperaturePlies < 0:
		return fmt.Errorf("temperature_plies is %d: want 0 or more", c.TemperaturePlies)
	case c.MaxPlies <= c.RandomPlies || c.MaxPlies > 65535:
		return fmt.Errorf("max_plies is %d: want more than random_plies, %d, and at most 65535", c.MaxPlies, c.RandomPlies)
	}
	return nil
}
