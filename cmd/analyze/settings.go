package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drafthorse/analysis"
	"drafthorse/cmd/internal/cli"
	"drafthorse/internal/plural"
	"drafthorse/mcts"
	"drafthorse/net"
)

// judging returns the thresholds that the flags ask for.
func (o options) judging() (analysis.Thresholds, error) {
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

// limits returns the limits that the flags set.
func (o options) limits() analysis.Limits {
	return analysis.Limits{Visits: o.visits, Depth: o.depth, Nodes: o.nodes, Millis: int(o.time.Milliseconds())}
}

// searching has the batch search with a net.
func (b *batch) searching(o options) error {
	config := analysis.Config{Limits: o.limits(), Search: mcts.DefaultConfig().ForPlay()}
	if o.time != 0 {
		if o.time < time.Millisecond || o.time != o.time.Truncate(time.Millisecond) {
			return cli.Usage("--time is %v: want whole milliseconds, 1ms or more", o.time)
		}
		config.Clock = func() (stop func() bool) {
			began := time.Now()
			return func() bool { return time.Since(began) >= o.time }
		}
	}
	if err := config.Validate(); err != nil {
		return cli.Usage("%w", err)
	}
	n, endgames, err := o.knowledge(b.stderr)
	if err != nil {
		return err
	}
	b.settings = analysis.Settings{Net: n.ID(), Tables: endgames.ID(), Limits: config.Limits}
	b.newFinder = func() *analysis.Finder { return analysis.NetFinder(config, n, endgames) }
	return nil
}

// known has the batch take everything from a file, by the settings of which there
// must be one that the flags allow.
func (b *batch) known(c *cobra.Command, o options) (err error) {
	b.results, err = openResults(o.from, false, b.stderr)
	if errors.Is(err, fs.ErrNotExist) {
		return cli.Usage("--from: %w: want a file that --results has written", err)
	} else if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	var n *net.Network
	if o.net != "" || o.run != "" {
		if n, err = o.network(); err != nil {
			return err
		}
	}
	given := c.Flags().Changed
	there := slices.Collect(maps.Keys(b.results.settings))
	if o.puzzles != "" && n != nil && !slices.ContainsFunc(there, func(s analysis.Settings) bool { return s.Net == n.ID() }) {
		n = nil // it is for the puzzles alone
	}
	var fit []analysis.Settings
	limits := o.limits()
	for _, s := range there {
		l := s.Limits
		if (n == nil || s.Net == n.ID()) && (!given("visits") || l.Visits == limits.Visits) && (!given("depth") || l.Depth == limits.Depth) &&
			(!given("nodes") || l.Nodes == limits.Nodes) && (!given("time") || l.Millis == limits.Millis) {
			fit = append(fit, s)
		}
	}
	switch {
	case len(there) == 0:
		return cli.Usage("--from: %s holds no findings: want a file that --results has written", o.from)
	case len(fit) == 1:
		b.settings = fit[0]
		return nil
	}
	var texts []string
	for _, s := range there {
		texts = append(texts, fmt.Sprintf("%s (%s)", s, plural.Count(b.results.settings[s], "position")))
	}
	slices.Sort(texts)
	return cli.Usage("--from: %s holds findings by %s: want --net, --visits, --depth, --nodes or --time to fit one of them", o.from, strings.Join(texts, "; "))
}
