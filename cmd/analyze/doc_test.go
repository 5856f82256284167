package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"

	"drafthorse/cmd/internal/cli"
)

// The README shows what check prints. It must be what it prints.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(text), "go run ./cmd/analyze check ")
	command, after, _ := strings.Cut(after, "\n```\n")
	_, after, shown := strings.Cut(after, "```\n")
	want, _, _ := strings.Cut(after, "```")
	if !ok || !shown {
		t.Fatal("the README shows no check")
	}
	if _, got, _ := ran(t, "", append([]string{"check", "--workers", "1"}, strings.Fields(command)...)...); got != want {
		t.Errorf("check prints\n%s\nthe README shows\n%s", got, want)
	}
}

// The README shows an annotated game, as players write it and as PDN, its figures
// and its puzzle. They must be what comes of the sample game by default. The
// numbers hold where the processor has fused multiply-add.
func TestReadmeAnnotated(t *testing.T) {
	if runtime.GOARCH != "amd64" || !cpu.X86.HasFMA {
		t.Skip("the figures are those of amd64 with fused multiply-add")
	}
	t.Chdir("../..")
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	args := []string{"--summary", dir + "/s.txt", "--puzzles", dir + "/p.pdn", "--out", dir + "/a.pdn", "cmd/pipeline/sample.pdn"}
	var out, report bytes.Buffer
	if code := cli.Run(t.Context(), command(), args, &out, &report); code != cli.Done {
		t.Fatalf("exit code %d: %s", code, &report)
	}
	for what, c := range map[string]struct{ from, file string }{
		"PDN":     {"8. 38-32\n", "a.pdn"},
		"figures": {"game  result  player", "s.txt"},
		"puzzle":  {"{White to move wins", "p.pdn"},
	} {
		_, shown, ok := strings.Cut(string(text), c.from)
		shown, _, _ = strings.Cut(c.from+shown, "```")
		words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
		got, err := os.ReadFile(filepath.Join(dir, c.file))
		if err != nil {
			t.Fatal(err)
		}
		if !ok || !strings.Contains(words(string(got)), words(shown)) {
			t.Errorf("%s: the README shows\n%s\nwhich is not in\n%s", what, shown, got)
		}
	}
}
