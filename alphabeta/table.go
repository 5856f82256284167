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
	now   atomic.Uint32 // a stamp
}

// stamp says when an entry was written. Its lower 6 bits are an age, the number of
// the search; the other 24 are an era: an entry of another one is forgotten.
type stamp uint32

const (
	ages = 1 << 6
	eras = 1 << 24
)

func (s stamp) age() uint32 { return uint32(s) % ages }

func (s stamp) era() uint32 { return uint32(s) / ages }

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
	t.turn(func(s stamp) stamp {
		era := (s.era() + 1) % eras
		if era == 0 { // what is left of it from the last time round
			for i := range t.slots {
				for k := range t.slots[i] {
					t.slots[i][k].entry.Store(0)
				}
			}
		}
		return stamp(era * ages)
	})
}

// grow makes what is there older: a new search begins.
func (t *Table) grow() {
	t.turn(func(s stamp) stamp { return s - stamp(s.age()) + stamp((s.age()+1)%ages) })
}

// turn replaces the stamp by the next one.
func (t *Table) turn(next func(stamp) stamp) {
	for {
		was := t.now.Load()
		if t.now.CompareAndSwap(was, uint32(next(stamp(was)))) {
			return
		}
	}
}

// stamp returns that of what is written now.
func (t *Table) stamp() stamp { return stamp(t.now.Load()) }

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

func (e entry) pack(s stamp) uint64 {
	return uint64(uint16(e.score)) | uint64(uint8(e.depth))<<16 | uint64(uint8(e.move))<<24 | uint64(e.bound)<<32 | uint64(s)<<34
}

func unpack(x uint64) (entry, stamp) {
	return entry{Score(int16(x)), int(uint8(x >> 16)), int(uint8(x >> 24)), bound(x >> 32 & 3)}, stamp(x >> 34)
}

// remembers reports whether x is an entry of the era of s.
func (s stamp) remembers(x uint64) bool { return x != 0 && stamp(x>>34).era() == s.era() }

func (t *Table) slot(key uint64) *slot { return &t.slots[key&uint64(len(t.slots)-1)] }

// find returns what is known of the position with the key; its bound is none
// where nothing is.
func (t *Table) find(key uint64) entry {
	s, now := t.slot(key), t.stamp()
	for i := range s {
		if x := s[i].entry.Load(); now.remembers(x) && s[i].check.Load()^x == key {
			e, _ := unpack(x)
			return e
		}
	}
	return entry{move: noMove}
}

// keep remembers e, in the place of what is known of the same position or of the
// least deep of the slot's entries, older ones first.
func (t *Table) keep(key uint64, e entry) {
	s, now := t.slot(key), t.stamp()
	worst, place := 1<<30, 0
	for i := range s {
		x := s[i].entry.Load()
		have, written := unpack(x)
		if now.remembers(x) && s[i].check.Load()^x == key {
			if e.move == noMove {
				e.move = have.move
			}
			place = i
			break
		}
		worth := have.depth - 8*int((now.age()-written.age())%ages)
		if !now.remembers(x) {
			worth = -1 << 30
		}
		if worth < worst {
			worst, place = worth, i
		}
	}
	x := e.pack(now)
	s[place].entry.Store(x)
	s[place].check.Store(key ^ x)
}
