package dxp

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"drafthorse/match"
	"drafthorse/rules"
)

// hashed is a player whose moves depend on the position alone.
type hashed uint64

func (h hashed) Choose(g *rules.Game, _ match.Clock, _ *rand.Rand) (rules.Move, error) {
	moves := g.Moves()
	return moves[(g.Position().Hash()^uint64(h))%uint64(len(moves))], nil
}

// listening has each peer that connects served by the next of the given
// functions, and the last of them serve all others. It returns the address.
func listening(t *testing.T, serve ...func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() {
		for n := 0; ; n++ {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			running.Go(func() {
				defer conn.Close()
				serve[min(n, len(serve)-1)](conn)
			})
		}
	})
	t.Cleanup(func() { l.Close(); running.Wait() })
	return l.Addr().String()
}

// following serves a peer as a Follower with a player.
func following(p match.Player) func(net.Conn) {
	return func(conn net.Conn) {
		s := NewSession(conn, Config{Name: "follower", Patience: time.Minute})
		defer s.Close()
		for {
			if _, err := s.Accept(context.Background()); err != nil {
				return
			}
			if _, err := s.Play(context.Background(), p, nil); err != nil {
				return
			}
		}
	}
}

// contest plays a match against the player first.
func contest(t *testing.T, first, second match.Player, games, plies int) []match.Game {
	t.Helper()
	all, err := tried(t, first, second, games, plies)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// tried is contest for a match that may end with an error.
func tried(t *testing.T, first, second match.Player, games, plies int) ([]match.Game, error) {
	c := match.Config{Games: games, OpeningPlies: 4, MaxPlies: plies, Seed: 3}
	var all []match.Game
	_, err := match.Play(context.Background(), c, 1, func() (match.Player, error) { return first, nil }, func() (match.Player, error) { return second, nil }, func(g match.Game, _ match.Score) error {
		all = append(all, g)
		return nil
	})
	return all, err
}

// TestPlayerPlaysTheSameGames plays a match with the second player itself and with
// it behind a connection. Some games are cut, with either side to move.
func TestPlayerPlaysTheSameGames(t *testing.T) {
	for _, plies := range []int{240, 31, 30} {
		want := contest(t, hashed(0), hashed(77), 30, plies)
		peer := &Player{Address: listening(t, following(hashed(77))), Name: "match", Patience: time.Minute}
		got := contest(t, hashed(0), peer, 30, plies)
		if err := peer.Close(); err != nil {
			t.Error(err)
		}
		results := map[rules.Outcome]int{}
		for i := range want {
			results[want[i].Outcome]++
			if got[i].Fault != nil || !reflect.DeepEqual(got[i], want[i]) {
				t.Fatalf("game %d of at most %d plies is %+v, want %+v", i, plies, got[i], want[i])
			}
		}
		t.Log(results)
		if plies == 240 && len(results) < 3 {
			t.Errorf("the games end only by %v: want more ways", results)
		}
	}
}

// sayer is the peer's side byte for byte, for the players of a match.
func sayer(t *testing.T, script func(p peer)) func(net.Conn) {
	return func(conn net.Conn) { script(peer{t, conn}) }
}

// accept accepts whatever is proposed.
func (p peer) accept() {
	p.hear()
	p.says("Afaulty                          0")
}

// begin accepts whatever is proposed and hears the first move.
func (p peer) begin() {
	p.accept()
	p.hear()
}

// hear reads any message.
func (p peer) hear() string {
	text := ""
	for one := make([]byte, 1); ; text += string(one) {
		if _, err := io.ReadFull(p, one); err != nil || one[0] == 0 {
			return text
		}
	}
}

// TestFaultyPeers lose their games with the reason, and the match goes on with the
// next game.
func TestFaultyPeers(t *testing.T) {
	for _, test := range []struct {
		name   string
		theirs func(p peer)
		want   string
	}{
		{"resigns", func(p peer) { p.begin(); p.says("E11"); p.hears("E00") }, "the peer resigned"},
		{"claims a draw", func(p peer) { p.begin(); p.says("E21"); p.hears("E00") }, "the peer claimed a draw that the board does not give"},
		{"claims a win", func(p peer) { p.begin(); p.says("E31"); p.hears("E00") }, "the peer claimed a win that the board does not give"},
		{"ends it", func(p peer) { p.begin(); p.says("E01"); p.hears("E00") }, "the peer ended the game without a reason"},
		{"is gone", func(p peer) { p.begin() }, "the peer has closed the connection"},
		{"dies in a move", func(p peer) { p.begin(); io.WriteString(p, "M00") }, "in the middle of a message"},
		{"moves illegally", func(p peer) { p.begin(); p.says("M0000010600"); p.hear() }, "is illegal"},
		{"is silent", func(p peer) { p.begin(); p.hear() }, "the peer has kept silent for 200ms"},
		{"takes back", func(p peer) { p.begin(); p.says("B001W"); p.hears("K1"); p.says("E11"); p.hears("E00") }, "the peer resigned"},
	} {
		t.Run(test.name, func(t *testing.T) {
			peer := &Player{
				Address: listening(t, sayer(t, test.theirs), following(hashed(77))),
				Name:    "match", Patience: 200 * time.Millisecond,
			}
			defer peer.Close()
			games := contest(t, hashed(0), peer, 4, 240)
			if f := games[0].Fault; f == nil || !strings.Contains(f.Error(), test.want) || games[0].Outcome.Result != rules.WhiteWins {
				t.Errorf("the first game is %v, %v: want a win for White and %q", games[0].Outcome, games[0].Fault, test.want)
			}
			for _, g := range games[1:] {
				if g.Fault != nil {
					t.Errorf("game %d: %v", g.Number, g.Fault)
				}
			}
		})
	}
}

// TestPeerHasNoLongerThanItsClock waits for a silent peer.
func TestPeerHasNoLongerThanItsClock(t *testing.T) {
	for _, c := range []match.Clock{{Move: 10 * time.Millisecond, Left: time.Hour}, {Left: 10 * time.Millisecond}} {
		p := &Player{Name: "match", Patience: 90 * time.Millisecond, Minutes: 5}
		p.Address = listening(t, sayer(t, func(p peer) { p.accept(); p.hear() }))
		g := rules.NewGame(rules.Start())
		if err := p.Ready(g, rules.White, c); err != nil {
			t.Fatal(err)
		}
		_, err := p.Choose(g, c, nil)
		if want := "the peer has kept silent for 100ms: want a move"; err == nil || err.Error() != want {
			t.Errorf("%+v: %v, want %s", c, err, want)
		}
	}
}

// TestNoGameWithoutPeer: who cannot be reached or does not accept a game has not lost
// it. The match ends behind the games before it.
func TestNoGameWithoutPeer(t *testing.T) {
	const refusal = "Afaulty                          "
	resigns := func(p peer) { p.begin(); p.says("E10"); p.hears("E00") }
	for _, test := range []struct {
		name   string
		theirs func(p peer) // nil if nobody listens
		games  int
		want   string
	}{
		{"nobody listens", nil, 0, "game 1 cannot begin: the second player: no connection to the DXP peer"},
		{"is gone", func(p peer) {}, 0, "game 1 cannot begin: the second player: the "},
		{"is silent", func(p peer) { p.hear(); p.hear() }, 0, "the peer has kept silent for 200ms: want an answer to the proposal"},
		{"refuses all games", func(p peer) { p.hear(); p.says(refusal + "3") }, 0, "the peer refuses the game: it refuses all games"},
		{"refuses this game", func(p peer) { p.hear(); p.says(refusal + "2"); p.hear() }, 0, "the peer refuses the game: "},
		{"refuses the second game", func(p peer) { resigns(p); p.hear(); p.says(refusal + "2"); p.hear() }, 1, "game 2 cannot begin: the second player: the peer refuses the game: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			l.Close()
			peer := &Player{Address: l.Addr().String(), Name: "match", Patience: 200 * time.Millisecond}
			if test.theirs != nil {
				peer.Address = listening(t, sayer(t, test.theirs))
			}
			defer peer.Close()
			games, err := tried(t, hashed(0), peer, 4, 240)
			if !errors.Is(err, match.ErrCannotBegin) || !strings.Contains(err.Error(), test.want) || len(games) != test.games {
				t.Errorf("%d games, %v: want %d and %q", len(games), err, test.games, test.want)
			}
		})
	}
}

