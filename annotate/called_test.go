package annotate

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"drafthorse/analysis"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/net/shipped"
)

// How a call ends, as a program's exit code says it.
const (
	done       = 0
	wrongUsage = 2
	refused    = 3
	noRoom     = 5
)

// silent is a progress that nobody sees.
type silent struct{}

func (silent) Set(int, ...string) {}
func (silent) Skip(int)           {}
func (silent) End(string)         {}

func unseen(string, int) Progress { return silent{} }

// asked returns the options that are written as flags, and what is said with them.
func asked(t *testing.T, args ...string) (o *Options, said *bytes.Buffer) {
	t.Helper()
	said = new(bytes.Buffer)
	o = &Options{
		Out: os.DevNull, Stdout: io.Discard, Stderr: said, Program: "test", Progress: unseen,
		Thresholds: analysis.DefaultThresholds(), Config: analysis.Config{Search: mcts.DefaultConfig().ForPlay()},
		Knowledge: func() (*net.Network, *endgame.Tables, error) {
			tables, err := endgame.Embedded()
			return shipped.Net(), tables, err
		},
		Fits: func(there []analysis.Settings) []analysis.Settings { return there },
	}
	f := flag.NewFlagSet("", flag.PanicOnError)
	for name, to := range map[string]*string{
		"out": &o.Out, "html": &o.HTML, "title": &o.Title, "moves": &o.Moves, "summary": &o.Summary,
		"puzzles": &o.Puzzles, "results": &o.Results, "from": &o.From,
	} {
		f.StringVar(to, name, *to, "")
	}
	f.IntVar(&o.Config.Limits.Visits, "visits", 20, "")
	f.IntVar(&o.Workers, "workers", 2, "")
	f.Parse(args)
	o.Inputs = f.Args()
	return o, said
}

// called annotates with few visits, and returns what is said.
func called(t *testing.T, want int, args ...string) (said string) {
	t.Helper()
	o, text := asked(t, args...)
	err := Run(t.Context(), o)
	if err != nil {
		fmt.Fprintf(text, "analyze: %v\n", err)
	}
	if got := codeOf(err); got != want {
		t.Fatalf("it ends with %d, want %d: %s", got, want, text)
	}
	return text.String()
}

func codeOf(err error) int {
	var (
		usage    interface{ WrongUsage() }
		leftOut  interface{ Refused() }
		occupied interface{ NoRoom() }
	)
	switch {
	case err == nil:
		return done
	case errors.As(err, &usage):
		return wrongUsage
	case errors.As(err, &leftOut):
		return refused
	case errors.As(err, &occupied):
		return noRoom
	}
	return 1
}

// errStopped ends a context, as Ctrl-C does.
var errStopped = errors.New("interrupted")

// stopped returns a context that has ended.
func stopped(t *testing.T) context.Context {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errStopped)
	return ctx
}

// write writes a file and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// content returns the text of a file.
func content(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// nothingIn fails if the folder holds anything.
func nothingIn(t *testing.T, when, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Errorf("%s: %s is left", when, e.Name())
	}
}
