package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"drafthorse/analysis"
	"drafthorse/cmd/internal/console"
	"drafthorse/parallel"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// mostRepairs is how many repairs of the reading are told one by one.
const mostRepairs = 20

// batch is the annotation of a collection.
type batch struct {
	thresholds analysis.Thresholds
	newFinder  func() *analysis.Finder
	signature  string
	stderr     io.Writer

	games, annotated, before int // read; judged now; judged in an earlier analysis
	sides                    [2]analysis.Side
	repairs                  int
	repaired                 []*pdn.Error // the first of the faults that the reading has mended
	refused                  refusals
}

// judged is what a worker is done with.
type judged struct {
	game       *pdn.Game // nil: the end of a file
	judgements []analysis.Judgement
	before     bool // it was annotated earlier
	refusal    *pdn.Error
}

func (b *batch) run(ctx context.Context, workers int, args []string, stdin io.Reader, out io.Writer) error {
	writer := pdn.NewWriter(out)
	progress := console.NewProgress(b.stderr, "annotating", "games", 0, -1)
	err := parallel.Ordered(ctx, workers, games(args, stdin), b.newWorker, func(j judged) error {
		b.count(j)
		progress.Set(b.games, "")
		switch {
		case j.game == nil:
			return nil
		case j.refusal != nil:
			return writer.Copy(j.game)
		}
		return writer.Write(j.game)
	})
	if b.games > 0 {
		progress.End("")
	}
	if err == nil && b.games == 0 && b.refused.files > 0 {
		var all []error
		for _, e := range b.refused.first {
			all = append(all, errors.New(printable(e.Error())))
		}
		return fmt.Errorf("no game could be read: %w", errors.Join(all...))
	}
	return interrupted(err, b.games)
}

func (b *batch) newWorker() func(found) judged {
	finder := b.newFinder()
	return func(f found) judged {
		g := f.game
		switch {
		case g == nil:
			return judged{refusal: f.err}
		case analysis.Annotated(g):
			return judged{game: g, before: true, refusal: writable(g)}
		}
		findings, err := finder.Game(g)
		if err != nil {
			return judged{game: g, refusal: placed(err, g.File)}
		}
		if err := g.Normalize(); err != nil {
			return judged{game: g, refusal: placed(err, g.File)}
		}
		judgements := analysis.JudgeGame(findings, b.thresholds)
		analysis.Annotate(g, judgements, b.thresholds.Dialect, b.signature)
		return judged{game: g, judgements: judgements, refusal: writable(g)}
	}
}

// writable returns an error if the Writer refuses g: a game that could just be
// read may be too large with a tag more.
func writable(g *pdn.Game) *pdn.Error {
	err := pdn.NewWriter(io.Discard).Write(g)
	if err == nil {
		return nil
	}
	err = errors.Unwrap(err)
	return &pdn.Error{File: g.File, Game: g.Number, Line: g.Line, Problem: err.Error(), Err: err}
}

func (b *batch) count(j judged) {
	if j.refusal != nil {
		b.refused.add(j.refusal)
	}
	if j.game == nil {
		return
	}
	b.games++
	b.repairs += len(j.game.Problems)
	b.repaired = append(b.repaired, j.game.Problems[:min(len(j.game.Problems), mostRepairs-len(b.repaired))]...)
	switch {
	case j.refusal != nil:
	case j.before:
		b.before++
	default:
		b.annotated++
		for c, s := range analysis.Summarize(j.judgements) {
			b.sides[c] = b.sides[c].Plus(s)
		}
	}
}

// report says on stderr what came of it. Its error is that some input was
// refused.
func (b *batch) report() error {
	fmt.Fprintf(b.stderr, "%s: %d annotated, %d annotated before, %d copied as found\n",
		console.Count(b.games, "game"), b.annotated, b.before, b.refused.games)
	w := tabwriter.NewWriter(b.stderr, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\tmoves with a choice\tmean loss")
	dialect := b.thresholds.Dialect
	var signs []string // of the marks, each once
	for _, m := range analysis.Marks {
		if s := dialect.Sign(m); s != "" && !slices.Contains(signs, s) {
			signs = append(signs, s)
		}
	}
	fmt.Fprintf(w, "\t%s\t*\n", strings.Join(signs, "\t"))
	for c, s := range b.sides {
		fmt.Fprintf(w, "%s\t%d\t%.3f", rules.Color(c), s.Moves, s.MeanLoss())
		for _, sign := range signs {
			n := 0
			for _, m := range analysis.Marks {
				if dialect.Sign(m) == sign {
					n += s.Marks[m]
				}
			}
			fmt.Fprintf(w, "\t%d", n)
		}
		fmt.Fprintf(w, "\t%d\n", s.Only)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, p := range b.repaired {
		fmt.Fprintf(b.stderr, "repaired: %s\n", printable(p.Error()))
	}
	if more := b.repairs - len(b.repaired); more > 0 {
		fmt.Fprintf(b.stderr, "repaired: %d more, which --check lists\n", more)
	}
	if err := b.refused.table(b.stderr); err != nil {
		return err
	}
	return b.refused.err("%s copied as found, %s not read whole")
}
