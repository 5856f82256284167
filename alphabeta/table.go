package alphabeta

import (
	"sync/atomic"
)

// Table remembers what was found out about positions, as long as there is room
// (a transposition table: Greenblatt, Eastlake and Crocker, "The Greenblatt chess
// program", 1967). Several searches may use one at once: an entry that two
// threads have written halves of is taken for another position's (Hyatt and Mann,
// "A lock-less transposition-table implementation", 2002).
type Table struct {
	slots []slot
	age   uint8  // of the search under way; 6 bits
	era   uint32 // of what is remembered: an entry of another one is none; 24 bits
}

// slot holds the entries of the positions with one index. It has the size of a
// cache line.
type slot [4]struct{ check, entry atomic.Uint64 }

// NewTable returns a table of about the given number of mebibytes, 1 or more: the
// largest power of two of slots that fits.
func NewTable(mebibytes int) *Table {
	n := 1
	for 2*n*64 <= mebibytes<<20 {
		n *= 2
	}
	return &Table{slots: make([]slot, n)}
}

// Forget forgets everything: what follows finds the table as a new one.
func (t *Table) Forget() {
	t.age = 0
	if t.era++; t.era == 1<<24 {
		t.era = 0
		clear(t.slots)
	}
}

// grow makes what is there older: a new search begins.
func (t *Table) grow() { t.age = (t.age + 1) & 63 }

// bound says what an entry's score is.
type bound uint8

const (
	none  bound = iota
	upper       // no more than the score
	lower       // no less
	exact
)

// entry is what the table holds of a position.
type entry struct {
	score Score // from the node
	depth int   // that was searched; 0 to 255
	move  int   // index of the best among the position's moves, or noMove
	bound bound
}

const noMove = 255

func (e entry) pack(age uint8, era uint32) uint64 {
	return uint64(uint16(e.score)) | uint64(uint8(e.depth))<<16 | uint64(uint8(e.move))<<24 | uint64(e.bound)<<32 | uint64(age)<<34 | uint64(era)<<40
}

func unpack(x uint64) (e entry, age uint8) {
	return entry{Score(int16(x)), int(uint8(x >> 16)), int(uint8(x >> 24)), bound(x >> 32 & 3)}, uint8(x >> 34 & 63)
}

// holds reports whether x is an entry of the era.
func (t *Table) holds(x uint64) bool { return x != 0 && uint32(x>>40) == t.era }

func (t *Table) slot(key uint64) *slot { return &t.slots[key&uint64(len(t.slots)-1)] }

// find returns what is known of the position with the key; its bound is none
// where nothing is.
func (t *Table) find(key uint64) entry {
	s := t.slot(key)
	for i := range s {
		if x := s[i].entry.Load(); t.holds(x) && s[i].check.Load()^x == key {
			e, _ := unpack(x)
			return e
		}
	}
	return entry{move: noMove}
}

// keep remembers e, in the place of what is known of the same position or of the
// least deep of the slot's entries, older ones first.
func (t *Table) keep(key uint64, e entry) {
	s := t.slot(key)
	worst, place := 1<<30, 0
	for i := range s {
		x := s[i].entry.Load()
		have, age := unpack(x)
		if t.holds(x) && s[i].check.Load()^x == key {
			if e.move == noMove {
				e.move = have.move
			}
			place = i
			break
		}
		worth := have.depth - 8*int((t.age-age)&63)
		if !t.holds(x) {
			worth = -1 << 30
		}
		if worth < worst {
			worst, place = worth, i
		}
	}
	x := e.pack(t.age, t.era)
	s[place].entry.Store(x)
	s[place].check.Store(key ^ x)
}
