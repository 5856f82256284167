package cli_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestKnowsNothingOfDraughts has the package import nothing of ours.
func TestKnowsNothingOfDraughts(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	ours := slices.DeleteFunc(strings.Fields(string(out)), func(name string) bool { return !strings.HasPrefix(name, "drafthorse/") })
	want := []string{"drafthorse/cmd/internal/cli"}
	if !slices.Equal(ours, want) {
		t.Errorf("of ours it links %v: want %v", ours, want)
	}
}
