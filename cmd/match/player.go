package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	gonet "net"
	"strconv"
	"strings"
	"time"

	"drafthorse/alphabeta"
	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/console"
	"drafthorse/dxp"
	"drafthorse/endgame"
	"drafthorse/internal/plural"
	"drafthorse/match"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/net/shipped"
	"drafthorse/parallel"
	"drafthorse/run"
)

// spec is a player as a person names one:
//
//	PLAYER  = NAME { "," SETTING }
//	        | ENGINE
//	NAME    = "ref:" DEPTH | "dxp:" HOST ":" PORT | "shipped" | FILE ".safetensors" | RUN [ "@" NET ]
//	SETTING = ( "visits" | "cpuct" | "fpu_reduction" | "prior_power" | "depth" | "nodes" | "threads" | "table" ) "=" NUMBER
//	        | "time=" DURATION | "search=" ( "mcts" | "alphabeta" ) | "without=" TECHNIQUE { "+" TECHNIQUE }
//
// RUN is the folder of a run and stands for its newest net. The settings are
// those of a net's search; a DXP peer has "minutes=" NUMBER instead. Exactly one
// of engine, depth, peer, shipped, file and run is given.
type spec struct {
	engine   *engine
	depth    int    // of the reference player
	peer     string // where it listens, HOST:PORT
	minutes  int    // of the peer for a game
	shipped  bool
	file     string
	run      string
	net      int // generation; newest is the newest
	settings []func(*search)
	timed    bool // the match has a clock, which limits a search that nothing else does
}

const newest = -1

// search is what a net plays with.
type search struct {
	alphabeta bool // else tree search
	time      time.Duration
	visits    int // 0 is no limit of its own
	config    mcts.Config
	depth     int
	nodes     uint64
	threads   int // 0 is one
	table     int // of alpha-beta, in mebibytes; 0 is tableSize
	without   alphabeta.Technique
	timed     bool // the match has a clock
}

// tableSize is the size of an alpha-beta search's table in mebibytes where nothing is
// said of it.
const tableSize = 16

// memory returns the mebibytes of the tables that a player has.
func (s *search) memory() int {
	if !s.alphabeta {
		return 0
	}
	return cmp.Or(s.table, tableSize)
}

// settle fills in what s leaves open and refuses what does not go together. The
// visits are those of a search without a limit of its own; 0 leaves it to the
// clock.
func (s *search) settle(visits int) error {
	switch {
	case s.alphabeta && s.visits > 0:
		return errors.New("visits goes with search=mcts: want depth, nodes or time with search=alphabeta")
	case s.alphabeta && s.depth == 0 && s.nodes == 0 && s.time == 0 && !s.timed:
		return errors.New("search=alphabeta has no limit: want depth, nodes or time, as in depth=9, or a clock for the match")
	case !s.alphabeta && (s.depth > 0 || s.nodes > 0):
		return errors.New("depth and nodes go with search=alphabeta: want visits or time with search=mcts")
	case !s.alphabeta && s.without != 0:
		return errors.New("without goes with search=alphabeta")
	case !s.alphabeta && s.table > 0:
		return errors.New("table goes with search=alphabeta")
	case s.alphabeta || s.visits > 0:
	case s.time > 0: // that is limit enough
	default:
		s.visits = visits
	}
	return s.config.Validate()
}

// String says what limits s, as "400 visits".
func (s *search) String() string {
	var limits []string
	if s.alphabeta {
		limits = append(limits, "alpha-beta")
	}
	if s.depth > 0 {
		limits = append(limits, fmt.Sprintf("depth %d", s.depth))
	}
	if s.nodes > 0 {
		limits = append(limits, fmt.Sprintf("%d nodes", s.nodes))
	}
	if s.visits > 0 {
		limits = append(limits, plural.Count(s.visits, "visit"))
	}
	if s.time > 0 {
		limits = append(limits, s.time.String())
	}
	if s.timed {
		limits = append(limits, "by the clock")
	}
	if s.threads > 1 {
		limits = append(limits, plural.Count(s.threads, "thread"))
	}
	if s.table > 0 {
		limits = append(limits, fmt.Sprintf("table of %d MiB", s.table))
	}
	if s.without != 0 {
		limits = append(limits, "without "+s.without.String())
	}
	return strings.Join(limits, ", ")
}

