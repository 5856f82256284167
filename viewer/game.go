package viewer

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"drafthorse/rules"
)

// Game is one game with what an analysis says about it. All its texts are plain
// and are shown as they are; what is empty is left out.
type Game struct {
	White  string `json:"white,omitempty"`
	Black  string `json:"black,omitempty"`
	Result string `json:"result,omitempty"`
	Event  string `json:"event,omitempty"`
	Site   string `json:"site,omitempty"`
	Date   string `json:"date,omitempty"`
	Round  string `json:"round,omitempty"`
	File   string `json:"file,omitempty"`   // that the record stands in
	Number int    `json:"record,omitempty"` // in that file, from 1
	Tags   []Tag  `json:"tags,omitempty"`   // the others, in the record's order

	Start   string `json:"start,omitempty"`   // FEN, as rules.Position.FEN writes it; "" is the start of the game
	Comment string `json:"comment,omitempty"` // the record's comment before the first move
	Note    string `json:"note,omitempty"`    // about the game as a whole, as that its record breaks off
	Plies   []Ply  `json:"plies,omitempty"`

	Figures [2]Figures `json:"figures"` // White's and Black's
}

// Tag is a name and a value of a record.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Ply is a move of the main line.
type Ply struct {
	Move
	Setup   string   `json:"setup,omitempty"`   // FEN of the position it is played in, where the record goes on from another one
	Marks   []string `json:"marks,omitempty"`   // as players write them: "?", "!?", "*", "+1", "a.l.", "="
	Reason  string   `json:"reason,omitempty"`  // of the marks, in a few words
	Comment string   `json:"comment,omitempty"` // the record's own
	Clock   string   `json:"clock,omitempty"`   // what the mover's clock showed then
	Before  Chances  `json:"before,omitzero"`
	After   Chances  `json:"after,omitzero"`
	Eval    string   `json:"eval,omitempty"`   // of the position after the move, in the analysis' own scale
	Proved  string   `json:"proved,omitempty"` // what is proved of that position, as "White wins"
	Best    string   `json:"best,omitempty"`   // text of the best move, perhaps of this one
	Better  []Move   `json:"better,omitempty"` // a line in place of this move
}

// Move is a move with its squares, 1 to 50, for drawing it. MoveOf makes it.
type Move struct {
	Text     string `json:"text"`
	Number   string `json:"number,omitempty"` // as it stands before the move: "12." of White's, "12…" of Black's; MoveOf does not know it
	From     int    `json:"from"`
	To       int    `json:"to"`
	Captured []int  `json:"captured,omitempty"`
	Landings []int  `json:"landings,omitempty"` // of a capture, in order, without From and To
}

// MoveOf returns the legal move m of p.
func MoveOf(p rules.Position, m rules.Move) Move {
	move := Move{Text: p.MoveText(m), From: int(m.From), To: int(m.To)}
	for s := range m.Captured.Squares() {
		move.Captured = append(move.Captured, int(s))
	}
	if m.IsCapture() {
		route := strings.Split(p.RouteText(m), "x")
		for _, text := range route[1 : len(route)-1] {
			square, err := strconv.Atoi(text)
			if err != nil {
				panic("BUG in rules.RouteText: " + err.Error())
			}
			move.Landings = append(move.Landings, square)
		}
	}
	return move
}

// Chances are the probabilities of the results as White sees them; they add up to
// 1. The zero value is unknown.
type Chances struct{ Win, Draw, Loss float64 }

// MarshalJSON writes thousandths: [312,500,188].
func (c Chances) MarshalJSON() ([]byte, error) {
	return json.Marshal([3]int{thousandths(c.Win), thousandths(c.Draw), thousandths(c.Loss)})
}

// Points are the expected points from 0 to 1 that a move gives away, a draw being a
// half. They are rounded once, here, to the two digits that a page shows.
type Points float64

// MarshalJSON writes two digits: 0.75.
func (p Points) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(p), 'f', 2, 64), nil
}

// Mean is a mean of Points, of which a page shows three digits.
type Mean float64

// MarshalJSON writes three digits: 0.012.
func (m Mean) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(m), 'f', 3, 64), nil
}

func thousandths(v float64) int { return int(math.Round(1000 * v)) }

// Figures are what an analysis says about a player, in one game or in all.
type Figures struct {
	Moves    int            `json:"moves"`    // with a choice; loss and accuracy are of these
	Forced   int            `json:"forced"`   // the only legal ones
	Loss     Mean           `json:"loss"`     // of a move
	Accuracy float64        `json:"accuracy"` // percent
	Marks    map[string]int `json:"marks,omitempty"`
	Clock    string         `json:"clock,omitempty"` // what the clocks say of time trouble
}

// check looks for what could not be shown.
func (g *Game) check() error {
	if err := checkFEN("start position", g.Start); err != nil {
		return err
	}
	for i := range g.Plies {
		if err := g.Plies[i].check(); err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	for color, f := range g.Figures {
		if err := f.check(); err != nil {
			return fmt.Errorf("figures of %v: %w", rules.Color(color), err)
		}
	}
	return nil
}

func (p *Ply) check() error {
	if err := checkFEN("setup", p.Setup); err != nil {
		return err
	}
	for _, c := range []Chances{p.Before, p.After} {
		if sum := c.Win + c.Draw + c.Loss; c != (Chances{}) && !(min(c.Win, c.Draw, c.Loss) >= 0 && math.Abs(sum-1) < 0.01) {
			return fmt.Errorf("chances of %v: want three that are not negative and add up to 1", c)
		}
	}
	for _, m := range append([]Move{p.Move}, p.Better...) {
		for _, s := range append(append([]int{m.From, m.To}, m.Captured...), m.Landings...) {
			if s < 1 || s > 50 {
				return fmt.Errorf("move %q has a square %d: want 1 to 50", m.Text, s)
			}
		}
	}
	return nil
}

func (f *Figures) check() error {
	if !(f.Loss >= 0 && f.Loss <= 1) {
		return fmt.Errorf("a mean loss of %v points: want 0 to 1", float64(f.Loss))
	}
	if !(f.Accuracy >= 0 && f.Accuracy <= 100) {
		return fmt.Errorf("an accuracy of %v: want 0 to 100 percent", f.Accuracy)
	}
	return nil
}

// checkFEN refuses what the page's script does not read.
func checkFEN(what, text string) error {
	if text == "" {
		return nil
	}
	p, err := rules.ParseFEN(text)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if p.FEN() != text {
		return fmt.Errorf("%s %q: want it written as %q", what, text, p.FEN())
	}
	return nil
}
