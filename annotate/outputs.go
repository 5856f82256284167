package annotate

import (
	"cmp"
	"fmt"
	"path/filepath"

	"drafthorse/analysis"
	"drafthorse/internal/plural"
	"drafthorse/pdn"
	"drafthorse/viewer"
)

// output is something else than PDN that is made of the annotated games. They come in
// order, with their numbers in the collection, from 1.
type output interface {
	add(number int, g *pdn.Game, findings []analysis.Finding, judgements []analysis.Judgement) error // each judged game
	refuse(number int, g *pdn.Game, err *pdn.Error) error                                            // each game that could not be judged; g is nil for a file that was not read whole
	close() error                                                                                    // all games have been added: make it visible, whole
	discard()                                                                                        // after an error or Ctrl-C: nothing may be left; after close it does nothing
}

// judge is what the outputs need to know of who judges the games.
type judge struct {
	dialect   analysis.Dialect
	signature string
	solutions *solutions // of puzzles
}

// outputs makes the outputs that the flags ask for. Nothing of them is visible yet.
func (o *Options) outputs(j judge) (made []output, err error) {
	defer func() {
		if err != nil {
			discardAll(made)
		}
	}()
	shown := shownNames(o.Inputs)
	for _, wanted := range []struct {
		flag, path string
		open       func(path string) (output, error)
	}{
		{"html", o.HTML, func(dir string) (output, error) {
			return newHTML(dir, viewer.Collection{Title: cmp.Or(o.Title, collectionTitle(o.Inputs)), Program: j.signature, Dialect: viewer.Dialect(j.dialect.String())}, j.dialect, shown)
		}},
		{"moves", o.Moves, func(path string) (output, error) { return newMoves(path, j.dialect) }},
		{"summary", o.Summary, func(path string) (output, error) { return newTotals(path, j.dialect, shown, o.Stderr) }},
		{"puzzles", o.Puzzles, func(path string) (output, error) { return newPuzzles(path, j.solutions.newWorker(), shown) }},
	} {
		if wanted.path == "" {
			continue
		}
		out, err := wanted.open(wanted.path)
		if err != nil {
			return made, fmt.Errorf("--%s: %w", wanted.flag, err)
		}
		made = append(made, out)
	}
	return made, nil
}

// collectionTitle names a collection by the files it comes from.
func collectionTitle(args []string) string {
	switch {
	case len(args) > 1:
		return plural.Count(len(args), "file")
	case args[0] == "-":
		return "standard input"
	}
	whole, err := filepath.Abs(args[0]) // . has a name, too
	if err != nil {
		return filepath.Base(args[0])
	}
	if real, err := filepath.EvalSymlinks(whole); err == nil {
		whole = real
	}
	return filepath.Base(whole)
}

// discardAll gives up the outputs that are not closed.
func discardAll(outputs []output) {
	for _, o := range outputs {
		o.discard()
	}
}