// player makes a player that searches so with the net.
func (s search) player(n *net.Network, endgames *endgame.Tables) match.Player {
	if s.alphabeta {
		return &match.AlphaBeta{
			Searcher: alphabeta.NewSearcher(alphabeta.Config{Threads: s.threads, Without: s.without}, n, endgames, alphabeta.NewTable(s.memory())),
			Limits:   alphabeta.Limits{Depth: s.depth, Nodes: s.nodes},
			Time:     s.time, Now: time.Now,
		}
	}
	evaluator := func() mcts.Evaluator { return net.NewEvaluator(n) }
	p := match.NewThreadedSearcher(s.config, max(s.threads, 1), evaluator, endgames.Prove, s.visits)
	p.Time, p.Now = s.time, time.Now
	return p
}

// parseSpec reads a player's name and settings. It looks at no file.
func parseSpec(text string) (spec, error) {
	if command, ok := strings.CutPrefix(text, "hub:"); ok {
		e, err := parseEngine(command)
		return spec{engine: e}, err
	}
	name, rest, more := strings.Cut(text, ",")
	s, err := parseName(name)
	if err != nil {
		return s, err
	}
	if more && s.depth > 0 {
		return s, fmt.Errorf("%q: the reference player has no settings", text)
	}
	if s.peer != "" {
		s.minutes, err = parseMinutes(rest, more)
		return s, err
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

// peerMinutes are what a DXP peer has for a game if nothing else is said.
const peerMinutes = 5

// parseMinutes reads the setting of a DXP peer, if there is one.
func parseMinutes(setting string, given bool) (int, error) {
	if !given {
		return peerMinutes, nil
	}
	value, ok := strings.CutPrefix(setting, "minutes=")
	n, err := strconv.Atoi(value)
	if !ok || err != nil || n < 1 || n > 999 {
		return 0, fmt.Errorf("%q: a DXP peer has one setting, its time for a game: want 1 to 999, as in minutes=%d", setting, peerMinutes)
	}
	return n, nil
}

func parseName(name string) (spec, error) {
	if address, ok := strings.CutPrefix(name, "dxp:"); ok {
		host, port, err := gonet.SplitHostPort(address)
		if err != nil || host == "" || port == "" {
			return spec{}, fmt.Errorf("%q: want dxp: and where the peer listens, as in dxp:localhost:%s", name, dxp.Port)
		}
		return spec{peer: address}, nil
	}
	if depth, ok := strings.CutPrefix(name, "ref:"); ok {
		d, err := strconv.Atoi(depth)
		if err != nil || d < 1 {
			return spec{}, fmt.Errorf("%q: want ref: and the depth of the reference player in plies, as in ref:5", name)
		}
		if d > match.MaxReferenceDepth {
			return spec{}, fmt.Errorf("%q: want at most ref:%d: each ply takes some three times as long, and at 13 a move takes half a minute", name, match.MaxReferenceDepth)
		}
		return spec{depth: d}, nil
	}
	switch {
	case name == "":
		return spec{}, errors.New("there is no player: want shipped, a run, a .safetensors file, ref:DEPTH, hub:PROGRAM or dxp:HOST:PORT")
	case name == "shipped":
		return spec{shipped: true}, nil
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
	x, err := strconv.ParseFloat(value, 32)
	number := func(set func(*search, float32)) (func(*search), error) {
		if err != nil {
			return nil, fmt.Errorf("%q: want a number, as in %s=0.6", text, key)
		}
		return func(s *search) { set(s, float32(x)) }, nil
	}
	count := func(most int, set func(*search, int)) (func(*search), error) {
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q: want a number from 1 on, as in %s=1600", text, key)
		}
		if n > most {
			return nil, fmt.Errorf("%q: want at most %d", text, most)
		}
		return func(s *search) { set(s, n) }, nil
	}
	switch key {
	case "search":
		if value != "mcts" && value != "alphabeta" {
			return nil, fmt.Errorf("%q: want search=mcts or search=alphabeta", text)
		}
		return func(s *search) { s.alphabeta = value == "alphabeta" }, nil
	case "time":
		d, err := time.ParseDuration(value)
		if err != nil || d <= 0 {
			return nil, fmt.Errorf("%q: want a time for each move, as in time=100ms", text)
		}
		return func(s *search) { s.time = d }, nil
	case "visits":
		return count(mcts.MaxVisits, func(s *search, n int) { s.visits = n })
	case "depth":
		return count(alphabeta.MaxDepth, func(s *search, n int) { s.depth = n })
	case "nodes":
		return count(math.MaxInt, func(s *search, n int) { s.nodes = uint64(n) })
	case "threads":
		return count(parallel.MaxThreads, func(s *search, n int) { s.threads = n })
	case "table":
		return count(math.MaxInt>>20, func(s *search, n int) { s.table = n })
	case "without":
		t, err := alphabeta.ParseTechnique(value)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		return func(s *search) { s.without = t }, nil
	case "cpuct":
		return number(func(s *search, x float32) { s.config.CPUCT = x })
	case "fpu_reduction":
		return number(func(s *search, x float32) { s.config.FPUReduction = x })
	case "prior_power":
		return number(func(s *search, x float32) { s.config.PriorPower = x })
	}
	return nil, fmt.Errorf("%q: there is no such setting: want search, visits, time, depth, nodes, threads, table, without, cpuct, fpu_reduction or prior_power, as in visits=1600", text)
}

// player is a player that can play.
type player struct {
	Name   string `json:"name"`
	ID     string `json:"id,omitempty"`     // of a net
	Search string `json:"search,omitempty"` // of a net or an engine: its limits

	make   func() (match.Player, error) // one for each worker
	memory int                          // mebibytes of tables that each has
}

// String describes p with all that tells it from others.
func (p player) String() string {
	switch {
	case p.Search == "":
		return p.Name
	case p.ID == "":
		return p.Name + ", " + p.Search
	}
	return fmt.Sprintf("%s (%s), %s", p.Name, p.ID, p.Search)
}

// open makes the player. A net of a run searches as the run's configuration says,
// another one by the defaults; the settings of s count more than either.
func (s spec) open(ctx context.Context, visits int, endgames *endgame.Tables) (player, error) {
	if s.engine != nil {
		return s.engine.open(ctx, s.timed)
	}
	if s.depth > 0 {
		return player{
			Name: run.Player{Depth: s.depth}.String(),
			make: func() (match.Player, error) { return &match.Reference{Depth: s.depth}, nil },
		}, nil
	}
	if s.peer != "" {
		p := &dxp.Player{Address: s.peer, Name: "drafthorse", Minutes: s.minutes, Patience: time.Minute}
		return player{
			Name: fmt.Sprintf("DXP peer %s, %s a game", s.peer, plural.Count(s.minutes, "minute")),
			make: func() (match.Player, error) { return p, nil },
		}, p.Connect()
	}
	with := search{config: mcts.DefaultConfig().ForPlay(), timed: s.timed}
	n, err := s.network(&with.config)
	if err != nil {
		return player{}, err
	}
	for _, apply := range s.settings {
		apply(&with)
	}
	if err := with.settle(visits); err != nil {
		return player{}, cli.Usage("%w", err)
	}
	name := s.file
	switch {
	case s.shipped:
		name = "shipped net"
	case s.run != "":
		name = fmt.Sprintf("%s net %d", s.run, n.Generation)
	}
	return player{
		Name: name, ID: n.ID(), Search: with.String(), memory: with.memory(),
		make: func() (match.Player, error) { return with.player(n, endgames), nil },
	}, nil
}

// network reads the net and, if it is a run's, the configuration of its search.
func (s spec) network(c *mcts.Config) (*net.Network, error) {
	switch {
	case s.shipped:
		return shipped.Net(), nil
	case s.file != "":
		return console.NetFile(s.file)
	}
	config, ok, err := run.ReadConfig(s.run)
	if err != nil && !cli.IsMissing(err) {
		return nil, err
	}
	var n *net.Network
	if s.net == newest {
		n, err = run.NewestNet(s.run)
	} else {
		n, err = run.NumberedNet(s.run, s.net)
	}
	if errors.Is(err, run.ErrNoNet) {
		return nil, cli.Usage("%w", err)
	}
	if cli.IsMissing(err) {
		return nil, cli.Usage("%s: there is no run: want shipped, a run's folder, a .safetensors file, ref:DEPTH or hub:PROGRAM", s.run)
	}
	if ok {
		*c = config.PlaySearch()
	}
	return n, err
}
