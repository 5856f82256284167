package analysis

import (
	"fmt"

	"drafthorse/mcts"
)

// reason says in a few words why the move played has its mark.
func (l *look) reason(mark Mark, only bool) string {
	switch p := l.Position; {
	case mark.IsError():
		return l.failing(mark)
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

// failing says what a move with a mark of error has done: first what is proved,
// of it or of the better move, else what it has done to the material.
func (l *look) failing(mark Mark) string {
	p := l.Position
	why, better := "", p.MoveText(l.best.move)
	if mark == LooksGood {
		why = "looks good, but "
	}
	switch mine, best := l.played.proof, l.best.proof; {
	case mine.Known && best.Known:
		return fmt.Sprintf("%s%s, %s %s (proved)", why, outcome(mine), better, outcome(best))
	case best.Points > 0:
		return fmt.Sprintf("%smisses a win: %s %s (proved)", why, better, outcome(best))
	case best.Known:
		return fmt.Sprintf("%smisses a draw: %s %s (proved)", why, better, outcome(best))
	case mine.Known:
		why += outcome(mine) + " (proved): "
	case mark == Bad || mark == VeryBad: // else it is less than a piece
		why = harm(gained(p, l.line(l.played.move)), gained(p, l.line(l.best.move)))
	}
	return fmt.Sprintf("%s%s was better, %+.2f", why, better, l.loss)
}

// harm says how many pieces a move loses or misses whose line gains so many (loses
// them, if negative), where the better line gains best. What the better line loses,
// too, is not lost by the move.
func harm(mine, best int) string {
	switch {
	case mine < min(best, 0):
		return "loses " + pieces(min(best, 0)-mine) + ": "
	case mine < best:
		return "misses " + pieces(best-mine) + ": "
	}
	return ""
}

// merit says what a good move does for the material, as far as the lines of both
// it and the next best show it.
func (l *look) merit(mark Mark) string {
	p := l.Position
	if n := l.sacrifice(); mark == VeryGood && n > 0 {
		return "gives up " + pieces(n) + " for a while: "
	}
	return profit(gained(p, l.line(l.played.move)), gained(p, l.line(l.next.move)), -balance(p, p.Turn()))
}

// profit says how many pieces a move wins or saves whose line gains so many, where
// the line of the next best move gains other, by a side that is down so many. What
// the other line wins, too, is not won by the move; of the rest comes back what was
// missing.
func profit(mine, other, down int) string {
	won := mine - max(other, 0)
	back := min(won, max(down-max(other, 0), 0))
	switch {
	case mine <= other:
		return ""
	case mine <= 0:
		return "saves " + pieces(mine-other) + ": "
	case back == 0:
		return "wins " + pieces(won) + ": "
	case back == won:
		return "wins " + pieces(back) + " back: "
	case won-back == 1:
		return "wins " + pieces(back) + " back and one more: "
	}
	return fmt.Sprintf("wins %s back and %d more: ", pieces(back), won-back)
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
