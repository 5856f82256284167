package dxp

import (
	"time"

	"drafthorse/rules"
)

// mostGranted is how often a peer may have moves taken back in one game, so that it
// comes to an end.
const mostGranted = 100

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
