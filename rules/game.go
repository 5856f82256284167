package rules

import "slices"

// Result says who won, if the game is decided.
type Result uint8

const (
	Undecided Result = iota
	WhiteWins
	BlackWins
	Draw
)

func (r Result) String() string {
	return [...]string{"undecided", "White wins", "Black wins", "draw"}[r]
}

// WonBy returns the result in which c wins.
func WonBy(c Color) Result {
	if c == White {
		return WhiteWins
	}
	return BlackWins
}

// For returns the result's worth in points for side c: 1 a win, 0 a draw or
// undecided, -1 a loss.
func (r Result) For(c Color) int {
	switch r {
	case WonBy(c):
		return 1
	case WonBy(c.Opponent()):
		return -1
	}
	return 0
}

// Rule is the rule that decided a game.
type Rule uint8

const (
	NoRule          Rule = iota
	NoPieces             // the side to move has lost all its pieces
	NoMoves              // the side to move has pieces but no legal move
	Repetition           // the same position with the same side to move for the third time
	TwentyFiveMoves      // 25 moves by each side with kings only and no capture
	SixteenMoves         // 16 moves by each side with three pieces, one a king, against a lone king
	FiveMoves            // 5 moves by each side with one or two pieces, one a king, against a lone king
)

func (r Rule) String() string {
	return [...]string{
		"none", "no pieces", "no moves", "repetition", "25 moves", "16 moves", "5 moves",
	}[r]
}

// Outcome is how a game stands: undecided, or decided by a rule.
type Outcome struct {
	Result Result
	Rule   Rule
}

// The draw rules' limits, in plies.
const (
	QuietLimit   = 50
	SixteenLimit = 32
	FiveLimit    = 10
)

// NotCounting is the value of a limited ending's counter before its material
// has stood on the board.
const NotCounting = -1

// DrawCounters is the part of a game's history that the draw rules look at.
// Together with the position it decides all that can follow, save for the
// repetition of positions yet to come.
type DrawCounters struct {
	Quiet       uint8 // plies since a man moved or a piece was taken
	Sixteen     int8  // plies since three pieces stood against a lone king, or NotCounting
	Five        int8  // plies since one or two pieces stood against a lone king, or NotCounting
	Repetitions uint8 // earlier occurrences of this position with this side to move
}

// NewDrawCounters returns the counters of a game that starts from p.
func NewDrawCounters(p Position) DrawCounters {
	d := DrawCounters{Sixteen: NotCounting, Five: NotCounting}
	d.begin(&p)
	return d
}

// begin starts the counter whose material stands on the board. A counter that
// runs is neither stopped nor restarted.
func (d *DrawCounters) begin(p *Position) {
	if p.kings == 0 {
		return
	}
	for c := White; c <= Black; c++ {
		lone, other := p.side(c), p.side(c.Opponent())
		if lone&^p.kings != 0 || lone.count() != 1 || other&p.kings == 0 {
			continue
		}
		switch n := other.count(); {
		case n == 3 && d.Sixteen == NotCounting:
			d.Sixteen = 0
		case n <= 2 && d.Five == NotCounting:
			d.Five = 0
		}
	}
}

// Game is a position with the moves that led to it. The zero value is not
// ready: use [NewGame].
//
// A Game may be played on after a draw rule has ended it, as people do in the
// records they leave.
type Game struct {
	plies   []ply // plies[0] is the start
	legal   []Move
	counted bool // legal belongs to the current position
}

type ply struct {
	position Position
	draws    DrawCounters
	move     Move // the move that led here
}

// NewGame starts a game from p.
func NewGame(p Position) *Game {
	g := &Game{}
	g.Reset(p)
	return g
}

// Reset starts g again from p and keeps its memory.
func (g *Game) Reset(p Position) {
	g.plies = append(g.plies[:0], ply{position: p, draws: NewDrawCounters(p)})
	g.counted = false
}

func (g *Game) last() *ply { return &g.plies[len(g.plies)-1] }

// Start returns the position the game started from.
func (g *Game) Start() Position { return g.plies[0].position }

// Position returns the current position.
func (g *Game) Position() Position { return g.last().position }

// PositionAt returns the position after the first so many plies, from 0 to
// [Game.Ply].
func (g *Game) PositionAt(ply int) Position { return g.plies[ply].position }

// Draws returns the current state of the draw rules.
func (g *Game) Draws() DrawCounters { return g.last().draws }

// Ply returns how many moves have been played.
func (g *Game) Ply() int { return len(g.plies) - 1 }

// Played returns the moves played so far in a new slice.
func (g *Game) Played() []Move {
	moves := make([]Move, 0, g.Ply())
	for _, p := range g.plies[1:] {
		moves = append(moves, p.move)
	}
	return moves
}

// Moves returns the legal moves of the current position, whether or not a draw
// rule has ended the game. The slice belongs to g and is valid until the next
// Push, Pop or Reset.
func (g *Game) Moves() []Move {
	if !g.counted {
		g.legal = g.last().position.AppendMoves(g.legal[:0])
		g.counted = true
	}
	return g.legal
}

// Push plays the legal move m.
func (g *Game) Push(m Move) {
	n := len(g.plies)
	if n == cap(g.plies) {
		g.plies = slices.Grow(g.plies, n)
	}
	g.plies = g.plies[:n+1]
	// The new ply is made in its place: to copy what has just been written in
	// smaller parts would wait for all of them.
	was, now := &g.plies[n-1], &g.plies[n]
	now.position = was.position.Play(m)
	now.draws, now.move = was.draws, m
	d := &now.draws
	if m.IsCapture() || was.position.kings&bitOf[m.From] == 0 {
		d.Quiet = 0
	} else if d.Quiet < 255 {
		d.Quiet++
	}
	if d.Sixteen != NotCounting && d.Sixteen < 127 {
		d.Sixteen++
	}
	if d.Five != NotCounting && d.Five < 127 {
		d.Five++
	}
	d.begin(&now.position)
	d.Repetitions = g.repetitions(n, int(d.Quiet))
	g.counted = false
}

// repetitions counts how often the position after n plies has stood before. What
// went before a man's move or a capture cannot come back, so only the last quiet
// plies can hold it.
func (g *Game) repetitions(n, quiet int) uint8 {
	p := &g.plies[n].position
	for back := 2; back <= quiet && back <= n; back += 2 {
		if earlier := &g.plies[n-back]; earlier.position == *p {
			return min(earlier.draws.Repetitions, 254) + 1
		}
	}
	return 0
}

// Pop takes the last move back. There must be one.
func (g *Game) Pop() {
	if len(g.plies) == 1 {
		panic("BUG: Pop at the start of the game")
	}
	g.plies = g.plies[:len(g.plies)-1]
	g.counted = false
}

// Outcome says whether the current position ends the game, and by which rule.
// A side that cannot move has lost, even where a draw rule's count runs out on
// the same ply.
func (g *Game) Outcome() Outcome {
	at := g.last()
	if len(g.Moves()) == 0 {
		rule := NoMoves
		if at.position.own == 0 {
			rule = NoPieces
		}
		return Outcome{WonBy(at.position.turn.Opponent()), rule}
	}
	switch d := at.draws; {
	case d.Repetitions >= 2:
		return Outcome{Draw, Repetition}
	case d.Quiet >= QuietLimit:
		return Outcome{Draw, TwentyFiveMoves}
	case d.Sixteen >= SixteenLimit:
		return Outcome{Draw, SixteenMoves}
	case d.Five >= FiveLimit:
		return Outcome{Draw, FiveMoves}
	}
	return Outcome{}
}
