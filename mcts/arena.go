package mcts

// arena holds things that are named by their index. It grows by chunks and moves
// nothing that it holds: a slice that grows instead leaves all its former selves to
// the garbage collector, which more than doubles the memory of a large tree.
type arena[T any] struct {
	chunks []*[chunkSize]T
	long   map[int32][]T // by the index of the first: what reaches over several chunks
	used   int32
}

const (
	chunkBits = 12
	chunkSize = 1 << chunkBits
)

func (a *arena[T]) clear() {
	a.used = 0
	clear(a.long)
}

// at returns what has that index.
func (a *arena[T]) at(i int32) *T { return &a.chunks[i>>chunkBits][i&(chunkSize-1)] }

// run returns n things, made by one call of place, from first on.
func (a *arena[T]) run(first, n int32) []T {
	from := first & (chunkSize - 1)
	if from+n > chunkSize {
		return a.long[first]
	}
	return a.chunks[first>>chunkBits][from : from+n]
}

// place makes room for n things, at least one, side by side, and returns the index
// of the first. What they hold is left from an earlier use.
func (a *arena[T]) place(n int32) int32 {
	first := a.used
	if first&(chunkSize-1)+n > chunkSize || int(first>>chunkBits) == len(a.chunks) {
		first = a.turn(n)
	}
	a.used = first + n
	return first
}

// turn returns the first index of the next chunk, which it makes unless it is there,
// and as many behind it as n things need.
func (a *arena[T]) turn(n int32) int32 {
	c := int(a.used+chunkSize-1) >> chunkBits
	first := int32(c) << chunkBits
	switch {
	case n > chunkSize: // of moves there may be so many where there are many kings
		a.chunks = a.chunks[:c]
		all := make([]T, (n+chunkSize-1)&^(chunkSize-1))
		for rest := all; len(rest) > 0; rest = rest[chunkSize:] {
			a.chunks = append(a.chunks, (*[chunkSize]T)(rest))
		}
		if a.long == nil {
			a.long = map[int32][]T{}
		}
		a.long[first] = all[:n]
	case c == len(a.chunks):
		a.chunks = append(a.chunks, new([chunkSize]T))
	}
	return first
}
