package pdn

import (
	"strings"

	"drafthorse/rules"
)

// looksLike names the variant that an illegal move of a game speaks for, or
// returns "". Some programs write GameType 20 for games of all kinds, so it does
// not count.
func (r *replay) looksLike(text string) string {
	g := r.game
	from, to, _, ok := twoSquares(text)
	if !ok {
		return ""
	}
	if jumpsStraight(r.p, from, to) {
		return "Frisian draughts, where pieces also capture along rows and columns"
	}
	if r.ply() > 1 || g.tagIndex("FEN") >= 0 {
		return ""
	}
	switch highest := g.highestSquare(); {
	case highest > 50:
		return "Canadian draughts"
	case highest > 32:
		return ""
	case from >= 9 && from <= 12 && to >= 13 && to <= 16:
		return "English draughts"
	case from >= 21 && from <= 24 && to >= 17 && to <= 20:
		return "a game on 8x8 squares, such as Italian or Brazilian draughts"
	}
	return ""
}

// highestSquare returns the highest number in the moves of the main line.
func (g *Game) highestSquare() (highest int) {
	for m := range g.Moves() {
		for _, s := range strings.FieldsFunc(m.Text, func(r rune) bool { return r == '-' || r == 'x' }) {
			n := 0
			for i := 0; i < len(s) && i < 3 && isDigit(s[i]); i++ {
				n = n*10 + int(s[i]-'0')
			}
			highest = max(highest, n)
		}
	}
	return highest
}

// jumpsStraight reports whether an own piece jumps over one of the opponent's
// along a row or a column, where no diagonal capture is possible.
func jumpsStraight(p rules.Position, from, to rules.Square) bool {
	if from < 1 || from > 50 || to < 1 || to > 50 || !p.Side(p.Turn()).Has(from) || !p.Empty().Has(to) {
		return false
	}
	row, column := place(from)
	toRow, toColumn := place(to)
	if row != toRow && column != toColumn || abs(row-toRow)+abs(column-toColumn) != 4 {
		return false
	}
	middleRow, middleColumn := (row+toRow)/2, (column+toColumn)/2
	return p.Side(p.Turn().Opponent()).Has(rules.Square(middleRow*5 + middleColumn/2 + 1))
}

// place returns the row and column of a square, as White sees them from the top
// left.
func place(s rules.Square) (row, column int) {
	row = int(s-1) / 5
	return row, int(s-1)%5*2 + 1 - row%2
}

func abs(n int) int { return max(n, -n) }
