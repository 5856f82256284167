package analysis

import (
	"encoding/json"
	"fmt"
	"strings"

	"drafthorse/rules"
)

// SolutionKey is all that a [Solution] depends on.
type SolutionKey struct {
	Position rules.Position
	Net      string // identity of the net
	Tables   string // of the endgame tables
	Nodes    uint64 // of the solver
}

// Solution is what a [Solver] says of a position: the puzzle that it is, or why it
// is none.
type Solution struct {
	SolutionKey
	Puzzle *Puzzle // nil if it is none
	None   string  // why; "" if it is one
}

// The JSON of a solution is one object on a line, of the same [Schema] as findings:
//
//	schema          1
//	puzzle          FEN of the position
//	net             identity of the net
//	tables          identity of the endgame tables
//	nodes           of the solver
//	none            why the position is no puzzle; the rest is absent then
//	line            the solution's moves
//	also            what would do as well as its last move, absent if nothing would
//	given           pieces that the solver is down on the way
//	gain, kings     pieces and kings more than at first
//	wins            the game is won
//	score, next     expected scores, from 0 to 1
type wireSolution struct {
	wireSolutionKey
	None  string   `json:"none,omitempty"`
	Line  string   `json:"line,omitempty"`
	Also  []string `json:"also,omitempty"`
	Given int      `json:"given,omitempty"`
	Gain  int      `json:"gain,omitempty"`
	Kings int      `json:"kings,omitempty"`
	Wins  bool     `json:"wins,omitempty"`
	Score float32  `json:"score,omitempty"`
	Next  float32  `json:"next,omitempty"`
}

type wireSolutionKey struct {
	Schema int    `json:"schema"`
	FEN    string `json:"puzzle"`
	Net    string `json:"net"`
	Tables string `json:"tables"`
	Nodes  uint64 `json:"nodes"`
}

// MarshalJSON implements [json.Marshaler].
func (s Solution) MarshalJSON() ([]byte, error) {
	w := wireSolution{wireSolutionKey: wireSolutionKey{Schema, s.Position.FEN(), s.Net, s.Tables, s.Nodes}, None: s.None}
	if z := s.Puzzle; z != nil {
		w.Line, w.Given, w.Gain, w.Kings, w.Wins, w.Score, w.Next = lineOut(s.Position, z.Line), z.Given, z.Gain, z.Kings, z.Wins, z.Score, z.Next
		last := z.beforeLast()
		for _, m := range z.Also {
			w.Also = append(w.Also, last.MoveText(m))
		}
	}
	return json.Marshal(w)
}

// UnmarshalJSON implements [json.Unmarshaler]. It refuses what no Solver has
// written: another schema, an impossible position, an illegal move, neither a
// line nor a reason.
func (s *Solution) UnmarshalJSON(text []byte) error {
	var w wireSolution
	if err := json.Unmarshal(text, &w); err != nil {
		return err
	}
	key, err := w.key()
	if err != nil {
		return err
	}
	*s = Solution{SolutionKey: key, None: w.None}
	if (w.None == "") == (strings.TrimSpace(w.Line) == "") {
		return fmt.Errorf("solution of %s: want either a line or why there is none", w.FEN)
	}
	if w.None != "" {
		return nil
	}
	r := wireReader{p: key.Position}
	z := &Puzzle{Position: key.Position, Line: r.line(w.Line), Given: w.Given, Gain: w.Gain, Kings: w.Kings, Wins: w.Wins, Score: w.Score, Next: w.Next}
	if r.err == nil {
		last := z.beforeLast()
		for _, text := range w.Also {
			z.Also = append(z.Also, r.parse(last, text))
		}
	}
	s.Puzzle = z
	return r.err
}

// ParseSolutionKey reads the key in the JSON of a solution, and nothing else of it.
func ParseSolutionKey(text []byte) (SolutionKey, error) {
	var w wireSolutionKey
	if err := json.Unmarshal(text, &w); err != nil {
		return SolutionKey{}, err
	}
	return w.key()
}

func (w *wireSolutionKey) key() (SolutionKey, error) {
	if w.Schema != Schema {
		return SolutionKey{}, fmt.Errorf("solution %w, schema %d: want %d", ErrSchema, w.Schema, Schema)
	}
	p, err := rules.ParseFEN(w.FEN)
	return SolutionKey{p, w.Net, w.Tables, w.Nodes}, err
}

// beforeLast returns the position before the last move of the solution.
func (z *Puzzle) beforeLast() rules.Position {
	p := z.Position
	for _, m := range z.Line[:len(z.Line)-1] {
		p = p.Play(m)
	}
	return p
}
