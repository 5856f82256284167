// Perft counts the leaves of the game tree of a position: the check of a move
// generator against the counts of others.
package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/cli"
	"drafthorse/parallel"
	"drafthorse/rules"
)

func main() { cli.Main(command()) }

func command() *cobra.Command {
	c := &cobra.Command{
		Use:   "perft",
		Short: "Count the leaves of the game tree of a position",
		Long: `Perft counts the positions that can be reached from a position in exactly so many
plies, without the draw rules. Captures that differ only in their order are one.`,
		Example: `  go run ./cmd/perft --depth 9
  go run ./cmd/perft --fen "W:W25,27,28,30,32:B12,13,14,16" --depth 5 --divide
  go run ./cmd/perft --depth 13 --table 4096 --workers 1`,
		Args: cli.NoArguments("fen"),
	}
	f := c.Flags()
	fen := f.String("fen", rules.Start().FEN(), "position to count from")
	depth := f.Int("depth", 8, "plies, 1 or more")
	table := f.Int("table", 0, "MiB for remembering counts, for each worker; 0 counts every line")
	divide := f.Bool("divide", false, "print the count of each move")
	workers := f.Int("workers", runtime.NumCPU(), "moves counted at once")
	c.RunE = func(c *cobra.Command, _ []string) error {
		p, err := rules.ParseFEN(*fen)
		if err != nil {
			return cli.Usage("--fen: %w", err)
		}
		if *depth < 1 || *table < 0 || *workers < 1 {
			return cli.Usage("--depth %d --table %d --workers %d: want 1, 0 and 1 or more", *depth, *table, *workers)
		}
		begin, total := time.Now(), uint64(0)
		err = parallel.Ordered(c.Context(), *workers, slices.Values(p.AppendMoves(nil)), func() func(rules.Move) counted {
			count := rules.Perft
			if *table > 0 {
				count = rules.NewPerftTable(*table << 20).Perft
			}
			return func(m rules.Move) counted { return counted{m, count(p.Play(m), *depth-1)} }
		}, func(n counted) error {
			total += n.leaves
			if *divide {
				fmt.Fprintf(c.OutOrStdout(), "%s %d\n", p.MoveText(n.move), n.leaves)
			}
			return nil
		})
		if err != nil {
			return err
		}
		fmt.Fprintln(c.OutOrStdout(), total)
		elapsed := time.Since(begin).Seconds()
		fmt.Fprintf(c.ErrOrStderr(), "%.2f s, %.0f million leaves/s\n", elapsed, float64(total)/1e6/elapsed)
		return nil
	}
	return c
}

// counted is a move with the leaves behind it.
type counted struct {
	move   rules.Move
	leaves uint64
}
