package pdn

import "strings"

// ends reports whether the tag t belongs to another game: tags do not follow
// moves, nor come again. A repeated tag without an empty line before it is taken
// for a slip.
func (b *builder) ends(t token) bool {
	if b.played {
		return !b.lacksFilename(t)
	}
	return b.game.tagIndex(t.name) >= 0 && (t.blank || strings.EqualFold(t.name, "Event"))
}

// tagEnds reports whether the token at hand is a tag of another game. One whose
// name begins with no letter may be a remark among the moves; it begins a game
// only with other tags.
func (r *Reader) tagEnds(b *builder) bool {
	t := r.token
	return t.kind == tokTag && b.ends(t) && !(t.odd && b.played && r.peek().kind != tokTag)
}

// filename is the tag that stands below its game.
const filename = "FILENAME"

// lacksFilename reports whether t is a FILENAME tag and the game has none yet.
func (b *builder) lacksFilename(t token) bool {
	return strings.EqualFold(t.name, filename) && b.game.tagIndex(t.name) < 0
}

// mayRestart reports whether a number 1 can belong to another game.
func (b *builder) mayRestart() bool {
	if b.depth() > 0 || b.moves < 2 || b.game.tagIndex("FEN") >= 0 {
		return false
	}
	_, setup := b.line[len(b.line)-1].(Setup)
	return !setup
}

// isOpening reports whether a move's text is one that the first move of a game
// can have.
func isOpening(text string) bool {
	switch text {
	case "31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30":
		return true
	}
	return false
}

// restarts reports whether the number at hand begins another game, which
// nothing but that separates from this one: the first move, after two moves at
// least, and one that can be made at the start. It does not where it would be text
// if no game were open. Where this game began with
// another move it is of another variant, and any move will do.
func (r *Reader) restarts(b *builder) bool {
	if r.token.kind != tokNumber || r.token.text != "1" || !b.mayRestart() || !r.numbers(false) {
		return false
	}
	next := r.peek()
	return next.kind == tokMove && (isOpening(next.text) || !isOpening(b.first))
}

// isFooter reports whether the token at hand is a FILENAME tag, which programs
// write below a game: right below it, or above the empty line before the next.
func (r *Reader) isFooter(b *builder) bool {
	if r.token.kind != tokTag || !b.lacksFilename(r.token) {
		return false
	}
	if !r.token.blank {
		return true
	}
	next := r.peek()
	return next.kind == tokEOF || next.kind == tokTag && next.blank
}
