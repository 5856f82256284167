package hub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"drafthorse/endgame"
	"drafthorse/net"
	"drafthorse/rules"
)

var testTables = sync.OnceValue(func() *endgame.Tables {
	t, err := endgame.Embedded()
	if err != nil {
		panic(err)
	}
	return t
})

// testEngine returns an engine with a small random net, that knows one file.
func testEngine() *Engine {
	n := net.Random(net.Size{Width: 16, Hidden: 8}, rand.New(rand.NewPCG(1, 1)))
	p := DefaultParameters()
	p.TableSize = 16
	return &Engine{Version: "test", Parameters: p, Endgames: testTables(), OpenNet: func(file string) (*net.Network, error) {
		if file != "" && file != "other.safetensors" {
			return nil, &os.PathError{Op: "open", Path: file, Err: os.ErrNotExist}
		}
		return n, nil
	}}
}

// talk is a session with an engine.
type talk struct {
	*testing.T
	in    *io.PipeWriter
	lines *bufio.Scanner
	ended chan error
	info  string // the last before a line that is not one
	next  string // a line that has been read too early
}

func newTalk(ctx context.Context, t *testing.T, e *Engine) *talk {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	k := &talk{T: t, in: inW, lines: bufio.NewScanner(outR), ended: make(chan error, 1)}
	go func() {
		err := e.Serve(ctx, inR, outW)
		outW.Close()
		k.ended <- err
	}()
	return k
}

func (k *talk) send(text string) {
	k.Helper()
	if _, err := io.WriteString(k.in, text); err != nil {
		k.Fatalf("sending %q: %v", text, err)
	}
}

// infoTimes are what a machine's speed decides of an info.
var infoTimes = regexp.MustCompile(` time=\d+\.\d{3} nps=\d+\.\d{3}`)

// hear returns the next line that is not an info, or "END".
func (k *talk) hear() string {
	if next := k.next; next != "" {
		k.next = ""
		return next
	}
	k.info = ""
	for k.lines.Scan() {
		if text := k.lines.Text(); !strings.HasPrefix(text, "info ") {
			return text
		} else if k.info = infoTimes.ReplaceAllString(text, ""); k.info == text {
			k.Errorf("%q has no times", text)
		}
	}
	return "END"
}

// play goes through a script: what is behind ">" is sent, what is behind "<" must
// come then, and nothing else; "<info" is the last info before another line. A
// line may stand for others by a regular expression between slashes.
func (k *talk) play(script string) {
	k.Helper()
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '>':
			k.send(strings.TrimPrefix(line[1:], " ") + "\n")
		case line[0] == '<':
			want := strings.TrimSpace(line[1:])
			got := ""
			if strings.HasPrefix(want, "info ") || strings.HasPrefix(want, "/info ") {
				k.next = k.hear()
				got = k.info
			} else {
				got = k.hear()
			}
			if expression, ok := strings.CutPrefix(want, "/"); ok {
				if !regexp.MustCompile("^" + strings.TrimSuffix(expression, "/") + "$").MatchString(got) {
					k.Fatalf("it says %q: want /%s", got, expression)
				}
			} else if got != want {
				k.Fatalf("it says %q: want %q", got, want)
			}
		}
	}
}

