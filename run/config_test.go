package run

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// smallConfig returns the configuration of a run that takes a fraction of a
// second.
func smallConfig() Config {
	c := DefaultConfig()
	c.Seed, c.Games = 3, 12
	c.Net.Width, c.Net.Hidden = 16, 8
	c.SelfPlay.Visits, c.SelfPlay.QuickVisits = 8, 4
	c.Window.HeldOut = 4
	c.Training.Batch = 16
	c.Match.Games, c.Match.Visits = 4, 8
	c.Monitor.Every = 0
	return c
}

// leaves calls yield with each value of a configuration and its name in TOML.
func leaves(v reflect.Value, section string, yield func(key string, v reflect.Value)) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		tag, _, _ := strings.Cut(field.Tag.Get("toml"), ",")
		switch {
		case tag == "-": // not for a file
		case field.Type.Kind() != reflect.Struct:
			yield(section+tag, v.Field(i))
		case field.Anonymous:
			leaves(v.Field(i), section, yield)
		default:
			leaves(v.Field(i), section+tag+".", yield)
		}
	}
}

// change gives every kind of value in a configuration another one.
func change(v reflect.Value, by int) {
	switch v.Kind() {
	case reflect.Int:
		v.SetInt(v.Int() + int64(by))
	case reflect.Uint64:
		v.SetUint(v.Uint() + uint64(by))
	case reflect.Float64:
		v.SetFloat(v.Float() + float64(by)/7)
	case reflect.Float32:
		v.SetFloat(float64(float32(v.Float()) + float32(by)/7))
	case reflect.Slice:
		v.Set(reflect.ValueOf([]int{1 + by, 2 + by}))
	case reflect.String:
		v.SetString(fmt.Sprint(v.String(), by))
	default:
		panic("a configuration holds a value of kind " + v.Kind().String())
	}
}

// TestConfigIsReadAsWritten gives every value its own number, so that a key that
// is missing from the file or stands for two values shows.
func TestConfigIsReadAsWritten(t *testing.T) {
	c := DefaultConfig()
	n := 0
	leaves(reflect.ValueOf(&c).Elem(), "", func(_ string, v reflect.Value) {
		n++
		change(v, n)
	})
	if n < 20 {
		t.Fatalf("the configuration has %d values: want all of them", n)
	}
	for _, c := range []Config{c, DefaultConfig()} {
		read := DefaultConfig()
		if err := read.ParseConfig("run.toml", c.TOML()); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(read, c) {
			t.Errorf("read %+v from\n%s\nwant %+v", read, c.TOML(), c)
		}
	}
}

func TestDifferenceNamesTheKey(t *testing.T) {
	base := DefaultConfig()
	base.Init = Init{"a.safetensors", "ab", 1} // without one the section is left out
	if key, _, _ := base.difference(base); key != "" {
		t.Errorf("difference from itself: %s, want none", key)
	}
	other := base
	leaves(reflect.ValueOf(&other).Elem(), "", func(want string, v reflect.Value) {
		mine := fmt.Sprint(v.Interface())
		change(v, 1)
		others := fmt.Sprint(v.Interface())
		key, a, b := base.difference(other)
		if key != want {
			t.Errorf("after a change of %s the difference is %q", want, key)
		}
		if v.CanInt() && (a != mine || b != others) {
			t.Errorf("difference in %s = %s and %s, want %s and %s", key, a, b, mine, others)
		}
		other = base
	})
}

func TestParseConfigNamesThePlace(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"games = 3\n\n[selfplay]\nvisits = 5\nvisit = 3\n", "x.toml:5:1: there is no key selfplay.visit"},
		{"gamse = 3\n", "x.toml:1:1: there is no key gamse"},
		{"seed = 1\n[nets]\nwidth = 3\n", "x.toml:2:2: there is no key nets"},
		{"games = \"3\"\n", "x.toml:1:9: "},
		{"seed = -1\n", "x.toml:1:8: "},
		{"games = 2.5\n", "x.toml:1:9: "},
		{"games = 99999999999999999999\n", "x.toml:1:9: "},
		{"seed = 1\ngames =\n", "x.toml:2:8: "},
		{"games = 1\ngames = 2\n", "x.toml:2:1: "},
	} {
		c := DefaultConfig()
		err := c.ParseConfig("x.toml", []byte(test.text))
		if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("ParseConfig(%q) = %v: want a configuration error with %q", test.text, err, test.want)
		}
	}
}

