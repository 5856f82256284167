package pdn

import (
	"errors"
	"fmt"

	"drafthorse/rules"
)

// Ply is a legal move and the position it was played in.
type Ply struct {
	Before rules.Position
	Move   rules.Move
	Set    bool // Before is neither where the ply before it led nor the start: a [Setup] put it there
}

// Replay plays the main line up to its first fault. Ply i of the answer is the
// move i+1 of the main line; the position after it is the next one's Before,
// unless that ply is Set. The error is an [*Error] that names
// the place and the reason; the plies before it are returned in any case.
//
// What the text leaves open and the rules decide is settled in g itself: an
// ambiguous capture becomes its whole route where all other choices make the
// rest of the main line illegal, and moves in parentheses join the main line
// where it is Dutch print, 34-30 (13-19) 39-34, and legal in no other way. The
// first Replay of a game reports that in its Problems, together with the faults
// of its variations.
func (g *Game) Replay() ([]Ply, error) {
	p, warning, err := g.begin()
	if err != nil {
		return nil, err
	}
	if warning != "" && !g.settled {
		g.warn(g.Line, 0, warning, standardFEN)
	}
	r := replay{game: g, before: p, p: p, led: p, trials: maxTrials}
	r.plies = make([]Ply, 0, g.countMoves())
	err = r.run()
	if !g.settled {
		g.settled = true
		g.checkVariations(p)
		if err == nil && len(r.plies) > 0 {
			g.checkEnd(r.p, len(r.plies))
		}
	}
	return r.plies, err
}

// standardFEN is what a FEN should look like.
const standardFEN = "side:W pieces:B pieces"

// checkEnd reports a record that gives the game to a side which has lost it on the
// board, or shares it, in its last position p after so many plies.
func (g *Game) checkEnd(p rules.Position, plies int) {
	said, winner := g.Outcome(), p.Turn().Opponent()
	if said == rules.Undecided || said == rules.WonBy(winner) || len(p.AppendMoves(nil)) > 0 {
		return
	}
	line := g.Line
	for m := range g.Moves() {
		line = m.Line
	}
	g.warn(line, plies, fmt.Sprintf("the game is over on the board: %s has no move left, but the record says %s", p.Turn(), ResultText(said)),
		ResultText(rules.WonBy(winner)))
}

// begin returns the position that the main line begins with.
func (g *Game) begin() (p rules.Position, warning string, err error) {
	if name := g.Variant(); name != "" {
		e := g.fault(g.Line, 0, ErrVariant)
		e.Problem, e.Want = "this is "+name, "international draughts (GameType 20)"
		return p, "", e
	}
	return g.start()
}

// replay is a main line that is being played.
type replay struct {
	game   *Game
	before rules.Position // before the last move
	p      rules.Position
	led    rules.Position // where the last move led, or the start
	plies  []Ply
	trials int  // moves that may yet be tried to settle what is open
	print  bool // Dutch print was met
}

func (r *replay) run() error {
	g, line := r.game, r.game.Line
	for i := 0; ; i++ {
		if i == len(g.Movetext) {
			if i = r.openPrint(i); i < 0 {
				return nil
			}
		}
		switch element := g.Movetext[i].(type) {
		case Move:
			line = element.Line
			m, err := parseMove(r.p, element.Text)
			if err != nil {
				if at := r.openPrint(i); at >= 0 {
					i = at - 1
					continue
				}
				if m, err = r.choose(i, err); err != nil {
					return r.illegal(i, err)
				}
			}
			r.plies = append(r.plies, Ply{r.p, m, r.p != r.led})
			r.before, r.p = r.p, r.p.Play(m)
			r.led = r.p
		case Setup:
			next, warning, err := setUp(r.p, element)
			if err != nil {
				return g.fault(line, r.ply(), err)
			}
			if warning != "" && !g.settled {
				g.warn(line, r.ply(), warning, standardFEN)
			}
			r.before, r.p = next, next
		}
	}
}

// ply returns the number of the move to come.
func (r *replay) ply() int { return len(r.plies) + 1 }

func (g *Game) countMoves() (n int) {
	for _, e := range g.Movetext {
		if _, ok := e.(Move); ok {
			n++
		}
	}
	return n
}

// parseMove reads a move's text as [rules.Position.ParseMove] does. Nearly all
// moves are two squares that one legal move joins, and so they have a short way.
func parseMove(p rules.Position, text string) (rules.Move, error) {
	if text == "-" || text == "--" {
		return rules.Move{}, fmt.Errorf("the move is not known (%q stands in its place)", text)
	}
	from, to, capture, ok := twoSquares(text)
	if !ok {
		return p.ParseMove(text)
	}
	var room [64]rules.Move
	found := -1
	legal := p.AppendMoves(room[:0])
	for i, m := range legal {
		if m.From == from && m.To == to {
			if found >= 0 {
				return p.ParseMove(text)
			}
			found = i
		}
	}
	if found < 0 || capture && !legal[found].IsCapture() {
		return p.ParseMove(text)
	}
	return legal[found], nil
}

// twoSquares takes a text like 32-28 or 28x19 apart.
func twoSquares(text string) (from, to rules.Square, capture, ok bool) {
	square := func() (s rules.Square) {
		for n := 0; n < 2 && text != "" && isDigit(text[0]); n++ {
			s = s*10 + rules.Square(text[0]-'0')
			text = text[1:]
		}
		return s
	}
	if from = square(); text == "" || text[0] != '-' && text[0] != 'x' {
		return 0, 0, false, false
	}
	capture = text[0] == 'x'
	text = text[1:]
	to = square()
	return from, to, capture, text == ""
}

// illegal returns the fault of the move that is the element i of the main line.
func (r *replay) illegal(i int, err error) *Error {
	g := r.game
	m := g.Movetext[i].(Move)
	e := g.fault(m.Line, r.ply(), err)
	var illegal *rules.MoveError
	if !errors.As(err, &illegal) || illegal.Kind == rules.Ambiguous {
		return e
	}
	switch name := r.looksLike(m.Text); {
	case name != "":
		e.Problem = fmt.Sprintf("move %q is illegal: this looks like %s", m.Text, name)
		e.Want = "international draughts, or the right GameType"
	case g.FirstMove > 1 && g.tagIndex("FEN") < 0:
		e.Want = fmt.Sprintf("a game from its first move, or a FEN tag: the numbers begin at %d", g.FirstMove)
	case r.ply() == 1 && g.tagIndex("GameType") < 0 && g.tagIndex("FEN") < 0:
		e.Want = "a move of 10x10 draughts; perhaps this is another variant, whose GameType is missing"
	case r.single(i) >= 0:
		e.Want = "a legal move; the move in parentheses before it was read as a variation, and as part of the main line it does not help"
	}
	return e
}

// fault places err in g.
func (g *Game) fault(line, ply int, err error) *Error {
	return &Error{File: g.File, Game: g.Number, Line: line, Ply: ply, Problem: err.Error(), Err: err}
}

// warn adds a problem to those that the reading has found.
func (g *Game) warn(line, ply int, problem, want string) {
	switch n := len(g.Problems); {
	case n < maxProblems-1:
	case n == maxProblems-1:
		problem, want = "more problems, not listed", ""
	default:
		return
	}
	g.Problems = append(g.Problems, &Error{
		File: g.File, Game: g.Number, Line: line, Ply: ply, Problem: problem, Want: want,
	})
}
