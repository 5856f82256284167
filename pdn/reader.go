package pdn

import (
	"fmt"
	"io"
	"iter"
)

// Reader reads the games of a file one by one:
//
//	r := pdn.NewReader(f, "club.pdn")
//	for r.Next() {
//		use(r.Game())
//	}
//	if err := r.Err(); err != nil {
//
// Its memory does not grow with the file.
type Reader struct {
	lexer  lexer
	token  token // the next one to consume
	begun  bool  // token is set
	second token // the one behind it
	ahead  bool  // second is set

	name  string
	games int
	game  *Game
	err   error
}

// NewReader returns a Reader on r. The name stands in games and errors.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{lexer: lexer{input: newInput(r)}, name: name}
}

// Next reads the next game and reports whether there was one.
func (r *Reader) Next() bool {
	r.game = nil
	if !r.begun {
		r.begun = true
		r.advance()
	}
	b := builder{game: &Game{File: r.name, Number: r.games + 1, Result: "*"}}
	r.seek(&b)
	if r.token.kind == tokEOF {
		r.fail(&b)
		return false
	}
	r.games++
	r.lexer.forget(b.game.Offset)
	if line := r.read(&b); line > 0 {
		r.trail(&b, line)
	}
	b.encoding()
	g := b.game
	g.raw, g.elements = r.lexer.found(g.Offset, b.end), len(g.Movetext)
	if g.raw == nil {
		b.problem(g.Line, "the game takes more than 8 MiB: it cannot be copied as found", "a smaller game")
	}
	r.lexer.forget(b.end)
	if r.token.kind == tokEOF && r.lexer.failure() != nil {
		b.problem(r.token.line, fmt.Sprintf("the file broke off: %v", r.lexer.failure()), "")
	}
	r.game = g
	return true
}

// Game returns the game that Next has read.
func (r *Reader) Game() *Game { return r.game }

// Err returns the error that ended the reading before the end of the file, or
// an [*Error] if the file held text but no game. Faults in games are in their
// Problems.
func (r *Reader) Err() error { return r.err }

// All yields the games that are left. Look at Err afterwards.
func (r *Reader) All() iter.Seq[*Game] {
	return func(yield func(*Game) bool) {
		for r.Next() && yield(r.game) {
		}
	}
}

// advance returns the token at hand and moves on to the next.
func (r *Reader) advance() token {
	t := r.token
	if r.ahead {
		r.token, r.second, r.ahead = r.second, token{}, false
	} else {
		r.token = r.lexer.scan()
	}
	return t
}

// peek returns the token behind the one at hand.
func (r *Reader) peek() *token {
	if !r.ahead {
		r.second, r.ahead = r.lexer.scan(), true
	}
	return &r.second
}

// seek passes over what can begin no game, reports it in the game that follows
// and places that.
func (r *Reader) seek(b *builder) {
	g := b.game
	for ; ; r.advance() {
		switch t := r.token; {
		case r.isOutside(b):
			b.outside(t)
		case t.kind == tokClose, t.kind == tokStar:
			b.faults(t)
		default:
			g.Line, g.Offset, g.Encoding = t.line, t.offset, t.encoding
			b.flushOutside()
			return
		}
	}
}

// isOutside reports whether the token at hand, where no game is open, begins none.
// Words in parentheses behind other words are no variation.
func (r *Reader) isOutside(b *builder) bool {
	switch t := r.token; t.kind {
	case tokWord, tokStrength, tokPercent, tokScore:
		return true
	case tokMove:
		return t.joined
	case tokNumber:
		return !r.numbers(b.strays(t.line))
	case tokOpen:
		return b.strays(t.line)
	}
	return false
}

// numbers reports whether the number at hand, where no game is open, is that of a
// game's first move.
func (r *Reader) numbers(amongWords bool) bool {
	t, next := r.token, r.peek()
	switch {
	case next.kind == tokMove && next.dots:
		return t.text == "1" && isOpening(next.text)
	case next.kind == tokMove:
		return t.dots || !next.joined
	case next.kind == tokWord, next.kind == tokPercent, next.kind == tokNumber, next.kind == tokEOF, next.kind == tokTag, next.kind == tokStar, next.kind == tokClose, next.kind == tokStrength:
		return false
	}
	return t.dots && !amongWords
}

