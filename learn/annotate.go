package learn

import (
	"io"
	"path/filepath"

	"drafthorse/analysis"
	"drafthorse/pdn"
	"drafthorse/run"
	"drafthorse/store"
)

// annotationVisits is as many as analyze makes if it is not told otherwise.
const annotationVisits = 2000

// Annotated is the game that ends a cycle.
type Annotated struct {
	Path  string
	Marks int // in it
}

// annotate lets the newest net judge a game and commits it. It is the last
// step of a cycle, so its record says that the cycle is over.
func (s *site) annotate(game *pdn.Game) (Annotated, error) {
	n, err := s.Net(s.Generation())
	if err != nil {
		return Annotated{}, err
	}
	config := analysis.Config{Limits: analysis.Limits{Visits: annotationVisits}, Search: s.Config.PlaySearch()}
	finder := analysis.NetFinder(config, n, s.Endgames)
	findings, err := finder.Game(game)
	if err != nil {
		return Annotated{}, err
	}
	thresholds := analysis.DefaultThresholds()
	judgements := analysis.JudgeGame(findings, thresholds)
	analysis.Annotate(game, judgements, thresholds.Dialect, analysis.Signature(finder.Settings(), thresholds, s.Program))
	var result Annotated
	for _, j := range judgements {
		if j.Mark != analysis.NoMark || j.Only {
			result.Marks++
		}
	}
	name := run.AnnotatedName(s.Generation())
	result.Path = filepath.Join(s.Dir, filepath.FromSlash(name))
	_, err = s.Manifest.Commit(run.KindAnnotated, name, store.Facts{Generation: s.Generation()}, func(w io.Writer) error {
		return pdn.NewWriter(w).Write(game)
	})
	s.takeIn()
	return result, err
}
