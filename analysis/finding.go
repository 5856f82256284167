package analysis

import (
	"fmt"
	"strings"

	"drafthorse/alphabeta"
	"drafthorse/mcts"
	"drafthorse/rules"
)

// Schema is the version of the JSON of a [Finding].
const Schema = 1

// Limits say how far the searches of a position go, at first: where an error may
// have been made it is searched once more, for up to 16 times the visits and 8 times
// the nodes (or for twice as much, if that is more than 32,000 and 512,000). The zero of
// Depth limits nothing, that of Nodes means [NodesPerVisit] for each visit.
type Limits struct {
	Visits int    `json:"visits"`           // of the tree, 1 or more; every legal move gets at least a share of them
	Depth  int    `json:"depth,omitempty"`  // plies of alpha-beta
	Nodes  uint64 `json:"nodes,omitempty"`  // of alpha-beta, to within a thousand
	Millis int    `json:"millis,omitempty"` // that a clock gives each search; 0 is no clock
}

// MaxVisits is the most visits that a search can use. Where a clock limits the
// searches it stands for no limit.
const MaxVisits = mcts.MaxVisits

func (l Limits) String() string {
	var parts []string
	if l.Millis == 0 || l.Visits < MaxVisits {
		parts = append(parts, fmt.Sprintf("%d visits", l.Visits))
	}
	if l.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", l.Depth))
	}
	if l.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("%d nodes", l.Nodes))
	}
	if l.Millis > 0 {
		parts = append(parts, fmt.Sprintf("%d ms a search (not repeatable)", l.Millis))
	}
	return strings.Join(parts, ", ")
}

// NodesPerVisit is how many nodes alpha-beta makes for each visit of the tree
// unless told otherwise: with the exact scores of the move played that is some
// four times the work of the visit.
const NodesPerVisit = 32

// Key is all that a finding depends on. Findings of equal keys are equal, unless a
// clock has limited the searches.
type Key struct {
	Position rules.Position
	Draws    rules.DrawCounters
	History  uint64 // hash of the earlier positions that can still repeat, 0 if there are none
	Played   rules.Move
	Settings
}

// Settings are what the findings of a whole collection have in common.
type Settings struct {
	Net    string // identity of the net
	Tables string // of the endgame tables, see [endgame.Tables.ID]
	Limits Limits
}

// Key returns the key of what a finder with these settings finds in g's position,
// in which the legal move played was played.
func (s Settings) Key(g *rules.Game, played rules.Move) Key {
	return Key{g.Position(), g.Draws(), history(g), played, s}
}

func (s Settings) String() string {
	text := fmt.Sprintf("net %s, %s", s.Net, s.Limits)
	if s.Tables != builtIn {
		text += ", endgame tables " + s.Tables
	}
	return text
}

// builtIn is the identity of the endgame tables that are part of the program.
const builtIn = "4"

// Finding is what the searches of one position have found about its legal moves,
// with one of them, the move played, looked at as well as the best.
type Finding struct {
	Key
	Moves []Candidate // the legal moves, in the order of [rules.Position.AppendMoves]
	Best  int         // index of the tree's first choice
	// Confirmed is what alpha-beta says; nil where there is no choice.
	Confirmed *Confirmation
	After     After // of the position after the move played
}

// Candidate is what the tree has found of one legal move. Scores and evaluations
// are for the side that makes the move.
type Candidate struct {
	Move  rules.Move
	Prior float32 // the net's probability of it
	// Look is the expected score by the net after this move and the captures that
	// follow: a shallow look.
	Look       float32
	Visits     int
	Evaluation mcts.Evaluation // mean over the visits, or certain if it is proven
	Proof      mcts.Proof
	Line       []rules.Move // of the first choice and the move played: what the tree expects, this move first
}

// Confirmation is the verdict of alpha-beta on the same position.
type Confirmation struct {
	Depth int    // plies searched
	Nodes uint64 // in all
	// Moves are those with an exact score: the best two, best first, then, if they
	// are others, the tree's first choice and the move played.
	Moves []Confirmed
}

// Confirmed is a move with its exact score.
type Confirmed struct {
	Move  rules.Move
	Depth int // plies searched, less than the confirmation's if the limit came first
	Score alphabeta.Score
	Line  []rules.Move // expected, the move itself first
}

// After is what is certain of the position after the move played.
type After struct {
	// Outcome is how the game stands by the rules of the board.
	Outcome rules.Outcome
	// Table is what the endgame tables say, for the side that made the move.
	Table mcts.Proof
	// Rule is the limited ending, in moves, whose count makes a draw of what would
	// be a win on paper: 5, 16, or 0 if none does. Then Paper is that win or loss,
	// and so it is where a rule has made the draw that Outcome says.
	Rule  int
	Paper mcts.Proof
}

// PlayedIndex returns the index of the move played.
func (f *Finding) PlayedIndex() int {
	for i := range f.Moves {
		if f.Moves[i].Move == f.Played {
			return i
		}
	}
	panic("BUG: the move played is not legal")
}

// Forced reports whether there was no choice.
func (f *Finding) Forced() bool { return len(f.Moves) == 1 }

// confirmed returns alpha-beta's exact verdict on the move m, or nil.
func (f *Finding) confirmed(m rules.Move) *Confirmed {
	if f.Confirmed == nil {
		return nil
	}
	for i := range f.Confirmed.Moves {
		if c := &f.Confirmed.Moves[i]; c.Move == m {
			return c
		}
	}
	return nil
}
