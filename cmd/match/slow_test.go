package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"drafthorse/cmd/internal/cli"
)

// interrupting is a writer that interrupts where it is told a text.
type interrupting struct {
	bytes.Buffer
	text string
	stop context.CancelCauseFunc
}

func (w *interrupting) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)
	if strings.Contains(w.String(), w.text) {
		w.stop(cli.ErrInterrupted)
	}
	return n, err
}

// TestSilentProgram says whom the match waits for, and ends at the first Ctrl-C
// although that says nothing.
func TestSilentProgram(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	stderr := &interrupting{text: "waiting for the player of --second to answer\n", stop: stop}
	code := cli.Run(ctx, command(), []string{"--first", "ref:1", "--second", "hub:sleep 1000,time=10ms"}, io.Discard, stderr)
	if code != cli.Interrupted || !strings.HasSuffix(stderr.String(), "match: --second: sleep 1000: interrupted\n") {
		t.Errorf("ended with %d, want %d:\n%s", code, cli.Interrupted, stderr)
	}
}
