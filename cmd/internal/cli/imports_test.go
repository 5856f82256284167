package cli_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestKnowsNothingOfDraughts allows one import of ours: the finder of mistyped names,
// which imports nothing of ours itself.
func TestKnowsNothingOfDraughts(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	ours := slices.DeleteFunc(strings.Fields(string(out)), func(name string) bool { return !strings.HasPrefix(name, "drafthorse/") })
	want := []string{"drafthorse/internal/spelling", "drafthorse/cmd/internal/cli"}
	if !slices.Equal(ours, want) {
		t.Errorf("of ours it links %v: want %v", ours, want)
	}
}
