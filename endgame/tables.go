package endgame

import (
	"fmt"

	"drafthorse/rules"
)

// MaxPieces is the largest number of pieces a class may have.
const MaxPieces = 5

// Tables holds the values of whole classes. The zero Tables holds none. Any
// number of goroutines may probe it as long as none adds to it.
type Tables struct {
	tables [MaxPieces + 1][MaxPieces + 1][MaxPieces + 1][MaxPieces + 1]*table
}

// table holds the values of a class by the positions' numbers.
type table struct {
	space
	values []byte // a Value each
}

func (t *Tables) slot(c Class) **table {
	return &t.tables[c.OwnMen][c.OwnKings][c.OpponentMen][c.OpponentKings]
}

func (t *Tables) add(c Class, values []byte) { *t.slot(c) = &table{newSpace(c), values} }

// Holds reports whether t holds the class c.
func (t *Tables) Holds(c Class) bool { return *t.slot(c) != nil }

// Probe returns the value of p and whether t holds its class. A side without
// pieces has lost.
func (t *Tables) Probe(p *rules.Position) (Value, bool) {
	if p.Count() > MaxPieces {
		return Drawn, false
	}
	q := *p
	if q.Turn() == rules.Black {
		q = q.Turned()
	}
	pieces := q.Pieces()
	c := classOf(&pieces)
	if c.OwnMen+c.OwnKings == 0 {
		return in(0), true
	}
	at := *t.slot(c)
	if at == nil {
		return Drawn, false
	}
	return Value(at.values[at.index(&pieces)]), true
}

// Prove returns what p is worth on the board, with the draw rules' counters at
// d: the points for the side to move (1 a win, 0 a draw, -1 a loss) and the
// plies to the end of a win or loss, under best play by both. It is certain
// where known is true, save for a position that has stood on the board twice
// and lies on the winner's way once more.
//
// A win that takes more plies than the count of a limited ending leaves is a
// draw: the other side can hold out until the count is full. One that takes no
// more is a win, for the count of a limited ending that is yet to begin never
// cuts a win short: none takes more than 32 plies with three pieces against a
// lone king, nor more than 10 with two. Where only the 25-move rule might come
// first nothing is known.
func (t *Tables) Prove(p *rules.Position, d rules.DrawCounters) (points, plies int, known bool) {
	v, ok := t.Probe(p)
	if !ok {
		return 0, 0, false
	}
	switch {
	case v == Drawn || !WithinLimits(v.Plies(), d):
		return 0, 0, true
	case v.Plies() > rules.QuietLimit-int(d.Quiet):
		return 0, 0, false
	case v.Won():
		return 1, v.Plies(), true
	}
	return -1, v.Plies(), true
}

// WithinLimits reports whether so many plies can be played before the count of
// a limited ending that has begun is full.
func WithinLimits(plies int, d rules.DrawCounters) bool {
	return (d.Sixteen == rules.NotCounting || plies <= rules.SixteenLimit-int(d.Sixteen)) &&
		(d.Five == rules.NotCounting || plies <= rules.FiveLimit-int(d.Five))
}

// Counts is how many positions of a class have which value.
type Counts struct {
	Positions, Won, Drawn, Lost int
	Longest                     int // win or loss, in plies
}

// Count counts the positions of a class that t holds.
func (t *Tables) Count(c Class) Counts {
	at := *t.slot(c)
	if at == nil {
		panic(fmt.Sprintf("BUG: class %v is not held", c))
	}
	var n Counts
	for i := range at.between(0, at.size()) {
		v := Value(at.values[i])
		n.Positions++
		switch {
		case v.Won():
			n.Won++
		case v.Lost():
			n.Lost++
		default:
			n.Drawn++
		}
		n.Longest = max(n.Longest, v.Plies())
	}
	return n
}
