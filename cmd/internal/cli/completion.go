package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// addCompletion gives a command a flag that prints its completion script.
func addCompletion(c *cobra.Command) {
	c.CompletionOptions.HiddenDefaultCmd = true // the flag is the way that all commands have
	shells := []string{"bash", "zsh", "fish", "powershell"}
	shell := c.Flags().String("completion", "", "print the completion script for a shell: bash, zsh, fish or powershell")
	Values(c, "completion", shells...)
	work, arguments := c.RunE, c.Args
	if arguments != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if *shell != "" {
				return nil
			}
			return arguments(c, args)
		}
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		out := c.OutOrStdout()
		switch {
		case *shell == "" && work == nil:
			return c.Help()
		case *shell == "":
			return work(c, args)
		case *shell == "bash":
			return c.GenBashCompletionV2(out, true)
		case *shell == "zsh":
			return c.GenZshCompletion(out)
		case *shell == "fish":
			return c.GenFishCompletion(out, true)
		case *shell == "powershell":
			return c.GenPowerShellCompletionWithDesc(out)
		}
		return Usage("--completion %s: want bash, zsh, fish or powershell", *shell)
	}
}

// Values has a shell complete a flag by one of these values.
func Values(c *cobra.Command, flag string, values ...string) {
	complete(c, flag, values, cobra.ShellCompDirectiveNoFileComp)
}

// Beginnings has a shell complete a flag by one of these, to which more is added, or
// by a file.
func Beginnings(c *cobra.Command, flag string, values ...string) {
	complete(c, flag, values, cobra.ShellCompDirectiveNoSpace)
}

// Files has a shell complete flags by files with one of the endings.
func Files(c *cobra.Command, endings []string, flags ...string) {
	for _, flag := range flags {
		complete(c, flag, endings, cobra.ShellCompDirectiveFilterFileExt)
	}
}

// Folders has a shell complete flags by folders.
func Folders(c *cobra.Command, flags ...string) {
	for _, flag := range flags {
		complete(c, flag, nil, cobra.ShellCompDirectiveFilterDirs)
	}
}

func complete(c *cobra.Command, flag string, values []string, how cobra.ShellCompDirective) {
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, how)); err != nil {
		panic(fmt.Sprintf("BUG: completing --%s: %v", flag, err))
	}
}
