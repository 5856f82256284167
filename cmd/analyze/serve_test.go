package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"drafthorse/cmd/internal/cli"
)

// ran runs the command with the input and returns its exit code and what it
// writes.
func ran(t *testing.T, input string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, report bytes.Buffer
	c := command()
	c.SetIn(strings.NewReader(input))
	code = cli.Run(t.Context(), c, args, &out, &report)
	return code, out.String(), report.String()
}

// TestServeExample has the queries of this command's README. Their answers must be
// those that it shows.
func TestServeExample(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```json\n")
	if len(blocks) != 3 {
		t.Fatalf("the README has %d blocks of JSON, want queries and answers", len(blocks)-1)
	}
	queries, _, _ := strings.Cut(blocks[1], "```")
	want, _, _ := strings.Cut(blocks[2], "```")
	code, got, report := ran(t, queries, "serve")
	if code != 0 || report != "" {
		t.Errorf("exit code %d, %s", code, report)
	}
	if got, want := sorted(got), sorted(want); !slices.Equal(got, want) {
		t.Errorf("the answers are\n%s\nthe README shows\n%s", strings.Join(got, ""), strings.Join(want, ""))
	}
}

func sorted(text string) []string { return slices.Sorted(strings.Lines(text)) }

func TestServeUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"serve reads queries from standard input, and no files such as club.pdn": {"serve", "club.pdn"},
		"unknown flag: --out":                  {"serve", "--out", "x.pdn"},
		"unknown flag: --depth":                {"serve", "--depth", "3"},
		"visits is 0: want 1 to 4194304":       {"serve", "--visits", "0"},
		"visits is 4194305: want 1 to 4194304": {"serve", "--visits", "4194305"},
		"--workers is 0":                       {"serve", "--workers", "0"},
		"requires at least 1 arg":              {},
	} {
		if code, _, report := ran(t, "", args...); code != cli.WrongUsage || !strings.Contains(report, want) {
			t.Errorf("%v: exit code %d, %q: want 2, %q", args, code, report, want)
		}
	}
}

func TestServeVisits(t *testing.T) {
	_, got, _ := ran(t, `{"id":"1"}`, "serve", "--visits", "7")
	if !strings.Contains(got, `"limits":{"visits":7},"visits":7,`) {
		t.Error(got)
	}
}

// pipe returns a pipe of the system. Both ends are closed after the test.
func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// echo serves by giving every line back.
func echo(ctx context.Context, in io.ReadCloser, out io.Writer) error {
	defer context.AfterFunc(ctx, func() { in.Close() })()
	_, err := io.Copy(out, in)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// TestNobodyReads: the reader of the answers is gone, and the input goes on.
func TestNobodyReads(t *testing.T) {
	stdin, feed := pipe(t)
	unread, stdout := pipe(t)
	unread.Close()
	if _, err := feed.WriteString("{}\n"); err != nil {
		t.Fatal(err)
	}
	if err := between(t.Context(), stdin, stdout, echo); !errors.Is(err, syscall.EPIPE) {
		t.Errorf("%v, want a broken pipe", err)
	}
}

// full is an output that takes nothing and never returns; the first write to it
// is told.
type full struct{ written chan struct{} }

func (f full) Write([]byte) (int, error) {
	close(f.written)
	select {}
}

// TestInterruptedWhileTheOutputIsFull: neither a read nor a write that hangs keeps
// the command.
func TestInterruptedWhileTheOutputIsFull(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stdin, feed := pipe(t)
	if _, err := feed.WriteString("{}\n"); err != nil {
		t.Fatal(err)
	}
	out := full{make(chan struct{})}
	go func() {
		<-out.written
		cancel(cli.ErrInterrupted)
	}()
	if err := between(ctx, stdin, out, echo); !errors.Is(err, cli.ErrInterrupted) {
		t.Errorf("%v, want an interruption", err)
	}
}
