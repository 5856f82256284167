package pdn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The bounds of one game.
const (
	maxGame     = 16 << 20 // bytes, with elementCost for each element
	elementCost = 64
	maxTags     = 1000
	maxDepth    = 1000 // of variations
	maxProblems = 100
)

// builder puts the tokens of one game together.
type builder struct {
	game   *Game
	lines  [][]Element // around the one at hand, the main line first
	line   []Element   // the main line, or the innermost open variation
	dark   int         // open variations that are too deep to keep
	played bool        // there is more than tags and comments
	cost   int
	full   bool

	count      counter   // of the line at hand
	counts     []counter // of the lines around it
	number     *token    // the move number that waits for its move, or nil
	held       token     // what number points to
	heldAt     int       // elements of the line before it
	apart      *token    // the right number of the main line's last move, if more than blanks stand between
	first      string    // the text of the main line's first move
	early      *token    // the first number, if a variation before the main line has it
	moves      int       // of the main line
	dotted     bool      // the first move has a full stop between its squares
	unsure     bool      // the variation's first move has a number that may be either side's
	wrong      []string  // the first move numbers that do not count the moves
	wrongAt    int       // the line of the first
	miscounted int       // how many they are
	print      int       // single moves in parentheses that the numbers count
	inPrint    int       // of these, those that count a single move in parentheses

	end    int64 // the offset behind the last token
	broken bool  // bytes were read that are no UTF-8
	multi  bool  // bytes were read that are neither ASCII nor of broken texts
	mixed  bool  // a text is UTF-8 in part

	stray     []string // words not yet made a comment, or outside of a game
	strayLine int
	strayEnd  int // the line of the last one
	straySize int
	unnamed   int // words outside for which a message has no room
}

// problem notes what is wrong with the game.
func (b *builder) problem(line int, problem, want string) { b.game.warn(line, 0, problem, want) }

// take notes what a token of the game says of its bytes.
func (b *builder) take(t token) {
	b.faults(t)
	b.end = t.end
	b.broken = b.broken || t.broken
	b.multi = b.multi || t.multi
	b.mixed = b.mixed || t.mixed
}

func (b *builder) faults(t token) {
	for _, f := range t.faults {
		b.problem(f.line, f.problem, f.want)
	}
}

// mostOutside is how much of a text outside of a game is named, in bytes.
const mostOutside = 1000

// outside notes a word that stands in no game.
func (b *builder) outside(t token) {
	b.faults(t)
	if b.stray != nil && b.straySize+len(t.word()) > mostOutside {
		b.unnamed++
		return
	}
	b.gather(t)
}

func (b *builder) flushOutside() {
	if len(b.stray) > 0 {
		text := fmt.Sprintf("text outside of a game is left out: %q", understood(cutTo(strings.Join(b.stray, " "), mostOutside)))
		if b.unnamed > 0 {
			text += fmt.Sprintf(" and %d words more", b.unnamed)
		}
		b.problem(b.strayLine, text, "it in {braces}")
	}
	b.stray, b.straySize, b.unnamed = nil, 0, 0
}

// strays reports whether the last word that stands in no game is on that line.
func (b *builder) strays(line int) bool { return len(b.stray) > 0 && b.strayEnd == line }

func (b *builder) word(t token) {
	if t.word() == "" || !b.afford(len(t.word())) {
		return
	}
	if b.straySize+len(t.word())+1 > maxToken {
		b.flush()
	}
	b.gather(t)
}

func (b *builder) gather(t token) {
	text := t.word()
	if text == "" {
		return
	}
	if len(b.stray) == 0 {
		b.strayLine = t.line
	}
	b.stray = append(b.stray, text)
	b.strayEnd = t.line
	b.straySize += len(text) + 1
}

// inWords reports whether words have gathered, the last of them no print sign.
func (b *builder) inWords() bool {
	return len(b.stray) > 0 && !isSign(b.stray[len(b.stray)-1])
}

// flush makes a comment of the words that have gathered, unless they are print
// signs.
func (b *builder) flush() {
	words := b.stray
	b.stray, b.straySize = nil, 0
	for len(words) > 0 {
		n := slices.IndexFunc(words, isSign)
		switch {
		case n < 0:
			n = len(words)
			fallthrough
		case n > 0:
			text := strings.Join(words[:n], " ")
			b.problem(b.strayLine, fmt.Sprintf("no notation, kept as a comment: %q", shorten(text)), "a move, or text in {braces}")
			b.element(Comment(withoutBrace(text)))
			words = words[n:]
		default:
			if nag, ok := signs[words[0]]; ok {
				b.element(nag)
			} else {
				b.element(Comment(words[0]))
			}
			words = words[1:]
		}
	}
}

// afford books n bytes and one element and reports whether the game may still
// hold them.
func (b *builder) afford(n int) bool {
	if b.full {
		return false
	}
	if b.cost += n + elementCost; b.cost > maxGame {
		b.full = true
		b.problem(b.game.Line, "the game is larger than 16 MiB: its end is left out", "a smaller game")
		return false
	}
	return true
}

