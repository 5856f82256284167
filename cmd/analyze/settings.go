package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drafthorse/analysis"
	"drafthorse/annotate"
	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/console"
	"drafthorse/cmd/internal/tablefiles"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/net/shipped"
	"drafthorse/run"
)

// options are the flags of annotate; other commands have some of them.
type options struct {
	net, run, endgames, dialect string
	out, html, moves, title     string
	summary, puzzles            string
	results, from               string
	thresholds                  []string
	visits, depth               int
	workers                     *int
	nodes                       uint64
	time                        time.Duration
}

// addJudge adds the flags that say who judges.
func (o *options) addJudge(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.net, "net", "", "weights file of the net that judges (default: the net that comes with the program)")
	f.StringVar(&o.run, "run", "", "folder of a run whose newest net judges")
	f.StringVar(&o.endgames, "endgames", "", "folder with more endgame tables than the built-in ones")
	f.IntVar(&o.visits, "visits", 2000, "visits of the tree that searches each position")
	o.workers = addWorkers(c, "positions searched at once")
	cli.Files(c, []string{"safetensors"}, "net")
	cli.Folders(c, "run", "endgames")
}

// addOut adds the flag of the file to write.
func (o *options) addOut(c *cobra.Command) {
	c.Flags().StringVarP(&o.out, "out", "o", "", "file to write (default, and -: standard output)")
	cli.Files(c, []string{"pdn"}, "out")
}

// addFlags adds the other flags of annotate.
func (o *options) addFlags(c *cobra.Command) {
	o.addOut(c)
	f := c.Flags()
	f.StringVar(&o.html, "html", "", "folder for a report to look at in a browser")
	f.StringVar(&o.title, "title", "", "title of the report of --html (default: the name of the file or folder)")
	f.StringVar(&o.moves, "moves", "", "file with a row for each move: .csv or .jsonl")
	f.StringVar(&o.summary, "summary", "", "file with the figures of each game and player: .txt or .json; of the players only, with\na cross table: .csv; - is standard error")
	f.StringVar(&o.puzzles, "puzzles", "", "PDN file with the shots of the games, as problems")
	f.IntVar(&o.depth, "depth", 0, "most plies of the alpha-beta search that has to agree (default: no limit)")
	f.Uint64Var(&o.nodes, "nodes", 0, fmt.Sprintf("most nodes of that search (default: %d for each visit)", analysis.NodesPerVisit))
	f.DurationVar(&o.time, "time", 0, "time for each of the two searches of a position, as 50ms, instead of visits;\nthe result can then not be repeated")
	f.StringVar(&o.results, "results", "", "file that keeps what is found, and from which it is taken again")
	f.StringVar(&o.from, "from", "", "file of --results by which to judge without a search")
	f.StringArrayVar(&o.thresholds, "threshold", nil, "a number that the marks are set by, as bad=0.15 (default: "+numbers()+")")
	f.StringVar(&o.dialect, "dialect", "fmjd", "what ?! and !? mean: fmjd or chess")
	cli.Group(c, "Who judges, and how long", "net", "run", "endgames", "visits", "depth", "nodes", "time")
	cli.Group(c, "What the marks mean", "dialect", "threshold")
	cli.Group(c, "What is written", "out", "html", "title", "moves", "summary", "puzzles")
	cli.Group(c, "What is kept of the searches", "results", "from")
	cli.Files(c, []string{"pdn"}, "puzzles")
	cli.Files(c, []string{"csv", "jsonl"}, "moves")
	cli.Files(c, []string{"txt", "json"}, "summary")
	cli.Files(c, []string{"jsonl"}, "results", "from")
	cli.Folders(c, "html")
	cli.Values(c, "dialect", "fmjd", "chess")
	cli.Beginnings(c, "threshold", thresholdNames()...)
}

// numbers lists the default thresholds.
func numbers() string { return strings.Join(analysis.DefaultThresholds().Numbers(), " ") }

// thresholdNames are their names, as they begin a value of --threshold.
func thresholdNames() (names []string) {
	for _, number := range analysis.DefaultThresholds().Numbers() {
		name, _, _ := strings.Cut(number, "=")
		names = append(names, name+"=")
	}
	return names
}

