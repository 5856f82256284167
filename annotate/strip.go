package annotate

import (
	"context"
	"errors"
	"fmt"
	"io"

	"drafthorse/analysis"
	"drafthorse/internal/plural"
	"drafthorse/pdn"
	"drafthorse/store"
)

// Strip writes the games of the inputs without what an analysis has added to them, to
// the file out or, if that is empty, to stdout. Games that have nothing of it are copied
// as they are.
func Strip(ctx context.Context, inputs []string, stdin io.Reader, out string, stdout, stderr io.Writer) error {
	if err := CheckThere(inputs); err != nil {
		return err
	}
	var s stripper
	write := func(w io.Writer) error { return s.run(ctx, inputs, stdin, w) }
	var err error
	if out == "" {
		err = write(stdout)
	} else {
		err = replace(out, write)
	}
	if err != nil {
		return interrupted(ctx, err, s.games)
	}
	fmt.Fprintf(stderr, "%s: %d stripped, %d copied as found\n", plural.Count(s.games, "game"), s.stripped, s.games-s.stripped)
	if err := s.refused.table(stderr); err != nil {
		return err
	}
	return s.refused.err("%s copied as found, %s not read whole")
}

type stripper struct {
	games, stripped int
	refused         refusals
}

// replace writes a file that nobody else writes meanwhile.
func replace(path string, write func(io.Writer) error) (err error) {
	if store.Replaces(path) {
		var release func() error
		if release, err = claim(store.Part(path)); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		defer func() { err = errors.Join(err, release()) }()
	}
	f, err := store.Create(path)
	if err != nil {
		return err
	}
	return f.Fill(write)
}

func (s *stripper) run(ctx context.Context, args []string, stdin io.Reader, out io.Writer) error {
	writer := pdn.NewWriter(out)
	for f := range games(args, stdin) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		g := f.game
		if g == nil {
			if f.err != nil {
				s.refused.add(f.err)
			}
			continue
		}
		s.games++
		if !analysis.Strip(g) {
			if err := writer.Copy(g); err != nil {
				return err
			}
			continue
		}
		if refusal := writable(g); refusal != nil {
			s.refused.add(refusal)
			if err := writer.Copy(g); err != nil {
				return err
			}
			continue
		}
		s.stripped++
		if err := writer.Write(g); err != nil {
			return err
		}
	}
	return nil
}
