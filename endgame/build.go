package endgame

import (
	"context"
	"fmt"
	"sync/atomic"

	"drafthorse/parallel"
	"drafthorse/rules"
)

// Build computes the class c and its turned class and adds them to t, which
// must hold all classes that their captures and promotions lead to: build in
// the order of [Classes]. It keeps the given number of goroutines busy. While it
// works it needs five bytes for each number of the two classes.
func (t *Tables) Build(ctx context.Context, c Class, workers int) error {
	b := &builder{known: t, workers: workers}
	b.sides[0].space = newSpace(c)
	b.sides[1].space = newSpace(c.Turned())
	if err := b.run(ctx); err != nil {
		return fmt.Errorf("class %v: %w", c, err)
	}
	for _, s := range b.distinct() {
		values := make([]byte, len(s.states))
		for i, state := range s.states {
			values[i] = byte(state)
		}
		t.add(s.class, values)
	}
	return nil
}

// builder solves a class and its turned class together by retrograde analysis
// (Ströhlein 1970; Lake, Schaeffer and Lu, "Solving large retrograde analysis
// problems using a network of workstations", 1994).
//
// A first pass settles what does not depend on the two classes themselves:
// positions without a move, and those all of whose moves lead to other classes,
// among them all that have a capture. For the others it counts the moves that
// stay. Then the distances are gone through in order: the predecessors of a
// position lost in n plies are won in n+1 unless they win faster; the
// predecessors of a position won in n have one way out less, and those without
// any left are lost.
type builder struct {
	known   *Tables
	workers int
	sides   [2]side
	last    atomic.Uint32 // the largest value given so far
}

// side is one of the two classes.
type side struct {
	space
	states []uint32
}

// A state holds in its low half the position's Value, and in its high half how
// many moves stay in the two classes and are not known to lose, with two marks.
const (
	one      = 1 << 16 // move
	cantLose = 1 << 30 // a move that leaves the two classes holds the position
	settled  = 1 << 31 // no move stays in the two classes, or there is no position
)

func value(state uint32) Value { return Value(state) }

// part is how many numbers a job goes through.
const part = 1 << 16

// distinct returns the sides to work on: one where a class is its own turned
// class.
func (b *builder) distinct() []side {
	if b.sides[0].class == b.sides[1].class {
		return b.sides[:1]
	}
	return b.sides[:]
}

func (b *builder) run(ctx context.Context) error {
	for i := range b.distinct() {
		b.sides[i].states = make([]uint32, b.sides[i].size())
	}
	if len(b.distinct()) == 1 {
		b.sides[1] = b.sides[0]
	}
	if err := b.each(ctx, b.begin); err != nil {
		return err
	}
	for v := in(0); uint32(v) <= b.last.Load(); v++ {
		if v == in(maxPlies) {
			return fmt.Errorf("a win takes more than the %d plies that a table can hold", maxPlies)
		}
		err := b.each(ctx, func(side, from, to int) { b.spread(v, side, from, to) })
		if err != nil {
			return err
		}
	}
	return nil
}

// each calls do for all parts of both sides' numbers, on all workers.
func (b *builder) each(ctx context.Context, do func(side, from, to int)) error {
	for i, s := range b.distinct() {
		jobs := parallel.Numbers(0, (s.size()+part-1)/part)
		err := parallel.Ordered(ctx, b.workers, jobs, func() func(int) struct{} {
			return func(n int) struct{} {
				do(i, n*part, min((n+1)*part, s.size()))
				return struct{}{}
			}
		}, func(struct{}) error { return nil })
		if err != nil {
			return err
		}
	}
	return nil
}

// begin is the first pass.
func (b *builder) begin(side, from, to int) {
	s := &b.sides[side]
	for i := from; i < to; i++ {
		s.states[i] = settled
	}
	var moves []rules.Move
	for i, pieces := range s.between(from, to) {
		p := position(pieces)
		moves = p.AppendMoves(moves[:0])
		stay, left, any := b.leave(p, moves)
		var state uint32
		switch {
		case len(moves) == 0:
			state = settled | uint32(in(0))
		case stay == 0:
			state = settled | uint32(left)
		case any && left.Won():
			state = uint32(stay)*one | cantLose | uint32(left)
		case any && left == Drawn:
			state = uint32(stay)*one | cantLose
		default:
			state = uint32(stay) * one
		}
		s.states[i] = state
		b.given(value(state))
	}
}

// leave returns how many of the moves stay in the two classes, the best value
// that the others give, and whether there are others.
func (b *builder) leave(p rules.Position, moves []rules.Move) (stay int, best Value, any bool) {
	for _, m := range moves {
		if !m.IsCapture() && !(m.To <= 5 && p.Men(rules.White).Has(m.From)) {
			stay++
			continue
		}
		next := p.Play(m)
		v, ok := b.known.Probe(&next)
		if !ok {
			panic(fmt.Sprintf("BUG: %s leads to a class that is not held: %s", p.FEN(), next.FEN()))
		}
		if v = v.Before(); !any || v.Better(best) {
			best, any = v, true
		}
	}
	return stay, best, any
}

// given notes that a position has been given the value v.
func (b *builder) given(v Value) {
	for {
		last := b.last.Load()
		if uint32(v) <= last || b.last.CompareAndSwap(last, uint32(v)) {
			return
		}
	}
}

// spread tells the predecessors of a side's positions worth v.
func (b *builder) spread(v Value, side, from, to int) {
	s, before := &b.sides[side], &b.sides[side^1]
	for i := from; i < to; i++ {
		if value(atomic.LoadUint32(&s.states[i])) != v {
			continue
		}
		pieces := s.pieces(i)
		for n := range predecessors(&before.space, &pieces) {
			if v.Lost() {
				b.win(&before.states[n], v+1)
			} else {
				b.close(before, n, v+1)
			}
		}
	}
}

// win gives a position a win, unless it has a faster one.
func (b *builder) win(state *uint32, v Value) {
	for {
		old := atomic.LoadUint32(state)
		if now := value(old); old&settled != 0 || now != Drawn && now <= v {
			return
		}
		if atomic.CompareAndSwapUint32(state, old, old&^0xffff|uint32(v)) {
			b.given(v)
			return
		}
	}
}

// close takes away one of the moves of a position. If none is left the position
// is lost: worth v, unless a promotion holds out longer.
func (b *builder) close(s *side, n int, v Value) {
	state := &s.states[n]
	if atomic.LoadUint32(state)&settled != 0 {
		return
	}
	if atomic.AddUint32(state, ^uint32(one-1)) >= one {
		return
	}
	pieces := s.pieces(n)
	p := position(&pieces)
	var room [64]rules.Move
	if _, left, any := b.leave(p, p.AppendMoves(room[:0])); any && left > v {
		v = left
	}
	atomic.StoreUint32(state, uint32(v))
	b.given(v)
}
