package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// group is the annotation of a flag with the heading that it stands under.
const group = "group"

// Group has flags of a command stand under a heading of their own in its help, in
// the order in which the groups were made.
func Group(c *cobra.Command, heading string, flags ...string) {
	for _, name := range flags {
		if err := c.Flags().SetAnnotation(name, group, []string{heading}); err != nil {
			panic(fmt.Sprintf("BUG: grouping --%s: %v", name, err))
		}
	}
	headings := c.Annotations[group]
	if headings != "" {
		headings += "\n"
	}
	if c.Annotations == nil {
		c.Annotations = map[string]string{}
	}
	c.Annotations[group] = headings + heading
}

// usageTemplate is cobra's with the flags in their groups.
func usageTemplate(c *cobra.Command) string {
	cobra.AddTemplateFunc("groupedFlags", groupedFlags)
	return strings.Replace(c.UsageTemplate(), "Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}", "{{groupedFlags .}}", 1)
}

// groupedFlags lists the flags of a command, those without a group last.
func groupedFlags(c *cobra.Command) string {
	sets := map[string]*pflag.FlagSet{}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		heading := ""
		if a := f.Annotations[group]; a != nil {
			heading = a[0]
		}
		if sets[heading] == nil {
			sets[heading] = pflag.NewFlagSet("", pflag.ContinueOnError)
		}
		sets[heading].AddFlag(f)
	})
	var text strings.Builder
	for _, heading := range strings.Split(c.Annotations[group], "\n") {
		if heading != "" {
			fmt.Fprintf(&text, "%s:\n%s\n", heading, sets[heading].FlagUsages())
		}
	}
	rest := "Flags"
	if text.Len() > 0 {
		rest = "Other flags"
	}
	if sets[""] != nil {
		fmt.Fprintf(&text, "%s:\n%s", rest, sets[""].FlagUsages())
	}
	return strings.TrimRight(text.String(), "\n")
}
