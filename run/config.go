package run

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"drafthorse/match"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/selfplay"
	"drafthorse/training"
)

// Config is everything that decides what comes out of a run, apart from how
// long it goes on.
type Config struct {
	Seed     uint64          `toml:"seed"`
	Games    int             `toml:"games"` // that each net plays
	Net      net.Size        `toml:"net"`
	Search   mcts.Config     `toml:"search"` // in self-play
	Play     Play            `toml:"play"`
	SelfPlay selfplay.Config `toml:"selfplay"`
	Window   Window          `toml:"window"`
	Training training.Config `toml:"training"`
	Match    Match           `toml:"match"`
	Monitor  Monitor         `toml:"monitor"`
	Init     Init            `toml:"init,omitempty"`
}

// Window says which rows a net is trained on, and how often. It grows with the
// run, but more slowly: what early nets have played is of less and less use. It
// does not grow beyond 10,000,000 rows, some 9 GB of memory.
type Window struct {
	Rows     int     `toml:"rows"`     // how many of the newest rows it holds in a run that has no more, in whole shards
	Growth   float64 `toml:"growth"`   // rows that it grows by with the next row of such a run
	Exponent float64 `toml:"exponent"` // of the power law by which it grows on; 1 is a straight line
	HeldOut  int     `toml:"held_out"` // one game in this many is kept for evaluation; 0 is none
	Uses     float64 `toml:"uses"`     // how often a row is drawn, on average, in all the trainings whose window it is in
}

// Play says in what the search of matches and judgements differs from that of
// self-play, see [mcts.Config].
type Play struct {
	FPUReduction float32 `toml:"fpu_reduction"`
	PriorPower   float32 `toml:"prior_power"`
}

// PlaySearch returns the numbers of the search in matches and judgements.
func (c Config) PlaySearch() mcts.Config {
	s := c.Search
	s.FPUReduction, s.PriorPower = c.Play.FPUReduction, c.Play.PriorPower
	return s
}

// Match says how the nets of a run are compared.
type Match struct {
	match.Config
	Visits int `toml:"visits"` // of each search
}

// DefaultConfig returns the configuration of a small run.
func DefaultConfig() Config {
	play := mcts.DefaultConfig().ForPlay()
	c := Config{
		Seed: 1, Games: 5000,
		Play:     Play{play.FPUReduction, play.PriorPower},
		Net:      net.DefaultSize(),
		Search:   mcts.DefaultConfig(),
		SelfPlay: selfplay.DefaultConfig(),
		Window:   Window{Rows: 250_000, Growth: 0.4, Exponent: 0.75, HeldOut: 20, Uses: 8},
		Training: training.DefaultConfig(),
		Match:    Match{Config: match.DefaultConfig(), Visits: 400},
		Monitor:  DefaultMonitor(),
	}
	return c
}

// maxSeed is the largest integer of TOML.
const maxSeed uint64 = math.MaxInt64

// maxRows is more rows, and more games, than any run has.
const maxRows = 2_000_000_000

// known returns the defaults of all keys.
func known() map[string]reflect.Value {
	c := DefaultConfig()
	return keysOf(&c)
}

// Validate refuses a configuration that no run can have.
func (c Config) Validate() error {
	section := func(name string, err error) error {
		if err == nil {
			return nil
		}
		return fmt.Errorf("%w: [%s] %w", ErrConfig, name, err)
	}
	switch {
	case c.Seed > maxSeed:
		return fmt.Errorf("%w: seed is %d: want at most %d", ErrConfig, c.Seed, maxSeed)
	case c.Match.Seed > maxSeed:
		return fmt.Errorf("%w: [match] seed is %d: want at most %d", ErrConfig, c.Match.Seed, maxSeed)
	case c.Games < 1 || c.Games > maxRows:
		return fmt.Errorf("%w: games is %d: want 1 to %d", ErrConfig, c.Games, maxRows)
	case c.Window.Rows < 1 || c.Window.Rows > maxRows:
		return fmt.Errorf("%w: [window] rows is %d: want 1 to %d", ErrConfig, c.Window.Rows, maxRows)
	case !(c.Window.Growth >= 0 && c.Window.Growth <= 1):
		return fmt.Errorf("%w: [window] growth is %v: want 0 to 1", ErrConfig, c.Window.Growth)
	case !(c.Window.Exponent > 0 && c.Window.Exponent <= 1):
		return fmt.Errorf("%w: [window] exponent is %v: want more than 0, at most 1", ErrConfig, c.Window.Exponent)
	case c.Window.HeldOut < 0 || c.Window.HeldOut == 1:
		return fmt.Errorf("%w: [window] held_out is %d: want 0, or 2 or more", ErrConfig, c.Window.HeldOut)
	case !(c.Window.Uses > 0 && c.Window.Uses <= 1000):
		return fmt.Errorf("%w: [window] uses is %v: want more than 0 and at most 1000", ErrConfig, c.Window.Uses)
	case c.Match.Visits < 1 || c.Match.Visits > mcts.MaxVisits:
		return fmt.Errorf("%w: [match] visits is %d: want 1 to %d", ErrConfig, c.Match.Visits, mcts.MaxVisits)
	}
	return errors.Join(
		section("net", c.Net.Validate()),
		section("search", c.Search.Validate()),
		section("play", c.PlaySearch().Validate()),
		section("selfplay", c.SelfPlay.Validate()),
		section("training", c.Training.Validate()),
		section("match", c.Match.Config.Validate()),
		section("monitor", c.Monitor.Validate()),
		section("init", c.Init.validate()),
	)
}

