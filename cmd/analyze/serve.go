package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/cli"
	"drafthorse/mcts"
	"drafthorse/query"
)

// serveCommand answers queries from standard input, see package query.
func serveCommand() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "serve",
		Short: "Answer queries about positions, one JSON object a line",
		Long: `Serve answers queries about positions, one JSON object a line, from standard input
on standard output, out of order and until the input ends:
go doc drafthorse/query describes them.`,
		Example: `  go run ./cmd/analyze serve < queries.jsonl > answers.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Usage("serve reads queries from standard input, and no files such as %s: want no arguments", args[0])
			}
			return nil
		},
	}
	o.addJudge(c)
	c.RunE = func(c *cobra.Command, _ []string) error { return o.serve(c) }
	return c
}

func (o *options) serve(c *cobra.Command) error {
	if err := checkWorkers(*o.workers); err != nil {
		return err
	}
	if o.visits < 1 || o.visits > query.MaxVisits {
		return cli.Usage("visits is %d: want 1 to %d", o.visits, query.MaxVisits)
	}
	if err := inputsOf([]string{"-"}, c.InOrStdin()).spareStdout(c.OutOrStdout()); err != nil {
		return err
	}
	n, endgames, err := o.knowledge(c.ErrOrStderr())
	if err != nil {
		return err
	}
	endureClosedPipes()
	server := query.Server{
		Analyst: func() *query.Analyst {
			return query.NewAnalyst(n, endgames, mcts.DefaultConfig().ForPlay(), time.Now)
		},
		Workers: *o.workers, Visits: o.visits, Program: cli.Version(),
	}
	return between(c.Context(), c.InOrStdin(), c.OutOrStdout(), server.Serve)
}

// between runs serve between two pipes, for a read of standard input or a write
// to standard output that hangs cannot be called off. What is left of them when
// ctx is done ends with the process.
func between(ctx context.Context, stdin io.Reader, stdout io.Writer, serve func(context.Context, io.ReadCloser, io.Writer) error) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	in, feed := io.Pipe()
	go func() {
		_, err := io.Copy(feed, stdin)
		feed.CloseWithError(err)
	}()
	drain, out := io.Pipe()
	drained := make(chan struct{})
	go func() {
		_, err := io.Copy(stdout, drain)
		switch {
		case errors.Is(err, syscall.EPIPE):
			fail(fmt.Errorf("writing answers: %w: nobody reads them any more", err))
		case err != nil:
			fail(fmt.Errorf("writing answers: %w", err))
		}
		close(drained)
	}()
	defer context.AfterFunc(ctx, func() { drain.CloseWithError(context.Cause(ctx)) })()

	err := serve(ctx, in, out)
	out.Close()
	select {
	case <-drained:
	case <-ctx.Done():
	}
	if err == nil {
		err = context.Cause(ctx)
	}
	return err
}
