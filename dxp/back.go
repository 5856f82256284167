package dxp

import (
	"context"
	"time"

	"drafthorse/rules"
)

// mostGranted is how often a peer may have moves taken back in one game, so that it
// comes to an end.
const mostGranted = 100

// TakeBack asks the peer to take the game under way back to where so many plies
// were played, when this side is to move, and reports whether it has agreed. If it has
// ended the game instead, end says how.
func (s *Session) TakeBack(ply int) (agreed bool, end *GameEnd, err error) {
	if err := s.send(s.requestOf(ply)); err != nil {
		return false, nil, err
	}
	s.owed = true
	const wanted = "an answer to the request to take moves back"
	m, err := s.receive(context.Background(), s.config.Patience, wanted)
	if err != nil {
		return false, nil, err
	}
	switch m := m.(type) {
	case BackAnswer:
		s.owed = false
		if m.Code == BackGranted {
			s.takeBack(ply)
		}
		return m.Code == BackGranted, nil, nil
	case GameEnd:
		s.answerEnd(m)
		return false, &m, nil
	}
	return false, nil, s.disorder(m, wanted)
}

// takeBack takes the game back to a ply. What time it has taken is not given back.
func (s *Session) takeBack(ply int) {
	now := time.Now()
	s.used[s.game.Position().Turn()] += now.Sub(s.since)
	s.since = now
	for s.game.Ply() > ply {
		s.game.Pop()
	}
}

// requestOf returns the request to go back to a ply.
func (s *Session) requestOf(ply int) BackRequest {
	plies := ply + int(s.terms.Start.Turn()) // as if White had begun
	return BackRequest{Number: 1 + plies/2, Turn: rules.Color(plies % 2)}
}

// plyOf returns the ply that a request wants to go back to, which may not exist.
func (s *Session) plyOf(b BackRequest) int {
	return 2*(b.Number-1) + int(b.Turn) - int(s.terms.Start.Turn())
}
