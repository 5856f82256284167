package annotate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"text/tabwriter"

	"drafthorse/analysis"
	"drafthorse/internal/plural"
	"drafthorse/parallel"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// mostRepairs is how many repairs of the reading are told one by one.
const mostRepairs = 20

// batch is the annotation of a collection.
type batch struct {
	searches
	thresholds analysis.Thresholds
	signature  string
	outputs    []output
	sheets     *sheets // nil: the games are written as PDN
	stderr     io.Writer
	progress   func(label string, total int) Progress

	games, annotated, before int // read; judged now; judged alike in an earlier analysis
	moveless                 int
	sides                    [2]analysis.Side
	repairs                  int
	repaired                 []*pdn.Error // the first of the faults that the reading has mended
	refused                  refusals
}

// run annotates the games that the arguments name, total in number or -1, and
// writes them to out. It ends its outputs.
func (b *batch) run(ctx context.Context, workers int, all iter.Seq[found], total int, out io.Writer) (err error) {
	defer discardAll(b.outputs)
	writer := pdn.NewWriter(out)
	progress := b.progress("annotating", total)
	newWorker := func() func(*searched) judged { return b.judge }
	err = parallel.Ordered(ctx, workers, b.search(ctx, workers, all, b.annotatedBefore), newWorker, func(j judged) error {
		if j.err != nil {
			return j.err
		}
		b.count(j)
		if j.game != nil && !j.searched && b.newFinder != nil {
			progress.Skip(1)
		}
		progress.Set(b.games, "")
		return b.handOn(writer, j)
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
	for _, o := range b.outputs {
		if err == nil {
			err = o.close()
		}
	}
	return err
}

// annotatedBefore reports whether nothing is left to do with a game.
func (b *batch) annotatedBefore(g *pdn.Game) bool {
	return len(b.outputs) == 0 && b.sheets == nil && hasMoves(g) && analysis.SignedAlike(g, b.signature)
}

func hasMoves(g *pdn.Game) bool {
	for range g.Moves() {
		return true
	}
	return false
}

// handOn hands on what a worker is done with.
func (b *batch) handOn(writer *pdn.Writer, j judged) error {
	for _, o := range b.outputs {
		var err error
		if j.refusal != nil {
			err = o.refuse(b.games, j.game, j.refusal)
		} else if j.game != nil {
			err = o.add(b.games, j.game, j.findings, j.judgements)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case j.game == nil:
		return nil
	case b.sheets != nil:
		if j.refusal == nil {
			b.sheets.add(j.game, j.judgements, b.thresholds.Dialect)
		}
		return nil
	case j.refusal != nil || j.moveless:
		return writer.Copy(j.game)
	}
	return writer.Write(j.game)
}

// judge judges a game's moves by what was found, and writes its marks into it.
func (b *batch) judge(s *searched) judged {
	j, g := s.judged, s.game
	switch {
	case j.err != nil || j.refusal != nil || j.moveless || g == nil:
		return j
	case j.before:
		j.refusal = writable(g)
		return j
	case s.missing > 0:
		j.refusal = &pdn.Error{
			File: g.File, Game: g.Number, Line: g.Line,
			Problem: fmt.Sprintf("%d of its %s are not in %s", s.missing, plural.Count(len(s.plies), "position"), b.results.name),
			Want:    "--results in place of --from, which searches them",
		}
		return j
	}
	if err := g.Normalize(); err != nil {
		j.refusal = placed(err, g.File)
		return j
	}
	j.judgements = analysis.JudgeGame(j.findings, b.thresholds)
	analysis.Annotate(g, j.judgements, b.thresholds.Dialect, b.signature)
	j.refusal = writable(g)
	return j
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
	case j.moveless:
		b.moveless++
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
	if b.sheets == nil {
		fmt.Fprintf(b.stderr, "%s: %d annotated, %d annotated before, %d copied as found\n",
			plural.Count(b.games, "game"), b.annotated, b.before, b.refused.games+b.moveless)
		if err := b.table(); err != nil {
			return err
		}
	}
	if t := b.results.tally; t.known+t.repeated > 0 {
		n := t.searched + t.known + t.repeated
		fmt.Fprintf(b.stderr, "%s: %d searched, %d known before, %d had come up earlier (%.1f %%)\n",
			plural.Count(n, "position"), t.searched, t.known, t.repeated, 100*float64(t.repeated)/float64(n))
	}
	for _, p := range b.repaired {
		fmt.Fprintf(b.stderr, "repaired: %s\n", printable(p.Error()))
	}
	if more := b.repairs - len(b.repaired); more > 0 {
		fmt.Fprintf(b.stderr, "repaired: %d more, which analyze check lists\n", more)
	}
	if err := b.refused.table(b.stderr); err != nil {
		return err
	}
	return b.refused.err("%s copied as found, %s not read whole")
}

// table writes both sides' figures.
func (b *batch) table() error {
	w := tabwriter.NewWriter(b.stderr, 0, 0, 2, ' ', 0)
	dialect := b.thresholds.Dialect
	signs := signsOf(dialect)
	fmt.Fprintf(w, "\tmoves with a choice\tmean loss\t%s\n", strings.Join(signs, "\t"))
	for c, s := range b.sides {
		fmt.Fprintf(w, "%s\t%d\t%.3f", rules.Color(c), s.Moves, s.MeanLoss())
		given := s.Signs(dialect)
		for _, sign := range signs {
			fmt.Fprintf(w, "\t%d", given[sign])
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