// TestSession has every command, and every mistake. What is won is known from
// elsewhere: a problem of four moves, and the endgame tables.
func TestSession(t *testing.T) {
	win := PositionText(position(t, "W:W25,31,43,44,47:B8,9,19,26,29"))
	table := PositionText(position(t, "W:WK13,K18,K45:BK2"))
	lost := PositionText(position(t, "W:W50:B1,2,44,39,45,40"))
	forced := PositionText(position(t, "W:W46:B1,2,3,4,5"))
	var letters strings.Builder
	for _, p := range []struct{ name, pos string }{{"WIN", win}, {"TABLE", table}, {"LOST", lost}, {"FORCED", forced}} {
		fmt.Fprintf(&letters, "%s %s ", p.name, p.pos)
	}
	names := strings.NewReplacer(strings.Fields(letters.String())...)
	script := func(t *testing.T, e *Engine, text string) {
		k := newTalk(t.Context(), t, e)
		k.play(names.Replace(text))
		k.in.Close()
		if got := k.hear(); got != "END" {
			t.Errorf("at the end it says %q", got)
		}
		if err := <-k.ended; err != nil {
			t.Error(err)
		}
	}
	for name, text := range map[string]string{
		"the beginning": `
			> hub
			< id name=drafthorse version=test author="the drafthorse authors"
			< param name=search value=alphabeta type=enum values="alphabeta mcts"
			< param name=threads value=1 type=int min=1 max=64
			< param name=tt-size value=16 type=int min=16 max=28
			< param name=visits value=0 type=int min=0 max=16777216
			< param name=net value="" type=string
			< param name=ponder value=true type=bool
			< wait
			> set-param name=search value=mcts
			> set-param name = "threads" value = "2"
			> set-param name=net value=other.safetensors
			> init
			< ready
			> hub
			< /id .*/
			< param name=search value=mcts type=enum values="alphabeta mcts"
			< param name=threads value=2 type=int min=1 max=64
			< /.*/
			< /.*/
			< param name=net value=other.safetensors type=string
			< /.*/
			< wait
			> quit
			< END`,
		"a won position by alpha-beta": `
			> init
			< ready
			> pos pos=WIN
			> level depth=12
			> go think
			< /info depth=\d+ mean-depth=\d+\.0 score=99.93 nodes=\d+ pv="44-39 .*"/
			< /done move=44-39 ponder=\S+/
			# The level is gone: this one goes on until it is stopped or has nothing left to find.
			> go think
			< /done move=44-39 ponder=\S+/
			> set-param name=ponder value=false
			> level infinite
			> go analyze
			< /info .* score=99.93 .*/
			< done move=44-39`,
		"a won position by tree search": `
			> set-param name=search value=mcts
			> init
			< ready
			> pos pos=WIN
			> level nodes=100000
			> go think
			< /info .* score=99.93 .*/
			< /done move=44-39 .*/
			> set-param name=threads value=2
			> go think
			< /info .* score=99.93 .*/
			< /done move=44-39 .*/
			> pos start
			> level nodes=500
			> go think
			< /info depth=\d+ .* nodes=500 .*/
			< /done move=\S+ ponder=\S+/
			> level depth=3
			> go think
			< /info depth=([3-9]|\d\d) .*/
			< /done .*/
			> set-param name=visits value=300
			> go think
			< /info .* nodes=300 .*/
			< /done .*/`,
		"the endgame tables": `
			> init
			< ready
			> pos pos=TABLE
			> level depth=2
			> go think
			< /info depth=\d+ mean-depth=\d+\.0 score=89.85 .* pv=.?13-35.*/
			< /done move=13-35.*/
			> set-param name=search value=mcts
			> go think
			< /info .* score=89.85 .*/
			< /done move=13-35.*/`,
		"no choice and no move": `
			> init
			< ready
			> pos pos=FORCED
			> go think
			< done move=46-41
			> go ponder
			> ping
			< pong
			> ponder-hit
			< done move=46-41
			> pos pos=LOST
			> go think
			< done
			> go analyze
			< done
			> go ponder
			> stop
			< done
			> pos pos=FORCED
			> level depth=3
			> go analyze
			< /info depth=[1-3] .*/
			< /done move=46-41 .*/`,
		"depths and nodes are obeyed, whichever is reached first": `
			> init
			< ready
			> level depth=4
			> level nodes=1000000
			> go think
			< /info depth=4 mean-depth=4.0 .*/
			< /done .*/
			> level depth=100 nodes=5000
			> go think
			< /info depth=\d .* nodes=(4\d{3}|5\d{3}|6\d{3}) .*/
			< /done .*/
			# A position takes the level away.
			> level depth=1
			> pos moves="32-28 17-22 28x17x22 11x22x17"
			> level nodes=20000
			> go think
			< /info depth=[3-9] .*/
			< /done .*/`,
		"stop, ping and everything else during a search": `
			> init
			< ready
			> go think
			> ping
			< pong
			> pos start
			< error message="pos during a search: want stop, ping or ponder-hit"
			> go think
			< error message="go during a search: want stop, ping or ponder-hit"
			> level depth=1
			< error message="level during a search: want stop, ping or ponder-hit"
			> set-param name=threads value=2
			< error message="set-param during a search: want stop, ping or ponder-hit"
			> new-game
			< error message="new-game during a search: want stop, ping or ponder-hit"
			> init
			< error message="init during a search: want stop, ping or ponder-hit"
			> hub
			< error message="hub during a search: want stop, ping or ponder-hit"
			> ponder-hit
			> whatever
			> ping
			< pong
			> stop
			> stop
			< /done move=\S+ .*/
			> ping
			< pong`,
		"pondering": `
			> init
			< ready
			> level move-time=0.02
			> go ponder
			> ping
			< pong
			> ponder-hit
			< /done .*/
			> level depth=2
			> go ponder
			> ping
			< pong
			> stop
			< /done .*/
			> level depth=2
			> go ponder
			> ponder-hit
			< /done .*/
			> ponder-hit
			> stop
			> new-game
			> ping
			< pong`,
		"time": `
			> init
			< ready
			> level move-time=0.03
			> go think
			< /info .*/
			< /done .*/
			> level time=0
			> go think
			< /done .*/
			# Some programs write so.
			> level moves=0 time=0,050 inc=0,01
			> go think
			< /done .*/
			> level moves=-1 move-time=0,03
			> go think
			< /done .*/
			> level moves=3 time=0.1 inc=0.01
			> go think
			< /done .*/`,
		"mistakes": `
			> go think
			< error message="go: want init before it"
			< done
			> init
			< ready
			> go
			< error message="go: want think, ponder or analyze"
			< done
			> pos pos=Wb
			< error message="pos: a position has 2 characters: want 51, the side to move and 50 squares"
			> go think
			< error message="go: there is no position: want a pos before it"
			< done
			> pos moves="32-28 28-23"
			< /error message="pos: 28-23 is not legal in B:W28,.*"/
			> pos moves=nonsense
			< /error message="pos: 'nonsense' is no move: want something like .*"/
			> level depth=x
			< error message="level: depth is 'x': want a number from 1 on"
			> level time=soon depth=y
			< error message="level: time is 'soon': want seconds, as in 0.5"
			> level time="60
			< error message="column 12: a quotation mark is not closed"
			> go "think
			< error message="column 4: a quotation mark is not closed"
			< done
			> set-param
			< error message="set-param: want a name and a value, as in name=threads value=2"
			> set-param name=threads
			< error message="set-param: want a name and a value, as in name=threads value=2"
			> set-param name=book value=true
			< error message="set-param: there is no parameter 'book': want search, threads, tt-size, visits, net, ponder"
			> set-param name=threads value=0
			< error message="set-param: threads is '0': want a number from 1 to 64"
			> set-param name=search value=minimax
			< error message="set-param: search is 'minimax': want alphabeta or mcts"
			> set-param name=ponder value=yes
			< error message="set-param: ponder is 'yes': want true or false"
			> set-param name=net value=none
			< error message="set-param: open none: file does not exist"
			> "hub"
			< error message="column 1: a line begins with a command"
			> pos start
			> pos pos="W
			< error message="column 9: a quotation mark is not closed"
			> go think
			< error message="go: there is no position: want a pos before it"
			< done
			> pos pos=start unknown=5 flag
			> level depth=1 handicap=3
			> go think
			< /info depth=1 .*/
			< /done .*/
			> unknown x=y
			> stop
			> ponder-hit
			> ping
			< pong`,
	} {
		t.Run(name, func(t *testing.T) { script(t, testEngine(), text) })
	}
}

