package pdn

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
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

	number string // the move number read last in the main line
	first  string // the text of the main line's first move
	moves  int    // of the main line

	end    int64 // the offset behind the last token
	open   int64 // and behind the last one that does not end itself; or 0
	broken bool  // bytes were read that are no UTF-8
	multi  bool  // bytes were read that are neither ASCII nor broken

	stray     []string // words not yet made a comment
	strayLine int
	straySize int
}

// problem notes what is wrong with the game.
func (b *builder) problem(line int, problem, want string) { b.game.warn(line, 0, problem, want) }

// take notes what a token of the game says of its bytes.
func (b *builder) take(t token) {
	b.faults(t)
	b.end = t.end
	b.broken = b.broken || t.broken
	b.multi = b.multi || t.multi
	if t.open {
		b.open = t.end
	}
}

func (b *builder) faults(t token) {
	for _, f := range t.faults {
		b.problem(f.line, f.problem, f.want)
	}
}

// outside notes a word that stands in no game; a message has room for a few.
func (b *builder) outside(t token) {
	b.faults(t)
	if len(b.stray) < 20 {
		b.word(t)
	}
}

func (b *builder) flushOutside() {
	if len(b.stray) > 0 {
		words := strings.Join(b.stray, " ")
		b.problem(b.strayLine, fmt.Sprintf("text outside of a game is left out: %q", shorten(words)), "it in {braces}")
	}
	b.stray, b.straySize = nil, 0
}

func (b *builder) word(t token) {
	if t.joined {
		t.text = t.name
	}
	if t.text == "" || !b.afford(len(t.text)) {
		return
	}
	if b.straySize+len(t.text)+1 > maxToken {
		b.flush()
	}
	if len(b.stray) == 0 {
		b.strayLine = t.line
	}
	b.stray = append(b.stray, t.text)
	b.straySize += len(t.text) + 1
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
			if nag, ok := signs[understood(words[0])]; ok {
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

// add puts t in its place. Four digits between words, as a year, are a word.
func (b *builder) add(t token) {
	if t.kind == tokWord || t.joined && len(b.stray) > 0 {
		b.word(t)
		return
	}
	b.flush()
	switch t.kind {
	case tokTag:
		b.tag(t)
	case tokComment:
		if b.afford(len(t.text)) {
			b.element(Comment(t.text))
		}
	case tokNumber:
		if b.depth() == 0 {
			b.number = t.text
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
	if !b.afford(len(t.text)) {
		return
	}
	if b.depth() == 0 {
		if b.moves == 0 {
			b.first = t.text
			b.game.FirstMove = firstMove(b.number)
		}
		b.moves++
	}
	b.element(Move{Text: t.text, Line: t.line})
}

// firstMove returns the FirstMove of a game whose first number is number.
func firstMove(number string) int {
	if n, err := strconv.Atoi(number); err == nil && n > 1 && len(number) <= maxNumber {
		return n
	}
	return 0
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
	b.lines = append(b.lines, b.line)
	b.line = nil
}

func (b *builder) closeVariation(line int) {
	switch {
	case b.dark > 0:
		b.dark--
	case len(b.lines) > 0:
		v := Variation(b.line)
		b.line = b.lines[len(b.lines)-1]
		b.lines = b.lines[:len(b.lines)-1]
		b.line = append(b.line, v)
	default:
		b.problem(line, "a ) closes no variation", "a ( before it")
	}
}

// addLate adds what stands behind the terminator.
func (b *builder) addLate(t token) {
	b.add(t)
	b.game.Movetext = b.line
}

// finish ends the game with the given terminator, or, if it has none, with what
// its Result tag says.
func (b *builder) finish(result string, line int) {
	b.flush()
	if n := b.depth(); n > 0 {
		b.open = math.MaxInt64
		b.problem(line, fmt.Sprintf("%d variations are not closed where the game ends", n), "a ) for each (")
		for b.depth() > 0 {
			b.closeVariation(line)
		}
	}
	g := b.game
	g.Movetext, g.Result = b.line, cmp.Or(result, "*")
	g.takeScore()
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
