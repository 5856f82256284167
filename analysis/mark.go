package analysis

// Mark is the sign written behind a move.
type Mark string

const (
	NoMark    Mark = ""
	VeryGood  Mark = "!!" // very good, and hard to find
	Good      Mark = "!"  // good: every other move gives something away
	LooksBad  Mark = "?!" // looks bad, is good
	LooksGood Mark = "!?" // looks good, is bad
	Bad       Mark = "?"  // bad
	VeryBad   Mark = "??" // a blunder
	Only      Mark = "*"  // every other move loses
)

// Marks are all marks, best first.
var Marks = []Mark{VeryGood, Good, LooksBad, Only, LooksGood, Bad, VeryBad}

// IsError reports whether the mark says that the move gave something away.
func (m Mark) IsError() bool { return m == VeryBad || m == Bad || m == LooksGood }

// The thresholds of the marks, in points of expected score from 0 to 1 and, for
// the first look, in probability of the network's policy.
const (
	blunderLoss = 0.20 // ??
	badLoss     = 0.10 // ?
	slightLoss  = 0.05 // !? if the move looks good
	noLoss      = 0.02 // a move that loses no more is as good as the best

	goodGap = 0.10 // by which every other move must be worse than a good one
	evenGap = 0.05 // ... and than one that only looked bad

	unlikely     = 0.10 // below it a good move is hard to find
	veryUnlikely = 0.04 // below it a move looks bad

	lostScore    = 0.05 // every other move at or below it loses
	savedScore   = 0.25 // ... while a move at or above it does not
	decidedScore = 0.90 // no praise where the second-best move scores this much, or
	// where the best is below savedScore: the game is decided
)

// look is what the search of a position with a choice says about the move that
// was played.
type look struct {
	recapture bool    // it takes back the piece that has just captured
	best      bool    // it is the search's first choice
	top       bool    // the policy likes it best
	prior     float32 // the policy's probability of it
	score     float32 // its expected score
	loss      float32 // against the best move; 0 for the first choice
	others    float32 // expected score of the best of the other moves
}

// mark applies the thresholds.
func (l look) mark() Mark {
	switch {
	case l.loss >= blunderLoss:
		return VeryBad
	case l.loss >= badLoss:
		return Bad
	case l.loss >= slightLoss && l.top:
		return LooksGood
	case l.loss > noLoss:
		return NoMark
	case l.others <= lostScore && l.score >= savedScore:
		return Only
	case !l.best || l.recapture || l.others >= decidedScore || l.score < savedScore:
		return NoMark
	case l.score-l.others >= goodGap && l.prior < unlikely:
		return VeryGood
	case l.score-l.others >= goodGap:
		return Good
	case l.score-l.others >= evenGap && l.prior < veryUnlikely:
		return LooksBad
	}
	return NoMark
}