// TestPeerThatLeavesAfterEachGame is connected to anew for the next one.
func TestPeerThatLeavesAfterEachGame(t *testing.T) {
	peer := &Player{Name: "match", Patience: time.Minute}
	peer.Address = listening(t, func(conn net.Conn) {
		s := NewSession(conn, Config{Name: "follower", Patience: time.Minute})
		defer s.Close()
		if _, err := s.Accept(context.Background()); err != nil {
			t.Error(err)
			return
		}
		s.Play(context.Background(), hashed(77), nil)
	})
	defer peer.Close()
	for _, g := range contest(t, hashed(0), peer, 10, 240) {
		if g.Fault != nil {
			t.Errorf("game %d: %v", g.Number, g.Fault)
		}
	}
}

// TestEndsOfGames: the peer is told how a game of the match ended for its opponent,
// and the last move of its opponent before.
func TestEndsOfGames(t *testing.T) {
	// After 32-28 the peer has to move; the clock has two minutes and a half.
	const offered = "R01match                           Z003000BZ" +
		"zzzzzzzzzzzzzzzzzzzz" + "eeeeeeewee" + "wewwwwwwwwwwwwwwwwww"
	for _, test := range []struct {
		outcome rules.Outcome
		more    string // the match's last move, if it is not the peer's; "late" if that did not count
		theirs  func(p peer)
	}{
		{rules.Outcome{Result: rules.WhiteWins}, "", func(p peer) { p.hears("E30"); p.says("E00") }},
		{rules.Outcome{Result: rules.BlackWins}, "", func(p peer) { p.hears("E10"); p.says("E00") }},
		{rules.Outcome{Result: rules.Draw}, "", func(p peer) { p.hears("E20"); p.says("E00") }},
		{rules.Outcome{}, "", func(p peer) { p.hears("E00"); p.says("E00") }},
		{rules.Outcome{Result: rules.WhiteWins}, "late", func(p peer) { p.hears("E30"); p.says("E00") }},
		{rules.Outcome{Result: rules.WhiteWins}, "28x17", func(p peer) {
			p.hears("M000028170122")
			p.says("E10")
			p.hears("E00")
		}},
		{rules.Outcome{Result: rules.Draw}, "28x17", func(p peer) {
			p.hears("M000028170122")
			p.says("M000011220117") // which the match does not see
			p.hears("E20")
			p.says("E00")
		}},
	} {
		done := make(chan struct{})
		player := &Player{Name: "match", Patience: time.Minute, Minutes: 7}
		player.Address = listening(t, sayer(t, func(p peer) {
			defer close(done)
			p.hears(offered)
			p.says("Apeer                            0", "M0000172200")
			test.theirs(p)
		}))
		g := rules.NewGame(rules.Start())
		push := func(text string) {
			m, err := g.Position().ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			g.Push(m)
		}
		push("32-28")
		clock := match.Clock{Left: 150 * time.Second}
		if err := player.Ready(g, rules.Black, clock); err != nil {
			t.Fatal(err)
		}
		m, err := player.Choose(g, clock, nil)
		if err != nil || g.Position().MoveText(m) != "17-22" {
			t.Fatalf("%v, %v: want 17-22", m, err)
		}
		if test.more != "late" {
			g.Push(m)
		}
		if test.more == "28x17" {
			push(test.more)
		}
		player.Over(match.Game{Outcome: test.outcome, Moves: g.Played()})
		<-done
		player.Close()
	}
}

