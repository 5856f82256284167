package cli

import "testing"

func TestHint(t *testing.T) {
	names := []string{"--games", "--generations", "--visits", "--quick-visits", "--width", "--run"}
	for given, want := range map[string]string{
		"--generation": ": did you mean --generations?",
		"--genrations": ": did you mean --generations?",
		"--quickvisit": ": did you mean --quick-visits?",
		"--Games":      ": did you mean --games?",
		"--widht":      ": did you mean --width?",
		"--completely": "",
		"--rnu":        ": did you mean --run?",
		"--pdn":        "",
		"--x":          "",
	} {
		if got := hint(given, names); got != want {
			t.Errorf("hint(%s) = %q, want %q", given, got, want)
		}
	}
	if got, want := hint("net.widht", []string{"net.width", "net.hidden"}), ": did you mean net.width?"; got != want {
		t.Errorf("a key: %q, want %q", got, want)
	}
}
