package main

import (
	"drafthorse/analysis"
	"drafthorse/pdn"
)

// output is something else than PDN that is made of the annotated games.
type output interface {
	add(g *pdn.Game, findings []analysis.Finding, judgements []analysis.Judgement) error // each judged game, in order
	refuse(g *pdn.Game, err *pdn.Error) error                                            // each game that could not be judged, in order; g may be nil
	close() error                                                                        // all games have been added: make it visible, whole
	discard()                                                                            // after an error or Ctrl-C: nothing may be left; after close it does nothing
}