func TestParseConfigKeepsWhatIsNotGiven(t *testing.T) {
	c := smallConfig()
	want := c
	want.SelfPlay.Visits = 9
	if err := c.ParseConfig("x.toml", []byte("[selfplay]\nvisits = 9\n")); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("ParseConfig gives %+v, want %+v", c, want)
	}
}

func TestValidateNamesTheValue(t *testing.T) {
	for _, test := range []struct {
		text, want string
	}{
		{"games = 0", "games is 0"},
		{"games = 3000000000", "games is 3000000000"},
		{"[window]\nrows = 9223372036854775807", "[window] rows is 9223372036854775807"},
		{"[match]\nvisits = 16777217", "[match] visits is 16777217"},
		{"[selfplay]\nvisits = 16777217", "[selfplay] visits is 16777217"},
		{"[selfplay]\nquick_visits = 16777217", "[selfplay] quick_visits is 16777217"},
		{"[window]\nrows = 0", "[window] rows is 0"},
		{"[window]\ngrowth = 1.5", "[window] growth is 1.5"},
		{"[window]\ngrowth = nan", "[window] growth is NaN"},
		{"[window]\nexponent = 0.0", "[window] exponent is 0"},
		{"[window]\nexponent = 1.1", "[window] exponent is 1.1"},
		{"[window]\nheld_out = 1", "[window] held_out is 1"},
		{"[window]\nheld_out = -1", "[window] held_out is -1"},
		{"[window]\nuses = 0.0", "[window] uses is 0"},
		{"[window]\nuses = nan", "[window] uses is NaN"},
		{"[window]\nuses = inf", "[window] uses is +Inf"},
		{"[match]\nvisits = 0", "[match] visits is 0"},
		{"[match]\ngames = 3", "[match] games is 3"},
		{"[net]\nwidth = 0", "[net] width is 0"},
		{"[search]\ncpuct = nan", "[search] cpuct is NaN"},
		{"[selfplay]\nrandom_plies = 3", "[selfplay] random_plies is 3"},
		{"[training]\nbatch = 0", "[training] batch is 0"},
		{"[monitor]\nevery = -1", "[monitor] every is -1"},
		{"[monitor]\ngames = 5", "[monitor] games is 5"},
		{"[monitor]\ndepths = [1, 5, 3]", "[monitor] depths is [1 5 3]"},
		{"[monitor]\ndepths = [0]", "[monitor] depths is [0]"},
	} {
		c := DefaultConfig()
		if err := c.ParseConfig("x.toml", []byte(test.text)); err != nil {
			t.Fatal(err)
		}
		if err := c.Validate(); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("with %q Validate = %v: want a configuration error with %q", test.text, err, test.want)
		}
	}
	if err := DefaultConfig().Validate(); err != nil {
		t.Errorf("Validate of the default = %v", err)
	}
}

// TOML has no integer beyond that of 64 bits with a sign.
func TestLargestSeed(t *testing.T) {
	c := DefaultConfig()
	c.Seed, c.Match.Seed = math.MaxInt64, math.MaxInt64
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	var again Config
	if err := again.ParseConfig("x.toml", c.TOML()); err != nil || again.Seed != c.Seed || again.Match.Seed != c.Seed {
		t.Errorf("seeds are read back as %d and %d, %v", again.Seed, again.Match.Seed, err)
	}
	c.Seed++
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "seed is 9223372036854775808: want at most") {
		t.Errorf("a larger one: %v", err)
	}
	c.Seed, c.Match.Seed = 1, math.MaxUint64
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "[match] seed is 18446744073709551615: want at most") {
		t.Errorf("a larger one: %v", err)
	}
}
