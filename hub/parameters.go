package hub

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"drafthorse/mcts"
	"drafthorse/parallel"
)

// The values of [Parameters.Search].
const (
	AlphaBeta = "alphabeta"
	MCTS      = "mcts"
)

// Parameters are what a GUI can set of an [Engine].
type Parameters struct {
	Search    string // AlphaBeta or MCTS
	Threads   int    // goroutines of one search
	TableSize int    // of alpha-beta's table: the binary logarithm of its entries of 16 bytes
	Visits    int    // of tree search: the most in one search, some 520 bytes each; 0 is [mcts.MostVisits]
	Net       string // a weights file; empty is the net that comes with the program
	Ponder    bool   // done names the reply that is expected

	// MostTable is the largest TableSize that is accepted, for the machine's memory; 0 is
	// 28, 4 GiB.
	MostTable int
}

// DefaultParameters returns the stronger search on one thread.
func DefaultParameters() Parameters {
	return Parameters{Search: AlphaBeta, Threads: 1, TableSize: 22, Ponder: true}
}

// The bounds of a table's size: 1 MiB and, where nothing is said of the machine, 4 GiB.
const (
	leastTable = 16
	usualTable = 28
)

// LargestTable returns the largest TableSize of a table of at most so many mebibytes.
func LargestTable(mebibytes int) int { return max(leastTable, bits.Len(uint(mebibytes))+leastTable-1) }

// most returns the largest value of a number.
func (p *Parameters) most(d parameter) int {
	if d.name == "tt-size" && p.MostTable > 0 {
		return p.MostTable
	}
	return d.max
}

// parameter describes one of the parameters.
type parameter struct {
	name     string
	min, max int      // of a number
	values   []string // of a choice
	of       func(*Parameters) any
}

var parameters = []parameter{
	{name: "search", values: []string{AlphaBeta, MCTS}, of: func(p *Parameters) any { return &p.Search }},
	{name: "threads", min: 1, max: parallel.MaxThreads, of: func(p *Parameters) any { return &p.Threads }},
	{name: "tt-size", min: leastTable, max: usualTable, of: func(p *Parameters) any { return &p.TableSize }},
	{name: "visits", min: 0, max: mcts.MaxVisits, of: func(p *Parameters) any { return &p.Visits }},
	{name: "net", of: func(p *Parameters) any { return &p.Net }},
	{name: "ponder", of: func(p *Parameters) any { return &p.Ponder }},
}

// Set sets a parameter by its name. The error says what would be right.
func (p *Parameters) Set(name, value string) error {
	i := slices.IndexFunc(parameters, func(d parameter) bool { return d.name == name })
	if i < 0 {
		var names []string
		for _, d := range parameters {
			names = append(names, d.name)
		}
		return fmt.Errorf("there is no parameter %.40q: want %s", name, strings.Join(names, ", "))
	}
	d := parameters[i]
	switch v := d.of(p).(type) {
	case *string:
		if d.values != nil && !slices.Contains(d.values, value) {
			return fmt.Errorf("%s is %.40q: want %s", name, value, strings.Join(d.values, " or "))
		}
		*v = value
	case *int:
		n, err := strconv.Atoi(value)
		if err != nil || n < d.min || n > p.most(d) {
			return fmt.Errorf("%s is %.40q: want a number from %d to %d", name, value, d.min, p.most(d))
		}
		*v = n
	case *bool:
		if value != "true" && value != "false" {
			return fmt.Errorf("%s is %.40q: want true or false", name, value)
		}
		*v = value == "true"
	}
	return nil
}

// lines writes the parameters as the answer to hub.
func (p *Parameters) lines() []Line {
	var all []Line
	for _, d := range parameters {
		l := Line{Command: "param"}.with("name", d.name)
		switch v := d.of(p).(type) {
		case *string:
			l = l.with("value", *v)
			if d.values == nil {
				l = l.with("type", "string")
			} else {
				l = l.with("type", "enum").with("values", strings.Join(d.values, " "))
			}
		case *int:
			l = l.with("value", strconv.Itoa(*v)).with("type", "int").with("min", strconv.Itoa(d.min)).with("max", strconv.Itoa(p.most(d)))
		case *bool:
			l = l.with("value", strconv.FormatBool(*v)).with("type", "bool")
		}
		all = append(all, l)
	}
	return all
}
