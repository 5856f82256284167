// Endgame builds, checks and asks the endgame tables.
package main

import (
	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/cli"
)

func main() { cli.Main(command()) }

func command() *cobra.Command {
	c := &cobra.Command{
		Use:   "endgame",
		Short: "Build, check and ask endgame tables",
		Long: `Endgame tables hold the result of every position of some material and how many
plies it takes. Those of two to four pieces are part of the program. A class of
material is named with the side to move first: 1m2k-1k is a man and two kings
to move against a king.`,
	}
	c.AddCommand(buildCommand(), listCommand(), probeCommand())
	return c
}
