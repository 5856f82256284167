package run

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// TrialConfig returns the configuration of a trial on the games of the run in
// folder dir: that of the run, but for the lines of TOML in set. A key that makes no
// difference to a trial is refused. Where the run has a key of an earlier version
// with which its trainings were others, set must give it the value without.
func TrialConfig(dir string, set []string) (Config, error) {
	begun, old, _, err := readConfig(dir)
	if err != nil {
		return begun, err
	}
	c := begun
	given, err := c.parse("--set", []byte(strings.Join(set, "\n")))
	if err != nil {
		return c, err
	}
	old = slices.DeleteFunc(old, func(k oldKey) bool {
		return slices.ContainsFunc(given, func(g oldKey) bool { return g.key == k.key })
	})
	if err := errors.Join(refuse(given, anything), refuse(old, trainings)); err != nil {
		return c, err
	}
	if err := c.Validate(); err != nil {
		return c, err
	}
	other := c
	other.Seed, other.Net, other.Training = begun.Seed, begun.Net, begun.Training
	other.Window.Rows, other.Window.HeldOut, other.Window.Uses = begun.Window.Rows, begun.Window.HeldOut, begun.Window.Uses
	key := "init"
	if other.Init == begun.Init {
		key, _, _ = begun.difference(other)
	}
	if key != "" {
		return c, fmt.Errorf("%w: --set: a trial has no use for %s: want seed, window.rows, window.held_out, window.uses or a key of net or training", ErrConfig, key)
	}
	return c, nil
}
