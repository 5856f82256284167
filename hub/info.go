package hub

import (
	"math"
	"strconv"
	"time"

	"drafthorse/rules"
)

// info is what a search knows at some moment.
type info struct {
	depth  int
	worth  worth
	nodes  uint64
	spent  time.Duration
	moves  []rules.Move // the best move and the line expected behind it
	played bool         // the moves go on to the end of the game
}

// worth is what a move is worth to the side that makes it.
type worth struct {
	points float64 // expected: 1 a win, 0 a draw, -1 a loss
	proven bool    // a win or loss, in at most so many plies
	plies  int
}

// mostMen is the most that a score says unless it is proven.
const mostMen = 20

// men returns expected points as the protocol wants scores, in men: the logarithm
// of the odds (1+points)/(1-points). By the shipped net's value of 69,000 quiet
// positions without kings, a man more makes a difference of 0.95 in the median, two
// 1.9, three 2.7.
func men(points float64) float64 {
	return max(-mostMen, min(mostMen, math.Log((1+points)/(1-points))))
}

// score writes what i's best move is worth in men. Proven results have the bands
// that Scan gave them, less a hundredth for every ply: 100 where the line goes to
// the end of the game, 90 where the endgame tables or the search's memory know
// the rest.
func (i info) score() string {
	x := men(i.worth.points)
	if i.worth.proven {
		x = 90
		if i.played {
			x = 100
		}
		x = math.Copysign(x-float64(max(1, min(i.worth.plies, 99)))/100, i.worth.points)
	}
	if math.Abs(x) < 0.005 {
		x = 0 // without a sign
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// line writes i. No search here knows the mean depth of its leaves, so it is the
// depth: a GUI shows both.
func (i info) line() Line {
	depth := strconv.Itoa(i.depth)
	seconds := i.spent.Seconds()
	return Line{Command: "info"}.with("depth", depth).with("mean-depth", depth+".0").
		with("score", i.score()).with("nodes", strconv.FormatUint(i.nodes, 10)).
		with("time", strconv.FormatFloat(seconds, 'f', 3, 64)).
		with("nps", strconv.FormatFloat(float64(i.nodes)/1e6/max(seconds, 1e-6), 'f', 3, 64)).
		with("pv", texts(i.moves))
}

// done writes the answer to go.
func (i info) done(ponder bool) Line {
	l := Line{Command: "done"}
	if len(i.moves) > 0 {
		l = l.with("move", MoveText(i.moves[0]))
	}
	if len(i.moves) > 1 && ponder {
		l = l.with("ponder", MoveText(i.moves[1]))
	}
	return l
}

// ends reports whether the moves from p lead to the end of the game.
func ends(p rules.Position, moves []rules.Move) bool {
	for _, m := range moves {
		p = p.Play(m)
	}
	return len(p.AppendMoves(nil)) == 0
}
