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
	b.decode()
	g := b.game
	g.raw, g.elements = r.lexer.found(g.Offset, b.end), len(g.Movetext)
	if g.raw == nil {
		b.problem(g.Line, "the game takes more than 8 MiB: it cannot be copied as found", "a smaller game")
	}
	g.open = b.open > 0 && b.open > b.end-window
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
// and places that. A move number belongs to it but does not make a game by
// itself.
func (r *Reader) seek(b *builder) {
	g := b.game
	drop := func() { g.Line, b.number, b.broken, b.multi = 0, "", false, false }
	for ; ; r.advance() {
		switch t := r.token; {
		case t.kind == tokWord, t.joined && g.Line == 0:
			drop()
			b.outside(t)
		case t.kind == tokClose, t.kind == tokStrength, t.kind == tokStar:
			drop()
			b.faults(t)
		default:
			if g.Line == 0 {
				g.Line, g.Offset, g.Encoding = t.line, t.offset, t.encoding
			}
			if t.kind != tokNumber {
				b.flushOutside()
				return
			}
			b.take(t)
			b.number = t.text
		}
	}
}

// read builds the game up to its end and returns the line of its terminator, or
// 0 if it has none.
func (r *Reader) read(b *builder) int {
	for r.token.kind != tokEOF && !(r.token.kind == tokTag && b.ends(r.token)) && !r.restarts(b) {
		t := r.advance()
		b.take(t)
		if t.kind == tokResult || t.kind == tokStar {
			if !r.isMark(b, t) {
				b.finish(t.text, t.line)
				return t.line
			}
			continue
		}
		b.add(t)
	}
	b.finish("", r.token.line)
	return 0
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

// trail reads what stands between a terminator and the next game. Comments on
// the terminator's line belong to the game before, and so does a FILENAME.
func (r *Reader) trail(b *builder, line int) {
	for {
		switch t := r.token; {
		case t.kind == tokWord, t.joined:
			b.outside(r.advance())
		case t.kind == tokClose || t.kind == tokStrength || t.kind == tokStar:
			b.faults(r.advance())
		case (t.kind == tokComment || t.kind == tokNAG) && t.line == line, r.isFooter(b):
			b.flushOutside()
			b.take(t)
			b.addLate(r.advance())
		default:
			b.flushOutside()
			return
		}
	}
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
