package run

import (
	"fmt"
	"slices"

	"drafthorse/match"
)

// Player is a player in a match of a run: a net of the run with the match's
// visits, or the fixed reference player.
type Player struct {
	Net   int // generation, if Depth is 0
	Depth int // of the reference player
}

// String names c, as "net 2" or "reference depth 3".
func (c Player) String() string {
	if c.Depth > 0 {
		return fmt.Sprintf("reference depth %d", c.Depth)
	}
	return fmt.Sprintf("net %d", c.Net)
}

// MatchLine is a line of matches.jsonl.
type MatchLine struct {
	First    string `json:"first"`               // whose score it is
	Second   string `json:"second"`              // the opponent
	FirstID  string `json:"first_id,omitempty"`  // of a net: what net.Network.ID says
	SecondID string `json:"second_id,omitempty"` // of a net
	Visits   int    `json:"visits"`              // of each search of a net
	match.Result
	Test *match.Tested `json:"sprt,omitempty"` // of two nets
}

// FindMatch returns the line of a match, if it was played.
func FindMatch(lines []MatchLine, first, second Player, games, visits int) (MatchLine, bool) {
	i := slices.IndexFunc(lines, func(l MatchLine) bool {
		return l.First == first.String() && l.Second == second.String() && l.Score.Games() == games && l.Visits == visits
	})
	if i < 0 {
		return MatchLine{}, false
	}
	return lines[i], true
}

// FirstNet returns the generation of the first player; ok is false if that is no
// net of the run.
func (l MatchLine) FirstNet() (generation int, ok bool) { return netNumber(l.First) }

// SecondNet does the same for the second.
func (l MatchLine) SecondNet() (generation int, ok bool) { return netNumber(l.Second) }

func netNumber(name string) (int, bool) {
	var c Player
	_, err := fmt.Sscanf(name, "net %d", &c.Net)
	return c.Net, err == nil && c.String() == name
}
