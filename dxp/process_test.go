package dxp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"drafthorse/match"
	"drafthorse/rules"
)

// TestMain makes another process of this program a peer, if its environment says
// so: DXP_ROLE is the role, DXP_ADDRESS where to connect to or empty to listen.
func TestMain(m *testing.M) {
	role, ok := os.LookupEnv("DXP_ROLE")
	if !ok {
		os.Exit(m.Run())
	}
	if err := playTen(role, os.Getenv("DXP_ADDRESS")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const tenGames = 10

// The games in which something is different, from 0.
const (
	chatGame      = 2
	backGame      = 3
	earlyGame     = 4
	positionGame  = 6
	fewMovesGame  = 7
	backPly       = 5 // where backGame is taken back to, when ply 20 is reached
	earlyPly      = 12
	positionGiven = "B:W27,28,32,K50:B11,13,17,19,K1"
)

// eccentric is a player that does what is different in a game.
type eccentric struct {
	s     *Session
	role  string
	game  int
	taken bool
}

var errEnough = errors.New("enough for today")

func (e *eccentric) Choose(g *rules.Game, c match.Clock, rng *rand.Rand) (rules.Move, error) {
	initiator := e.role == "initiator"
	switch {
	case e.game == chatGame:
		if err := e.s.say(fmt.Sprintf("%s at ply %d", e.role, g.Ply())); err != nil {
			return rules.Move{}, err
		}
	case e.game == backGame && !e.taken && g.Ply() >= 20:
		e.taken = true
		ply := backPly
		if e.s.terms.Own == rules.White { // so that it is our turn again
			ply--
		}
		if ok, _, err := e.s.askBack(ply); err != nil || !ok || g.Ply() != ply {
			return rules.Move{}, fmt.Errorf("taken back to ply %d: %v, %v", g.Ply(), ok, err)
		}
	case e.game == earlyGame && !initiator && g.Ply() >= earlyPly:
		return rules.Move{}, errEnough
	}
	// Another move than the one that was taken back.
	salt := e.game
	if e.taken {
		salt += 100
	}
	return hashed(salt).Choose(g, c, rng)
}

// playTen plays ten games in a role and prints one line on each: the moves, how
// often the peer chatted, the result and its reason, the peer's name and whether
// this side had moves taken back.
func playTen(role, address string) error {
	var conn net.Conn
	var err error
	if address == "" {
		var l net.Listener
		if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return err
		}
		fmt.Println(l.Addr())
		conn, err = l.Accept()
	} else {
		conn, err = Dial(context.Background(), address)
	}
	if err != nil {
		return err
	}
	heard := 0
	s := NewSession(conn, Config{Name: role, Patience: time.Minute, Heard: func(string) { heard++ }})
	defer s.Close()
	for game := range tenGames {
		s.Last = game == tenGames-1 && role == "follower"
		if role == "initiator" {
			terms := Terms{Own: rules.Color(game % 2), Start: rules.Start(), Minutes: 3}
			switch game {
			case positionGame:
				if terms.Start, err = rules.ParseFEN(positionGiven); err != nil {
					return err
				}
			case fewMovesGame:
				terms.Moves = 10
			}
			err = s.Propose(context.Background(), terms)
		} else {
			_, err = s.Accept(context.Background())
		}
		if err != nil {
			return err
		}
		heard = 0
		player := &eccentric{s: s, role: role, game: game}
		e, err := s.Play(context.Background(), player, nil)
		if err != nil && !errors.Is(err, errEnough) {
			return err
		}
		g := rules.NewGame(s.Game().Start())
		var text []string
		for _, m := range s.Game().Played() {
			text = append(text, g.Position().MoveText(m))
			g.Push(m)
		}
		fmt.Printf("%s|%d|%v|%s|%s|%v\n", strings.Join(text, " "), heard, e.Outcome.Result, e.Reason, s.Peer(), player.taken)
	}
	if err := s.Propose(context.Background(), Terms{Start: rules.Start()}); !errors.Is(err, ErrStopped) {
		return fmt.Errorf("after the last game: %w", err)
	}
	return nil
}

// startPeer starts another process as a peer.
func startPeer(t *testing.T, role, address string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), program)
	c.Env = append(os.Environ(), "DXP_ROLE="+role, "DXP_ADDRESS="+address)
	c.Stderr = t.Output()
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return c, bufio.NewScanner(out)
}

// TestTwoProcesses plays ten games between two processes, in which either role
// listens.
func TestTwoProcesses(t *testing.T) {
	for _, roles := range [][2]string{{"initiator", "follower"}, {"follower", "initiator"}} {
		t.Run(roles[0]+" listens", func(t *testing.T) {
			a, fromA := startPeer(t, roles[0], "")
			if !fromA.Scan() {
				t.Fatal("no address")
			}
			b, fromB := startPeer(t, roles[1], fromA.Text())
			var ends []string
			for game := range tenGames {
				if !fromA.Scan() || !fromB.Scan() {
					t.Fatalf("no game %d", game)
				}
				one, other := strings.Split(fromA.Text(), "|"), strings.Split(fromB.Text(), "|")
				if one[4] != roles[1] || other[4] != roles[0] {
					t.Errorf("game %d: the peers are %s and %s", game, one[4], other[4])
				}
				moves := strings.Fields(one[0])
				if one[0] != other[0] || len(moves) == 0 {
					t.Errorf("game %d is\n%s\nand\n%s", game, one[0], other[0])
				}
				if heard := one[1] != "0" && other[1] != "0"; heard != (game == chatGame) {
					t.Errorf("game %d: %s and %s chats", game, one[1], other[1])
				}
				if taken := one[5] == "true" || other[5] == "true"; taken != (game == backGame) {
					t.Errorf("game %d: moves taken back: %v", game, taken)
				}
				follower, initiator := other, one
				if roles[0] == "follower" {
					follower, initiator = one, other
				}
				switch game {
				case earlyGame:
					if follower[3] != errEnough.Error() || initiator[3] != "the peer resigned" || len(moves) < earlyPly || len(moves) > earlyPly+1 {
						t.Errorf("the early end is %q and %q after %d plies", follower[3], initiator[3], len(moves))
					}
				case fewMovesGame:
					if one[3] != "the 10 moves of each side are played" || len(moves) != 20 {
						t.Errorf("the game of few moves ends with %q after %d plies", one[3], len(moves))
					}
					fallthrough
				default:
					if one[2] != other[2] || one[3] != other[3] || game != fewMovesGame && one[2] == "undecided" {
						t.Errorf("game %d is %v, %v and %v, %v", game, one[2], one[3], other[2], other[3])
					}
				}
				ends = append(ends, one[3])
			}
			for _, c := range []*exec.Cmd{a, b} {
				if err := c.Wait(); err != nil {
					t.Error(err)
				}
			}
			slices.Sort(ends)
			t.Log(slices.Compact(ends))
		})
	}
}
