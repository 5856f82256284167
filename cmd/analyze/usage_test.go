package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drafthorse/cmd/internal/cli"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Wrong names are refused before anything is searched, and nothing is left.
func TestOutputsThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	in := write(t, "in.pdn", "1. 32-28 *\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--html", dir + "/report", "--moves", dir + "/m.txt"}, "want .csv or .jsonl"},
		{[]string{"--moves", dir + "/m.csv", "--summary", dir + "/s.xls"}, "want .txt or .json or .csv"},
		{[]string{"--moves", dir + "/m.csv", "--puzzles", in}, "--puzzles " + in + " is one of the files to read"},
		{[]string{"--html", dir + "/x", "--puzzles", dir + "/x"}, "--html and --puzzles both write"},
		{[]string{"--title", "Club"}, "--title has no effect without --html"},
		{[]string{"annotate", "--title", "Club"}, "--title has no effect without --html"},
		{[]string{"strip", "--out", in}, "--out " + in + " is one of the files to read"},
		{[]string{"check", "--html", dir + "/x"}, "unknown flag: --html"},
	} {
		var out, report bytes.Buffer
		code := cli.Run(t.Context(), command(), append(c.args, in), &out, &report)
		if code != cli.WrongUsage || !strings.Contains(report.String(), c.want) {
			t.Errorf("%v: exit code %d, %s; want 2 and %q", c.args, code, &report, c.want)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) > 0 {
			t.Errorf("%v: %v are left, %v", c.args, entries, err)
		}
	}
}

// The same games in the two dialects have the same moves, and say which it is.
func TestDialects(t *testing.T) {
	for _, d := range []string{"fmjd", "chess"} {
		code, out, said := ran(t, "", "--visits", "20", "--dialect", d, write(t, "in.pdn", "1. 32-28 18-23 *"))
		if code != cli.Done || !strings.Contains(out, "dialect "+d) {
			t.Errorf("%d, %s: the tag does not name the dialect %s:\n%s", code, said, d, out)
		}
	}
	code, _, said := ran(t, "", "--dialect", "english", write(t, "in.pdn", "1. 32-28 *"))
	if code != cli.WrongUsage || !strings.Contains(said, `--dialect "english": want fmjd or chess`) {
		t.Errorf("%d, %s", code, said)
	}
}

// analyze FILE annotates, as analyze annotate FILE does.
func TestAnnotateIsMeant(t *testing.T) {
	in := write(t, "in.pdn", "1. 32-28 18-23 *")
	_, one, _ := ran(t, "", "--visits", "20", in)
	_, other, _ := ran(t, "", "annotate", "--visits", "20", in)
	if one == "" || one != other {
		t.Errorf("analyze writes\n%s\nand analyze annotate\n%s", one, other)
	}
}
