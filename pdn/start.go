package pdn

import (
	"strings"

	"drafthorse/rules"
)

// Start returns the position that the FEN tag gives, or else the start of the
// game. The error is an [*Error] with a [*rules.FENError] as its cause.
func (g *Game) Start() (rules.Position, error) {
	p, _, err := g.start()
	return p, err
}

func (g *Game) start() (p rules.Position, warning string, err error) {
	if g.tagIndex("FEN") < 0 {
		return rules.Start(), "", nil
	}
	if p, warning, err = parseFEN(g.Tag("FEN")); err != nil {
		return p, "", g.fault(g.Line, 0, err)
	}
	return p, warning, nil
}

// parseFEN reads the forms that package rules takes, and two more: a value
// broken over two lines has a space at the break, perhaps within a number; and
// the side to move may be given twice, as in W:W:W31-50:B1-20, which is warned
// of.
func parseFEN(text string) (p rules.Position, warning string, err error) {
	text = strings.Join(strings.Fields(text), "")
	if once, ok := sideOnce(text); ok {
		text, warning = once, "FEN "+shorten(text)+" gives the side to move twice: read as "+shorten(once)
	}
	if p, err = rules.ParseFEN(text); err != nil && hasGhosts(text) {
		err = ghostError{err}
	}
	return p, warning, err
}

// sideOnce drops the second of two sides to move, if the pieces of both sides
// follow.
func sideOnce(text string) (string, bool) {
	fields := strings.Split(text, ":")
	if len(fields) < 4 || len(fields[0]) != 1 || fields[0] != fields[1] {
		return "", false
	}
	white, black := strings.HasPrefix(fields[2], "W"), strings.HasPrefix(fields[3], "B")
	if !white || !black {
		white, black = strings.HasPrefix(fields[3], "W"), strings.HasPrefix(fields[2], "B")
	}
	return text[2:], white && black
}

// hasGhosts reports whether a FEN has men or kings that lidraughts marks as
// taken but not yet lifted from the board.
func hasGhosts(fen string) bool {
	for i := 1; i+1 < len(fen); i++ {
		if (fen[i] == 'G' || fen[i] == 'P') && isDigit(fen[i+1]) && strings.IndexByte(":,WB", fen[i-1]) >= 0 {
			return true
		}
	}
	return false
}

// ghostError explains a FENError.
type ghostError struct{ error }

func (e ghostError) Error() string {
	return e.error.Error() + "; it has ghost pieces (G and P), which are taken but not yet lifted: it stands in the middle of a capture, want a position between two moves"
}

func (e ghostError) Unwrap() error { return e.error }

// setUp returns the position after s stands in the movetext of p.
func setUp(p rules.Position, s Setup) (rules.Position, error) {
	switch string(s) {
	case "W::":
		return rules.NewPosition(p.Pieces(), rules.White)
	case "B::":
		return rules.NewPosition(p.Pieces(), rules.Black)
	}
	p, _, err := parseFEN(string(s))
	return p, err
}
