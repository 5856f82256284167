package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/tablefiles"
	"drafthorse/endgame"
	"drafthorse/internal/plural"
)

func listCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "list [FOLDER]",
		Short: "Verify endgame tables and count what they hold",
		Long: `List verifies the files of a folder, or the tables that are part of the program,
and prints for each class how many of its positions are won, drawn and lost for
the side to move, the longest win or loss in plies, and the size of its file.`,
		Example: `  go run ./cmd/endgame list
  go run ./cmd/endgame list tables`,
		Args: cobra.MaximumNArgs(1),
	}
	asJSON := c.Flags().Bool("json", false, "print one JSON object a line")
	c.RunE = func(c *cobra.Command, args []string) error {
		l := &list{out: c.OutOrStdout(), json: *asJSON}
		if len(args) == 1 {
			return l.folder(args[0], c.ErrOrStderr())
		}
		return l.embedded()
	}
	return c
}

type list struct {
	out   io.Writer
	json  bool
	begun bool // its headings are written
	total line
}

// line is what is printed of a class.
type line struct {
	Class     string `json:"class"`
	Positions int    `json:"positions"`
	Won       int    `json:"won"`
	Drawn     int    `json:"drawn"`
	Lost      int    `json:"lost"`
	Longest   int    `json:"longest_plies"`
	Bytes     int    `json:"bytes"`
}

func (l *list) print(n line) error {
	if !l.json && !l.begun {
		l.begun = true
		fmt.Fprintf(l.out, "%-9s %11s %11s %11s %11s %8s %11s %9s\n",
			"class", "positions", "won", "drawn", "lost", "longest", "bytes", "bits/pos.")
	}
	return cli.Print(l.out, l.json, n, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%-9s %11d %11d %11d %11d %8d %11d %9.3f\n",
			n.Class, n.Positions, n.Won, n.Drawn, n.Lost, n.Longest, n.Bytes, float64(8*n.Bytes)/float64(n.Positions))
		return err
	})
}

func (l *list) embedded() error {
	t, err := endgame.Embedded()
	if err != nil {
		return err
	}
	for pieces := 2; pieces <= 4; pieces++ {
		for _, c := range endgame.Classes(pieces) {
			file, err := endgame.EmbeddedFile(c)
			if err != nil {
				return err
			}
			if err := l.add(t, c, len(file)); err != nil {
				return err
			}
		}
	}
	return l.end()
}

func (l *list) folder(folder string, stderr io.Writer) error {
	refused := 0
	err := tablefiles.Each(folder, func(path string, file []byte, err error) error {
		t := &endgame.Tables{} // for this class alone: the memory of one at a time
		var c endgame.Class
		if err == nil {
			c, err = tablefiles.Decode(t, path, file)
		}
		if err != nil {
			fmt.Fprintln(stderr, err)
			refused++
			return nil
		}
		return l.add(t, c, len(file))
	})
	if err != nil {
		return err
	}
	if err := l.end(); err != nil {
		return err
	}
	if refused > 0 {
		return fmt.Errorf("%w or foreign: %s, named above", endgame.ErrDamaged, plural.Count(refused, "file"))
	}
	return nil
}

func (l *list) add(t *endgame.Tables, c endgame.Class, bytes int) error {
	n := t.Count(c)
	l.total.Positions += n.Positions
	l.total.Won += n.Won
	l.total.Drawn += n.Drawn
	l.total.Lost += n.Lost
	l.total.Longest = max(l.total.Longest, n.Longest)
	l.total.Bytes += bytes
	return l.print(line{c.String(), n.Positions, n.Won, n.Drawn, n.Lost, n.Longest, bytes})
}

func (l *list) end() error {
	if l.json || l.total.Positions == 0 {
		return nil
	}
	l.total.Class = "all"
	return l.print(l.total)
}
