package analysis

import (
	"fmt"

	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/rules"
)

// fact is what the endgame tables prove of a position. The zero fact is nothing.
type fact struct {
	known  bool
	winner rules.Color // of a win, on the board or on paper
	moves  int         // that the winner needs; 0 is a draw
	rule   int         // the limited ending whose count is full before, in moves: 5, 16 or 0
}

// fact returns what is proven of g's position, which is nothing where the game
// is over.
func (j *Judge) fact(g *rules.Game) fact {
	if g.Outcome().Result != rules.Undecided {
		return fact{}
	}
	p, draws := g.Position(), g.Draws()
	points, _, known := j.tables.Prove(&p, draws)
	if !known {
		return fact{}
	}
	v, _ := j.tables.Probe(&p)
	f := fact{known: true, winner: p.Turn(), moves: moves(v.Plies())}
	if v.Lost() {
		f.winner = f.winner.Opponent()
	}
	if points == 0 && v != endgame.Drawn {
		f.rule = 5
		if endgame.WithinLimits(v.Plies(), rules.DrawCounters{Sixteen: rules.NotCounting, Five: draws.Five}) {
			f.rule = 16
		}
	}
	return f
}

// news reports whether f is worth saying after told, which was said last: what
// is known now and was not, another result, or the first win that comes too
// late.
func (f fact) news(told fact) bool {
	draw := func(f fact) bool { return f.moves == 0 || f.rule != 0 }
	switch {
	case !f.known:
		return false
	case !told.known || draw(f) != draw(told):
		return true
	case draw(f):
		return f.rule != 0 && told.rule == 0
	}
	return f.winner != told.winner
}

// sentence says f for people.
func (f fact) sentence() string {
	switch {
	case f.moves == 0:
		return "proved: a draw"
	case f.rule != 0:
		return fmt.Sprintf("proved: a draw; %s would win in %s, but the rule of %d moves comes first", f.winner, inMoves(f.moves), f.rule)
	}
	return fmt.Sprintf("proved: %s wins in %s", f.winner, inMoves(f.moves))
}

// moves returns the winner's moves of a win or loss that takes so many plies.
func moves(plies int) int { return (plies + 1) / 2 }

func inMoves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}

// outcome writes what a proof says of a move: "wins in 3 moves".
func outcome(p mcts.Proof) string {
	switch {
	case p.Points > 0:
		return "wins in " + inMoves(moves(int(p.Plies)))
	case p.Points < 0:
		return "loses in " + inMoves(moves(int(p.Plies)))
	}
	return "draws"
}
