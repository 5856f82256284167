package dxp

import (
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"drafthorse/match"
	"drafthorse/rules"
)

// recorded is a connection on which all that the peer says is known before. What
// is sent to it is kept.
type recorded struct {
	io.Reader
	sent strings.Builder
}

func (r *recorded) Write(p []byte) (int, error) { return r.sent.Write(p) }
func (r *recorded) Close() error                { return nil }

// first is a player that makes the first move there is.
type first struct{}

func (first) Choose(g *rules.Game, _ match.Clock, _ *rand.Rand) (rules.Move, error) {
	return g.Moves()[0], nil
}

// FuzzSession plays games with a peer that says anything. They end, if not before,
// when it has nothing more to say; whatever was sent can be read by Parse, and the
// game has legal moves only.
func FuzzSession(f *testing.F) {
	// For a Follower: the peer makes the first move of ten, takes some back, gives up,
	// and proposes another game.
	theirs := request + "\x00"
	g := rules.NewGame(rules.Start())
	for range 10 {
		m := g.Moves()[0]
		theirs += Move{From: m.From, To: m.To, Captured: m.Captured}.text() + "\x00"
		g.Push(m)
		g.Push(g.Moves()[0])
	}
	f.Add(false, theirs+"Chello\x00B003W\x00B003Z\x00E10\x00"+request+"\x00E31\x00")
	f.Add(false, "R02?\x00"+request+"\x00M0000312600\x00M0000312500\x00")
	f.Add(false, request[:3]+" \x00"+request+"\x00C\xff\x00C\x00M0000312600\x00E10\x00"+request+"\x00")
	f.Add(true, accepts+"\x00M0000172100\x00K0\x00E00\x00Ax\x00")
	f.Add(true, accepts+"\x00B001W\x00M0000201400\x00E00\x00"+accepts[:33]+"3\x00")
	f.Add(true, accepts+"\x00E00")
	f.Fuzz(func(t *testing.T, initiator bool, theirs string) {
		conn := &recorded{Reader: strings.NewReader(theirs)}
		s := NewSession(conn, Config{Name: "x", Patience: time.Hour})
		defer s.Close()
		for {
			var err error
			if initiator {
				err = s.Propose(context.Background(), Terms{Own: rules.White, Start: rules.Start(), Moves: 40})
			} else {
				_, err = s.Accept(context.Background())
			}
			if _, refused := err.(*RefusedError); refused {
				continue
			}
			if err == nil {
				_, err = s.Play(context.Background(), first{}, nil)
			}
			if err != nil {
				break
			}
		}
		for _, sent := range strings.SplitAfter(conn.sent.String(), "\x00") {
			text, whole := strings.CutSuffix(sent, "\x00")
			if _, err := Parse(text); whole && err != nil || !whole && text != "" {
				t.Fatalf("sent %q: %v", sent, err)
			}
		}
		if s.Game() == nil {
			return
		}
		g := rules.NewGame(s.Game().Start())
		for _, m := range s.Game().Played() {
			if _, err := g.Position().ParseMove((Move{From: m.From, To: m.To, Captured: m.Captured}).String()); err != nil {
				t.Fatal(err)
			}
			g.Push(m)
		}
	})
}
