package pdn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drafthorse/rules"
)

// A move number counts the moves and says which side makes the next one. The
// Writer makes the numbers again, so one that counts otherwise is reported; and a
// number that stands before no move is a word.

// wantPrint is what is right in place of numbers that count single moves in
// parentheses. Where Replay takes these into the main line the numbers are right.
const wantPrint = "numbers that do not count single moves in parentheses, or no parentheses"

// mostNumbers is how many wrong numbers of a game are named.
const mostNumbers = 10

// isMove reports whether a token of that kind is a move where it stands. Squares
// without a hyphen between them are a word among words; those with a full stop are
// a move only in a game that begins so.
func (b *builder) isMove(t token) bool {
	switch {
	case t.kind != tokMove:
		return false
	case t.dots && b.moves+b.depth() > 0 && !b.dotted:
		return false
	}
	return !t.joined || !b.inWords()
}

// addNumber puts a number in its place. One with dots waits for its move, though
// comments may come before that.
func (b *builder) addNumber(t token, next *token) {
	move := next.kind == tokMove && (!next.dots || b.isMove(*next))
	ends := next.kind == tokResult || next.kind == tokStar
	switch {
	case b.dark > 0:
	case !t.dots && b.inWords(),
		!t.dots && !move && !(ends && next.kind != tokStar && b.expects(t)),
		t.dots && !move && (next.kind == tokWord || next.kind == tokMove || next.kind == tokNumber && !next.dots):
		b.word(t)
	default:
		b.flush()
		if b.number == nil || b.number.text != t.text {
			b.dropNumber()
		}
		if ends && b.number == nil && b.expects(t) {
			return
		}
		b.held, b.heldAt = t, len(b.line)
		b.number = &b.held
	}
}

// numbers reports whether the number is n.
func (t *token) numbers(n int) bool {
	number, err := strconv.Atoi(t.text)
	return err == nil && number == n
}

// expects reports whether the number is that of the next move.
func (b *builder) expects(t token) bool {
	at := b.count.at.Number
	if !b.count.moved && (b.depth() == 0 || at == 0) {
		at = 1
	}
	return t.numbers(at)
}

// numberEarly sets the first number of a game whose main line has no moves, but its
// variations may.
func (b *builder) numberEarly() {
	if b.game.countMoves() > 0 {
		return
	}
	of := b.game.FirstMove // a score that looked like a move
	b.game.FirstMove = 0
	if b.early != nil {
		b.game.FirstMove = firstMove(b.early)
	}
	if of > 0 && of != b.game.FirstMove {
		b.miscount(&token{name: strconv.Itoa(of), line: b.game.Line})
	}
}

// firstMove returns the FirstMove of a game whose first number is number.
func firstMove(number *token) int {
	if n, err := strconv.Atoi(number.text); err == nil && n > 1 && len(number.text) <= maxNumber {
		return n
	}
	return 0
}

// checkNumber notes a number that is not that of the next move. Single moves in
// parentheses may be some of the main line, as books in Dutch print Black's.
func (b *builder) checkNumber(number *token) {
	switch {
	case number == nil || b.expects(*number) || b.isBlacks(number):
		return
	case b.depth() > 0:
	case b.mayBePrint() && number.numbers(b.count.at.plies(b.print+1).Number):
		b.print++
		b.inPrint++
	case b.print > 0 && number.numbers(b.count.at.plies(b.print).Number):
		b.inPrint++
	}
	b.miscount(number)
}

// miscount notes a wrong number.
func (b *builder) miscount(number *token) {
	if len(b.wrong) == 0 {
		b.wrongAt = number.line
	}
	if len(b.wrong) < mostNumbers {
		b.wrong = append(b.wrong, number.name)
	}
	b.miscounted++
}

// mayBePrint reports whether a variation of one move stands behind the last move.
func (b *builder) mayBePrint() bool {
	for i := len(b.line) - 1; i >= 0; i-- {
		switch e := b.line[i].(type) {
		case Variation:
			return holdsOneMove(e)
		case Move, Setup:
			return false
		}
	}
	return false
}

// isBlacks reports whether the number, of the second move of a variation, says that
// the first one, whose own number left it open, was Black's; and makes it so.
func (b *builder) isBlacks(number *token) bool {
	next := b.count.at.Next()
	if !b.unsure || b.count.moves != 1 || !number.numbers(next.Number) {
		return false
	}
	b.unsure = false
	i := Variation(b.line).first()
	m := b.line[i].(Move)
	m.Back--
	b.line[i] = m
	b.count.before, b.count.at = b.count.at, next
	return true
}

// dropNumber gives up the number that waits for a move, if there is one.
func (b *builder) dropNumber() {
	if b.number != nil {
		b.miscount(b.number)
		b.number = nil
	}
}

// reportNumbers reports the numbers that do not count the moves.
func (b *builder) reportNumbers() {
	if b.miscounted == 0 {
		return
	}
	text := "move numbers do not count the moves: " + strings.Join(b.wrong, " ")
	if more := b.miscounted - len(b.wrong); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	want := "the first move's number, and from there one more for each of White's"
	if b.inPrint == b.miscounted {
		want = wantPrint
	}
	b.problem(b.wrongAt, text, want)
	b.wrong, b.miscounted = nil, 0
}

// begin sets the number of the main line's first move.
func (b *builder) begin(number *token) {
	if number != nil {
		b.game.FirstMove = firstMove(number)
	}
	b.recount()
	for _, n := range []*token{number, b.early} {
		if n != nil && !n.numbers(b.count.at.Number) {
			b.miscount(n)
		}
	}
}

// beginEarly sets the number of the first move of a variation that no move of its
// line goes before. The main line's first number is not known yet.
func (b *builder) beginEarly(number *token) {
	first := b.game.firstNumber()
	if b.early == nil && number != nil {
		early := *number
		b.early = &early
	}
	if b.early != nil {
		first.Number = max(1, firstMove(b.early))
	}
	b.count = newCounter(first)
	for _, line := range b.lines {
		b.count.count(line)
	}
	b.count.count(b.line)
	b.checkNumber(number)
}

// recount counts the moves of the main line again, of which the last may have become
// the result.
func (b *builder) recount() {
	b.count = newCounter(b.game.firstNumber())
	b.count.count(b.line)
}

// beginVariation sets the number of a variation's first move, which says whose
// alternative it is, and returns that move's Back. Dots say that it is Black's.
func (b *builder) beginVariation(number *token, dotted bool) int {
	around := &b.counts[len(b.counts)-1]
	b.unsure = false
	if !slices.ContainsFunc(b.counts, func(c counter) bool { return c.moved }) {
		b.beginEarly(number)
		return 0
	}
	if number == nil {
		return 0
	}
	n, _ := strconv.Atoi(number.text) // of at most six digits
	first := MoveNumber{Number: n}
	if black := number.black || dotted; black {
		first = first.Next()
	}
	back, ok := around.back(first)
	if !ok {
		b.checkNumber(number)
		return 0
	}
	_, blacks := around.back(first.Next())
	b.unsure = first.Turn == rules.White && blacks
	b.count = newCounter(first)
	return back
}
