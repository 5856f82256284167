package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"drafthorse/endgame"
	"drafthorse/net"
	"drafthorse/rules"
)

// Engine is this project's engine for programs that speak version 2.
//
// It takes commands in any order. A set-param, pos, level or go that is wrong or
// comes at a wrong time is answered by an error and changes nothing, with three
// exceptions: no position is left after a wrong pos, the sound arguments of a level
// hold, and every go of an idle engine is answered by one done, even if it is wrong.
// Without a legal move, and without a position, done names no move. A forced move is
// answered without a search, but in an analysis.
//
// Lines with info come in every search, but no done while pondering: it waits for
// ponder-hit or stop. At ponder-hit a move has the time that it would have had
// without pondering, less what has been pondered: done comes at once where nothing is
// left. Behind a stop a new search may be set up at once; what comes
// then is read when the search has answered.
//
// A search without a level goes on until it is stopped. But if a level since the
// last search was refused, in whole or in part, and there is no limit of time, a move
// to be played gets one second.
//
// No search ends before it has looked at every move. From a stop on alpha-beta plays
// no captures out, so this takes milliseconds even on a board with dozens of kings.
type Engine struct {
	Version    string
	Parameters Parameters      // before any is set
	Endgames   *endgame.Tables // may be nil
	// OpenNet reads a weights file; "" is the net that comes with the program.
	OpenNet func(file string) (*net.Network, error)
}

// Serve speaks with the other side until the input ends, a quit, ctx is done, or
// the output fails. A search under way is stopped then, and its done is written.
// The error says why the output failed. The goroutines that read the input and
// write the output end when Read and Write return.
func (e *Engine) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	over := make(chan struct{})
	defer close(over)
	s := &session{engine: e, parameters: e.Parameters, game: rules.NewGame(rules.Start()), out: newOutbox(out)}
	s.loop(ctx, receive(in, over))
	if s.watch != nil {
		s.stop()
	}
	if s.watch != nil {
		s.finish(<-s.answers)
	}
	return s.out.close()
}

// received is a line that has come in, or why it has not.
type received struct {
	text string
	err  error
}

// receive reads lines until there are no more, or until over is closed.
func receive(in io.Reader, over <-chan struct{}) <-chan received {
	lines := make(chan received)
	go func() {
		defer close(lines)
		for r := newLineReader(in); ; {
			text, err := r.next()
			if err != nil && !errors.Is(err, ErrLong) {
				return
			}
			select {
			case lines <- received{text, err}:
			case <-over:
				return
			}
		}
	}()
	return lines
}

// session is an engine's talk with one other side.
type session struct {
	engine     *Engine
	parameters Parameters
	out        *outbox
	ready      bool         // init has come
	net        *net.Network // of the parameters; nil: to be read
	searcher   searcher     // of the parameters; nil: to be made
	game       *rules.Game  // nil: there is no position
	level      Level
	refused    bool // something of a level, since the last search

	// The search under way; watch is nil if there is none.
	watch     *watch
	pondering bool
	answers   chan info   // what it has found at its end
	held      *info       // that, while nobody may know yet
	timer     *time.Timer // its time is over
	enough    *time.Timer // nothing long is to be begun
	ticker    *time.Ticker
}

// tick is how often a search is looked at: lines with info are not more frequent.
const tick = 100 * time.Millisecond

// fallback is the time for a move if the one that was set cannot be understood.
const fallback = time.Second

// loop obeys until there is a reason to end.
func (s *session) loop(ctx context.Context, lines <-chan received) {
	for !s.out.full {
		var ticks, bell <-chan time.Time
		if s.watch != nil {
			ticks = s.ticker.C
			if s.timer != nil {
				bell = s.timer.C
			}
		}
		// A search that has been told to end is to answer before anything else is read.
		next := lines
		if s.watch != nil && s.watch.halt.Load() {
			next = nil
		}
		select {
		case r, ok := <-next:
			if !ok || s.hear(r) {
				return
			}
		case i := <-s.answers:
			if s.pondering {
				s.held = &i
			} else {
				s.finish(i)
			}
		case <-ticks:
			if i := s.watch.take(); i != nil {
				s.out.spare(i.line())
			}
			s.watch.wanted.Store(true)
		case <-bell:
			s.watch.halt.Store(true)
		case <-s.out.failed:
			return
		case <-ctx.Done():
			return
		}
	}
}

// hear does what a line says and reports whether it is the last one.
func (s *session) hear(r received) (quit bool) {
	l, err := ParseLine(r.text)
	if r.err != nil { // of which ParseLine has seen the beginning
		err = r.err
	}
	if err != nil {
		s.fail(err)
		s.misread(l.Command)
		return false
	}
	switch l.Command {
	case "quit":
		return true
	case "ping":
		s.out.write(Line{Command: "pong"})
	case "stop":
		if s.watch != nil {
			s.stop()
		}
	case "ponder-hit":
		if s.pondering {
			s.hit()
		}
	case "hub", "set-param", "init", "new-game", "pos", "level", "go":
		if s.watch != nil {
			s.fail(fmt.Errorf("%s during a search: want stop, ping or ponder-hit", l.Command))
		} else if err := s.obey(l); err != nil {
			s.fail(fmt.Errorf("%s: %w", l.Command, err))
		}
	}
	return false
}

// misread does what is left to do of a command whose line cannot be read.
func (s *session) misread(command string) {
	if s.watch != nil {
		return
	}
	switch command {
	case "pos":
		s.game, s.level = nil, Level{}
	case "level":
		s.refused = true
	case "go":
		s.finish(info{})
	}
}

// fail tells the other side what is wrong.
func (s *session) fail(err error) {
	s.out.write(Line{Command: "error"}.with("message", err.Error()))
}

