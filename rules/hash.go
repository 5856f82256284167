package rules

import "math/bits"

// Hash returns a 64-bit hash of the position, the same in every process. It is
// made from the whole position by two wide multiplications, which measures
// faster than keeping a key up to date from move to move would have to be: a
// capture changes many squares.
//
// It says nothing of the draw counters. A cache of what depends on them needs
// [DrawCounters.Key] too.
func (p Position) Hash() uint64 {
	hi, lo := p.hash()
	return hi ^ lo
}

// hash returns two halves of which each is a hash in its own right.
func (p *Position) hash() (uint64, uint64) {
	// The constants are digits of the golden ratio and of pi; bits above the 54 of
	// a board keep the factors from being zero.
	hi, lo := bits.Mul64(uint64(p.own)^0x9e3779b97f4a7c15, uint64(p.opponent)^0xf39cc0605cedc834)
	return bits.Mul64(hi^uint64(p.kings), lo^0x243f6a8885a308d3^uint64(p.turn))
}

// Key packs the counters into a number that differs wherever they do.
func (d DrawCounters) Key() uint32 {
	return uint32(d.Quiet) | uint32(uint8(d.Sixteen))<<8 | uint32(uint8(d.Five))<<16 | uint32(d.Repetitions)<<24
}
