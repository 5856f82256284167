package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/tablefiles"
	"drafthorse/endgame"
	"drafthorse/store"
)

func buildCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "build",
		Short: "Compute endgame tables and write them to a folder",
		Long: fmt.Sprintf(`Build computes all classes of two up to so many pieces and writes a file for
each. Classes whose files are there are not computed again, so a build that was
stopped goes on by the same command. Four pieces take seconds and 0.2 GB of
memory; %d pieces take a quarter of an hour on two cores, and 4 GB.`, endgame.MaxPieces),
		Example: `  go run ./cmd/endgame build --out tables
  go run ./cmd/endgame build --out tables --pieces 5
  go run ./cmd/endgame build --out tables --pieces 5 --class 4k-1k`,
		Args: cli.NoArguments("out"),
	}
	f := c.Flags()
	out := f.String("out", "", "folder for the files")
	pieces := f.Int("pieces", 4, "most pieces of a class")
	only := f.StringSlice("class", nil, "build only these classes of so many pieces, their turned classes and what they lead to")
	workers := f.Int("workers", runtime.NumCPU(), "goroutines that work at once")
	cli.Folders(c, "out")
	c.RunE = func(c *cobra.Command, _ []string) error {
		switch {
		case *out == "":
			return cli.Usage("--out is missing: want a folder")
		case *pieces < 2 || *pieces > endgame.MaxPieces:
			return cli.Usage("--pieces is %d: want 2 to %d", *pieces, endgame.MaxPieces)
		case *workers < 1:
			return cli.Usage("--workers is %d: want 1 or more", *workers)
		}
		classes, err := wanted(*pieces, *only)
		if err != nil {
			return err
		}
		if err := store.MakeFolder(*out); err != nil {
			return cli.Usage("--out: %w", err)
		}
		b := &build{folder: *out, workers: *workers, tables: &endgame.Tables{}, stderr: c.ErrOrStderr()}
		err = b.run(c.Context(), classes)
		if errors.Is(err, cli.ErrInterrupted) {
			return fmt.Errorf("%w: the same command goes on after the classes that are built", err)
		}
		return err
	}
	return c
}

// wanted returns the classes to build, in order: all up to so many pieces or,
// if some are named, only these and what they lead to.
func wanted(pieces int, only []string) ([]endgame.Class, error) {
	var all []endgame.Class
	for n := 2; n <= pieces; n++ {
		all = append(all, endgame.Classes(n)...)
	}
	if len(only) == 0 {
		return all, nil
	}
	need := map[endgame.Class]bool{}
	for _, name := range only {
		i := slices.IndexFunc(all, func(c endgame.Class) bool { return c.String() == name })
		if i < 0 {
			return nil, cli.Usage("--class %s: no class of 2 to %d pieces; want one as 2k-1m or 1m2k-1k, the side to move first", name, pieces)
		}
		need[all[i]], need[all[i].Turned()] = true, true
	}
	// A class leads to others of as many pieces only by promotions.
	for i := len(all) - 1; i >= 0; i-- {
		if c := all[i]; need[c] {
			for _, next := range c.Promotions() {
				need[next], need[next.Turned()] = true, true
			}
		}
	}
	return slices.DeleteFunc(all, func(c endgame.Class) bool { return c.Pieces() == pieces && !need[c] }), nil
}

// build is a folder of tables that is filled.
type build struct {
	folder  string
	workers int
	tables  *endgame.Tables
	stderr  io.Writer
}

func (b *build) run(ctx context.Context, classes []endgame.Class) error {
	var done, total int
	for _, c := range classes {
		total += c.Size()
	}
	bar := cli.NewProgress(b.stderr, "endgame tables", "positions", 0, total)
	err := func() error {
		for _, c := range classes {
			bar.Set(done, c.String())
			if err := b.class(ctx, c); err != nil {
				return err
			}
			done += c.Size()
		}
		bar.Set(done, "")
		return nil
	}()
	bar.End("")
	return err
}

// class sees to it that the class c is among the tables and has a file.
func (b *build) class(ctx context.Context, c endgame.Class) error {
	path := filepath.Join(b.folder, endgame.FileName(c))
	if !b.tables.Holds(c) {
		file, err := os.ReadFile(path)
		if err == nil {
			if _, err = tablefiles.Decode(b.tables, path, file); err == nil {
				return nil
			}
			fmt.Fprintf(b.stderr, "warning: computing it anew: %v\n", err)
		} else if !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if err := b.tables.Build(ctx, c, b.workers); err != nil {
			return err
		}
	}
	file, err := b.tables.Encode(c)
	if err != nil {
		return err
	}
	return store.ReplaceFile(path, func(w io.Writer) error {
		_, err := w.Write(file)
		return err
	})
}
