package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/console"
	"drafthorse/cmd/internal/tablefiles"
	"drafthorse/hub"
	"drafthorse/internal/memory"
	"drafthorse/net"
	"drafthorse/net/shipped"
)

const engineHelp = `Hub is an engine for international draughts that a graphical interface starts
and talks to over standard input and output, by version 2 of the Hub protocol.

To set it up, build it by

  go build -o bin/ ./cmd/hub

and enter the full path of bin/hub as a new engine, without arguments or with the one
word hub, which some programs pass to every engine; any working folder will do. The interface then offers these parameters, of which --set changes
the defaults for interfaces that do not:

  search    alphabeta (the stronger one) or mcts
  threads   on how many cores one search goes
  tt-size   memory of alphabeta: 2 to that power of entries of 16 bytes (22 is 64 MiB),
            up to three quarters of the machine's
  visits    the most of one search of mcts, some 520 bytes each; 0 is 2 million
  net       a weights file; empty is the net that comes with the program
  ponder    name the expected reply, so that the interface can let it ponder

Scores are in men, from the result that the net expects for the side to move. From
98 to 100 the line is won to its end; from 88 to 90 the endgame tables, or what the
search remembers, know the rest.`

const engineExample = `  bin/hub
  bin/hub --set search=mcts --set threads=2 --set net=runs/demo/nets/00004.safetensors`

// engineOptions are the flags of the engine.
type engineOptions struct {
	settings []string
}

// addFlags gives a command the flags.
func (o *engineOptions) addFlags(f *pflag.FlagSet) {
	f.StringArrayVar(&o.settings, "set", nil, "another default of a parameter, as in search=mcts")
}

// run talks to the other side until it has had enough. Nothing else is ever
// written to standard output. A folder may hold more endgame tables.
func (o *engineOptions) run(c *cobra.Command, endgames string) error {
	e := hub.Engine{Version: c.Version, Parameters: hub.DefaultParameters(), OpenNet: openEngineNet}
	e.Parameters.MostTable = hub.LargestTable(console.TableRoom(memory.Limit()))
	for _, s := range o.settings {
		name, value, _ := strings.Cut(s, "=")
		if err := e.Parameters.Set(name, value); err != nil {
			return cli.Usage("--set %s: %w", s, err)
		}
	}
	if _, err := e.OpenNet(e.Parameters.Net); err != nil {
		return fmt.Errorf("--set net: %w", err)
	}
	var err error
	if e.Endgames, err = tablefiles.Load(endgames, c.ErrOrStderr()); err != nil {
		return err
	}
	return e.Serve(c.Context(), c.InOrStdin(), c.OutOrStdout())
}

// openEngineNet reads a weights file, or returns the net that comes with the
// program.
func openEngineNet(file string) (*net.Network, error) {
	if file == "" {
		return shipped.Net(), nil
	}
	return console.NetFile(file)
}
