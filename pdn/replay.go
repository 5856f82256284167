package pdn

import (
	"fmt"
	"strings"

	"drafthorse/rules"
)

// Ply is a legal move and the position it was played in.
type Ply struct {
	Before rules.Position
	Move   rules.Move
}

// Start returns the position that the FEN tag gives, or else the start of the
// game. The error is an [*Error] with a [*rules.FENError] as its cause.
func (g *Game) Start() (rules.Position, error) {
	if g.tagIndex("FEN") < 0 {
		return rules.Start(), nil
	}
	// A value broken over two lines has a space at the break, perhaps within a
	// number.
	p, err := rules.ParseFEN(strings.Join(strings.Fields(g.Tag("FEN")), ""))
	if err != nil {
		return p, g.fault(g.Line, err)
	}
	return p, nil
}

// Replay plays the main line up to its first fault. Ply i of the answer is the
// move i+1 of the main line; the position after it is the next one's Before,
// save where a [Setup] stands between them. The error is an [*Error] that names
// the place and the reason; the plies before it are returned in any case.
func (g *Game) Replay() ([]Ply, error) {
	if name := g.Variant(); name != "" {
		e := g.fault(g.Line, ErrVariant)
		e.Problem, e.Want = "this is "+name, "international draughts (GameType 20)"
		return nil, e
	}
	p, err := g.Start()
	if err != nil {
		return nil, err
	}
	var plies []Ply
	line := g.Line
	for _, element := range g.Movetext {
		switch element := element.(type) {
		case Move:
			line = element.Line
			m, err := parseMove(p, element.Text)
			if err != nil {
				e := g.fault(line, err)
				e.Ply = len(plies) + 1
				if len(plies) == 0 && g.tagIndex("GameType") < 0 && g.tagIndex("FEN") < 0 {
					e.Want = "a move of 10x10 draughts; perhaps this is another variant, whose GameType is missing"
				}
				return plies, e
			}
			plies = append(plies, Ply{p, m})
			p = p.Play(m)
		case Setup:
			if p, err = setUp(p, element); err != nil {
				e := g.fault(line, err)
				e.Ply = len(plies) + 1
				return plies, e
			}
		}
	}
	return plies, nil
}

func parseMove(p rules.Position, text string) (rules.Move, error) {
	if text == "-" || text == "--" {
		return rules.Move{}, fmt.Errorf("the move is not known (%q stands in its place)", text)
	}
	return p.ParseMove(text)
}

// fault places err in g.
func (g *Game) fault(line int, err error) *Error {
	return &Error{File: g.File, Game: g.Number, Line: line, Problem: err.Error(), Err: err}
}

// setUp returns the position after s stands in the movetext of p.
func setUp(p rules.Position, s Setup) (rules.Position, error) {
	switch string(s) {
	case "W::":
		return rules.NewPosition(p.Pieces(), rules.White)
	case "B::":
		return rules.NewPosition(p.Pieces(), rules.Black)
	}
	return rules.ParseFEN(string(s))
}
