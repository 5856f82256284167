package rules

// PerftTable remembers the counts of positions that come up again by other
// orders of the moves. It is for one goroutine.
type PerftTable struct {
	buckets []perftBucket // a power of two
}

// perftBucket holds the deepest count seen and the latest.
type perftBucket [2]perftEntry

type perftEntry struct {
	key   uint64 // of position and depth
	count uint64 // leaves in the upper 56 bits, depth in the lower 8
}

// NewPerftTable returns a table of at most the given number of bytes, and of 64
// at the least.
func NewPerftTable(bytes int) *PerftTable {
	n := 2
	for n*2*32 <= bytes {
		n *= 2
	}
	return &PerftTable{make([]perftBucket, n)}
}

// Perft is [Perft] with the table's help. The count is wrong if two positions of
// a bucket share 64 more bits of their hashes, which for a billion look-ups has a
// chance of one in ten billion.
func (t *PerftTable) Perft(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	n, _ := t.perft(&p, depth, nil)
	return n
}

func (t *PerftTable) perft(p *Position, depth int, stack []Position) (uint64, []Position) {
	if depth <= 2 {
		return perft(p, depth, stack)
	}
	place, key := p.hash()
	key += uint64(depth) // so that a bucket may hold a position with several depths
	bucket := &t.buckets[place&uint64(len(t.buckets)-1)]
	for i := range bucket {
		if e := &bucket[i]; e.key == key && e.count&0xff == uint64(depth) {
			return e.count >> 8, stack
		}
	}
	base := len(stack)
	stack = p.appendSuccessors(stack)
	var n, leaves uint64
	for i, end := base, len(stack); i < end; i++ {
		leaves, stack = t.perft(&stack[i], depth-1, stack)
		n += leaves
	}
	e := perftEntry{key, n<<8 | uint64(depth)}
	if uint64(depth) >= bucket[0].count&0xff {
		bucket[1], bucket[0] = bucket[0], e
	} else {
		bucket[1] = e
	}
	return n, stack[:base]
}
