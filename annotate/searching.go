package annotate

import (
	"context"
	"errors"
	"iter"

	"drafthorse/analysis"
	"drafthorse/parallel"
	"drafthorse/pdn"
)

// searches are what finds what there is to find about positions.
type searches struct {
	settings  analysis.Settings
	results   *results
	newFinder func() *analysis.Finder // by the settings; nil: what the results do not hold is not searched
	solutions *solutions              // nil: no puzzles are wanted
}

// judged is what a worker is done with.
type judged struct {
	game       *pdn.Game // nil: the end of a file
	findings   []analysis.Finding
	judgements []analysis.Judgement
	searched   bool // some of the findings were not known
	before     bool // it was annotated alike earlier, and nothing else is made of it
	moveless   bool // there is nothing in it to annotate
	refusal    *pdn.Error
	err        error // ends the analysis
}

// searched is a game with what was found of its positions.
type searched struct {
	judged
	plies   []pdn.Ply // empty: nothing is searched in it
	missing int       // positions that were not known and may not be searched
}

// task is a position to be searched. Positions, not games, are the jobs of the
// workers, so that a collection of one game keeps all of them busy. A game
// without positions is a task of its own, as is the end of a file.
type task struct {
	*searched
	ply int // index of the position in the game's plies
}

// answer is what a worker has found of a task.
type answer struct {
	task
	finding         analysis.Finding
	missing, search bool // it is not known; it was searched now
	err             error
}

// errEnough ends the searches when nobody wants another game.
var errEnough = errors.New("no more games are wanted")

// search yields the games in their order, each with what was found of its
// positions, but those that are done before. An error comes as a game of its own, the
// last one.
func (s *searches) search(ctx context.Context, workers int, all iter.Seq[found], before func(*pdn.Game) bool) iter.Seq[*searched] {
	return func(yield func(*searched) bool) {
		newWorker := func() func(task) answer { return s.newSearcher(ctx) }
		err := parallel.Ordered(ctx, workers, tasks(all, before), newWorker, func(a answer) error {
			g := a.searched
			switch {
			case a.err != nil:
				return a.err
			case a.missing:
				g.missing++
			case len(g.plies) > 0:
				g.findings = append(g.findings, a.finding)
				g.searched = g.searched || a.search
			}
			if a.ply+1 >= len(g.plies) && !yield(g) {
				return errEnough
			}
			return nil
		})
		if err != nil && err != errEnough {
			yield(&searched{judged: judged{err: err}})
		}
	}
}

// tasks yields the positions of all games.
func tasks(all iter.Seq[found], before func(*pdn.Game) bool) iter.Seq[task] {
	return func(yield func(task) bool) {
		for f := range all {
			g := replayed(f, before)
			for ply := range max(1, len(g.plies)) {
				if !yield(task{g, ply}) {
					return
				}
			}
		}
	}
}

// replayed returns a game with its plies, if they are to be searched.
func replayed(f found, before func(*pdn.Game) bool) *searched {
	g := f.game
	switch {
	case g == nil:
		return &searched{judged: judged{refusal: f.err}}
	case before(g):
		return &searched{judged: judged{game: g, before: true}}
	}
	plies, fault := g.Replay()
	if fault != nil {
		return &searched{judged: judged{game: g, refusal: placed(fault, g.File)}}
	}
	return &searched{judged: judged{game: g, moveless: len(plies) == 0}, plies: plies}
}

// newSearcher returns a worker that finds what there is to find about positions,
// and solves those that look like puzzles. Between two of them it can be
// interrupted.
func (s *searches) newSearcher(ctx context.Context) func(task) answer {
	var (
		asker  analysis.Asker
		finder *analysis.Finder
	)
	if s.newFinder != nil {
		finder = s.newFinder()
	}
	prepare := s.solutions.prepare()
	return func(t task) answer {
		a := answer{task: t}
		if len(t.plies) == 0 {
			return a
		}
		if ctx.Err() != nil {
			a.err = context.Cause(ctx)
			return a
		}
		q := asker.Question(t.plies, t.ply)
		var search func() analysis.Finding
		if finder != nil {
			search = func() analysis.Finding {
				a.search = true
				return finder.Find(q.Game, q.Played)
			}
		}
		a.finding, a.err = s.results.find(s.settings.Key(q.Game, q.Played), search)
		if errors.Is(a.err, errMissing) {
			a.missing, a.err = true, nil
		} else if a.err == nil && a.finding.Shot() {
			a.err = prepare(a.finding.Position)
		}
		return a
	}
}