// read builds the game up to its end and returns the line of its terminator, or
// 0 if it has none.
func (r *Reader) read(b *builder) int {
	for r.token.kind != tokEOF && !r.tagEnds(b) && !r.restarts(b) {
		t := r.advance()
		b.take(t)
		switch {
		case t.kind == tokResult || t.kind == tokStar:
			if !r.isMark(b, t) {
				b.finish(t.text, t.line)
				return t.line
			}
		case t.kind == tokScore && r.isResult(b, t):
			b.finish(t.text, t.line)
			return t.line
		case t.kind == tokScore && t.name == "1:1":
			t.kind, t.text = tokMove, "1x1"
			b.add(t, &r.token)
		case t.kind == tokNumber && !t.dots && r.token.kind == tokResult && r.token.text == draw && !(b.moves > 0 && b.expects(t)):
			// As 1 1/2-1/2, of which no part is a result.
			b.word(t)
			t = r.advance()
			b.take(t)
			b.word(t)
		default:
			b.add(t, &r.token)
		}
	}
	b.finish("", r.token.line)
	return 0
}

// isResult reports whether a score, just taken, ends the game: if the Result tag
// says the same, or if the game ends there with a result that is known. Among words
// it does not.
func (r *Reader) isResult(b *builder, t token) bool {
	next := r.token
	same := t.text == b.game.resultTag()
	_, known := results[t.text] // half a point, or 1:1, which may be a capture
	switch {
	case b.depth() > 0 || b.inWords():
		return false
	case !known:
		return same
	case next.kind == tokWord || next.kind == tokMove || next.kind == tokNumber && !endsGame(next):
		return false
	}
	return same || endsGame(next)
}

// isMark reports whether a star or result, just taken, ends no game, and adds
// what it is: the print sign of a forced move, if it touches a move and more of
// the game follows; or the assessment at the end of a variation.
func (r *Reader) isMark(b *builder, t token) bool {
	next := r.token
	switch {
	case t.kind == tokStar && t.glued && b.afterMove() && !endsGame(next):
		b.element(NAG(forced))
	case next.kind == tokClose && b.depth() > 0:
		b.flush()
		b.element(Comment(t.text))
	default:
		return false
	}
	return true
}

// endsGame reports whether t cannot belong to the game that is being read.
func endsGame(t token) bool {
	return t.kind == tokEOF || t.kind == tokTag || t.kind == tokNumber && t.text == "1"
}

// trail reads what stands between a terminator and the next game. What stands on
// the terminator's line and begins no game belongs to the game before, and so do a
// variation below it, unless an empty line is between, and a FILENAME.
func (r *Reader) trail(b *builder, line int) {
	b.recount()
	for {
		switch t := r.token; {
		case (t.kind == tokComment || t.kind == tokNAG || t.kind == tokPercent) && t.line == line, r.isFooter(b):
			b.flushOutside()
			b.take(t)
			b.addLate(r.advance(), &r.token)
		case t.kind == tokOpen && (t.line == line || !t.blank && !b.strays(t.line)):
			b.flushOutside()
			line = r.lateVariation(b)
		case t.line == line && r.isRemark(b):
			r.lateWords(b, line)
		case r.isOutside(b):
			b.outside(r.advance())
		case t.kind == tokClose || t.kind == tokStar:
			b.faults(r.advance())
		default:
			b.flushOutside()
			return
		}
	}
}

// lateWords adds the words that stand on the terminator's line.
func (r *Reader) lateWords(b *builder, line int) {
	for r.token.line == line && r.isRemark(b) {
		b.take(r.token)
		b.word(r.advance())
	}
	b.flush()
	b.game.Movetext = b.line
}

// lateVariation adds a variation that stands behind the terminator, and returns the
// line on which it ends, before an empty one.
func (r *Reader) lateVariation(b *builder) int {
	line := r.token.line
	for first := true; first || b.depth() > 0 && r.token.kind != tokEOF && r.token.kind != tokTag && !r.token.blank; first = false {
		t := r.advance()
		line = t.line
		b.take(t)
		if t.kind == tokResult || t.kind == tokStar {
			b.flush()
			b.element(Comment(t.text))
			continue
		}
		b.add(t, &r.token)
	}
	b.flush()
	b.closeAll(line)
	b.numberEarly()
	b.reportNumbers()
	b.game.Movetext = b.line
	return line
}

// fail says why there is no game left, if it is not simply the end.
func (r *Reader) fail(b *builder) {
	switch err := r.lexer.failure(); {
	case err != nil:
		r.err = &Error{File: r.name, Line: r.token.line, Problem: err.Error(), Err: err}
	case r.games == 0 && len(b.game.Problems) > 0:
		r.err = &Error{File: r.name, Line: 1, Problem: "text, but no game in it", Want: "PDN: tags or moves"}
	}
}
