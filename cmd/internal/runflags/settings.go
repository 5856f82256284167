// Package runflags is the flags of the commands that work on a run: its folder, its
// configuration, and what goes into a new one.
package runflags

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/console"
	"drafthorse/learn"
	"drafthorse/net"
	"drafthorse/run"
	"drafthorse/training"
)

// Settings are the flags of the commands that work on a run.
type Settings struct {
	Dir     string
	Config  run.Config
	Workers int
	JSON    bool // print the result as a JSON object

	file     string
	initFrom string
}

// AddRun adds the flags for a run that exists to a command.
func AddRun(c *cobra.Command, dir string, workers int) *Settings {
	s := &Settings{Config: run.DefaultConfig()}
	c.Flags().StringVar(&s.Dir, "run", dir, "folder of the run")
	c.Flags().IntVar(&s.Workers, "workers", workers, fmt.Sprintf("cores to work with, of which a training uses no more than %d; they make no difference but in time", training.Parts))
	c.Flags().BoolVar(&s.JSON, "json", false, "print the result as one JSON object")
	cli.Folders(c, "run")
	return s
}

// AddSettings adds the flags for a run to a command that plays and may begin
// one: those of AddRun, the configuration file and those values of the
// configuration that people change most.
func AddSettings(c *cobra.Command, dir string, workers int) *Settings {
	s := AddRun(c, dir, workers)
	f := c.Flags()
	f.StringVar(&s.file, "config", "", "TOML file with the configuration of a new run")
	f.StringVar(&s.initFrom, "init-from", "", "weights file of the net that a new run begins with instead of random weights")
	f.Uint64Var(&s.Config.Seed, "seed", s.Config.Seed, "seed of all chance in the run")
	f.IntVar(&s.Config.Games, "games", s.Config.Games, "games that each net plays")
	f.IntVar(&s.Config.SelfPlay.Visits, "visits", s.Config.SelfPlay.Visits, "visits of a full search in self-play")
	f.IntVar(&s.Config.SelfPlay.QuickVisits, "quick-visits", s.Config.SelfPlay.QuickVisits, "visits of a quick search in self-play")
	f.IntVar(&s.Config.Net.Width, "width", s.Config.Net.Width, "neurons of the net's first layer")
	f.IntVar(&s.Config.Net.Hidden, "hidden", s.Config.Net.Hidden, "neurons of the net's second layer")
	f.IntVar(&s.Config.Match.Games, "match-games", s.Config.Match.Games, "games of a match between two nets")
	f.IntVar(&s.Config.Match.Visits, "match-visits", s.Config.Match.Visits, "visits of a search in a match")
	cli.Group(c, "A new run, which keeps them", "config", "init-from", "seed", "games", "visits", "quick-visits", "width", "hidden", "match-games", "match-visits")
	cli.Files(c, []string{"toml"}, "config")
	cli.Files(c, []string{"safetensors"}, "init-from")
	return s
}

// Open settles the configuration and opens the run for the given roles. A flag
// that was given counts more than the configuration file, the file more than the
// default. For a run that exists, its own configuration stands in the place of a
// file.
func (s *Settings) Open(c *cobra.Command, roles run.Roles) (*run.Run, error) {
	if s.Workers < 1 {
		return nil, cli.Usage("--workers is %d: want 1 or more", s.Workers)
	}
	if s.Dir == "" {
		return nil, cli.Usage("--run is empty: want a folder")
	}
	if c.Flags().Changed("init-from") && s.initFrom == "" {
		return nil, cli.Usage("--init-from is empty: want a weights file")
	}
	if info, err := os.Stat(s.Dir); err == nil && !info.IsDir() || errors.Is(err, syscall.ENOTDIR) {
		return nil, cli.Usage("--run %s: a file is in its place: want a folder", s.Dir)
	}
	given := map[string]string{}
	c.Flags().Visit(func(f *pflag.Flag) { given[f.Name] = f.Value.String() })
	size, err := s.load()
	if err != nil {
		return nil, err
	}
	for name, value := range given {
		if err := c.Flags().Set(name, value); err != nil {
			return nil, cli.Usage("--%s: %w", name, err)
		}
	}
	for _, of := range []struct{ asked, have *int }{
		{&s.Config.Net.Width, &size.Width}, {&s.Config.Net.Hidden, &size.Hidden},
	} {
		if *of.asked == unset {
			*of.asked = *of.have
		}
	}
	if s.initFrom != "" && s.Config.Net != size {
		return nil, cli.Usage("--init-from %s: the net has width %d and hidden %d, and the configuration asks for %d and %d: leave those out",
			s.initFrom, size.Width, size.Hidden, s.Config.Net.Width, s.Config.Net.Hidden)
	}
	return run.Open(s.Dir, s.Config, cli.Version(), roles)
}

// Loop opens the run for the given roles, and makes the loop that carries it on with
// what shows how that goes.
func (s *Settings) Loop(c *cobra.Command, roles run.Roles) (*learn.Loop, *console.Observer, error) {
	r, err := s.Open(c, roles)
	if err != nil {
		return nil, nil, err
	}
	l, err := learn.New(r, roles, s.Workers)
	if err != nil {
		return nil, nil, errors.Join(err, r.Close())
	}
	o := console.NewObserver(r, c.ErrOrStderr())
	l.Observe = o.See
	return l, o, nil
}

// NeedRun returns an error if there is no run in the folder yet.
func (s *Settings) NeedRun() error {
	if _, ok, err := run.ReadConfig(s.Dir); ok || err != nil && !cli.IsMissing(err) {
		return err
	}
	return cli.Usage("%s: there is no run: begin one by go run ./cmd/selfplay --run %s", s.Dir, cli.Quote(s.Dir))
}

// unset is what nobody asks for as the size of a layer.
const unset = math.MinInt

var unsetSize = net.Size{Width: unset, Hidden: unset}

// load reads the configuration but for the flags. The size returned is that of
// the net to begin with; the configuration's is unset as far as it says nothing
// about it.
func (s *Settings) load() (size net.Size, err error) {
	begun, ok, err := run.ReadConfig(s.Dir)
	if err != nil {
		return size, err
	}
	size = run.DefaultConfig().Net
	if ok && begun.Init.Net != "" {
		size = begun.Net
	}
	var init run.Init
	if s.initFrom != "" {
		init, size, err = run.ReadInit(s.initFrom)
		if _, ok := errors.AsType[*fs.PathError](err); ok {
			return size, cli.Usage("--init-from: %w", err)
		} else if err != nil {
			return size, err
		}
	}
	switch {
	case s.file != "":
		text, err := os.ReadFile(s.file)
		if err != nil {
			return size, cli.Usage("--config: %w", err)
		}
		s.Config = run.DefaultConfig()
		s.Config.Net = unsetSize
		if err := s.Config.ParseConfig(s.file, text); err != nil {
			return size, err
		}
	case ok:
		s.Config = begun
	default:
		s.Config.Net = unsetSize
	}
	if s.initFrom != "" {
		s.Config.Init = init
	}
	return size, nil
}
