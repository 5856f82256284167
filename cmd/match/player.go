package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"drafthorse/cmd/internal/console"
	"drafthorse/endgame"
	"drafthorse/match"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/run"
)

// spec is a player as a person names one:
//
//	PLAYER  = NAME { "," SETTING "=" NUMBER }
//	NAME    = "ref:" DEPTH | FILE ".safetensors" | RUN [ "@" NET ]
//	SETTING = "visits" | "cpuct" | "fpu_reduction"
//
// RUN is the folder of a run and stands for its newest net. The settings are
// those of a net's search. Exactly one of depth, file and run is given.
type spec struct {
	depth    int // of the reference player
	file     string
	run      string
	net      int // generation; newest is the newest
	settings []func(*search)
}

const newest = -1

// search is what a net plays with.
type search struct {
	visits int
	config mcts.Config
}

// parseSpec reads a player's name and settings. It looks at no file.
func parseSpec(text string) (spec, error) {
	name, rest, more := strings.Cut(text, ",")
	s, err := parseName(name)
	if err != nil {
		return s, err
	}
	if more && s.depth > 0 {
		return s, fmt.Errorf("%q: the reference player has no settings", text)
	}
	for more {
		var setting string
		setting, rest, more = strings.Cut(rest, ",")
		apply, err := parseSetting(setting)
		if err != nil {
			return s, err
		}
		s.settings = append(s.settings, apply)
	}
	return s, nil
}

func parseName(name string) (spec, error) {
	if depth, ok := strings.CutPrefix(name, "ref:"); ok {
		d, err := strconv.Atoi(depth)
		if err != nil || d < 1 {
			return spec{}, fmt.Errorf("%q: want ref: and the depth of the reference player in plies, as in ref:5", name)
		}
		return spec{depth: d}, nil
	}
	switch {
	case name == "":
		return spec{}, errors.New("there is no player: want a run, a .safetensors file or ref:DEPTH")
	case strings.HasSuffix(name, ".safetensors"):
		return spec{file: name}, nil
	}
	if at := strings.LastIndexByte(name, '@'); at >= 0 {
		n, err := strconv.Atoi(name[at+1:])
		if err != nil || n < 0 || at == 0 {
			return spec{}, fmt.Errorf("%q: want a run and the number of one of its nets, as in runs/demo@4", name)
		}
		return spec{run: name[:at], net: n}, nil
	}
	return spec{run: name, net: newest}, nil
}

func parseSetting(text string) (func(*search), error) {
	key, value, _ := strings.Cut(text, "=")
	if key == "visits" {
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q: want a number from 1 on, as in visits=1600", text)
		}
		return func(s *search) { s.visits = n }, nil
	}
	x, err := strconv.ParseFloat(value, 32)
	number := func(set func(*search)) (func(*search), error) {
		if err != nil {
			return nil, fmt.Errorf("%q: want a number, as in %s=0.6", text, key)
		}
		return set, nil
	}
	switch key {
	case "cpuct":
		return number(func(s *search) { s.config.CPUCT = float32(x) })
	case "fpu_reduction":
		return number(func(s *search) { s.config.FPUReduction = float32(x) })
	}
	return nil, fmt.Errorf("%q: there is no such setting: want visits, cpuct or fpu_reduction, as in visits=1600", text)
}

// player is a player that can play.
type player struct {
	Name   string `json:"name"`
	ID     string `json:"id,omitempty"`     // of a net
	Visits int    `json:"visits,omitempty"` // of a net's searches

	make func() match.Player // one for each worker
}

// String describes p with all that tells it from others.
func (p player) String() string {
	if p.ID == "" {
		return p.Name
	}
	return fmt.Sprintf("%s (%s), %s", p.Name, p.ID, console.Count(p.Visits, "visit"))
}

// open makes the player. A net of a run searches as the run's configuration says,
// another one by the defaults; the settings of s count more than either.
func (s spec) open(visits int, endgames *endgame.Tables) (player, error) {
	if s.depth > 0 {
		return player{
			Name: run.Contestant{Depth: s.depth}.String(),
			make: func() match.Player { return &match.Reference{Depth: s.depth} },
		}, nil
	}
	with := search{visits: visits, config: mcts.DefaultConfig()}
	n, err := s.network(&with.config)
	if err != nil {
		return player{}, err
	}
	for _, apply := range s.settings {
		apply(&with)
	}
	if err := with.config.Validate(); err != nil {
		return player{}, console.Usage("%w", err)
	}
	name := s.file
	if s.run != "" {
		name = fmt.Sprintf("%s net %d", s.run, n.Generation)
	}
	return player{
		Name: name, ID: n.ID(), Visits: with.visits,
		make: func() match.Player {
			return match.NewSearcher(with.config, net.NewEvaluator(n), endgames.Prove, with.visits)
		},
	}, nil
}

// network reads the net and, if it is a run's, the configuration of its search.
func (s spec) network(c *mcts.Config) (*net.Network, error) {
	if s.file != "" {
		return console.NetFile(s.file)
	}
	config, _, err := run.ReadConfig(s.run)
	if err != nil {
		return nil, err
	}
	var n *net.Network
	if s.net == newest {
		n, err = run.NewestNet(s.run)
	} else {
		n, err = run.NumberedNet(s.run, s.net)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, console.Usage("%s: there is no run: want a run's folder, a .safetensors file or ref:DEPTH", s.run)
	}
	if config.Search != (mcts.Config{}) { // there is a configuration
		*c = config.Search
	}
	return n, err
}
