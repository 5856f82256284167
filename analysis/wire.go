package analysis

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drafthorse/alphabeta"
	"drafthorse/mcts"
	"drafthorse/rules"
)

// The JSON of a finding is one object on a line. Field names are stable: a change
// of their meaning makes a new [Schema].
//
//	schema     1
//	fen        the position
//	draws      quiet, sixteen, five (absent: not counting), repetitions
//	history    16 hexadecimal digits, absent without earlier positions
//	played     the move played, text as in "moves"
//	net        identity of the net
//	tables     identity of the endgame tables
//	limits     visits, depth, nodes, millis
//	best       text of the tree's first choice
//	moves      the legal moves: text, from, to, captured, prior, look, visits,
//	           win, draw, loss, proof, line
//	confirmed  depth, nodes, and moves: text, depth, score, proof, line
//	after      of the position after the move played: result and rule if the game
//	           is over; table, what the endgame tables prove; paper, a win or loss
//	           that the count of so many moves, limit, or the rule above makes a draw
//
// Probabilities and expected scores are from 0 to 1, alpha-beta's scores in parts
// of 10,000 from -10,000 to 10,000 (beyond that: proven), all for the side that
// makes the move. A proof is points (1, 0, -1) and plies.
type wire struct {
	wireKey
	Best      string         `json:"best"`
	Moves     []wireMove     `json:"moves"`
	Confirmed *wireConfirmed `json:"confirmed,omitempty"`
	After     wireAfter      `json:"after"`
}

// wireKey is what is in the JSON of a finding's [Key].
type wireKey struct {
	Schema  int       `json:"schema"`
	FEN     string    `json:"fen"`
	Draws   wireDraws `json:"draws"`
	History string    `json:"history,omitempty"`
	Played  string    `json:"played"`
	Net     string    `json:"net"`
	Tables  string    `json:"tables"`
	Limits  Limits    `json:"limits"`
}

type wireDraws struct {
	Quiet       uint8 `json:"quiet"`
	Sixteen     *int8 `json:"sixteen,omitempty"`
	Five        *int8 `json:"five,omitempty"`
	Repetitions uint8 `json:"repetitions"`
}

type wireProof struct {
	Points int8  `json:"points"`
	Plies  int16 `json:"plies"`
}

type wireMove struct {
	Text     string     `json:"text"`
	From     uint8      `json:"from"`
	To       uint8      `json:"to"`
	Captured []int      `json:"captured,omitempty"`
	Prior    float32    `json:"prior"`
	Look     float32    `json:"look"`
	Visits   int        `json:"visits"`
	Win      float32    `json:"win"`
	Draw     float32    `json:"draw"`
	Loss     float32    `json:"loss"`
	Proof    *wireProof `json:"proof,omitempty"`
	Line     string     `json:"line,omitempty"`
}

type wireConfirmed struct {
	Depth int             `json:"depth"`
	Nodes uint64          `json:"nodes"`
	Moves []wireExactMove `json:"moves"`
}

type wireExactMove struct {
	Text  string          `json:"text"`
	Depth int             `json:"depth"`
	Score alphabeta.Score `json:"score"`
	Line  string          `json:"line"`
}

