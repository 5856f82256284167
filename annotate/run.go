package annotate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"drafthorse/analysis"
	"drafthorse/internal/fault"
	"drafthorse/internal/plural"
	"drafthorse/store"
)

// Run finds or searches what there is to say about the games, judges them and writes
// the outputs. Each output appears when it is whole. A game that cannot be judged is
// copied as it is and told, and the error then has a method Refused. When ctx ends the
// error says how to go on.
func Run(ctx context.Context, o *Options) (err error) {
	b := batch{thresholds: o.Thresholds, stderr: o.Stderr, progress: o.Progress}
	if o.From != "" {
		err = b.known(o)
	} else {
		err = b.searching(o)
	}
	if err == nil {
		err = CheckThere(o.Inputs)
	}
	if err != nil {
		if b.results != nil {
			err = errors.Join(err, b.results.close())
		}
		return err
	}
	b.signature = analysis.Signature(b.settings, o.Thresholds, o.Program)

	kept, err := keep(o, b.results)
	if err != nil {
		return err
	}
	b.results = kept.results
	defer func() { err = errors.Join(err, kept.release()) }()
	if o.Puzzles != "" {
		if b.solutions, err = openSolutions(ctx, o, b.results, b.settings.Limits); err != nil {
			return fmt.Errorf("--puzzles: %w", err)
		}
		defer func() { err = errors.Join(err, b.solutions.close()) }()
	}
	if b.outputs, err = o.outputs(judge{o.Thresholds.Dialect, b.signature, b.solutions}); err != nil {
		return err
	}
	if err := b.write(ctx, o); err != nil {
		return kept.goingOn(ctx, err, b.games)
	}
	kept.done = true
	return b.report()
}

// write annotates the games and writes everything.
func (b *batch) write(ctx context.Context, o *Options) error {
	all, total := games(o.Inputs, o.Stdin), countGames(ctx, o.Inputs)
	inAll := total
	if o.Out == "" && terminal(o.Stdout) {
		b.sheets = newSheets()
		if len(b.outputs) == 0 && o.Results == "" {
			all, total = first(mostSheets, all), min(total, mostSheets)
		}
	}
	var err error
	write := func(w io.Writer) error { return b.run(ctx, o.Workers, all, total, w) }
	if o.Out == "" {
		err = write(o.Stdout)
	} else if f, failed := store.Create(o.Out); failed != nil {
		discardAll(b.outputs)
		err = failed
	} else {
		err = f.Fill(write)
	}
	if b.sheets != nil {
		err = errors.Join(err, b.sheets.print(o.Stdout))
	}
	if n := b.sheets.count(); err == nil && b.sheets != nil && (b.annotated > n || inAll > b.games) {
		fmt.Fprintf(b.stderr, "these are %d of %d games: --out FILE annotates all\n", n, max(inAll, b.games))
	}
	return err
}

// searching has the batch search with a net.
func (b *batch) searching(o *Options) error {
	if err := o.Config.Validate(); err != nil {
		return fault.Usage("%w", err)
	}
	n, endgames, err := o.Knowledge()
	if err != nil {
		return err
	}
	b.settings = analysis.Settings{Net: n.ID(), Tables: endgames.ID(), Limits: o.Config.Limits}
	b.newFinder = func() *analysis.Finder { return analysis.NetFinder(o.Config, n, endgames) }
	return nil
}

// known has the batch take everything from a file, by the settings of which there
// must be one that fits.
func (b *batch) known(o *Options) (err error) {
	b.results, err = openResults(o.From, false, b.stderr)
	if errors.Is(err, fs.ErrNotExist) {
		return fault.Usage("--from: %w: want a file that --results has written", err)
	} else if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	there := slices.Collect(maps.Keys(b.results.settings))
	if len(there) == 0 {
		return fault.Usage("--from: %s holds no findings: want a file that --results has written", o.From)
	}
	if fit := o.Fits(there); len(fit) == 1 {
		b.settings = fit[0]
		return nil
	}
	var texts []string
	for _, s := range there {
		texts = append(texts, fmt.Sprintf("%s (%s)", s, plural.Count(b.results.settings[s], "position")))
	}
	slices.Sort(texts)
	return fault.Usage("--from: %s holds findings by %s: want --net, --visits, --depth, --nodes or --time to fit one of them", o.From, strings.Join(texts, "; "))
}
