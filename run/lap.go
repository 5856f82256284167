package run

import (
	"io"
	"path/filepath"

	"drafthorse/store"
)

// A lap is a number of generations that end with a match against net 0 and an
// annotated game. The annotated game is committed last, so its record says that
// the lap is over.

// LapBegin returns the number of the net with which the last lap ended, or 0.
func (r *Run) LapBegin() int {
	laps := r.manifest.Records(KindAnnotated)
	if len(laps) == 0 {
		return 0
	}
	return laps[len(laps)-1].Facts.Generation
}

// LapEnd returns the number of the net with which the lap under way ends: the
// given number of generations after its beginning.
func (r *Run) LapEnd(generations int) int {
	return max(r.LapBegin()+generations, r.Generation())
}

// EndLap commits the game that the newest net has annotated and returns its
// path.
func (r *Run) EndLap(write func(io.Writer) error) (string, error) {
	name := annotatedName(r.Generation())
	facts := store.Facts{Generation: r.Generation()}
	_, err := r.manifest.Commit(KindAnnotated, name, facts, write)
	return filepath.Join(r.Dir, filepath.FromSlash(name)), err
}
