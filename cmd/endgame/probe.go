package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/tablefiles"
	"drafthorse/endgame"
	"drafthorse/internal/plural"
	"drafthorse/rules"
)

func probeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "probe FEN",
		Short: "Look up a position and its moves",
		Long: `Probe prints what a position is worth to the side to move, and what each of its
moves is worth to the same side, best first.`,
		Example: `  go run ./cmd/endgame probe "W:WK46,K47,K48:BK3"
  go run ./cmd/endgame probe --endgames tables "W:WK46,K47,K48,K49:BK3"`,
		Args: cobra.ExactArgs(1),
	}
	folder := c.Flags().String("endgames", "", "folder with more tables than the program has")
	asJSON := c.Flags().Bool("json", false, "print the result as one JSON object")
	cli.Folders(c, "endgames")
	c.RunE = func(c *cobra.Command, args []string) error {
		p, err := rules.ParseFEN(args[0])
		if err != nil {
			return cli.Usage("%w", err)
		}
		t, err := tablefiles.Load(*folder, c.ErrOrStderr())
		if err != nil {
			return err
		}
		if winner := p.Turn(); p.Side(winner.Opponent()) == 0 {
			return cli.Usage("%s: %s has no piece: the game is over, %s has won; want pieces of both sides", args[0], winner.Opponent(), winner)
		}
		v, ok := t.Probe(&p)
		if !ok {
			return cli.Usage("%s: there is no table for %s; those of the program have up to 4, more are built by go run ./cmd/endgame build", args[0], plural.Count(p.Count(), "piece"))
		}
		found := probed{Schema: 1, FEN: p.FEN(), worth: worthOf(v)}
		type valued struct {
			move  rules.Move
			value endgame.Value // to the side to move
		}
		var moves []valued
		for _, m := range p.AppendMoves(nil) {
			next := p.Play(m)
			if v, ok := t.Probe(&next); ok {
				moves = append(moves, valued{m, v.Before()})
			}
		}
		slices.SortStableFunc(moves, func(a, b valued) int {
			switch {
			case a.value.Better(b.value):
				return -1
			case b.value.Better(a.value):
				return 1
			}
			return 0
		})
		for _, m := range moves {
			found.Moves = append(found.Moves, movedTo{p.MoveText(m.move), worthOf(m.value)})
		}
		return cli.Print(c.OutOrStdout(), *asJSON, found, func(w io.Writer) error {
			fmt.Fprintf(w, "%s: %s to move, %v\n", found.FEN, p.Turn(), v)
			for _, m := range moves {
				fmt.Fprintf(w, "  %-12s %v\n", p.MoveText(m.move), m.value)
			}
			return nil
		})
	}
	return c
}

// probed is what is known of a position.
type probed struct {
	Schema int    `json:"schema"`
	FEN    string `json:"fen"`
	worth
	Moves []movedTo `json:"moves"`
}

type movedTo struct {
	Move string `json:"move"`
	worth
}

// worth is a value as the side to move in the position asked for sees it.
type worth struct {
	Result string `json:"result"` // won, drawn or lost
	Plies  int    `json:"plies"`
}

func worthOf(v endgame.Value) worth {
	switch {
	case v.Won():
		return worth{"won", v.Plies()}
	case v.Lost():
		return worth{"lost", v.Plies()}
	}
	return worth{"drawn", 0}
}
