// Hub plays and analyses for other programs: by the Hub protocol over standard
// input and output, and by the DamExchange protocol over a network.
package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drafthorse/cmd/internal/cli"
)

func main() { cli.Main(command()) }

func command() *cobra.Command {
	var engine engineOptions
	var dxp dxpOptions
	c := &cobra.Command{
		Use:       "hub",
		Short:     "Play and analyse for other programs by the Hub protocol or DXP",
		Long:      engineHelp + "\n\n" + dxpHelp,
		Example:   engineExample + "\n" + dxpExample,
		Args:      loneHub,
		ValidArgs: []string{"hub"},
	}
	endgames := c.Flags().String("endgames", "", "folder with more endgame tables than the built-in ones")
	engine.addFlags(c.Flags())
	dxp.addFlags(c.Flags())
	cli.Group(c, "Both", "endgames")
	cli.Group(c, "The Hub protocol", "set")
	cli.Group(c, "The DamExchange protocol", "dxp-listen", "dxp-connect", "dxp-role", "dxp-name", "dxp-games", "dxp-keep-moves", "dxp-patience", "pdn")
	cli.Group(c, "What an initiator proposes", "dxp-color", "dxp-fen", "dxp-minutes", "dxp-moves")
	cli.Group(c, "How our moves are found there", "dxp-search", "dxp-threads", "dxp-table", "dxp-move-time")
	cli.Values(c, "dxp-role", "initiator", "follower")
	cli.Values(c, "dxp-color", "white", "black")
	cli.Values(c, "dxp-search", "alphabeta", "mcts")
	cli.Folders(c, "endgames")
	cli.Files(c, []string{"pdn"}, "pdn")
	cli.Beginnings(c, "set", "search=alphabeta", "search=mcts", "threads=", "tt-size=", "visits=", "net=", "ponder=true", "ponder=false")
	c.RunE = func(c *cobra.Command, args []string) error {
		var err error
		if len(args) > 0 && dxp.wanted() {
			err = cli.Usage("hub is for the Hub protocol: want no argument with games by DXP")
		}
		c.Flags().Visit(func(f *pflag.Flag) {
			ofDXP := strings.HasPrefix(f.Name, "dxp-") || f.Name == "pdn"
			switch {
			case err != nil:
			case ofDXP && !dxp.wanted():
				err = cli.Usage("--%s goes with games by DXP: want --dxp-listen ADDRESS or --dxp-connect HOST:PORT", f.Name)
			case f.Name == "set" && dxp.wanted():
				err = cli.Usage("--set is for the Hub protocol: want flags that begin with --dxp")
			case f.Name == "dxp-table" && dxp.search == "mcts":
				err = cli.Usage("--dxp-table is for alphabeta: want --dxp-search alphabeta with it")
			case proposed(f.Name) && dxp.role == "follower":
				err = cli.Usage("--%s is for who proposes the games: want --dxp-role initiator with it", f.Name)
			}
		})
		switch {
		case err != nil:
			return err
		case dxp.wanted():
			return dxp.run(c, *endgames)
		}
		return engine.run(c, *endgames)
	}
	return c
}

// loneHub refuses arguments other than the one word hub. Programs that know other
// engines pass it to all of them.
func loneHub(_ *cobra.Command, args []string) error {
	switch {
	case len(args) > 1:
		return fmt.Errorf("%d arguments: want none, or the one word hub", len(args))
	case len(args) == 1 && args[0] != "hub":
		return fmt.Errorf("%q: want no argument, or the one word hub", args[0])
	}
	return nil
}
