package hub

import (
	"bufio"
	"context"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"drafthorse/rules"
)

// What is read and written again says the same.
func FuzzLine(f *testing.F) {
	for _, text := range []string{"hub", `id name="Scan 3.1" author=""`, "level  moves=5\ttime = 6.5", `a b="1"c="2"`, `a "b"`, "a b=\xff", "a\x00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLine(text)
		if err != nil {
			return
		}
		again, err := ParseLine(l.String())
		if err != nil || !reflect.DeepEqual(again, l) {
			t.Errorf("%q is %+v, written %q and read again %+v, %v", text, l, l.String(), again, err)
		}
		version2{}.hear(text)
	})
}

// The lines that are read are those of the text, as far as they are not too long.
func FuzzLineReader(f *testing.F) {
	f.Add([]byte("a\nb\r\n\nc"), 3, 1)
	f.Add([]byte("\r\n\r"), 1, 70000)
	f.Fuzz(func(t *testing.T, text []byte, at, more int) {
		at, more = min(max(at, 0), len(text)), min(max(more, 0), 2*MaxLine)
		whole := string(text[:at]) + strings.Repeat("x", more) + string(text[at:])
		var want []string
		for line := range strings.Lines(whole) {
			ended := strings.HasSuffix(line, "\n")
			line = strings.TrimSuffix(line, "\n")
			if bare := strings.TrimSuffix(line, "\r"); len(bare) <= MaxLine && (ended || len(line) <= MaxLine) {
				want = append(want, bare)
			} else {
				want = append(want, "TOO LONG"+line[:MaxLine])
			}
		}
		if got := lines(strings.NewReader(whole)); !reflect.DeepEqual(got, want) {
			t.Errorf("%d bytes are %d lines: want %d", len(whole), len(got), len(want))
		}
	})
}

// A position that is read is written as the same text, and all its moves come
// back from their texts, of which no two are the same.
func FuzzPosition(f *testing.F) {
	f.Add(PositionText(rules.Start()))
	f.Add("B" + strings.Repeat("e", 24) + "B" + strings.Repeat("w", 25))
	f.Add("WeeeeeeeeeeeebbeeeeeeeebbeeeeeeebbeeeeeeeeeeeeeWeee")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePosition(text)
		if err != nil {
			return
		}
		if got := PositionText(p); got != text {
			t.Fatalf("%s comes back as %s", text, got)
		}
		if p.Side(rules.White).Count() > 20 || p.Side(rules.Black).Count() > 20 {
			return
		}
		seen := map[string]bool{}
		for _, m := range p.AppendMoves(nil) {
			move := MoveText(m)
			if got, err := ParseMove(p, move); err != nil || got != m || seen[move] {
				t.Errorf("%s: %+v is %s, which comes back as %+v, %v", text, m, move, got, err)
			}
			seen[move] = true
		}
	})
}

// The text of any move that is read is written as one that means the same.
func FuzzMove(f *testing.F) {
	for _, text := range []string{"32-28", "28x19x23", "47x47x13x14x23x24x32x33", "1-", "x", "07-1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := splitMove(text)
		if err != nil {
			return
		}
		if again, err := splitMove(MoveText(m)); err != nil || again != m {
			t.Errorf("%q is %+v, written %s and read again %+v, %v", text, m, MoveText(m), again, err)
		}
		if _, err := ParseMove(rules.Start(), text); err == nil && m.Captured != 0 {
			t.Errorf("%q is a capture from the start", text)
		}
	})
}

// talker makes what is said to an engine of the bytes of an input.
type talker []byte

func (k *talker) next() byte {
	if len(*k) == 0 {
		return 0
	}
	b := (*k)[0]
	*k = (*k)[1:]
	return b
}

// pick returns one of the texts.
func (k *talker) pick(texts ...string) string { return texts[int(k.next())%len(texts)] }

