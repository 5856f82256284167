package run

import (
	"fmt"
	"io"
	"path/filepath"

	"drafthorse/datasets"
)

// A lap is a number of generations that end with a match against net 0 and an
// annotated game. The annotated game is committed last, so its record says that
// the lap is over.

// LapEnd returns the number of the net with which the lap under way ends: the
// last lap's, or that of net 0, and the given number of generations more.
func (r *Run) LapEnd(generations int) int {
	end := generations
	for _, a := range r.manifest.Records(KindAnnotated) {
		end = a.Facts.Generation + generations
	}
	return max(end, r.Generation())
}

// EndLap commits the game that the newest net has annotated and returns its
// path.
func (r *Run) EndLap(write func(io.Writer) error) (string, error) {
	name := fmt.Sprintf("annotated/%05d.pdn", r.Generation())
	facts := datasets.Facts{Generation: r.Generation()}
	_, err := r.manifest.Commit(KindAnnotated, name, facts, write)
	return filepath.Join(r.Dir, filepath.FromSlash(name)), err
}
