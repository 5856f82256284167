package console

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drafthorse/run"
)

// Settings are the flags of the commands that work on a run.
type Settings struct {
	Dir     string
	Config  run.Config
	Workers int
	JSON    bool // print the result as a JSON object

	file string
}

// AddRun adds the flags for a run that exists to a command.
func AddRun(c *cobra.Command, dir string, workers int) *Settings {
	s := &Settings{Config: run.DefaultConfig()}
	c.Flags().StringVar(&s.Dir, "run", dir, "folder of the run")
	c.Flags().IntVar(&s.Workers, "workers", workers, "cores to work with; they make no difference but in time")
	c.Flags().BoolVar(&s.JSON, "json", false, "print the result as one JSON object")
	return s
}

// AddSettings adds the flags for a run to a command that plays and may begin
// one: those of AddRun, the configuration file and those values of the
// configuration that people change most.
func AddSettings(c *cobra.Command, dir string, workers int) *Settings {
	s := AddRun(c, dir, workers)
	f := c.Flags()
	f.StringVar(&s.file, "config", "", "TOML file with the configuration of a new run")
	f.Uint64Var(&s.Config.Seed, "seed", s.Config.Seed, "seed of all chance in the run")
	f.IntVar(&s.Config.Games, "games", s.Config.Games, "games that each net plays")
	f.IntVar(&s.Config.SelfPlay.Visits, "visits", s.Config.SelfPlay.Visits, "visits of a full search in self-play")
	f.IntVar(&s.Config.SelfPlay.QuickVisits, "quick-visits", s.Config.SelfPlay.QuickVisits, "visits of a quick search in self-play")
	f.IntVar(&s.Config.Net.Width, "width", s.Config.Net.Width, "neurons of the net's first layer")
	f.IntVar(&s.Config.Net.Hidden, "hidden", s.Config.Net.Hidden, "neurons of the net's second layer")
	f.IntVar(&s.Config.Match.Games, "match-games", s.Config.Match.Games, "games of a match between two nets")
	f.IntVar(&s.Config.Match.Visits, "match-visits", s.Config.Match.Visits, "visits of a search in a match")
	return s
}

// Open settles the configuration and opens the run. A flag that was given
// counts more than the configuration file, the file more than the default. For
// a run that exists, its own configuration stands in the place of a file.
func (s *Settings) Open(c *cobra.Command) (*run.Run, error) {
	if s.Workers < 1 {
		return nil, Usage("--workers is %d: want 1 or more", s.Workers)
	}
	if s.Dir == "" {
		return nil, Usage("--run is empty: want a folder")
	}
	given := map[string]string{}
	c.Flags().Visit(func(f *pflag.Flag) { given[f.Name] = f.Value.String() })
	if err := s.load(); err != nil {
		return nil, err
	}
	for name, value := range given {
		if err := c.Flags().Set(name, value); err != nil {
			return nil, Usage("--%s: %w", name, err)
		}
	}
	return run.Open(s.Dir, s.Config, version())
}

// NeedRun returns an error if there is no run in the folder yet.
func (s *Settings) NeedRun() error {
	if _, ok, err := run.ReadConfig(s.Dir); ok || err != nil {
		return err
	}
	return Usage("%s: there is no run: begin one by go run ./cmd/selfplay --run %s", s.Dir, s.Dir)
}

func (s *Settings) load() error {
	if s.file != "" {
		text, err := os.ReadFile(s.file)
		if err != nil {
			return Usage("--config: %w", err)
		}
		s.Config = run.DefaultConfig()
		return s.Config.ParseConfig(s.file, text)
	}
	begun, ok, err := run.ReadConfig(s.Dir)
	if ok && err == nil {
		s.Config = begun
	}
	return err
}
