package dxp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"time"

	"drafthorse/match"
	"drafthorse/rules"
)

// dialing is how long a peer may take to let us connect.
const dialing = 10 * time.Second

// Dial connects to a peer that listens at HOST:PORT.
func Dial(ctx context.Context, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialing}
	return d.DialContext(ctx, "tcp", address)
}

// Player is a peer, a Follower that listens, as a player of a match. It has one
// connection and plays one game at a time. It is a [match.Preparer] and a
// [match.GameObserver], which has to be told of each game, and an [io.Closer].
//
// Each game is proposed to the peer before it begins, from the position behind the
// opening, with the peer's colour, without a number of moves, and with the time of its
// [match.Clock], in whole minutes, or else Minutes. A peer that cannot be connected to, or
// refuses the game, plays none.
//
// The match is its own referee. A peer that ends a game before the board does loses
// it, with what it said as the reason: it resigned, or it claimed a draw or a win
// that the board does not give. So does a peer that is gone, silent or out of order;
// it is connected to anew for the next game. It may not take moves back.
type Player struct {
	Address  string // HOST:PORT
	Name     string // ours, see [Config]
	Minutes  int    // for each game if the match has no clock, 0 to 999; 0 is no limit
	Patience time.Duration

	session *Session
	playing bool
	offered int // the ply of the match's game at which the session's begins
}

// Connect connects to the peer unless it is connected.
func (p *Player) Connect() error {
	if p.session != nil && !p.session.stopped {
		if _, err := p.session.pending(); err == nil {
			return nil
		}
	}
	p.Close() // what was wrong with the last connection was told
	conn, err := Dial(context.Background(), p.Address)
	if err != nil {
		return fmt.Errorf("no connection to the DXP peer: %w", err)
	}
	p.session = NewSession(conn, Config{Name: p.Name, Patience: p.Patience, KeepMoves: true})
	return nil
}

// Close ends the session.
func (p *Player) Close() error {
	if p.session == nil {
		return nil
	}
	err := p.session.Close()
	p.session, p.playing = nil, false
	return err
}

// Ready implements [match.Preparer].
func (p *Player) Ready(g *rules.Game, own rules.Color, c match.Clock) error {
	last := p.session
	err := p.propose(g, own, c)
	refused := (*RefusedError)(nil)
	if err != nil && last != nil && p.session == last && !errors.As(err, &refused) {
		err = p.propose(g, own, c) // the peer had left since its last game
	}
	return err
}

// propose proposes a game.
func (p *Player) propose(g *rules.Game, own rules.Color, c match.Clock) error {
	if err := p.Connect(); err != nil {
		return err
	}
	terms := Terms{Own: own.Opponent(), Start: g.Position(), Minutes: p.Minutes}
	if c.Left > 0 {
		terms.Minutes = min(999, int((c.Left+time.Minute-1)/time.Minute))
	}
	if err := p.session.Propose(context.Background(), terms); err != nil {
		return err
	}
	p.playing, p.offered = true, g.Ply()
	return nil
}

// Choose implements [match.Player].
func (p *Player) Choose(g *rules.Game, c match.Clock, _ *rand.Rand) (rules.Move, error) {
	m, err := p.choose(g, c)
	if err != nil {
		p.playing = false
	}
	return m, err
}

func (p *Player) choose(g *rules.Game, c match.Clock) (rules.Move, error) {
	if err := p.tell(g.Played()); err != nil {
		return rules.Move{}, err
	}
	end, err := p.receive(c)
	switch {
	case err != nil:
		return rules.Move{}, err
	case end != nil:
		return rules.Move{}, errors.New(end.claim())
	}
	played := p.session.Game().Played()
	return played[len(played)-1], nil
}

// receive waits for the peer's move, no longer than its clock allows and Patience
// besides.
func (p *Player) receive(c match.Clock) (*GameEnd, error) {
	switch {
	case c.Move > 0:
		return p.session.receiveMove(c.Move)
	case c.Left > 0:
		return p.session.receiveMove(c.Left)
	}
	return p.session.Receive()
}

// tell sends what has been played since the peer's last move: nothing, if the match
// did not let that one count.
func (p *Player) tell(played []rules.Move) error {
	known := min(len(played), p.offered+p.session.Game().Ply())
	for _, m := range played[known:] {
		switch _, end, err := p.session.Move(m); {
		case err != nil:
			return err
		case end != nil:
			return errors.New(end.claim())
		}
	}
	return nil
}

// Over implements [match.GameObserver]: it tells the peer the last move and ends its
// game. If that fails, the next game begins on another connection.
func (p *Player) Over(g match.Game) {
	if !p.playing {
		return
	}
	p.playing = false
	if p.tell(g.Moves) != nil {
		return
	}
	s := p.session
	if !s.Turn() {
		// The peer ends the game itself, or does not know that it is over.
		if end, err := s.Receive(); end != nil || err != nil {
			return
		}
	}
	s.End(s.reason(g.Outcome.Result))
}
