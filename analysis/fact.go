package analysis

import (
	"fmt"

	"drafthorse/mcts"
	"drafthorse/rules"
)

// fact is what is proved of a position. The zero fact is nothing.
type fact struct {
	known  bool
	winner rules.Color // of a win, on the board or on paper
	moves  int         // that the winner needs; 0 is a draw
	rule   int         // the limited ending whose count is full before, in moves: 5, 16 or 0
}

func (f fact) drawn() bool { return f.moves == 0 || f.rule != 0 }

// factOf returns what a proof says that holds for c's move just made.
func factOf(p mcts.Proof, c rules.Color) fact {
	f := fact{known: p.Known, winner: c, moves: moves(int(p.Plies))}
	switch {
	case p.Points < 0:
		f.winner = c.Opponent()
	case p.Points == 0:
		f.moves = 0
	}
	return f
}

// news reports whether f is worth saying after told, which was said last: what
// is known now and was not, another result, or the first win that comes too
// late.
func (f fact) news(told fact) bool {
	switch {
	case !f.known:
		return false
	case !told.known || f.drawn() != told.drawn():
		return true
	case f.drawn():
		return f.rule != 0 && told.rule == 0
	}
	return f.winner != told.winner
}

// sentence says f for people.
func (f fact) sentence() string { return "proved: " + f.String() }

func (f fact) String() string {
	switch {
	case f.moves == 0:
		return "a draw"
	case f.rule != 0:
		return fmt.Sprintf("a draw; %s would win in %s, but the rule of %d moves comes first", f.winner, inMoves(f.moves), f.rule)
	}
	return fmt.Sprintf("%s wins in %s", f.winner, inMoves(f.moves))
}

// Proved says what is certain once the move has been made, as "White wins in 3
// moves", or "".
func (j *Judgement) Proved() string {
	switch {
	case !j.Certain.Known:
		return ""
	case j.Over() && j.Certain.Points != 0:
		return j.Winner().String() + " has won"
	case j.Over():
		return "a draw by " + drawRule(j.Rule)
	}
	return factOf(j.Certain, j.Position.Turn()).String()
}

// drawRule says what has happened where a rule makes a draw.
func drawRule(r rules.Rule) string {
	return map[rules.Rule]string{
		rules.Repetition:      "third repetition",
		rules.TwentyFiveMoves: "25 moves each without a capture or man move",
		rules.SixteenMoves:    "16 moves each against a lone king",
		rules.FiveMoves:       "5 moves each against a lone king",
	}[r]
}

// Winner returns who wins for certain once the move has been made: where that is
// known, and no draw.
func (j *Judgement) Winner() rules.Color {
	if j.Certain.Points < 0 {
		return j.Position.Turn().Opponent()
	}
	return j.Position.Turn()
}

// story is what has been told of the results that are certain, in one game.
type story struct {
	told   fact
	sign   Result // the last one, for side
	side   rules.Color
	passed bool // a rule has made a draw that nobody has claimed: the record goes on
}

func (s *story) begin() { *s = story{} }

// tell writes what is news after the move of j into it. A draw by rule is told once.
// Where the record goes on all the same, nobody has claimed it and the game is what
// it is on the board: only if that is no win, the sign of the draw comes again with
// the last move.
func (s *story) tell(f *Finding, j *Judgement, last bool) {
	turn := f.Position.Turn()
	proof := j.Certain
	drawn := j.Over() && proof.Points == 0
	switch {
	case drawn && s.passed:
		if last && !f.After.Paper.Known {
			j.Result = Drawn
		}
		return
	case drawn:
		s.passed, j.Fact = true, "drawn: "+drawRule(j.Rule)
		s.told = fact{known: true}
	case !j.Over():
		now := factOf(proof, turn)
		if f.After.Rule != 0 {
			now = factOf(f.After.Paper, turn)
			now.rule = f.After.Rule
		}
		if now.news(s.told) {
			s.told, j.Fact = now, now.sentence()
		}
	}
	var r Result
	switch {
	case !proof.Known || proof.Points < 0:
		return
	case proof.Points > 0:
		r = Won
	default:
		r = Drawn
	}
	if j.Over() || s.sign != r || r == Won && s.side != turn || s.passed && last && r == Drawn {
		s.sign, s.side, j.Result = r, turn, r
	}
}
