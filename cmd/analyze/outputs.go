package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"drafthorse/analysis"
	"drafthorse/cmd/internal/cli"
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
func (o options) outputs(j judge, args []string, stderr io.Writer) (made []output, err error) {
	defer func() {
		if err != nil {
			discardAll(made)
		}
	}()
	shown := shownNames(args)
	for _, wanted := range []struct {
		flag, path string
		open       func(path string) (output, error)
	}{
		{"html", o.html, func(dir string) (output, error) {
			return newHTML(dir, viewer.Collection{Title: cmp.Or(o.title, collectionTitle(args)), Program: j.signature, Dialect: viewer.Dialect(j.dialect.String())}, j.dialect, shown)
		}},
		{"moves", o.moves, func(path string) (output, error) { return newMoves(path, j.dialect) }},
		{"summary", o.summary, func(path string) (output, error) { return newTotals(path, j.dialect, shown, stderr) }},
		{"puzzles", o.puzzles, func(path string) (output, error) { return newPuzzles(path, j.solutions.newWorker(), shown) }},
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

// suffix returns which of the wanted suffixes a path has.
func suffix(path string, wanted ...string) (string, error) {
	for _, s := range wanted {
		if strings.EqualFold(filepath.Ext(path), s) {
			return s, nil
		}
	}
	return "", cli.Usage("%s: the suffix says what is written: want %s", path, strings.Join(wanted, " or "))
}

// collectionTitle names a collection by the files it comes from.
func collectionTitle(args []string) string {
	switch {
	case len(args) > 1:
		return plural.Count(len(args), "file")
	case args[0] == "-":
		return "standard input"
	}
	return filepath.Base(resolved(args[0]))
}

// discardAll gives up the outputs that are not closed.
func discardAll(outputs []output) {
	for _, o := range outputs {
		o.discard()
	}
}
