package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// misuse makes an error of usage of what cobra says before a command begins. To a
// flag that does not exist it adds the one that may have been meant.
func misuse(c *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && len(unknown.GetSpecifiedName()) > 1 {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		err = fmt.Errorf("%w%s", err, hint("--"+unknown.GetSpecifiedName(), names))
	}
	return Usage("%w\nSee %s --help", spaced{err}, c.CommandPath())
}

// spaced is an error of cobra without the blank lines that it has for lists.
type spaced struct{ error }

func (e spaced) Error() string {
	return strings.ReplaceAll(strings.TrimSpace(e.error.Error()), "\n\n", "\n")
}

func (e spaced) Unwrap() error { return e.error }

// NoArguments are the arguments of a command that takes none. The flags are those
// that one may have been meant for, in their order.
func NoArguments(flags ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		hint := ""
		for i, flag := range flags[:min(len(flags), len(args))] {
			hint += fmt.Sprintf(" --%s %s", flag, Quote(args[i]))
		}
		if hint != "" {
			hint = ": want" + hint
		}
		return fmt.Errorf("%s takes flags alone, and %q is none%s", c.CommandPath(), args[0], hint)
	}
}

// Quote writes a word so that a shell reads it as one, and as it is.
func Quote(word string) string {
	plain := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || strings.ContainsRune("_-+./:,@%=", r) || r > 0x9f
	}
	if word != "" && word[0] != '=' && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
