package run

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// TestMistakesInAConfiguration has what people mistype. None of the messages may
// speak of the types of Go.
func TestMistakesInAConfiguration(t *testing.T) {
	for text, want := range map[string]string{
		"[net]\nwidth = \"x\"":                "f.toml:2:9: net.width does not fit: want a whole number, as in width = 256",
		"net.width = 1.5":                     "f.toml:1:13: net.width does not fit: want a whole number, as in width = 256",
		"[net]\nwidth = 99999999999999999999": "f.toml:2:9: net.width does not fit: want a whole number, as in width = 256",
		"seed = -1":                           "f.toml:1:8: seed does not fit: want a whole number from 0 on, as in seed = 1",
		"net = 3":                             "f.toml:1:7: net does not fit: want a section, [net]",
		"[monitor]\ndepths = [1, \"x\"]":      "f.toml:2:14: monitor.depths does not fit: want a list of whole numbers, as in depths = [1, 3, 5, 7]",
		"[monitor]\ndepths = 3":               "f.toml:2:10: monitor.depths does not fit: want a list of whole numbers, as in depths = [1, 3, 5, 7]",
		"[search]\ncpuct = \"x\"":             "f.toml:2:9: search.cpuct does not fit: want a number, as in cpuct = 0.6",
		"[selfplay]\nfull_share = true":       "f.toml:2:14: selfplay.full_share does not fit: want a number, as in full_share = 0.25",
		"[match]\ngames = \"many\"":           "f.toml:2:9: match.games does not fit: want a whole number, as in games = 200",
		"[init]\nfile = 3":                    "f.toml:2:8: init.file does not fit: want a text in quotes, as in file = \"\"",
		"games = 4\ngames = 5":                "f.toml:2:1: key games is already defined",
		"[net]\nwidht = 3":                    "f.toml:2:1: there is no key net.widht",
		"[selfplay]\nvisit = 3":               "f.toml:2:1: there is no key selfplay.visit",
		"quick-visits = 3":                    "f.toml:1:1: there is no key quick-visits",
	} {
		c := DefaultConfig()
		err := c.ParseConfig("f.toml", []byte(text))
		if !errors.Is(err, ErrConfig) || err.Error() != "configuration: "+want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestWantOfEveryKey has no key whose kind of value is not known.
func TestWantOfEveryKey(t *testing.T) {
	c := DefaultConfig()
	n := 0
	leaves(reflect.ValueOf(c), "", func(key string, v reflect.Value) {
		n++
		if got := wantOf(key, known()); !strings.HasPrefix(got, "want a") && !strings.HasPrefix(got, "want true") {
			t.Errorf("wantOf(%s) = %q", key, got)
		}
	})
	if n < 20 {
		t.Errorf("%d keys, want all of a configuration", n)
	}
}