// add puts t in its place; next is the token behind it. Four digits between words,
// as a year, are a word, and so is a time, as 1.59, between moves with hyphens, and
// what looks like a tag among the moves.
func (b *builder) add(t token, next *token) {
	if t.odd && b.played {
		t = token{kind: tokWord, text: "[" + t.name + " " + quote(t.text) + "]", line: t.line}
	}
	switch {
	case t.kind == tokWord, t.kind == tokScore, t.kind == tokMove && !b.isMove(t):
		b.word(t)
		return
	case t.kind == tokNumber:
		b.addNumber(t, next)
		return
	}
	b.flush()
	switch t.kind {
	case tokTag:
		b.tag(t)
	case tokPercent:
		if t.text != "%" && b.afford(len(t.text)) {
			b.element(Comment(t.text))
		}
	case tokComment:
		if b.afford(len(t.text)) {
			b.element(Comment(t.text))
		}
	case tokMove:
		b.move(t)
	case tokNAG:
		b.played = true
		if b.afford(0) {
			b.element(t.nag)
		}
	case tokSetup:
		b.played = true
		if b.afford(len(t.text)) {
			b.element(Setup(t.text))
			b.count.setUp(Setup(t.text))
		}
	case tokStrength:
		b.strength(t)
	case tokOpen:
		b.played = true
		b.openVariation(t.line)
	case tokClose:
		b.closeVariation(t.line)
	}
}

func (b *builder) move(t token) {
	b.played = true
	number := b.number
	b.number = nil
	if !b.afford(len(t.text)) {
		return
	}
	m := Move{Text: t.text, Line: t.line}
	if b.depth() == 0 {
		b.apart = nil
		if number != nil && b.heldAt < len(b.line) && b.expects(*number) {
			apart := *number
			b.apart = &apart
		}
	}
	if b.dark == 0 {
		switch {
		case b.count.moved:
			b.checkNumber(number)
		case b.depth() == 0:
			b.first, b.dotted = t.text, t.dots
			b.begin(number)
		default:
			m.Back = b.beginVariation(number, t.dotted)
		}
		b.count.move()
	}
	if b.depth() == 0 {
		b.moves++
	}
	b.element(m)
}

func (b *builder) tag(t token) {
	if len(b.game.Tags) == maxTags {
		b.problem(t.line, "more than 1,000 tags: the rest is left out", "fewer tags")
	}
	if len(b.game.Tags) >= maxTags || !b.afford(len(t.name)+len(t.text)) {
		return
	}
	if b.game.tagIndex(t.name) >= 0 {
		b.problem(t.line, "tag "+shorten(t.name)+" is given again", "each tag once; the first counts")
	}
	b.game.Tags = append(b.game.Tags, Tag{t.name, t.text})
}

// element appends e to the line at hand.
func (b *builder) element(e Element) {
	if b.dark == 0 {
		b.line = append(b.line, e)
	}
}

// strength gives the last move its strength. Anywhere else the sign is kept as
// a comment.
func (b *builder) strength(t token) {
	if b.dark > 0 || !b.afford(len(t.text)) {
		return
	}
	if n := len(b.line); n > 0 {
		if m, ok := b.line[n-1].(Move); ok && m.Strength == "" {
			m.Strength = t.text
			b.line[n-1] = m
			return
		}
	}
	b.problem(t.line, fmt.Sprintf("%q stands behind no move", shorten(t.text)), "it right behind the move")
	b.element(Comment(t.text))
}

// afterMove reports whether the last thing added is a move.
func (b *builder) afterMove() bool {
	if len(b.line) == 0 || len(b.stray) > 0 {
		return false
	}
	_, ok := b.line[len(b.line)-1].(Move)
	return ok
}

// depth returns how many variations are open.
func (b *builder) depth() int { return len(b.lines) + b.dark }

func (b *builder) openVariation(line int) {
	if b.dark > 0 || !b.afford(0) {
		b.dark++
		return
	}
	if len(b.lines) == maxDepth {
		b.problem(line, "variations nest more than 1,000 deep: the deeper ones are left out", "fewer")
		b.dark++
		return
	}
	b.dropNumber()
	b.lines, b.counts = append(b.lines, b.line), append(b.counts, b.count)
	b.line, b.count, b.unsure = nil, newCounter(b.count.before), false
}

func (b *builder) closeVariation(line int) {
	switch {
	case b.dark > 0:
		b.dark--
	case len(b.lines) > 0:
		v := Variation(b.line)
		b.dropNumber()
		b.line, b.count = b.lines[len(b.lines)-1], b.counts[len(b.counts)-1]
		b.lines, b.counts = b.lines[:len(b.lines)-1], b.counts[:len(b.counts)-1]
		b.unsure = false
		b.line = append(b.line, v)
	default:
		b.problem(line, "a ) closes no variation", "a ( before it")
	}
}

// addLate adds what stands behind the terminator.
func (b *builder) addLate(t token, next *token) {
	b.add(t, next)
	b.game.Movetext = b.line
}

// closeAll closes the variations that are open where the game ends.
func (b *builder) closeAll(line int) {
	n := b.depth()
	if n == 0 {
		return
	}
	b.problem(line, fmt.Sprintf("%d variations are not closed where the game ends", n), "a ) for each (")
	for b.depth() > 0 {
		b.closeVariation(line)
	}
}

// finish ends the game with the given terminator, or, if it has none, with what
// its Result tag says.
func (b *builder) finish(result string, line int) {
	b.flush()
	b.closeAll(line)
	b.dropNumber()
	g := b.game
	g.Movetext, g.Result = b.line, cmp.Or(result, "*")
	if g.takeScore(); b.apart != nil && g.countMoves() < b.moves { // the score's, as the last move's
		b.miscount(b.apart)
	}
	b.numberEarly()
	b.reportNumbers()
	if result == "" && b.played && g.Result == "*" {
		b.problem(line, "the game has no terminator", "a result or * at its end")
	}
	if _, known := results[g.resultTag()]; known && result == "" {
		g.Result = g.resultTag()
	}
	b.line = g.Movetext
	if g.contradicts() {
		b.problem(line, fmt.Sprintf("the game ends with %s but its Result tag says %s", g.Result, g.Tag("Result")), "the same; the tag counts")
	}
}
