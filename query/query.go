package query

import (
	"time"

	"drafthorse/rules"
)

// Query is a game and what is asked about it. Its moves are legal.
type Query struct {
	ID       string
	Start    rules.Position
	Moves    []rules.Move
	Turns    []Turn
	Limits   Limits
	MultiPV  int // how many moves get exact scores, for alpha-beta
	Priority int
}

// Turn is a position of the game to analyse.
type Turn struct {
	Ply  int          // moves played before
	Only []rules.Move // to look at; nil is all
}

// Limits end the search of each position, whichever comes first; a zero limits
// nothing. One at least is set.
type Limits struct {
	Search Search
	Visits int // of a tree search
	Depth  int // of alpha-beta, in plies
	Nodes  uint64
	Time   time.Duration
}

// Search is a kind of search, by its name in a query.
type Search string

const (
	MCTS      Search = "mcts"
	AlphaBeta Search = "alphabeta"
)

// MaxVisits is how many visits a query may ask for.
const MaxVisits = 1 << 22

// The other bounds of what a query may ask for.
const (
	maxMoves   = 10_000
	maxNodes   = 1_000_000_000_000
	maxDepth   = 100
	maxTime    = 24 * time.Hour
	maxMultiPV = 1_000
	maxID      = 256       // bytes
	maxUrgency = 1_000_000 // of Priority, either way
)

// defaultNodes limit an alpha-beta search whose query has no limit.
const defaultNodes = 100_000

// Action is a request that is no query.
type Action struct {
	ID     string
	Name   string
	Target string // the id of a query, for terminate
}

// The names of the actions.
const (
	terminate    = "terminate"
	terminateAll = "terminate_all"
	queryVersion = "query_version"
)
