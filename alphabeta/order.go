package alphabeta

import (
	"drafthorse/net"
	"drafthorse/rules"
)

// order is what a search has learned about which moves are good.
type order struct {
	history [net.Policies]int32 // of quiet moves by their squares on the turned board: how much they have cut off
}

// enough is where the history is halved.
const enough = 1 << 24

// cut learns that the quiet last of the moves tried cut off, after those before it
// did not.
func (o *order) cut(tried []candidate, turn rules.Color, depth int) {
	last := len(tried) - 1
	gain := int32(depth * depth)
	o.learn(tried[last].move, turn, gain)
	for _, c := range tried[:last] {
		o.learn(c.move, turn, -gain)
	}
}

func (o *order) learn(m rules.Move, turn rules.Color, gain int32) {
	h := &o.history[net.PolicyIndex(m, turn)]
	if *h += gain; *h > enough || *h < -enough {
		for i := range o.history {
			o.history[i] /= 2
		}
	}
}

// grow makes what is known less sure: a new search begins.
func (o *order) grow() {
	for i := range o.history {
		o.history[i] /= 8
	}
}

// candidate is a move of a node.
type candidate struct {
	move  rules.Move
	index int   // among the position's moves
	rank  int32 // what it promises: the more, the earlier it is tried
}

// appendRanked appends the moves with what each promises; first is the index of
// the one that goes first, or noMove.
func (o *order) appendRanked(dst []candidate, moves []rules.Move, first int, turn rules.Color, off Technique) []candidate {
	for i, m := range moves {
		r := int32(0)
		if off&History == 0 {
			r = o.history[net.PolicyIndex(m, turn)]
		}
		if i == first {
			r = 2 * enough
		}
		dst = append(dst, candidate{m, i, r})
	}
	return dst
}

// promote brings the most promising of the candidates to the front. The others
// stay in order.
func promote(list []candidate) {
	best := 0
	for i := range list {
		if list[i].rank > list[best].rank {
			best = i
		}
	}
	c := list[best]
	copy(list[1:best+1], list[:best])
	list[0] = c
}