// obey does what a line says that comes while there is no search.
func (s *session) obey(l Line) error {
	switch l.Command {
	case "hub":
		s.out.write(Line{Command: "id"}.with("name", "drafthorse").with("version", s.engine.Version).with("author", "the drafthorse authors"))
		for _, p := range s.parameters.lines() {
			s.out.write(p)
		}
		s.out.write(Line{Command: "wait"})
	case "set-param":
		return s.set(l)
	case "init":
		if err := s.prepare(); err != nil {
			return err
		}
		s.ready = true
		s.out.write(Line{Command: "ready"})
	case "new-game":
		if s.searcher != nil {
			s.searcher.forget()
		}
	case "pos":
		s.level = Level{}
		var err error
		s.game, err = game(l)
		return err
	case "level":
		err := s.level.add(l)
		if _, infinite := l.Value("infinite"); err != nil || infinite {
			s.refused = err != nil
		}
		return err
	case "go":
		return s.start(l)
	}
	return nil
}

// set sets a parameter. A net is read at once, so that it can be refused.
func (s *session) set(l Line) error {
	name, _ := l.Value("name")
	value, ok := l.Value("value")
	if name == "" || !ok {
		return errors.New("want a name and a value, as in name=threads value=2")
	}
	next := s.parameters
	if err := next.Set(name, value); err != nil {
		return err
	}
	if next.Net != s.parameters.Net {
		n, err := s.engine.OpenNet(next.Net)
		if err != nil {
			return err
		}
		s.net = n
	}
	if name != "ponder" && next != s.parameters {
		s.searcher = nil
	}
	s.parameters = next
	return nil
}

// prepare makes the searcher, if that is to be done.
func (s *session) prepare() (err error) {
	if s.net == nil {
		if s.net, err = s.engine.OpenNet(s.parameters.Net); err != nil {
			return err
		}
	}
	if s.searcher == nil {
		runtime.GC() // there may be no room for the last one's table and another
		s.searcher = newSearcher(s.parameters, s.net, s.engine.Endgames)
	}
	return nil
}

// game returns the game that a pos describes: a position, or the start of the
// game if none is given, and moves from there.
func game(l Line) (*rules.Game, error) {
	p := rules.Start()
	if text, ok := l.Value("pos"); ok && text != "start" {
		var err error
		if p, err = ParsePosition(text); err != nil {
			return nil, err
		}
	}
	g := rules.NewGame(p)
	moves, _ := l.Value("moves")
	for text := range strings.FieldsSeq(moves) {
		m, err := ParseMove(g.Position(), text)
		if err != nil {
			return nil, err
		}
		g.Push(m)
	}
	return g, nil
}

// start begins a search, or answers at once where there is nothing to search.
func (s *session) start(l Line) error {
	_, think := l.Value("think")
	_, ponder := l.Value("ponder")
	_, analyze := l.Value("analyze")
	var err error
	switch {
	case !s.ready:
		err = errors.New("want init before it")
	case !think && !ponder && !analyze:
		err = errors.New("want think, ponder or analyze")
	case s.game == nil:
		err = errors.New("there is no position: want a pos before it")
	default:
		err = s.prepare()
	}
	if err != nil {
		s.fail(fmt.Errorf("go: %w", err))
		s.finish(info{})
		return nil
	}
	// What a draw rule has ended is searched as if it began here.
	g := s.game
	if g.Outcome().Result == rules.Draw {
		g = rules.NewGame(g.Position())
	}
	s.pondering = ponder
	s.watch = &watch{begun: time.Now()}
	s.ticker = time.NewTicker(tick)
	s.answers = make(chan info, 1)
	if s.refused && !analyze && !s.level.timed() {
		s.level.Move = fallback
	}
	moves := g.Moves()
	if len(moves) == 0 || len(moves) == 1 && !analyze {
		s.answers <- info{moves: slices.Clone(moves)}
		return nil
	}
	if !ponder {
		s.ring(0)
	}
	go func(searcher searcher, level Level, w *watch, answers chan<- info) {
		i := searcher.search(g, level, w)
		w.tell(i)
		answers <- i
	}(s.searcher, s.level, s.watch, s.answers)
	return nil
}

// ring lets the search end when its time is over. So much of it is spent.
func (s *session) ring(spent time.Duration) {
	if !s.level.timed() {
		return
	}
	soft, hard := s.level.clock().Budget(lag)
	w := s.watch
	if spent >= soft {
		w.halt.Store(true)
		return
	}
	s.enough = time.AfterFunc(soft-spent, func() { w.enough.Store(true) })
	s.timer = time.NewTimer(hard - spent)
}

// hit says that the move pondered on has been played: the clock runs. The search
// has had its time for pondering too, which is what pondering is for.
func (s *session) hit() {
	s.pondering = false
	if s.held != nil {
		s.finish(*s.held)
		return
	}
	s.ring(time.Since(s.watch.begun))
}

// stop ends the search as soon as it can.
func (s *session) stop() {
	s.pondering = false
	if s.held != nil {
		s.finish(*s.held)
		return
	}
	s.watch.halt.Store(true)
}

// finish answers go.
func (s *session) finish(i info) {
	if s.watch != nil {
		if last := s.watch.take(); last != nil {
			s.out.write(last.line())
		}
		s.ticker.Stop()
		if s.timer != nil {
			s.timer.Stop()
			s.enough.Stop()
		}
	}
	s.out.write(i.done(s.parameters.Ponder))
	s.watch, s.answers, s.held, s.timer, s.enough, s.pondering = nil, nil, nil, nil, nil, false
	s.level, s.refused = Level{}, false
}
