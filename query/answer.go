package query

import (
	"cmp"
	"math"
	"strings"
	"time"

	"drafthorse/mcts"
	"drafthorse/rules"
)

// Answer is what is said of one position of a query. All values are those of the
// side to move there.
type Answer struct {
	ID         string `json:"id"`
	Turn       int    `json:"turn"`
	FEN        string `json:"fen"`
	ToMove     string `json:"to_move"` // "white" or "black"
	Over       string `json:"over,omitempty"`
	Terminated bool   `json:"terminated,omitempty"`
	Net        string `json:"net"`
	Search     Search `json:"search"`
	Limits     Bounds `json:"limits"`
	Visits     *int   `json:"visits,omitempty"` // of a tree search
	Depth      int    `json:"depth,omitempty"`  // of alpha-beta
	Nodes      uint64 `json:"nodes,omitempty"`
	Root       Value  `json:"root"`
	Moves      []Move `json:"moves"` // best first
}

// Bounds are the limits that were in force.
type Bounds struct {
	Visits int    `json:"visits,omitempty"`
	Depth  int    `json:"depth,omitempty"`
	Nodes  uint64 `json:"nodes,omitempty"`
	Time   int64  `json:"time_ms,omitempty"`
}

func (l Limits) bounds() Bounds {
	return Bounds{l.Visits, l.Depth, l.Nodes, int64(l.Time / time.Millisecond)}
}

// Move is what is said of one move.
type Move struct {
	Text     string   `json:"move"`
	Route    string   `json:"route,omitempty"`    // with every landing square, where it has more
	Captured []int    `json:"captured,omitempty"` // squares, ascending
	Visits   *int     `json:"visits,omitempty"`   // of a tree search
	Prior    *float64 `json:"prior,omitempty"`
	Bound    string   `json:"bound,omitempty"` // of alpha-beta's score: exact or upper
	Value
	Line []string `json:"line,omitempty"` // which the search expects, the move itself first
}

// Value is what a move or a position is worth to the side to move.
type Value struct {
	Score *float64 `json:"score,omitempty"` // expected, 0 to 1: a win is 1, a draw a half
	*Chances
	Proof *Proof `json:"proof,omitempty"`
}

// Chances are the probabilities of the results. They add up to 1.
type Chances struct {
	Win  float64 `json:"win"`
	Draw float64 `json:"draw"`
	Loss float64 `json:"loss"`
}

// Proof is what is certain.
type Proof struct {
	Result string `json:"result"` // win, draw or loss
	Plies  *int   `json:"plies,omitempty"`
	By     string `json:"by"` // rules, tables or search

	points int
}

func newProof(points, plies int, by string) *Proof {
	p := &Proof{Result: [...]string{"loss", "draw", "win"}[points+1], By: by, points: points}
	if points != 0 {
		p.Plies = &plies
	}
	return p
}

// before returns p, which holds after a move, for the side that makes the move.
func (p *Proof) before() *Proof {
	plies := 0
	if p.Plies != nil {
		plies = *p.Plies + 1
	}
	return newProof(-p.points, plies, p.By)
}

// rank orders proofs as a player wants them: the shortest win first, then draws
// and what is not proven, then the longest loss. Nil is no proof.
func (p *Proof) rank() int {
	if p == nil || p.points == 0 {
		return 0
	}
	return p.points * (1<<20 - *p.Plies)
}

// certain returns the value that p proves.
func (p *Proof) certain() Value {
	v := evaluated(mcts.Proof{Known: true, Points: int8(p.points)}.Evaluation())
	v.Proof = p
	return v
}

// evaluated returns the value of an evaluation.
func evaluated(e mcts.Evaluation) Value {
	return Value{Score: rounded(float64(e.Score())), Chances: &Chances{*rounded(float64(e.Win)), *rounded(float64(e.Draw)), *rounded(float64(e.Loss))}}
}

// rounded returns a pointer to x with four digits behind the point.
func rounded(x float64) *float64 {
	x = math.Round(x*1e4) / 1e4
	return &x
}

// score returns the score, or -1 if there is none.
func (v Value) score() float64 {
	if v.Score == nil {
		return -1
	}
	return *v.Score
}

// better orders the moves of a tree search, the best first.
func better(a, b Move) int {
	return cmp.Or(
		cmp.Compare(b.Proof.rank(), a.Proof.rank()),
		cmp.Compare(*b.Visits, *a.Visits),
		cmp.Compare(b.score(), a.score()),
		cmp.Compare(*b.Prior, *a.Prior),
	)
}

// described returns the names of m, a move of p.
func described(p rules.Position, m rules.Move) Move {
	out := Move{Text: p.MoveText(m)}
	if m.IsCapture() {
		for s := range m.Captured.Squares() {
			out.Captured = append(out.Captured, int(s))
		}
		if route := p.RouteText(m); strings.Count(route, "x") > 1 {
			out.Route = route
		}
	}
	return out
}
