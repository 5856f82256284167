package analysis

import (
	"errors"
	"fmt"

	"drafthorse/alphabeta"
	"drafthorse/endgame"
	"drafthorse/net"
	"drafthorse/rules"
)

// Puzzle is a position in which exactly one move wins material or the game by a
// shot: the solver gives pieces that the other side has to take, and gets more
// back. Pieces count one, and a king three where it is said what is won.
type Puzzle struct {
	Position rules.Position
	// Line is the solution, until nothing is left to be taken. The solver makes
	// the first move and every other one; the other side takes each time, unless
	// what the solver threatens to take is won however it answers.
	Line  []rules.Move
	Also  []rules.Move // what would do as well as the solver's last move
	Given int          // the most pieces that the solver is down on the way, 1 or more
	Gain  int          // pieces more than at first, in the end; fewer if they are paid for a king
	Kings int          // the same of kings
	Wins  bool         // the other side is left without a piece or move, or the win is proved
	// Score is the expected score at the end of the line, from 0 to 1, Next that of
	// the best of the other first moves.
	Score, Next float32
}

// Moves returns how many moves the solver makes.
func (p *Puzzle) Moves() int { return (len(p.Line) + 1) / 2 }

// Prize says what the solver gets, as "2 pieces" or "a piece and a king", and
// whether that does no more than save the game.
func (p *Puzzle) Prize() string {
	if !p.Wins && p.Score < puzzleSaved {
		return p.material() + " and saves the game"
	}
	return p.material()
}

func (p *Puzzle) material() string {
	king := "a king"
	if p.Kings > 1 {
		king = fmt.Sprintf("%d kings", p.Kings)
	}
	switch {
	case p.Wins:
		return "the game"
	case p.Kings <= 0:
		return pieces(p.Gain)
	case p.Gain > 0:
		return pieces(p.Gain) + " and " + king
	case p.Gain < 0:
		return king + " for " + pieces(-p.Gain)
	}
	return king
}

// PuzzleNodes is how many nodes a solver searches in a puzzle's position where the
// findings were limited to 2,000 visits, or by a clock. The positions after the first
// move get a quarter of them.
const PuzzleNodes = 2 << 20

// PuzzleNodes returns how many nodes a solver should search in a puzzle's position:
// as many more or fewer than [PuzzleNodes] as the visits are more or fewer than 2,000.
func (l Limits) PuzzleNodes() uint64 {
	if l.Millis > 0 {
		return PuzzleNodes
	}
	return uint64(l.Visits) * PuzzleNodes / 2000
}

// What makes a puzzle: in the end the solution is better than every other move by
// puzzleGap, the mark of a blunder to miss it, and no other move wins. Of a long
// one the first position may show less, but firstGap.
const (
	puzzleGap   = 0.20
	firstGap    = 0.05
	puzzleWon   = 0.90 // an expected score from here on wins
	puzzleSaved = 0.60 // ... below it is hardly more than a draw
	longestWay  = 60   // plies; the longest shots of problems take half of it
)

// Solver tells which positions are puzzles, by alpha-beta searches that are deeper
// than those of a [Finder]. It is for one goroutine.
type Solver struct {
	confirm Confirmer
	nodes   uint64
}

// NewSolver returns a solver that asks the search for so many nodes.
func NewSolver(search Confirmer, nodes uint64) *Solver { return &Solver{search, nodes} }

// NetSolver returns a solver with a net. Its table has room for every other node,
// in 64 MiB at the most.
func NetSolver(n *net.Network, tables *endgame.Tables, nodes uint64) *Solver {
	table := alphabeta.NewTable(int(min(max(nodes>>15, 1), 64)))
	return NewSolver(alphabeta.NewSearcher(alphabeta.Config{Threads: 1}, n, tables, table), nodes)
}

// Shot reports whether f looks like a puzzle: it is worth the time of a [Solver].
// Half the gap is enough, and the rest must hold.
func (f *Finding) Shot() bool {
	if f.Forced() || f.Moves[0].Move.IsCapture() || f.Confirmed == nil || len(f.Confirmed.Moves) < 2 {
		return false
	}
	best, next := f.Confirmed.Moves[0], f.Confirmed.Moves[1]
	return expected(best.Score)-expected(next.Score) >= puzzleGap/2 && mustCapture(f.Position.Play(best.Move))
}