type wireAfter struct {
	Result string     `json:"result,omitempty"`
	Rule   string     `json:"rule,omitempty"`
	Table  *wireProof `json:"table,omitempty"`
	Paper  *wireProof `json:"paper,omitempty"`
	Limit  int        `json:"limit,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (f Finding) MarshalJSON() ([]byte, error) {
	p := f.Position
	w := wire{
		wireKey: wireKey{
			Schema: Schema, FEN: p.FEN(), Played: p.MoveText(f.Played), Net: f.Net, Tables: f.Tables, Limits: f.Limits,
			Draws: wireDraws{f.Draws.Quiet, running(f.Draws.Sixteen), running(f.Draws.Five), f.Draws.Repetitions},
		},
		Best:  p.MoveText(f.Moves[f.Best].Move),
		After: wireAfter{Table: proofOut(f.After.Table), Paper: proofOut(f.After.Paper), Limit: f.After.Rule},
	}
	if o := f.After.Outcome; o.Result != rules.Undecided {
		w.After.Result, w.After.Rule = o.Result.String(), o.Rule.String()
	}
	if f.History != 0 {
		w.History = fmt.Sprintf("%016x", f.History)
	}
	for _, c := range f.Moves {
		m := wireMove{
			Text: p.MoveText(c.Move), From: uint8(c.Move.From), To: uint8(c.Move.To),
			Prior: c.Prior, Look: c.Look, Visits: c.Visits,
			Win: c.Evaluation.Win, Draw: c.Evaluation.Draw, Loss: c.Evaluation.Loss,
			Proof: proofOut(c.Proof), Line: lineOut(p, c.Line),
		}
		for s := range c.Move.Captured.Squares() {
			m.Captured = append(m.Captured, int(s))
		}
		w.Moves = append(w.Moves, m)
	}
	if c := f.Confirmed; c != nil {
		w.Confirmed = &wireConfirmed{Depth: c.Depth, Nodes: c.Nodes}
		for _, m := range c.Moves {
			w.Confirmed.Moves = append(w.Confirmed.Moves, wireExactMove{p.MoveText(m.Move), m.Depth, m.Score, lineOut(p, m.Line)})
		}
	}
	return json.Marshal(w)
}

// UnmarshalJSON implements [json.Unmarshaler]. It refuses what no Finder has
// written: another schema, an impossible position, a list of moves that are not
// the legal ones.
func (f *Finding) UnmarshalJSON(text []byte) error {
	var w wire
	if err := json.Unmarshal(text, &w); err != nil {
		return err
	}
	key, err := w.key()
	if err != nil {
		return err
	}
	p := key.Position
	r := wireReader{p: p}
	*f = Finding{Key: key}
	legal := p.AppendMoves(nil)
	if len(w.Moves) != len(legal) || len(legal) == 0 {
		return fmt.Errorf("finding of %s has %d moves: want the %d legal ones", w.FEN, len(w.Moves), len(legal))
	}
	for i, m := range w.Moves {
		if r.move(m.Text) != legal[i] && r.err == nil {
			return fmt.Errorf("finding of %s: move %d is %q: want %s", w.FEN, i+1, m.Text, p.MoveText(legal[i]))
		}
		f.Moves = append(f.Moves, Candidate{
			Move: legal[i], Prior: m.Prior, Look: m.Look, Visits: m.Visits,
			Evaluation: mcts.Evaluation{Win: m.Win, Draw: m.Draw, Loss: m.Loss},
			Proof:      proofIn(m.Proof), Line: r.line(m.Line),
		})
	}
	f.Best = slices.Index(legal, r.move(w.Best))
	if c := w.Confirmed; c != nil {
		f.Confirmed = &Confirmation{Depth: c.Depth, Nodes: c.Nodes}
		for _, m := range c.Moves {
			f.Confirmed.Moves = append(f.Confirmed.Moves, Confirmed{r.move(m.Text), m.Depth, m.Score, r.line(m.Line)})
		}
	}
	if (f.Confirmed == nil || len(f.Confirmed.Moves) == 0) != f.Forced() && r.err == nil {
		return fmt.Errorf("finding of %s: want a verdict of alpha-beta where there is a choice, and nowhere else", w.FEN)
	}
	f.After = After{Table: proofIn(w.After.Table), Rule: w.After.Limit, Paper: proofIn(w.After.Paper)}
	if w.After.Result != "" && r.err == nil {
		f.After.Outcome, r.err = outcomeIn(w.After)
	}
	return r.err
}

// ErrSchema is wrapped by the error of a finding of another version.
var ErrSchema = errors.New("of another schema")

// ParseKey reads the key in the JSON of a finding, and nothing else of it.
func ParseKey(text []byte) (Key, error) {
	var w wireKey
	if err := json.Unmarshal(text, &w); err != nil {
		return Key{}, err
	}
	return w.key()
}

func (w *wireKey) key() (Key, error) {
	if w.Schema != Schema {
		return Key{}, fmt.Errorf("finding %w, schema %d: want %d", ErrSchema, w.Schema, Schema)
	}
	p, err := rules.ParseFEN(w.FEN)
	if err != nil {
		return Key{}, err
	}
	r := wireReader{p: p}
	k := Key{Position: p, Played: r.move(w.Played), Settings: Settings{w.Net, w.Tables, w.Limits}}
	k.Draws = rules.DrawCounters{Quiet: w.Draws.Quiet, Sixteen: rules.NotCounting, Five: rules.NotCounting, Repetitions: w.Draws.Repetitions}
	if w.Draws.Sixteen != nil {
		k.Draws.Sixteen = *w.Draws.Sixteen
	}
	if w.Draws.Five != nil {
		k.Draws.Five = *w.Draws.Five
	}
	if w.History != "" {
		if k.History, err = strconv.ParseUint(w.History, 16, 64); err != nil {
			return Key{}, fmt.Errorf("history %q: want 16 hexadecimal digits", w.History)
		}
	}
	return k, r.err
}

func outcomeIn(w wireAfter) (rules.Outcome, error) {
	for result := rules.WhiteWins; result <= rules.Draw; result++ {
		for rule := rules.NoPieces; rule <= rules.FiveMoves; rule++ {
			if w.Result == result.String() && w.Rule == rule.String() {
				return rules.Outcome{Result: result, Rule: rule}, nil
			}
		}
	}
	return rules.Outcome{}, fmt.Errorf("result %q by rule %q: want one that ends a game, as draw by repetition", w.Result, w.Rule)
}

// running returns a counter, or nil if it does not count.
func running(n int8) *int8 {
	if n == rules.NotCounting {
		return nil
	}
	return &n
}

func proofOut(p mcts.Proof) *wireProof {
	if !p.Known {
		return nil
	}
	return &wireProof{p.Points, p.Plies}
}

func proofIn(p *wireProof) mcts.Proof {
	if p == nil {
		return mcts.Proof{}
	}
	return mcts.Proof{Known: true, Points: p.Points, Plies: p.Plies}
}

func lineOut(p rules.Position, line []rules.Move) string {
	texts := make([]string, len(line))
	for i, m := range line {
		texts[i] = p.MoveText(m)
		p = p.Play(m)
	}
	return strings.Join(texts, " ")
}

// wireReader reads texts of moves and keeps the first error.
type wireReader struct {
	p   rules.Position
	err error
}

func (r *wireReader) parse(p rules.Position, text string) rules.Move {
	m, err := p.ParseMove(text)
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("finding of %s: %w", r.p.FEN(), err)
	}
	return m
}

func (r *wireReader) move(text string) rules.Move { return r.parse(r.p, text) }

func (r *wireReader) line(text string) (line []rules.Move) {
	p := r.p
	for _, word := range strings.Fields(text) {
		m := r.parse(p, word)
		if r.err != nil {
			return nil
		}
		line, p = append(line, m), p.Play(m)
	}
	return line
}