// ParseConfig reads TOML over the values that c has. A key that does not exist
// or a value of another type is an error with its line and column. A key of an
// earlier version is one too, unless its value says what this version does.
func (c *Config) ParseConfig(file string, text []byte) error {
	old, err := c.parse(file, text)
	if err != nil {
		return err
	}
	return refuse(old, anything)
}

// parse does the same, but returns the keys of earlier versions.
func (c *Config) parse(file string, text []byte) (old []oldKey, err error) {
	err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(c)
	var strict *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		for i := range strict.Errors {
			missing := &strict.Errors[i]
			line, column := missing.Position()
			place := fmt.Sprintf("%s:%d:%d", file, line, column)
			k, ok := asOld(missing.Key(), place, text)
			if !ok {
				key := strings.Join(missing.Key(), ".")
				return nil, fmt.Errorf("%w: %s: %w", ErrConfig, place, &unknownKey{key, slices.Sorted(maps.Keys(known()))})
			}
			old = append(old, k)
		}
		return old, nil
	case errors.As(err, &decode):
		line, column := decode.Position()
		problem := strings.TrimPrefix(decode.Error(), "toml: ")
		// What the library says of a value that does not fit names types of Go.
		key := strings.Join(decode.Key(), ".")
		if want := wantOf(key, known()); want != "" && !strings.Contains(problem, "already defined") {
			problem = fmt.Sprintf("%s does not fit: %s", key, want)
		}
		return nil, fmt.Errorf("%w: %s:%d:%d: %s", ErrConfig, file, line, column, problem)
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", ErrConfig, file, err)
	}
	return nil, nil
}

// TOML returns c as a file that ParseConfig reads.
func (c Config) TOML() []byte {
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).SetIndentTables(false).Encode(c); err != nil {
		panic(fmt.Sprintf("BUG: encoding a configuration: %v", err))
	}
	return b.Bytes()
}

// agree makes sure that c is the configuration with which the run in folder dir
// began. What says nothing about the first net takes the run's, and a net is the
// same wherever its file is now.
func (c *Config) agree(begun Config, dir string) error {
	switch c.Init.Net {
	case "", begun.Init.Net:
		c.Init = begun.Init
	default:
		first := "random weights"
		if begun.Init.Net != "" {
			first = fmt.Sprintf("net %s from %s", begun.Init.Net, begun.Init.File)
		}
		return fmt.Errorf("%w: the run in %s began with %s, not with net %s from %s: leave that out or choose another folder",
			ErrConfig, dir, first, c.Init.Net, c.Init.File)
	}
	if key, have, want := begun.difference(*c); key != "" {
		return fmt.Errorf("%w: the run in %s began with %s = %s, not %s: leave it as it is or choose another folder",
			ErrConfig, dir, key, have, want)
	}
	return nil
}

// difference names the first key in which two configurations with the same first
// net differ, with both values, or is empty.
func (c Config) difference(other Config) (key, mine, others string) {
	a, b := strings.Split(string(c.TOML()), "\n"), strings.Split(string(other.TOML()), "\n")
	section := ""
	for i := range a {
		if strings.HasPrefix(a[i], "[") {
			section = strings.Trim(a[i], "[]") + "."
		}
		if a[i] != b[i] {
			name, value, _ := strings.Cut(a[i], " = ")
			_, otherValue, _ := strings.Cut(b[i], " = ")
			return section + name, value, otherValue
		}
	}
	return "", "", ""
}