// Solve returns the puzzle that a position is, or an error that says why it is
// none. Nothing is known of what came before: the draw rules begin here.
func (s *Solver) Solve(p rules.Position) (*Puzzle, error) {
	moves := p.AppendMoves(nil)
	switch {
	case len(moves) < 2:
		return nil, errors.New("there is no choice")
	case moves[0].IsCapture():
		return nil, errors.New("there is something to take")
	}
	s.confirm.Forget()
	g := rules.NewGame(p)
	r := s.confirm.Search(g, alphabeta.Limits{Nodes: s.nodes, Exact: 2})
	best, next := r.Moves[0], r.Moves[1]
	puzzle := &Puzzle{Position: p, Score: expected(best.Score), Next: expected(next.Score), Wins: proofOf(best.Score).Points > 0}
	switch {
	case puzzle.Score-puzzle.Next < firstGap:
		return nil, puzzle.tooClose(best.Move, next.Move)
	case puzzle.Next >= puzzleWon || settled(p, next.Line) > 0:
		return nil, fmt.Errorf("%s wins, too", p.MoveText(next.Move))
	}
	if err := s.follow(g, puzzle, best.Move); err != nil {
		return nil, err
	}
	c, end := p.Turn(), g.Position()
	if len(g.Moves()) == 0 {
		puzzle.Wins, puzzle.Score = true, 1
	} else if !puzzle.Wins {
		last := s.confirm.Search(g, alphabeta.Limits{Nodes: s.nodes / 4}).Moves[0].Score
		if end.Turn() != c {
			last = -last
		}
		puzzle.Wins, puzzle.Score = proofOf(last).Points > 0, expected(last)
	}
	puzzle.Gain = balance(end, c) - balance(p, c)
	puzzle.Kings = kings(end, c) - kings(p, c)
	switch {
	case puzzle.Score-puzzle.Next < puzzleGap:
		return nil, puzzle.tooClose(best.Move, next.Move)
	case !puzzle.Wins && puzzle.Gain+2*puzzle.Kings <= 0:
		return nil, errors.New("nothing is won")
	}
	return puzzle, nil
}

// tooClose says that there is no one solution.
func (p *Puzzle) tooClose(best, next rules.Move) error {
	return fmt.Errorf("%s is worth %.2f and %s %.2f: want one move better than all others by %.2f",
		p.Position.MoveText(best), p.Score, p.Position.MoveText(next), p.Next, puzzleGap)
}

// follow plays the solution on g, from the given first move until nothing is left
// to be taken.
func (s *Solver) follow(g *rules.Game, puzzle *Puzzle, m rules.Move) error {
	c, before := g.Position().Turn(), balance(g.Position(), g.Position().Turn())
	push := func(m rules.Move) {
		puzzle.Line = append(puzzle.Line, m)
		g.Push(m)
	}
	var also []rules.Move
	for {
		if len(puzzle.Line) > longestWay {
			return errors.New("it does not come to an end")
		}
		p := g.Position()
		after := p.Play(m)
		answered := mustCapture(after)
		switch over := len(after.AppendMoves(nil)) == 0; {
		case answered:
		case len(puzzle.Line) == 0:
			return fmt.Errorf("after %s nothing has to be taken", p.MoveText(m))
		case !m.IsCapture() && !over: // the board is quiet before it
			return nil
		}
		push(m)
		var reply rules.Move
		if answered {
			reply = s.search(g, 1)[0].Move
		} else if reply, answered = s.hanging(g); !answered { // the last move of the shot
			puzzle.Also = also
			return nil
		}
		if len(also) > 0 {
			return fmt.Errorf("%s does as well as %s, move %d of the solution", p.MoveText(also[0]), p.MoveText(m), puzzle.Moves())
		}
		push(reply)
		puzzle.Given = max(puzzle.Given, before-balance(g.Position(), c))
		if len(g.Moves()) == 0 {
			return errors.New("it loses")
		}
		m, also = s.choose(g)
	}
}

// hanging returns the best answer to a capture of the solver's if the solver can
// then take what it has threatened and that changes what it has gained.
func (s *Solver) hanging(g *rules.Game) (reply rules.Move, ok bool) {
	p := g.Position()
	if len(g.Moves()) == 0 || !threatened(p) {
		return reply, false
	}
	best := s.confirm.Search(g, alphabeta.Limits{Nodes: s.nodes / 4}).Moves[0]
	return best.Move, mustCapture(p.Play(best.Move)) && settled(p, best.Line) != 0
}

// choose returns the solver's best move in a position on the way, and others that
// keep what it gains.
func (s *Solver) choose(g *rules.Game) (best rules.Move, also []rules.Move) {
	p := g.Position()
	found := s.search(g, 4)
	for _, m := range found[1:] {
		if m.Exact && expected(found[0].Score)-expected(m.Score) < puzzleGap && settled(p, m.Line) >= settled(p, found[0].Line) {
			also = append(also, m.Move)
		}
	}
	return found[0].Move, also
}

// search returns the moves of a position on the way, best first, so many of them
// with their exact scores.
func (s *Solver) search(g *rules.Game, exact int) []alphabeta.Move {
	if moves := g.Moves(); len(moves) == 1 {
		return []alphabeta.Move{{Move: moves[0]}}
	}
	return s.confirm.Search(g, alphabeta.Limits{Nodes: s.nodes / 4, Exact: exact}).Moves
}

// settled returns what the side to move has gained on a line where the board is
// quiet for the first time, a king counting three.
func settled(p rules.Position, line []rules.Move) int {
	c := p.Turn()
	worth := func() int { return balance(p, c) + 2*kings(p, c) }
	before := worth()
	for _, m := range line {
		p = p.Play(m)
		if !mustCapture(p) && !(p.Turn() != c && m.IsCapture() && threatened(p)) {
			break
		}
	}
	return worth() - before
}

// kings returns how many kings c has more than the other side.
func kings(p rules.Position, c rules.Color) int {
	return p.Kings(c).Count() - p.Kings(c.Opponent()).Count()
}
