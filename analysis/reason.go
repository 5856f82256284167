package analysis

import (
	"fmt"

	"drafthorse/mcts"
)

// reason says in a few words why the move played has its mark.
func (l *look) reason(mark Mark, only bool) string {
	p := l.Position
	better := p.MoveText(l.best.move)
	switch {
	case mark.IsError() && l.provedLoss():
		return fmt.Sprintf("%s, %s %s (proved)", outcome(l.played.proof), better, outcome(l.best.proof))
	case mark.IsError():
		why := ""
		mine, best := gained(p, l.line(l.played.move)), gained(p, l.line(l.best.move))
		switch {
		case mark == LooksGood:
			why = "looks good, but "
		case mark == Inaccuracy: // less than a piece
		case mine < 0 && mine < best:
			why = "loses " + pieces(-mine) + ": "
		case best > 0 && mine < best:
			why = "misses " + pieces(best-max(mine, 0)) + ": "
		}
		return fmt.Sprintf("%s%s was better, %+.2f", why, better, l.loss)
	case only && l.othersProved:
		return "only move: all others lose (proved)"
	case only:
		return "only move: all others lose"
	case mark == VeryGood || mark == Good:
		return fmt.Sprintf("%s%s is next best, %+.2f", l.merit(mark), p.MoveText(l.next.move), l.next.mean()-l.played.mean())
	case mark == LooksBad:
		if n := l.sacrifice(); n > 0 {
			return "gives up " + pieces(n) + " for a while, and nothing is better"
		}
		return "looks bad, but nothing is better"
	}
	return ""
}

// merit says what a good move does for the material, as far as the lines of both
// it and the next best show it.
func (l *look) merit(mark Mark) string {
	p := l.Position
	mine, other := gained(p, l.line(l.played.move)), gained(p, l.line(l.next.move))
	switch n := l.sacrifice(); {
	case mark == VeryGood && n > 0:
		return "gives up " + pieces(n) + " for a while: "
	case mine <= other:
		return ""
	case mine > 0 && mine <= -balance(p, p.Turn()):
		return "wins " + pieces(mine) + " back: "
	case mine > 0:
		return "wins " + pieces(mine) + ": "
	case other < 0:
		return "saves " + pieces(mine-other) + ": "
	}
	return ""
}

func pieces(n int) string {
	if n == 1 {
		return "a piece"
	}
	return fmt.Sprintf("%d pieces", n)
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

// moves returns the winner's moves of a win or loss that takes so many plies.
func moves(plies int) int { return (plies + 1) / 2 }

func inMoves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}
