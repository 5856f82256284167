package dxp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"drafthorse/match"
	"drafthorse/rules"
)

// Ending is how a game ended.
type Ending struct {
	// Outcome is what the board says, or a win without a rule where the other side
	// has resigned. What a peer claims beyond that is no outcome.
	Outcome rules.Outcome
	Reason  string // in words: the rule, or who ended it and how
}

// Play plays the game under way to its end with the player's moves. This side ends
// it when the board or the number of moves says so, and without a reason when ctx
// is cancelled, at its next turn and for the whole session.
//
// With an error, which has ended the session unless it is the player's, the
// Ending holds how the game stood.
func (s *Session) Play(ctx context.Context, p match.Player, rng *rand.Rand) (Ending, error) {
	// decided stands once the board has said so: a peer that knows no draw rule plays
	// on.
	decided := s.game.Outcome()
	for {
		ply := s.game.Ply()
		if s.Turn() {
			if r, e := s.over(ctx, decided); e.Reason != "" {
				return e, s.End(r)
			}
			m, err := s.choose(p, rng)
			var end *GameEnd
			if err == nil {
				_, end, err = s.Move(m)
			}
			switch {
			case err != nil:
				return Ending{Reason: err.Error()}, err
			case end != nil:
				return s.claimed(decided, *end), nil
			}
		} else {
			end, err := s.Receive()
			switch {
			case err != nil:
				return s.ending(decided, err.Error()), err
			case end != nil:
				return s.claimed(decided, *end), nil
			}
		}
		if decided.Result == rules.Undecided || s.game.Ply() <= ply { // or moves were taken back
			decided = s.game.Outcome()
		}
	}
}

// choose lets the player choose a move; if it cannot, the game is given up.
func (s *Session) choose(p match.Player, rng *rand.Rand) (rules.Move, error) {
	g := s.game
	m, err := p.Choose(g, s.Left(s.terms.Own), rng)
	if err == nil && !slices.Contains(g.Moves(), m) {
		err = fmt.Errorf("illegal move %v of ours in %s", Move{From: m.From, To: m.To, Captured: m.Captured}, g.Position().FEN())
	}
	if err != nil && s.playing {
		s.End(Lost) // the error says more than one of ending
	}
	return m, err
}

// over says whether this side, which is to move, has to end the game, and how.
func (s *Session) over(ctx context.Context, decided rules.Outcome) (Reason, Ending) {
	switch {
	case decided.Result != rules.Undecided:
		return s.reason(decided.Result), s.ending(decided, "")
	case s.movesAreOver():
		return NoReason, Ending{Reason: s.movesOver()}
	case ctx.Err() != nil:
		s.Last = true
		return NoReason, Ending{Reason: "stopped: " + context.Cause(ctx).Error()}
	}
	return NoReason, Ending{}
}

// movesAreOver reports whether both sides have made all moves of a game that has a
// number of moves.
func (s *Session) movesAreOver() bool {
	return s.terms.Moves > 0 && s.game.Ply() >= 2*s.terms.Moves
}

func (s *Session) movesOver() string {
	return fmt.Sprintf("the %d moves of each side are played", s.terms.Moves)
}

// reason returns how this side calls a result.
func (s *Session) reason(r rules.Result) Reason {
	switch {
	case r == rules.Undecided:
		return NoReason
	case r == rules.Draw:
		return Drawn
	case r.For(s.terms.Own) > 0:
		return Won
	}
	return Lost
}

// ending returns the ending by the board, or the given reason if there is none.
func (s *Session) ending(decided rules.Outcome, reason string) Ending {
	if decided.Result != rules.Undecided {
		reason = decided.Rule.String()
	}
	return Ending{decided, reason}
}

// claimed returns the ending of a game that the peer has ended.
func (s *Session) claimed(decided rules.Outcome, e GameEnd) Ending {
	if decided.Result == rules.Undecided && e.Reason == Lost {
		return Ending{rules.Outcome{Result: rules.WonBy(s.terms.Own)}, e.claim()}
	}
	if e.Reason == NoReason && s.movesAreOver() {
		return s.ending(decided, s.movesOver())
	}
	return s.ending(decided, e.claim())
}

// claim says in words how a peer has ended a game that the board does not end.
func (e GameEnd) claim() string {
	return [...]string{
		NoReason: "the peer ended the game without a reason",
		Lost:     "the peer resigned",
		Drawn:    "the peer claimed a draw that the board does not give",
		Won:      "the peer claimed a win that the board does not give",
	}[e.Reason]
}
