package main

import (
	"os"
	"strings"
	"testing"
)

// The README shows what --check prints. It must be what it prints.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(text), "go run ./cmd/analyze --check ")
	command, after, _ := strings.Cut(after, "\n```\n")
	_, after, shown := strings.Cut(after, "```\n")
	want, _, _ := strings.Cut(after, "```")
	if !ok || !shown {
		t.Fatal("the README shows no --check")
	}
	if got := checked(t, false, 1, strings.Fields(command)...); got != want {
		t.Errorf("--check prints\n%s\nthe README shows\n%s", got, want)
	}
}
