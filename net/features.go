package net

import "drafthorse/rules"

// FeaturesVersion numbers the meaning of the inputs and of the policy index. It
// is written into every weights file and must change with them.
const FeaturesVersion = 1

// The inputs, by number. The squares are those of the turned board.
const (
	ownMen        = 0   // + square-1
	ownKings      = 50  // + square-1
	opponentMen   = 100 // + square-1
	opponentKings = 150 // + square-1
	quietPlies    = 200 // + 0..3: from 10, 20, 30, 40 quiet plies on
	sixteenPlies  = 204 // + 0..3: the 16-move count runs; from 0, 8, 16, 24 plies on
	fivePlies     = 208 // + 0..2: the 5-move count runs; from 0, 4, 7 plies on
	repeated      = 211 // the position has stood before

	// Features is the number of inputs.
	Features = 212
	// MaxActive is the most inputs that can be active at once.
	MaxActive = 50 + 4
)

// Policies is the number of policy logits: one for each pair of squares, the
// same square twice included, for a king's capture may end where it began.
const Policies = 2500

// AppendFeatures appends the numbers of the active inputs to dst, at most
// [MaxActive] of them.
func AppendFeatures(dst []uint16, p *rules.Position, draws rules.DrawCounters) []uint16 {
	pieces := turnedPieces(p)
	dst = appendSquares(dst, ownMen, pieces.WhiteMen)
	dst = appendSquares(dst, ownKings, pieces.WhiteKings)
	dst = appendSquares(dst, opponentMen, pieces.BlackMen)
	dst = appendSquares(dst, opponentKings, pieces.BlackKings)
	return appendDraws(dst, draws)
}

// turnedPieces returns the board of p turned so that White is to move.
func turnedPieces(p *rules.Position) rules.Pieces {
	own, opponent := p.Turn(), p.Turn().Opponent()
	pieces := rules.Pieces{
		WhiteMen: p.Men(own), WhiteKings: p.Kings(own),
		BlackMen: p.Men(opponent), BlackKings: p.Kings(opponent),
	}
	if own == rules.Black {
		pieces.WhiteMen, pieces.WhiteKings = pieces.WhiteMen.Turned(), pieces.WhiteKings.Turned()
		pieces.BlackMen, pieces.BlackKings = pieces.BlackMen.Turned(), pieces.BlackKings.Turned()
	}
	return pieces
}

// appendDraws appends the active inputs of the draw rules.
func appendDraws(dst []uint16, draws rules.DrawCounters) []uint16 {
	if q := draws.Quiet; q >= 10 {
		dst = append(dst, quietPlies+uint16(min(q/10, 4)-1))
	}
	if n := draws.Sixteen; n != rules.NotCounting {
		dst = append(dst, sixteenPlies+uint16(min(n/8, 3)))
	}
	switch n := draws.Five; {
	case n >= 7:
		dst = append(dst, fivePlies+2)
	case n >= 4:
		dst = append(dst, fivePlies+1)
	case n != rules.NotCounting:
		dst = append(dst, fivePlies)
	}
	if draws.Repetitions > 0 {
		dst = append(dst, repeated)
	}
	return dst
}

func appendSquares(dst []uint16, base uint16, b rules.Bitboard) []uint16 {
	for ; b != 0; b &= b - 1 {
		dst = append(dst, base+uint16(b.First())-1)
	}
	return dst
}

// PolicyIndex returns the number of m's policy logit for the side to move, in
// [0, Policies).
func PolicyIndex(m rules.Move, turn rules.Color) int {
	from, to := m.From, m.To
	if turn == rules.Black {
		from, to = from.Turned(), to.Turned()
	}
	return int(from-1)*50 + int(to-1)
}
