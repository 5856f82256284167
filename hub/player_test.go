package hub

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"drafthorse/match"
	"drafthorse/rules"
)

// TestMain makes an engine of the test program where the environment names one.
func TestMain(m *testing.M) {
	if kind := os.Getenv("HUB_TEST_ENGINE"); kind != "" {
		if err := engines[kind](os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// engines are the child processes of the tests.
var engines = map[string]func(in io.Reader, out io.Writer) error{
	"good":       func(in io.Reader, out io.Writer) error { return testEngine().Serve(context.Background(), in, out) },
	"good1":      func(in io.Reader, out io.Writer) error { return serve1(in, out, nil) },
	"hang":       fake("", nil),
	"echo":       func(in io.Reader, out io.Writer) error { _, err := io.Copy(out, in); return err },
	"hang-early": func(io.Reader, io.Writer) error { time.Sleep(time.Hour); return nil },
	"die":        fake("", errors.New("out of\nluck")),
	"die-early":  func(io.Reader, io.Writer) error { return errors.New("no data/eval here") },
	"quit":       fake("QUIT", nil),
	"illegal":    fake("done move=32-37\n", nil),
	"garbage":    fake("\x00\xff\n\"\n=\ndone move=\"best one\"\n", nil),
	"no-move":    fake("info depth=1\ndone\n", nil),
	"error":      fake("error message=\"out of memory\"\n", errors.New("it is gone")),
	"long":       fake(strings.Repeat("z", 3*MaxLine), errors.New("")),
	"flood":      fake("FLOOD", nil),
	"child":      fake("CHILD", nil),
	"illegal1":   func(in io.Reader, out io.Writer) error { return serve1(in, out, []byte("move 32-37\n")) },
	"die1":       func(in io.Reader, out io.Writer) error { return serve1(in, out, []byte{}) },
}

// fake is an engine that answers go by a text, or what the text stands for, and
// then ends with an error; without one it goes on.
func fake(answer string, end error) func(in io.Reader, out io.Writer) error {
	return func(in io.Reader, out io.Writer) error {
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			switch lines.Text() {
			case "hub":
				fmt.Fprint(out, "this is no command\nid name=\"Fake engine\" version=1\nparam name=book value=true type=bool\nwait\n")
			case "init":
				fmt.Fprint(out, "Loading = everything\nready\n")
			case "go think":
				switch answer {
				case "QUIT":
					return nil
				case "FLOOD":
					for {
						if _, err := out.Write(bytes.Repeat([]byte("info depth=1\n"), 1000)); err != nil {
							return err
						}
					}
				case "CHILD": // one that holds the output open
					c := exec.Command(os.Args[0])
					c.Env = append(os.Environ(), "HUB_TEST_ENGINE=hang-early")
					c.Stdout, c.Stderr = os.Stdout, os.Stderr
					if err := c.Start(); err != nil {
						return err
					}
					return fmt.Errorf("child %d", c.Process.Pid)
				}
				io.WriteString(out, answer)
				if end != nil {
					return end
				}
			}
		}
		return nil
	}
}

// serve1 is an engine of version 1, which plays as the reference player does. It
// ends with an error where it is told what version 1 does not have. Instead of a
// move it gives the answer, if there is one; an empty one ends it.
func serve1(in io.Reader, out io.Writer, answer []byte) error {
	var g *rules.Game
	limited := false
	rng := rand.New(rand.NewPCG(1, 1))
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		command, rest, _ := strings.Cut(lines.Text(), " ")
		var a, b, c int
		switch command {
		case "hub":
			fmt.Fprint(out, "name Scan 2.0\nauthor Somebody Else\ncountry France\nwait\n")
		case "set":
			if rest != "threads 1" {
				return errors.New(lines.Text())
			}
		case "init":
			fmt.Fprintln(out, "ready")
		case "new":
			g = nil
		case "pos":
			side := map[byte]string{'w': "W", 'b': "B"}[rest[0]]
			p, err := ParsePosition(side + rest[1:])
			if err != nil {
				return err
			}
			g, limited = rules.NewGame(p), false
		case "move":
			m, err := ParseMove(g.Position(), rest)
			if err != nil {
				return err
			}
			g.Push(m)
		case "depth", "time":
			if n, err := fmt.Sscanf(rest, "%d", &a); n != 1 || a < 1 {
				return err
			}
			limited = true
		case "level":
			if n, err := fmt.Sscanf(rest, "%d %d %d", &a, &b, &c); n != 3 || b < 1 {
				return err
			}
			limited = true
		case "go":
			if !limited {
				return errors.New("no limit")
			}
			m, _ := (&match.Reference{Depth: 1}).Choose(g, match.Clock{}, rng)
			fmt.Fprintln(out, "info 21 20.8 -1 31261613 3.906 8.0 32-28 17-22 28x17")
			switch {
			case answer == nil:
				fmt.Fprintf(out, "move %s 20-24\n", MoveText(m))
			case len(answer) == 0:
				return errors.New("no more")
			default:
				out.Write(answer)
			}
		default:
			return errors.New(lines.Text())
		}
	}
	return nil
}

// child returns a player that is a child process.
func child(t *testing.T, kind string) *Player {
	t.Helper()
	p := &Player{Version: 2, Level: Level{Depth: 2}, Margin: 20 * time.Second}
	if strings.HasSuffix(kind, "1") {
		p.Version = 1
	}
	p.Start = func() (Conn, error) {
		return StartProcess("", "/usr/bin/env", "HUB_TEST_ENGINE="+kind, os.Args[0])
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// noLeak fails where more goroutines are left than there were.
func noLeak(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for range 500 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		stacks := make([]byte, 1<<20)
		t.Errorf("%d goroutines, there were %d:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
	})
}

// Engines of both versions play whole games, by our referee's rules, under every
// kind of limit.
func TestEnginesPlay(t *testing.T) {
	for _, kind := range []string{"good", "good1"} {
		for name, c := range map[string]match.Clock{
			"depth":         {},
			"time a move":   {Move: time.Millisecond},
			"time a game":   {Left: 20 * time.Millisecond, Increment: time.Millisecond},
			"time for both": {Move: time.Millisecond, Left: 30 * time.Millisecond},
		} {
			t.Run(kind+", "+name, func(t *testing.T) {
				noLeak(t)
				p := child(t, kind)
				p.Parameters = []Argument{{Name: "threads", Value: "1"}}
				started := 0
				start := p.Start
				p.Start = func() (Conn, error) { started++; return start() }
				score, err := match.Play(t.Context(), match.Config{Games: 4, OpeningPlies: 2, MaxPlies: 150, Seed: 1}, 1,
					func() (match.Player, error) { return clocked{p, c}, nil },
					func() (match.Player, error) { return &match.Reference{Depth: 1}, nil },
					func(g match.Game, _ match.Score) error { return g.Fault })
				if err != nil || score.Games() != 4 || started != 1 {
					t.Errorf("%v, %v; the engine was started %d times, want 1", score, err, started)
				}
				if want := map[string]string{"good": "drafthorse test", "good1": "Scan 2.0"}[kind]; p.Name() != want {
					t.Errorf("its name is %q, want %q", p.Name(), want)
				}
			})
		}
	}
}

// clocked plays by another clock than the match's.
type clocked struct {
	*Player
	clock match.Clock
}

func (c clocked) Choose(g *rules.Game, _ match.Clock, rng *rand.Rand) (rules.Move, error) {
	return c.Player.Choose(g, c.clock, rng)
}

// What is wrong with an engine loses its game with the reason, and it is started
// anew.
func TestFaultyEngines(t *testing.T) {
	for kind, want := range map[string]string{
		"hang":       "engine: no answer within 500ms",
		"hang-early": "engine: no answer within 500ms",
		"echo":       "engine: it repeats what it is told: want an engine that speaks the Hub protocol",
		"die":        "engine: it has ended by itself: exit status 3: out of luck",
		"die-early":  "engine: it has ended by itself: exit status 3: no data/eval here",
		"quit":       "engine: it has ended by itself",
		"illegal":    "engine: it has answered a wrong move: 32-37 is not legal in W:W31,",
		"garbage":    `engine: it has answered a wrong move: "best one" is no move`,
		"no-move":    "engine: it has answered no move",
		"error":      `it is gone (it last said "error: out of memory")`,
		"long":       `exit status 3 (it last said "a line of more than 65536 bytes")`,
		"flood":      "engine: no answer within 500ms",
		"child":      "engine: no answer within 500ms", // somebody holds its output
		"illegal1":   "engine: it has answered a wrong move: 32-37 is not legal in W:W31,",
		"die1":       "exit status 3: no more",
	} {
		t.Run(kind, func(t *testing.T) {
			noLeak(t)
			p := child(t, kind)
			if strings.HasSuffix(want, "500ms") {
				p.Margin = 500 * time.Millisecond
			}
			var conns []*Process
			start := p.Start
			p.Start = func() (Conn, error) {
				c, err := start()
				conns = append(conns, c.(*Process))
				return c, err
			}
			for range 2 {
				err := p.Ready(nil, rules.White, match.Clock{})
				if err == nil {
					_, err = p.Choose(rules.NewGame(rules.Start()), match.Clock{}, nil)
				}
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, want an error with %q", err, want)
				}
				p.Over(match.Game{})
			}
			if len(conns) != 2 {
				t.Errorf("started %d times, want 2", len(conns))
			}
			for _, c := range conns {
				if c.command.ProcessState == nil {
					t.Errorf("process %d has not been waited for", c.command.Process.Pid)
				}
			}
		})
	}
}

// A match goes on after an engine has failed in a game.
func TestMatchWithFaultyEngine(t *testing.T) {
	noLeak(t)
	p := child(t, "die")
	var faults []string
	score, err := match.Play(t.Context(), match.Config{Games: 4, OpeningPlies: 2, MaxPlies: 150, Seed: 1}, 1,
		func() (match.Player, error) { return p, nil },
		func() (match.Player, error) { return &match.Reference{Depth: 1}, nil },
		func(g match.Game, _ match.Score) error {
			faults = append(faults, fmt.Sprint(g.Fault))
			return nil
		})
	if err != nil || score.Losses != 4 {
		t.Errorf("%v, %v: want four losses", score, err)
	}
	for i, got := range faults {
		if want := "engine: it has ended by itself: exit status 3: out of luck"; got != want {
			t.Errorf("game %d ends with %q, want %q", i, got, want)
		}
	}
}

// An engine that cannot be started again after it has failed in a game does not lose
// the next: the match ends.
func TestEngineThatIsGone(t *testing.T) {
	noLeak(t)
	for _, gone := range []struct {
		start func() (Conn, error)
		want  string
	}{
		{func() (Conn, error) { return StartProcess("", "/nowhere/engine") }, "game 2 cannot begin: the second player: fork/exec /nowhere/engine"},
		{child(t, "die-early").Start, "game 2 cannot begin: the second player: engine: it has ended by itself: exit status 3: no data/eval here"},
	} {
		p := child(t, "die")
		start, started := p.Start, 0
		p.Start = func() (Conn, error) {
			if started++; started > 1 {
				return gone.start()
			}
			return start()
		}
		score, err := match.Play(t.Context(), match.Config{Games: 4, OpeningPlies: 2, MaxPlies: 150, Seed: 1}, 1,
			func() (match.Player, error) { return &match.Reference{Depth: 1}, nil },
			func() (match.Player, error) { return p, nil },
			func(match.Game, match.Score) error { return nil })
		if !errors.Is(err, match.ErrCannotBegin) || !strings.HasPrefix(err.Error(), gone.want) || score.Games() != 1 || score.Wins != 1 {
			t.Errorf("%v, %v: want one win and %q", score, err, gone.want)
		}
	}
}

// The time that an engine takes to start is not taken from its clock.
func TestStartTakesNoTime(t *testing.T) {
	noLeak(t)
	p := child(t, "good")
	p.Level = Level{}
	start := p.Start
	var now time.Time // stands still but for starts
	p.Start = func() (Conn, error) {
		now = now.Add(time.Hour)
		return start()
	}
	m := match.Match{
		Config: match.Config{Games: 2, MaxPlies: 10, Seed: 1}, Control: match.Control{Move: 10 * time.Millisecond},
		Now: func() time.Time { return now }, Workers: 1,
		First:  func() (match.Player, error) { return p, nil },
		Second: func() (match.Player, error) { return &match.Reference{Depth: 1}, nil },
	}
	score, err := m.Play(t.Context(), func(g match.Game, _ match.Score) error { return g.Fault })
	if err != nil || score.Games() != 2 {
		t.Errorf("%v, %v: want two games without a fault", score, err)
	}
}

// An engine that never hears of the end is killed all the same, with what it has
// started.
func TestCloseKills(t *testing.T) {
	noLeak(t)
	c, err := StartProcess("", "sh", "-c", "trap '' TERM; echo $$; sleep 1000 & echo $!; wait; sleep 1000")
	if err != nil {
		t.Skip(err)
	}
	var pids [2]int
	for i := range pids {
		text, err := c.ReadLine()
		if _, err2 := fmt.Sscan(text, &pids[i]); err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
	}
	c.Close()
	for _, pid := range pids {
		gone := false
		for range 500 {
			if gone = ended(pid); gone {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if !gone {
			t.Errorf("process %d lives on", pid)
		}
	}
}

func ended(pid int) bool {
	state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(state), ") Z ")
}

// What cannot be started, and a parameter that the engine does not have, are
// errors before the first move.
func TestEngineThatCannotPlay(t *testing.T) {
	p := child(t, "good")
	p.Parameters = []Argument{{Name: "book", Value: "true"}}
	want := `engine: it has no parameter "book": want search, threads, tt-size, visits, net, ponder`
	if err := p.Open(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	p.Start = func() (Conn, error) { return StartProcess("", "/nowhere/engine") }
	if err := p.Ready(nil, rules.White, match.Clock{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want %v", err, os.ErrNotExist)
	}
}

// scripted is a connection to nobody that answers from a list and keeps what it is
// told.
type scripted struct {
	told    []string
	answers []string
}

func (s *scripted) WriteLine(line string) error { s.told = append(s.told, line); return nil }
func (s *scripted) Kill()                       {}
func (s *scripted) Close() error                { return nil }
func (s *scripted) ReadLine() (string, error) {
	if len(s.answers) == 0 {
		return "", io.EOF
	}
	line := s.answers[0]
	s.answers = s.answers[1:]
	return line, nil
}

// What a player says, in both versions: only the moves since the last one of a
// man are told, and a new game is said to be one.
func TestWhatThePlayerSays(t *testing.T) {
	g := rules.NewGame(position(t, "W:WK47,31:B4,K46"))
	for _, text := range []string{"31-27", "4-9", "47-36", "46-5"} {
		m, err := ParseMove(g.Position(), text)
		if err != nil {
			t.Fatal(err)
		}
		g.Push(m)
	}
	board := "eeeeeeeebeeeeeeeeeeeeeeeeeweeeeeeeeeeeeeeeeeeBWeee"
	for version, want := range map[int][]string{
		1: {"hub", "set book false", "init", "new",
			"pos w" + board, "move 47-36", "move 46-5", "depth 7", "time 1500", "level 0 60000 500", "go",
			"pos w" + board, "move 47-36", "move 46-5", "depth 7", "go", "new"},
		2: {"hub", "set-param name=book value=false", "init", "new-game",
			"pos pos=W" + board + ` moves="47-36 46-5"`, "level depth=7", "level move-time=1.5", "level time=60 inc=0.5", "go think",
			"pos pos=W" + board + ` moves="47-36 46-5"`, "level depth=7", "go think", "new-game"},
	} {
		c := new(scripted)
		if version == 1 {
			c.answers = []string{"wait", "ready", "move 36-41 5-10", "move 36-41"}
		} else {
			c.answers = []string{"param name=book", "wait", "ready", "done move=36-41 ponder=5-10", "done ponder=5-10 move=36-41"}
		}
		p := &Player{Version: version, Parameters: []Argument{{Name: "book", Value: "false"}}, Level: Level{Depth: 7}, Start: func() (Conn, error) { return c, nil }}
		if err := p.Ready(g, rules.Black, match.Clock{}); err != nil {
			t.Fatal(err)
		}
		for _, clock := range []match.Clock{{Move: 1500 * time.Millisecond, Left: time.Minute + time.Second/2, Increment: time.Second / 2}, {}} {
			if m, err := p.Choose(g, clock, nil); err != nil || MoveText(m) != "36-41" {
				t.Errorf("version %d: %s, %v", version, MoveText(m), err)
			}
		}
		p.Over(match.Game{})
		p.Choose(rules.NewGame(rules.Start()), match.Clock{}, nil)
		if len(c.told) < len(want) || strings.Join(c.told[:len(want)], "\n") != strings.Join(want, "\n") {
			t.Errorf("version %d says\n%s\nwant\n%s", version, strings.Join(c.told, "\n"), strings.Join(want, "\n"))
		}
	}
}