// annotation returns what the flags ask for.
func (o *options) annotation(c *cobra.Command, args []string) (*annotate.Options, error) {
	if err := checkWorkers(*o.workers); err != nil {
		return nil, err
	}
	if o.title != "" && o.html == "" {
		return nil, cli.Usage("--title has no effect without --html, whose report it names: give both, or neither")
	}
	if o.from != "" && o.results != "" {
		return nil, cli.Usage("--results has no effect with --from, which keeps no findings: give one of the two")
	}
	if o.from != "" && o.endgames != "" && o.puzzles == "" {
		return nil, cli.Usage("--endgames has no effect with --from, which searches nothing but --puzzles: give one of the two, or --puzzles")
	}
	thresholds, err := o.judging()
	if err != nil {
		return nil, err
	}
	config, err := o.config(c)
	if err != nil {
		return nil, err
	}
	stderr := c.ErrOrStderr()
	of := &annotate.Options{
		Inputs: args, Stdin: c.InOrStdin(),
		Out: named(o.out), Stdout: c.OutOrStdout(), Stderr: stderr,
		HTML: o.html, Title: o.title, Moves: o.moves, Summary: o.summary, Puzzles: o.puzzles,
		Config: config, Thresholds: thresholds,
		Knowledge: func() (*net.Network, *endgame.Tables, error) { return o.knowledge(stderr) },
		Results:   o.results, From: o.from,
		Workers: *o.workers, Program: cli.Version(), Progress: progress(stderr),
	}
	if o.from != "" {
		of.Fits, err = o.fits(c, config.Limits)
	}
	return of, err
}

// judging returns the thresholds that the flags ask for.
func (o *options) judging() (analysis.Thresholds, error) {
	t := analysis.DefaultThresholds()
	var err error
	if t.Dialect, err = analysis.ParseDialect(o.dialect); err != nil {
		return t, cli.Usage("--%w", err)
	}
	for _, text := range o.thresholds {
		if err := t.Set(text); err != nil {
			return t, cli.Usage("--threshold %w", err)
		}
	}
	if err := t.Validate(); err != nil {
		return t, cli.Usage("--threshold: %w", err)
	}
	return t, nil
}

// config returns the searches that the flags ask for.
func (o *options) config(c *cobra.Command) (analysis.Config, error) {
	limits := analysis.Limits{Visits: o.visits, Depth: o.depth, Nodes: o.nodes, Millis: int(o.time.Milliseconds())}
	config := analysis.Config{Limits: limits, Search: mcts.DefaultConfig().ForPlay()}
	if o.time == 0 {
		return config, nil
	}
	if !c.Flags().Changed("visits") {
		config.Limits.Visits = analysis.MaxVisits
	}
	if o.time < time.Millisecond || o.time != o.time.Truncate(time.Millisecond) {
		return config, cli.Usage("--time is %v: want whole milliseconds, 1ms or more", o.time)
	}
	config.Clock = func() (stop func() bool) {
		began := time.Now()
		return func() bool { return time.Since(began) >= o.time }
	}
	return config, nil
}

// fits returns what chooses, of the settings that a file of findings has, those that
// the flags ask for.
func (o *options) fits(c *cobra.Command, limits analysis.Limits) (func([]analysis.Settings) []analysis.Settings, error) {
	id := ""
	if o.net != "" || o.run != "" {
		n, err := o.network()
		if err != nil {
			return nil, err
		}
		id = n.ID()
	}
	given := c.Flags().Changed
	return func(there []analysis.Settings) []analysis.Settings {
		if o.puzzles != "" && !slices.ContainsFunc(there, func(s analysis.Settings) bool { return s.Net == id }) {
			id = "" // the net is for the puzzles alone
		}
		return slices.DeleteFunc(slices.Clone(there), func(s analysis.Settings) bool {
			l := s.Limits
			return id != "" && s.Net != id || given("visits") && l.Visits != limits.Visits || given("depth") && l.Depth != limits.Depth ||
				given("nodes") && l.Nodes != limits.Nodes || given("time") && l.Millis != limits.Millis
		})
	}, nil
}

// knowledge returns the net and the endgame tables that the flags name.
func (o *options) knowledge(stderr io.Writer) (*net.Network, *endgame.Tables, error) {
	n, err := o.network()
	if err != nil {
		return nil, nil, err
	}
	endgames, err := tablefiles.Load(o.endgames, stderr)
	return n, endgames, err
}

func (o *options) network() (*net.Network, error) {
	switch {
	case o.net != "" && o.run != "":
		return nil, cli.Usage("--net and --run both name a net: give one of the two")
	case o.run != "":
		n, err := run.NewestNet(o.run)
		if cli.IsMissing(err) {
			return nil, cli.Usage("%s: there is no run: make one by go run ./cmd/pipeline --run %s, or leave --run out", o.run, cli.Quote(o.run))
		}
		return n, err
	case o.net == "":
		return shipped.Net(), nil
	}
	n, err := console.NetFile(o.net)
	if err != nil {
		return nil, fmt.Errorf("--net: %w", err)
	}
	return n, nil
}