// TestPeerEndsOutOfTurn: a peer that resigns while the other player thinks loses that
// game when it is to move next, and is played with on the same connection.
func TestPeerEndsOutOfTurn(t *testing.T) {
	done := make(chan struct{})
	player := &Player{Name: "match", Patience: time.Minute}
	player.Address = listening(t, sayer(t, func(p peer) {
		defer close(done)
		p.accept()
		p.says("M0000172200", "E10")
		p.hears("E00")
		p.accept()
		p.says("M0000172200")
	}), func(net.Conn) {})
	defer player.Close()
	begin := func() *rules.Game {
		g := rules.NewGame(rules.Start())
		g.Push(rules.Move{From: 32, To: 28})
		if err := player.Ready(g, rules.Black, match.Clock{}); err != nil {
			t.Fatal(err)
		}
		m, err := player.Choose(g, match.Clock{}, nil)
		if err != nil || g.Position().MoveText(m) != "17-22" {
			t.Fatalf("%v, %v: want 17-22", m, err)
		}
		g.Push(m)
		return g
	}
	g := begin()
	g.Push(rules.Move{From: 28, To: 17, Captured: squares(22)})
	for len(player.session.inbox) == 0 { // it has resigned by now
		time.Sleep(time.Millisecond)
	}
	if m, err := player.Choose(g, match.Clock{}, nil); err == nil || err.Error() != "the peer resigned" {
		t.Errorf("%v, %v: want the peer to resign", m, err)
	}
	player.Over(match.Game{Moves: g.Played()})
	begin()
	<-done
}
