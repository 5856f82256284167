package pdn

import (
	"errors"
	"regexp"
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
// the side to move may be given twice, as in W:W:W31-50:B1-20. The warning says
// how a text was read that says it badly.
func parseFEN(text string) (p rules.Position, warning string, err error) {
	apart := strings.Join(strings.Fields(text), " ")
	if once, ok := sideOnce(apart); ok {
		apart, warning = once, "FEN "+shorten(text)+" gives the side to move twice: read as "+shorten(once)
	}
	joined := strings.ReplaceAll(apart, " ", "")
	text = joined
	p, err = rules.ParseFEN(joined)
	if meeting.MatchString(apart) {
		// The blank is a break in a number, or it stands for a comma.
		separate, fault := rules.ParseFEN(apart)
		switch {
		case fault == nil && err == nil && strings.Contains(apart, ","):
			warning = "FEN " + shorten(apart) + " has a blank between digits: read as " + shorten(joined)
		case fault == nil:
			text, p, err = apart, separate, nil
			warning = "FEN " + shorten(apart) + " has blanks between its squares: read as " + shorten(p.FEN())
		case err != nil && faults(fault) <= faults(err):
			err = fault
		}
	}
	if err != nil && hasGhosts(text) {
		err = ghostError{err}
	}
	return p, warning, err
}

// meeting matches a blank between two pieces, or within a number.
var meeting = regexp.MustCompile(`[0-9] [0-9Kk]`)

// faults returns how many faults an error of package rules names.
func faults(err error) int {
	if e, ok := errors.AsType[*rules.FENError](err); ok {
		return 1 + len(e.More)
	}
	return 0
}

// sideOnce drops the second of two sides to move, if the pieces of both sides
// follow.
func sideOnce(text string) (string, bool) {
	fields := strings.Split(text, ":")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	if len(fields) < 4 || len(fields[0]) != 1 || !strings.EqualFold(fields[0], fields[1]) {
		return "", false
	}
	begins := func(field, side string) bool { return strings.HasPrefix(strings.ToUpper(field), side) }
	ok := begins(fields[2], "W") && begins(fields[3], "B") || begins(fields[2], "B") && begins(fields[3], "W")
	return strings.Join(fields[1:], ":"), ok
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
func setUp(p rules.Position, s Setup) (next rules.Position, warning string, err error) {
	switch strings.ToUpper(string(s)) {
	case "W::":
		next, err = rules.NewPosition(p.Pieces(), rules.White)
	case "B::":
		next, err = rules.NewPosition(p.Pieces(), rules.Black)
	default:
		return parseFEN(string(s))
	}
	return next, "", err
}
