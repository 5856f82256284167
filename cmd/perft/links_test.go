package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLinksNoArrowNorGorgonia has a program that counts moves carry neither the shards
// nor the training.
func TestLinksNoArrowNorGorgonia(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	links := strings.Fields(string(out))
	if len(links) < 100 {
		t.Fatalf("perft links %d packages: want all that it is made of", len(links))
	}
	for _, name := range links {
		if strings.HasPrefix(name, "github.com/apache/arrow") || strings.HasPrefix(name, "gorgonia.org/") {
			t.Errorf("perft links %s", name)
		}
	}
}

// TestSize builds the program as go build does.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	program := filepath.Join(t.TempDir(), "perft")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	if size := float64(info.Size()) / 1e6; size > 12 {
		t.Errorf("the program has %.1f MB: want at most 12", size)
	}
}
