package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestRunSaysWhatWentWrong(t *testing.T) {
	for _, test := range []struct {
		err                    error
		code                   int
		wantStdout, wantStderr string
	}{
		{nil, 0, "worked\n", ""},
		{errors.New("no luck"), 1, "worked\n", "toil: no luck\n"},
		{Usage("--x is 3: want 4"), 2, "worked\n", "toil: --x is 3: want 4\n"},
	} {
		c := &cobra.Command{Use: "toil FILE...", RunE: func(c *cobra.Command, _ []string) error {
			fmt.Fprintln(c.OutOrStdout(), "worked")
			return test.err
		}}
		var stdout, stderr strings.Builder
		code := Run(t.Context(), c, []string{"x"}, &stdout, &stderr)
		if code != test.code || stdout.String() != test.wantStdout || stderr.String() != test.wantStderr {
			t.Errorf("Run with %v = %d, %q, %q: want %d, %q, %q", test.err, code, &stdout, &stderr, test.code, test.wantStdout, test.wantStderr)
		}
	}
}

// TestRunHandsItsContextOn cancels before the work.
func TestRunHandsItsContextOn(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(ErrInterrupted)
	c := &cobra.Command{Use: "toil", RunE: func(c *cobra.Command, _ []string) error { return context.Cause(c.Context()) }}
	if code := Run(ctx, c, nil, io.Discard, io.Discard); code != 130 {
		t.Errorf("Run of an interrupted command = %d, want 130", code)
	}
}
