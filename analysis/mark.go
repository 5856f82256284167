package analysis

import "fmt"

// Mark is what is said of how good a move is.
type Mark uint8

// The marks, best first. The FMJD writes LooksBad ?! and LooksGood !?; see
// [Dialect].
const (
	NoMark     Mark = iota
	VeryGood        // very good: a good move that gives up material or looks bad
	Good            // good: every other move gives something away
	LooksBad        // looks bad, is good
	LooksGood       // looks good, is bad
	Inaccuracy      // gives a little away; the FMJD has no sign for it
	Bad             // gives something away
	VeryBad         // a blunder
)

// Marks are all marks, best first.
var Marks = []Mark{VeryGood, Good, LooksBad, LooksGood, Inaccuracy, Bad, VeryBad}

// IsError reports whether the mark says that the move gave something away.
func (m Mark) IsError() bool { return m >= LooksGood }

// Dialect is what the signs ?! and !? mean.
type Dialect uint8

const (
	// FMJD is Annex 1, article 9: ?! looks bad but is good, !? looks good but is
	// bad. A slight loss that does not look good has no sign.
	FMJD Dialect = iota
	// Chess is what chess and lidraughts mean: ?! is an inaccuracy, any slight
	// loss, and !? is interesting, which is said of what looks bad but is good.
	Chess
)

var dialects = [...]string{"fmjd", "chess"}

func (d Dialect) String() string { return dialects[d] }

// ParseDialect reads the name of a dialect.
func ParseDialect(name string) (Dialect, error) {
	for i, known := range dialects {
		if name == known {
			return Dialect(i), nil
		}
	}
	return 0, fmt.Errorf("dialect %q: want fmjd or chess", name)
}

// Sign returns the mark's sign behind a move, of ! and ? alone.
func (d Dialect) Sign(m Mark) string {
	switch {
	case m == LooksBad && d == Chess, m == LooksGood && d == FMJD:
		return "!?"
	case m == LooksBad && d == FMJD, m == LooksGood && d == Chess, m == Inaccuracy && d == Chess:
		return "?!"
	}
	return [...]string{VeryGood: "!!", Good: "!", Bad: "?", VeryBad: "??", LooksBad: "", LooksGood: "", Inaccuracy: ""}[m]
}
