package hub

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"drafthorse/match"
	"drafthorse/rules"
)

// Conn is a connection to an engine: lines without their ends.
type Conn interface {
	WriteLine(line string) error
	// ReadLine returns the next line, [ErrLong] in the place of one that is too
	// long, and io.EOF where the engine has ended.
	ReadLine() (string, error)
	// Kill ends the engine at once, and with it a WriteLine or ReadLine that is
	// waiting. Any goroutine may call it, more than once.
	Kill()
	// Close kills the engine, waits for its end and frees what it held. The error
	// says how it ended, if it had ended by itself.
	Close() error
}

// The time that an engine may take beyond what it was given, before it is killed,
// where [Player.Margin] says nothing: for a move with a limit of time, and for the
// start and moves with other limits.
const (
	timedMargin   = 2 * time.Second
	untimedMargin = time.Minute
)

// Player is an engine that plays in a match, which has to call Ready before each
// game. It is started for the first one, and anew for the next after an error: one
// that hangs, ends, says nothing that is a move, or a move that is not legal, has lost
// its game but not those to come.
type Player struct {
	Start      func() (Conn, error) // starts an engine
	Version    int                  // of the protocol: 1 or 2
	Parameters []Argument           // to be set at the start, in this order
	Level      Level                // limits its searches beside the match's clock
	Margin     time.Duration        // see above; 0 is the default

	conn  Conn
	name  string
	known []string // its parameters
	same  bool     // the next move is in the same game as the last one
	last  string   // what it has said since it was last asked that was no answer
}

// Choose implements [match.Player].
func (p *Player) Choose(g *rules.Game, c match.Clock, _ *rand.Rand) (rules.Move, error) {
	level := p.Level.under(c)
	most := p.margin(untimedMargin)
	if level.timed() {
		most = p.margin(timedMargin) + level.most()
	}
	var m rules.Move
	err := p.within(most, func() (err error) {
		m, err = p.ask(g, level)
		return err
	})
	return m, err
}

// Ready implements [match.Preparer] by Open.
func (p *Player) Ready(*rules.Game, rules.Color, match.Clock) error { return p.Open() }

// Over implements [match.GameObserver].
func (p *Player) Over(match.Game) { p.same = false }

// Name returns the engine's name and version, once it has been started.
func (p *Player) Name() string { return p.name }

// Open starts the engine, if it is not running, and sets its parameters.
func (p *Player) Open() error {
	if p.conn != nil {
		return nil
	}
	conn, err := p.Start()
	if err != nil {
		return err
	}
	p.conn, p.same, p.known, p.last = conn, false, nil, ""
	return p.within(p.margin(untimedMargin), p.greet)
}

// Close implements [io.Closer]. The engine may be opened again.
func (p *Player) Close() error {
	if p.conn != nil {
		p.conn.Close()
		p.conn = nil
	}
	return nil
}

func (p *Player) margin(usual time.Duration) time.Duration {
	if p.Margin > 0 {
		return p.Margin
	}
	return usual
}

// within does something for which the engine has so much time. After an error,
// which it completes by what is known of the reason, the engine is gone.
func (p *Player) within(most time.Duration, do func() error) error {
	var late atomic.Bool
	conn := p.conn
	timer := time.AfterFunc(most, func() {
		late.Store(true)
		conn.Kill()
	})
	err := do()
	timer.Stop()
	if err == nil && !late.Load() {
		return nil
	}
	p.conn = nil
	ended := conn.Close()
	switch {
	case late.Load():
		err = fmt.Errorf("no answer within %v", most)
	case errors.Is(err, errGone) && ended != nil:
		err = fmt.Errorf("%w: %w", err, ended)
	}
	if p.last != "" {
		err = fmt.Errorf("%w (it last said %.200q)", err, p.last)
	}
	return fmt.Errorf("engine: %w", err)
}

// errGone says that an engine has ended.
var errGone = errors.New("it has ended by itself")

// errEcho says that a program is no engine. It would else be waited for as long as one
// that reads large files at its start.
var errEcho = errors.New("it repeats what it is told: want an engine that speaks the Hub protocol")

func (p *Player) dialect() dialect {
	if p.Version == 1 {
		return version1{}
	}
	return version2{}
}

func (p *Player) say(lines ...string) error {
	for _, line := range lines {
		if err := p.conn.WriteLine(line); err != nil {
			return errGone
		}
	}
	return nil
}

// await returns what the engine says when it says something of that kind. What
// else it says goes by.
func (p *Player) await(kind string) (said, error) {
	for {
		text, err := p.conn.ReadLine()
		switch {
		case errors.Is(err, ErrLong):
			p.last = ErrLong.Error()
			continue
		case errors.Is(err, io.EOF):
			return said{}, errGone
		case err != nil:
			return said{}, err
		}
		switch s := p.dialect().hear(text); s.kind {
		case kind:
			return s, nil
		case "name":
			p.name = s.text
		case "param":
			p.known = append(p.known, s.text)
		case "error":
			p.last = "error: " + s.text
		case "hub":
			return said{}, errEcho
		case "info", "pong", "id", "author", "country", "":
		default:
			p.last = text
		}
	}
}

// greet goes through the protocol's beginning.
func (p *Player) greet() error {
	if err := p.say("hub"); err != nil {
		return err
	}
	if _, err := p.await("wait"); err != nil {
		return err
	}
	for _, a := range p.Parameters {
		if p.Version != 1 && !slices.Contains(p.known, a.Name) {
			return fmt.Errorf("it has no parameter %q: want %s", a.Name, strings.Join(p.known, ", "))
		}
		if err := p.say(p.dialect().set(a.Name, a.Value)); err != nil {
			return err
		}
	}
	if err := p.say("init"); err != nil {
		return err
	}
	_, err := p.await("ready")
	return err
}

// ask asks for a move.
func (p *Player) ask(g *rules.Game, l Level) (rules.Move, error) {
	d := p.dialect()
	p.last = ""
	if !p.same {
		if err := p.say(d.newGame()); err != nil {
			return rules.Move{}, err
		}
		p.same = true
	}
	start, moves := reversible(g)
	if err := p.say(append(d.position(start, moves, l), d.think())...); err != nil {
		return rules.Move{}, err
	}
	answer, err := p.await("done")
	if err != nil {
		return rules.Move{}, err
	}
	if answer.text == "" {
		return rules.Move{}, errors.New("it has answered no move")
	}
	m, err := ParseMove(g.Position(), answer.text)
	if err != nil {
		return m, fmt.Errorf("it has answered a wrong move: %w", err)
	}
	return m, nil
}

// reversible returns the position after the last move of g that cannot be taken back on
// the board, and the moves since: what repetitions can come from.
func reversible(g *rules.Game) (rules.Position, []rules.Move) {
	played := g.Played()
	from := max(0, len(played)-int(g.Draws().Quiet))
	p := g.Start()
	for _, m := range played[:from] {
		p = p.Play(m)
	}
	return p, played[from:]
}
