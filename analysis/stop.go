package analysis

import (
	"drafthorse/alphabeta"
	"drafthorse/rules"
)

// StopWhen has the searches of s end early from when stop, which they ask now and
// then, returns true. What Solve returns from then on is worth nothing.
func (s *Solver) StopWhen(stop func() bool) { s.confirm = stopping{s.confirm, stop} }

// stopping is a search that can be stopped.
type stopping struct {
	Confirmer
	stop func() bool
}

func (s stopping) Search(g *rules.Game, l alphabeta.Limits) alphabeta.Result {
	l.Stop = s.stop
	return s.Confirmer.Search(g, l)
}
