// Hub plays and analyses for other programs: by the Hub protocol over standard
// input and output, and by the DamExchange protocol over a network.
package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drafthorse/cmd/internal/console"
)

func main() { console.Main(command()) }

func command() *cobra.Command {
	var engine engineOptions
	var dxp dxpOptions
	c := &cobra.Command{
		Use:     "hub",
		Short:   "Play and analyse for other programs by the Hub protocol or DXP",
		Long:    engineHelp + "\n\n" + dxpHelp,
		Example: engineExample + "\n" + dxpExample,
		Args:    console.NoArguments(),
	}
	engine.addFlags(c.Flags())
	dxp.addFlags(c.Flags())
	c.RunE = func(c *cobra.Command, _ []string) error {
		var err error
		c.Flags().Visit(func(f *pflag.Flag) {
			ofDXP := strings.HasPrefix(f.Name, "dxp-") || f.Name == "pdn"
			switch {
			case err != nil:
			case ofDXP && !dxp.wanted():
				err = console.Usage("--%s goes with games by DXP: want --dxp-listen ADDRESS or --dxp-connect HOST:PORT", f.Name)
			case f.Name == "set" && dxp.wanted():
				err = console.Usage("--set is for the Hub protocol: want flags that begin with --dxp")
			case proposed(f.Name) && dxp.role == "follower":
				err = console.Usage("--%s is for who proposes the games: want --dxp-role initiator with it", f.Name)
			}
		})
		switch {
		case err != nil:
			return err
		case dxp.wanted():
			return dxp.run(c)
		}
		return engine.run(c)
	}
	return c
}
