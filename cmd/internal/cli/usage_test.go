package cli

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestQuote has a shell read the words again.
func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"runs/demo": "runs/demo", "run é": "'run é'", "é": "é", "it's": `'it'\''s'`, "": "''", "a;b": "'a;b'", "~x": "'~x'",
		"W:WK5:B1": "W:WK5:B1", "x@4,visits=3": "x@4,visits=3", "=x": "'=x'", "$HOME": "'$HOME'", "a\nb": "'a\nb'", "*": "'*'",
	} {
		if got := Quote(word); got != want {
			t.Errorf("Quote(%q) = %s, want %s", word, got, want)
		}
		if out, err := exec.Command("sh", "-c", "printf %s "+Quote(word)).Output(); err == nil && string(out) != word {
			t.Errorf("a shell reads %s as %q, want %q", Quote(word), out, word)
		}
	}
}

// toil is a command with two subcommands or none, and a flag.
func toil(subcommands bool) *cobra.Command {
	work := func(*cobra.Command, []string) error { return nil }
	c := &cobra.Command{Use: "toil", RunE: work, Args: NoArguments("run")}
	c.Flags().String("run", "", "folder")
	if subcommands {
		c.RunE, c.Args = nil, nil
		c.AddCommand(&cobra.Command{Use: "dig", RunE: work, Args: cobra.ExactArgs(1)}, &cobra.Command{Use: "saw", RunE: work, Args: NoArguments()})
	}
	return c
}

// TestMisuse has mistakes of usage, all of which end with exit code 2, of commands with
// subcommands and without.
func TestMisuse(t *testing.T) {
	for _, test := range []struct {
		subcommands bool
		args, want  string
	}{
		{false, "new run", "toil: toil takes flags alone, and \"new\" is none: want --run new\nSee toil --help\n"},
		{false, "--rnu x", "toil: unknown flag: --rnu: did you mean --run?\nSee toil --help\n"},
		{false, "-r x", "toil: unknown shorthand flag: 'r' in -r\nSee toil --help\n"},
		{false, "--run", "toil: flag needs an argument: --run\nSee toil --help\n"},
		{false, "--completion tcsh", "toil: --completion tcsh: want bash, zsh, fish or powershell\n"},
		{true, "digg x", "toil: unknown command \"digg\" for \"toil\"\nDid you mean this?\n\tdig\nSee toil --help\n"},
		{true, "climb", "toil: unknown command \"climb\" for \"toil\"\nSee toil --help\n"},
		{true, "dig", "toil: accepts 1 arg(s), received 0\nSee toil dig --help\n"},
		{true, "saw wood", "toil: toil saw takes flags alone, and \"wood\" is none\nSee toil saw --help\n"},
		{true, "dig --hlep x", "toil: unknown flag: --hlep: did you mean --help?\nSee toil dig --help\n"},
		{true, "--completion tcsh", "toil: --completion tcsh: want bash, zsh, fish or powershell\n"},
	} {
		var stdout, stderr strings.Builder
		code := Run(t.Context(), toil(test.subcommands), strings.Fields(test.args), &stdout, &stderr)
		if code != WrongUsage || stdout.Len() > 0 || stderr.String() != test.want {
			t.Errorf("toil %s: exit code %d, %q, %q, want 2 and %q", test.args, code, &stdout, &stderr, test.want)
		}
	}
}

// TestCompletionOfAll has the script of a command with subcommands and of one without.
func TestCompletionOfAll(t *testing.T) {
	for _, subcommands := range []bool{false, true} {
		for shell, want := range map[string]string{"bash": "# bash completion V2 for toil", "zsh": "#compdef toil", "fish": "# fish completion for toil", "powershell": "# powershell completion for toil"} {
			var stdout, stderr strings.Builder
			code := Run(t.Context(), toil(subcommands), []string{"--completion", shell}, &stdout, &stderr)
			if code != Done || !strings.HasPrefix(stdout.String(), want) {
				t.Errorf("--completion %s: exit code %d, %.40q, %s", shell, code, &stdout, &stderr)
			}
		}
	}
}

// TestGroupsInHelp has the flags of a group under its heading, and the others last.
func TestGroupsInHelp(t *testing.T) {
	c := toil(false)
	c.Flags().Int("deep", 0, "how deep")
	c.Flags().Int("wide", 0, "how wide")
	Group(c, "Sizes", "wide", "deep")
	var out strings.Builder
	if code := Run(t.Context(), c, []string{"--help"}, &out, &out); code != Done {
		t.Fatalf("exit code %d", code)
	}
	rest := out.String()
	for _, want := range []string{"\nSizes:\n", "--deep int", "--wide int", "\n\nOther flags:\n", "--completion", "--run string"} {
		_, after, ok := strings.Cut(rest, want)
		if !ok {
			t.Fatalf("there is no %q in its place:\n%s", want, &out)
		}
		rest = after
	}
	if n := strings.Count(out.String(), "--wide"); n != 1 {
		t.Errorf("--wide stands there %d times", n)
	}
}
