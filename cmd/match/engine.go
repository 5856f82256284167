package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"drafthorse/cmd/internal/cli"
	"drafthorse/hub"
	"drafthorse/match"
)

// engine is an external engine as a person names one:
//
//	ENGINE  = "hub:" PROGRAM { " " ARGUMENT } { "," SETTING }
//	SETTING = "version=" ( "1" | "2" ) | "dir=" FOLDER | "param." NAME "=" VALUE
//	        | "time=" DURATION | "margin=" DURATION | "depth=" NUMBER | "nodes=" NUMBER
//
// Neither may have a blank or comma within.
type engine struct {
	command []string
	dir     string // empty: that of the program, if it is named with one
	hub.Player
}

// parseEngine reads what stands behind "hub:". It looks at no file.
func parseEngine(text string) (*engine, error) {
	settings := strings.Split(text, ",")
	e := &engine{command: strings.Fields(settings[0]), Player: hub.Player{Version: 2}}
	if len(e.command) == 0 {
		return nil, errors.New("hub: there is no program: want one with its arguments, as in hub:engines/scan hub")
	}
	for _, s := range settings[1:] {
		if err := e.set(s); err != nil {
			return nil, err
		}
	}
	if e.Version == 1 && e.Level.Nodes > 0 {
		return nil, errors.New("hub: version 1 has no nodes: want time or depth")
	}
	return e, nil
}

func (e *engine) set(setting string) (err error) {
	key, value, _ := strings.Cut(setting, "=")
	if name, ok := strings.CutPrefix(key, "param."); ok {
		e.Parameters = append(e.Parameters, hub.Argument{Name: name, Value: value})
		return nil
	}
	want := ""
	switch key {
	case "dir":
		e.dir = value
		if value == "" {
			want = "a folder"
		}
	case "version":
		if e.Version, err = strconv.Atoi(value); err != nil || e.Version < 1 || e.Version > 2 {
			want = "1 or 2, the version of the Hub protocol"
		}
	case "time":
		if e.Level.Move, err = time.ParseDuration(value); err != nil || e.Level.Move <= 0 {
			want = "a time for each move, as in time=100ms"
		}
	case "margin":
		if e.Margin, err = time.ParseDuration(value); err != nil || e.Margin <= 0 {
			want = "how late an answer may be, as in margin=2s"
		}
	case "depth":
		if e.Level.Depth, err = strconv.Atoi(value); err != nil || e.Level.Depth < 1 {
			want = "a number from 1 on, as in depth=9"
		}
	case "nodes":
		if e.Level.Nodes, err = strconv.ParseUint(value, 10, 62); err != nil || e.Level.Nodes < 1 {
			want = "a number from 1 on, as in nodes=100000"
		}
	default:
		return fmt.Errorf("%q: an engine has no such setting: want version, dir, time, depth, nodes, margin or param.NAME, as in time=100ms", setting)
	}
	if want != "" {
		return fmt.Errorf("%q: want %s", setting, want)
	}
	return nil
}

// open starts the engine once, so that a mistake comes to light, and returns the
// player. If the match has a clock, timed, that is limit enough. It waits no longer
// when ctx is done.
func (e *engine) open(ctx context.Context, timed bool) (player, error) {
	if l := e.Level; !timed && l.Depth == 0 && l.Nodes == 0 && l.Move == 0 {
		return player{}, cli.Usage("hub: the engine has no limit: want time, depth or nodes, as in time=100ms, or a clock for the match")
	}
	program, err := exec.LookPath(e.command[0])
	if err != nil {
		return player{}, cli.Usage("hub: %w", err)
	}
	if program, err = filepath.Abs(program); err != nil {
		return player{}, err
	}
	dir := e.dir
	if dir == "" && filepath.Base(e.command[0]) != e.command[0] {
		dir = filepath.Dir(program)
	}
	newPlayer := func() *hub.Player {
		p := e.Player
		p.Start = func() (hub.Conn, error) { return hub.StartProcess(dir, program, e.command[1:]...) }
		return &p
	}
	first := newPlayer()
	start := first.Start
	forget := func() bool { return true }
	first.Start = func() (hub.Conn, error) {
		conn, err := start()
		if err == nil {
			forget = context.AfterFunc(ctx, conn.Kill)
		}
		return conn, err
	}
	err = first.Open()
	forget()
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return player{}, fmt.Errorf("%s: %w", strings.Join(e.command, " "), err)
	}
	defer first.Close()
	limits := search{depth: e.Level.Depth, nodes: e.Level.Nodes, time: e.Level.Move}
	return player{
		Name: cmp.Or(first.Name(), e.command[0]), Search: limits.String(),
		make: func() (match.Player, error) { return newPlayer(), nil },
	}, nil
}