// A machine with more memory offers a larger table, and one with less a smaller one.
func TestTableOfTheMachine(t *testing.T) {
	for _, test := range []struct{ mebibytes, most int }{
		{1, 16}, {63, 21}, {64, 22}, {4096, 28}, {12 * 1024, 29}, {48 * 1024, 31}, {512 * 1024, 35}, {0, 16},
	} {
		if got := LargestTable(test.mebibytes); got != test.most {
			t.Errorf("%d MiB hold a table of size %d, want %d", test.mebibytes, got, test.most)
		}
	}
	e := testEngine()
	e.Parameters.MostTable = 17
	k := newTalk(t.Context(), t, e)
	k.play(`
		> hub
		< /id .*/
		< /.*/
		< /.*/
		< param name=tt-size value=16 type=int min=16 max=17
		< /.*/
		< /.*/
		< /.*/
		< wait
		> set-param name=tt-size value=18
		< error message="set-param: tt-size is '18': want a number from 16 to 17"
		> set-param name=tt-size value=17
		> init
		< ready
		> level depth=2
		> go think
		< /done .*/`)
	k.in.Close()
	<-k.ended
}

// serve serves one input to its end and returns what has been said.
func serve(t *testing.T, e *Engine, in io.Reader) []string {
	t.Helper()
	var out strings.Builder
	if err := e.Serve(context.Background(), in, &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// Neither bytes of any kind nor a line without an end keep the engine from
// understanding what comes next.
func TestRubbish(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	rubbish := make([]byte, 1<<20)
	for i := range rubbish {
		rubbish[i] = byte(rng.Uint32())
	}
	endless := strings.Repeat("pos ", 1<<18)
	said := serve(t, testEngine(), strings.NewReader(string(rubbish)+"\nping\n"+endless+"\nping\n"))
	if n := len(said); said[n-3] != "pong" || said[n-1] != "pong" || said[n-2] != `error message="a line of more than 65536 bytes"` {
		t.Errorf("it ends with %q", said[n-3:])
	}
}

// A line that is too long is taken by its beginning.
func TestLongLine(t *testing.T) {
	long := strings.Repeat(" 32-28", MaxLine/6)
	said := serve(t, testEngine(), strings.NewReader("init\npos start\npos moves=\""+long+"\"\ngo think\ngo think"+long+"\n"))
	const tooLong = `error message="a line of more than 65536 bytes"`
	if want := []string{"ready", tooLong, `error message="go: there is no position: want a pos before it"`, "done", tooLong, "done"}; !slices.Equal(said, want) {
		t.Errorf("it says %q: want %q", said, want)
	}
}

// When the reply pondered on is not the one played, or the user wants something
// else, stop and the next search come in one piece. Both searches are answered.
func TestNewSearchAtOnce(t *testing.T) {
	forced := PositionText(position(t, "W:W46:B1,2,3,4,5"))
	for _, search := range []string{AlphaBeta, MCTS} {
		for _, first := range []string{"think", "ponder", "analyze", "ponder\nponder-hit"} {
			e := testEngine()
			e.Parameters.Search = search
			k := newTalk(t.Context(), t, e)
			k.play("> init\n< ready\n> set-param name=threads value=2")
			k.send("go " + first + "\nping\n")
			k.play("< pong")
			k.send("stop\nstop\nnew-game\nset-param name=threads value=1\nping\n" +
				"pos pos=" + forced + "\nlevel depth=1\ngo think\n")
			k.play("< /done move=\\S+-\\S+.*/\n< pong\n< done move=46-41")
			k.in.Close()
			if err := <-k.ended; err != nil {
				t.Error(err)
			}
		}
	}
}

// A move to be played never takes for ever because its level was not understood.
func TestRefusedLevel(t *testing.T) {
	for _, test := range []struct {
		lines string
		move  time.Duration // of the level
		timed bool
	}{
		{"go think", 0, false},
		{"level infinite|go think", 0, false},
		{"level depth=x|go think", fallback, true},
		{"level time=x|pos start|go think", fallback, true},
		{"level move-time=x depth=50|go think", fallback, true},
		{"level move-time=x|level move-time=3|go think", 3 * time.Second, true},
		{"level time=60 inc=x|go think", 0, true},
		{"level inc=1|go think", fallback, true},
		{"level moves=40|go think", fallback, true},
		{"level inc=1|level time=60|go think", 0, true},
		{`level time="60|go think`, fallback, true},
		{"level time=60" + strings.Repeat(" ", MaxLine) + "|go think", fallback, true},
		{"level time=x|go ponder|ponder-hit", fallback, true},
		{"level time=x|go analyze", 0, false},
		{"level time=x|level infinite|go think", 0, false},
		{"level time=x|go|go think", 0, false}, // the first go was answered
	} {
		e := testEngine()
		s := &session{engine: e, parameters: e.Parameters, game: rules.NewGame(rules.Start()), out: newOutbox(io.Discard)}
		lines := newLineReader(strings.NewReader("init\n" + strings.ReplaceAll(test.lines, "|", "\n")))
		for {
			text, err := lines.next()
			if err != nil && !errors.Is(err, ErrLong) {
				break
			}
			s.hear(received{text, err})
		}
		if s.watch == nil {
			t.Fatalf("%.40q: no search", test.lines)
		}
		if s.level.Move != test.move || (s.timer != nil) != test.timed {
			t.Errorf("%.40q: %+v, with a time: %v; want %v for the move and %v", test.lines, s.level, s.timer != nil, test.move, test.timed)
		}
		s.stop()
		s.finish(<-s.answers)
	}
}

// The input may end in a search, a ponder or after it: what has been asked is
// answered.
func TestEndOfInput(t *testing.T) {
	for _, text := range []string{"init\ngo think\n", "init\ngo ponder", "init\ngo analyze\nquit\ngo think\n", "init\nlevel depth=1\ngo ponder\nping"} {
		said := serve(t, testEngine(), strings.NewReader(text))
		if last := said[len(said)-1]; !strings.HasPrefix(last, "done move=") || strings.Count(strings.Join(said, " "), "done ") != 1 {
			t.Errorf("after %q it says %q", text, said)
		}
	}
}

// A peer that reads nothing does not keep the engine from seeing that the input
// has ended, and one that goes on asking is left.
func TestPeerThatDoesNotRead(t *testing.T) {
	for name, text := range map[string]string{
		"the input ends":    "hub\ninit\ngo think\n",
		"it goes on asking": strings.Repeat("ping\n", 100000),
	} {
		_, out := io.Pipe()
		if err := testEngine().Serve(context.Background(), strings.NewReader(text), out); !errors.Is(err, errUnread) {
			t.Errorf("%s: %v, want %v", name, err, errUnread)
		}
		out.Close()
	}
}

// An engine whose peer is gone ends, although its input is open.
func TestDeadPeer(t *testing.T) {
	in, input := io.Pipe()
	defer input.Close()
	reader, out := io.Pipe()
	reader.Close()
	go io.WriteString(input, "init\ngo think\n")
	if err := testEngine().Serve(context.Background(), in, out); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%v, want %v", err, io.ErrClosedPipe)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	k := newTalk(ctx, t, testEngine())
	defer k.in.Close()
	k.play("> init\n< ready\n> go think\n> ping\n< pong\n")
	cancel()
	k.play("< /done move=.*/\n< END")
	if err := <-k.ended; err != nil {
		t.Error(err)
	}
}

// An engine tells how far it is no more often than it may, but at the end.
func TestInfos(t *testing.T) {
	for _, search := range []string{AlphaBeta, MCTS} {
		e := testEngine()
		e.Parameters.Search = search
		begun := time.Now()
		k := newTalk(t.Context(), t, e)
		k.send("init\nlevel move-time=0.45\ngo think\n")
		infos := 0
		for k.lines.Scan() && !strings.HasPrefix(k.lines.Text(), "done") {
			if strings.HasPrefix(k.lines.Text(), "info") {
				infos++
			}
		}
		if most := 2 + int(time.Since(begun)/tick); infos < 2 || infos > most {
			t.Errorf("%s: %d lines with info, want 2 to %d", search, infos, most)
		}
		k.in.Close()
		<-k.ended
	}
}