// board returns the text of a position with any pieces, but no men where they
// cannot stand.
func (k *talker) board() string {
	text := []byte(k.pick("W", "B"))
	for s := 1; s <= 50; s++ {
		c := "eeeeewbWB"[k.next()%9]
		if s <= 5 && c == 'w' || s > 45 && c == 'b' {
			c = empty
		}
		text = append(text, c)
	}
	return string(text)
}

// line returns a line: often a sound one, sometimes with a mistake, sometimes
// anything.
func (k *talker) line() string {
	number := func() string {
		return k.pick("1", "2", "3", "0", "-1", "x", "", "9999999999999999999999", "0.001", "1e999", "nan")
	}
	switch k.next() % 16 {
	case 0, 1, 2:
		return "go " + k.pick("think", "ponder", "analyze", "think ponder", "", "think=", "think\nstop\npos\nlevel depth=1")
	case 3, 4:
		return "level " + k.pick("depth=1", "depth=2", "nodes=1500", "move-time=0.001", "time=0.01 inc=0.001", "moves=2 time=0.001", "infinite")
	case 5:
		return "level " + k.pick("depth", "nodes", "moves", "move-time", "time", "inc", "infinite") + "=" + number() + k.pick("", " time=0,01")
	case 6, 7:
		return "pos pos=" + k.board()
	case 8:
		return "pos " + k.pick("start", "pos=start", `moves="32-28 17-22"`, `moves="32-28 19-23 28x19x23"`, "moves=32-28", "pos=", "pos=WW", "moves="+k.pick("46x5x41", "1-1", "x"))
	case 9:
		return "set-param name=" + k.pick("search", "threads", "visits", "net", "ponder", "tt-size", "other") +
			" value=" + k.pick("mcts", "alphabeta", "1", "2", "3", "16", "true", "false", "other.safetensors", "none", `""`, "-5")
	case 10:
		return k.pick("hub", "init", "new-game", "nothing", `"`, "=", "\x00")
	case 11:
		return "stop"
	case 12:
		return "ping"
	case 13:
		return "ponder-hit"
	case 14:
		return "init"
	}
	n := min(int(k.next()), len(*k))
	text := strings.NewReplacer("\n", " ", "quit", "qui").Replace(string((*k)[:n]))
	*k = (*k)[n:]
	return text
}

// Whatever is said to an engine, every go but those refused during a search is
// answered by one done.
func FuzzEngine(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		input := make([]byte, 400)
		for i := range input {
			input[i] = byte(rng.Uint32())
		}
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			err := testEngine().Serve(context.Background(), inR, outW)
			outW.Close()
			ended <- err
		}()
		heard := bufio.NewScanner(outR)
		heard.Buffer(nil, 4*MaxLine)
		asked, answered, refused, said := 0, 0, 0, talker(input)
		unreadable := 0 // go, of which those during a search are refused
		// hear reads until a pong.
		hear := func() {
			for heard.Scan() {
				switch l, err := ParseLine(heard.Text()); {
				case err != nil:
					t.Errorf("it says %q: %v", heard.Text(), err)
				case l.Command == "pong":
					return
				case l.Command == "done":
					answered++
				case strings.HasPrefix(heard.Text(), `error message="go during a search`):
					refused++
				}
			}
		}
		ask := func(line string) {
			if l, err := ParseLine(line); l.Command == "go" && err == nil {
				asked++
			} else if l.Command == "go" {
				unreadable++
			}
			io.WriteString(inW, line+"\nping\n")
			hear()
			if l, err := ParseLine(line); err == nil && l.Command == "ping" {
				hear()
			}
		}
		ask("init")
		for len(said) > 0 {
			ask(said.line())
			for wait := said.next()%4 == 0; wait && answered < asked-refused; {
				ask("stop")
			}
		}
		go func() {
			io.WriteString(inW, "quit\n")
			inW.Close()
		}()
		for heard.Scan() {
			if strings.HasPrefix(heard.Text(), "done") {
				answered++
			}
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if answered < asked-refused || answered > asked-refused+unreadable {
			t.Errorf("%d times go, %d refused, %d unreadable, %d answered", asked, refused, unreadable, answered)
		}
	})
}
