// Hub is the engine for programs that speak the Hub protocol, over standard input
// and output.
package main

import (
	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/console"
)

func main() { console.Main(command()) }

func command() *cobra.Command {
	var o engineOptions
	c := &cobra.Command{
		Use:     "hub",
		Short:   "Play and analyse in a program that speaks the Hub protocol",
		Long:    engineHelp,
		Example: engineExample,
		Args:    cobra.NoArgs,
	}
	o.addFlags(c.Flags())
	c.RunE = func(c *cobra.Command, _ []string) error { return o.run(c) }
	return c
}
