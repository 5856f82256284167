package dxp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"drafthorse/match"
	"drafthorse/rules"
)

// peer is the other side, byte for byte.
type peer struct {
	t *testing.T
	net.Conn
}

// says sends messages.
func (p peer) says(messages ...string) {
	p.t.Helper()
	for _, m := range messages {
		if _, err := io.WriteString(p, m+"\x00"); err != nil {
			p.t.Errorf("sending %q: %v", m, err)
		}
	}
}

// hears reads messages.
func (p peer) hears(messages ...string) {
	p.t.Helper()
	for _, m := range messages {
		got := make([]byte, 0, 128)
		for one := make([]byte, 1); !bytes.HasSuffix(got, []byte{0}); got = append(got, one[0]) {
			if _, err := p.Read(one); err != nil {
				p.t.Errorf("after %q: %v; want %q", got, err, m)
				return
			}
		}
		if string(got) != m+"\x00" {
			p.t.Errorf("heard %q, want %q", got, m)
		}
	}
}

// moves is a player that makes the given moves, whatever the other side does.
type moves []string

func (m *moves) Choose(g *rules.Game, _ match.Clock, _ *rand.Rand) (rules.Move, error) {
	if len(*m) == 0 {
		return rules.Move{}, errors.New("no move is left")
	}
	text := (*m)[0]
	*m = (*m)[1:]
	return g.Position().ParseMove(text)
}

var testConfig = Config{Name: "drafthorse", Patience: time.Minute}

// against runs ours against a peer that does what is written, in a bubble: its time
// is no real one, and no goroutine may be left.
func against(t *testing.T, c Config, theirs func(p peer), ours func(t *testing.T, s *Session)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		a, b := net.Pipe()
		done := make(chan struct{})
		go func() {
			defer close(done)
			defer b.Close()
			theirs(peer{t, b})
		}()
		s := NewSession(a, c)
		ours(t, s)
		s.Close()
		<-done
	})
}

const (
	request = "R01probe                           Z001003A" // the peer proposes that we play Black
	answer  = "Adrafthorse                      0"
	accepts = "Aprobe                           0"
	propose = "R01drafthorse                      Z000000A"
)

// ownGame is what propose proposes.
var ownGame = Terms{Own: rules.White, Start: rules.Start()}

// TestFollower has the game that was seen between two other programs.
func TestFollower(t *testing.T) {
	c := testConfig
	c.Name = "Scan 2.0"
	against(t, c, func(p peer) {
		p.says(request)
		p.hears("AScan 2.0                        0")
		p.says("M0000312600")
		p.hears("M0000172100")
		p.says("M000026170121")
		p.hears("M000012210117")
		p.says("E00")
		p.hears("E00")
	}, func(t *testing.T, s *Session) {
		terms, err := s.Accept(t.Context())
		if want := (Terms{Own: rules.Black, Start: rules.Start(), Minutes: 1, Moves: 3}); err != nil || terms != want {
			t.Fatalf("%+v, %v: want %+v", terms, err, want)
		}
		e, err := s.Play(t.Context(), &moves{"17-21", "12x21"}, nil)
		if err != nil || e.Outcome.Result != rules.Undecided || e.Reason != "the peer ended the game without a reason" {
			t.Errorf("%+v, %v", e, err)
		}
		if s.Peer() != "probe" || s.Game().Ply() != 4 {
			t.Errorf("%d plies against %q, want 4 against probe", s.Game().Ply(), s.Peer())
		}
	})
}

// TestInitiator plays a short game from a position with Black to move, and the
// next one is refused.
func TestInitiator(t *testing.T) {
	empty := strings.Repeat("e", 50)
	board := "z" + empty[1:11] + "w" + empty[12:48] + "eW"
	against(t, testConfig, func(p peer) {
		p.hears("R01drafthorse                      W007000BZ" + board)
		p.says(accepts, "Chello")
		p.hears("M000001070" + "0")
		p.says("M000012010" + "107")
		p.hears("E11")
		p.says("E00")
	}, func(t *testing.T, s *Session) {
		s.Last = true
		heard := ""
		s.config.Heard = func(text string) { heard += text }
		start := fen(t, "B:WK50,12:B1")
		if err := s.Propose(t.Context(), Terms{Own: rules.Black, Start: start, Minutes: 7}); err != nil {
			t.Fatal(err)
		}
		e, err := s.Play(t.Context(), &moves{"1-7"}, nil)
		if want := (Ending{rules.Outcome{Result: rules.WhiteWins, Rule: rules.NoPieces}, "no pieces"}); err != nil || e != want {
			t.Errorf("%+v, %v: want %+v", e, err, want)
		}
		if heard != "hello" {
			t.Errorf("heard %q", heard)
		}
		if err := s.Propose(t.Context(), ownGame); !errors.Is(err, ErrStopped) {
			t.Errorf("another game after the last: %v", err)
		}
	})
}

func TestAnswersToAProposal(t *testing.T) {
	against(t, testConfig, func(p peer) {
		for _, code := range "123" {
			p.hears(propose)
			p.says(accepts[:33] + string(code))
		}
	}, func(t *testing.T, s *Session) {
		for _, want := range []AnswerCode{UnknownVersion, RefusedGame, RefusedAll} {
			err := s.Propose(t.Context(), ownGame)
			if refused, ok := errors.AsType[*RefusedError](err); !ok || refused.Code != want {
				t.Errorf("%v, want %v", err, want)
			}
		}
		if err := s.Propose(t.Context(), ownGame); !errors.Is(err, ErrStopped) {
			t.Errorf("a proposal after all games were refused: %v", err)
		}
	})
}

// TestRefusedProposals are answered, a better one is waited for, and each refusal has
// its reason.
func TestRefusedProposals(t *testing.T) {
	c := testConfig
	var reasons []string
	c.Refused = func(reason error) { reasons = append(reasons, reason.Error()) }
	over := "R01probe                           Z000000BZw" // no piece of Black's
	against(t, c, func(p peer) {
		p.says("R02who knows")
		p.hears(answer[:33] + "1")
		p.says(over[:len(over)-1] + strings.Repeat("e", 49) + "w")
		p.hears(answer[:33] + "2")
		// Behind the version anything may be wrong.
		for _, bad := range []string{
			request[:3] + " " + request[4:], request[:3] + strings.Repeat(" ", 32) + request[35:], "R01caf\xe9" + request[8:],
			"R01", request + "A", over + strings.Repeat("e", 49) + "w", over + "w" + strings.Repeat("e", 49), request[:35] + "B" + request[36:],
		} {
			p.says(bad)
			p.hears(answer[:33] + "2")
		}
		p.says("R02\xff")
		p.hears(answer[:33] + "1")
		p.says("B001W") // no game to go back in
		p.hears("K1")
		p.says(request)
		p.hears(answer)
	}, func(t *testing.T, s *Session) {
		if _, err := s.Accept(t.Context()); err != nil {
			t.Error(err)
		}
	})
	wants := []string{
		"version 02 of the protocol: want 01",
		"no move is left in B:W50:B: want a position to play from",
		`column 4: the name`,
		`column 4: the name`,
		`column 7: `,
		`column 4: `,
		`column 44: it goes on`,
		`column 45: the position: a White man stands on 1`,
		`column 45: the position: a White man stands on 1`,
		`column 36: `,
		"version 02 of the protocol: want 01",
	}
	for i, want := range wants {
		if i >= len(reasons) || !strings.Contains(reasons[i], want) {
			t.Fatalf("the reasons are %q, want one with %q as number %d", reasons, want, i+1)
		}
	}
	if len(reasons) != len(wants) {
		t.Errorf("%d reasons, want %d", len(reasons), len(wants))
	}
}

// TestEndings has the peer end the game at once, and the board.
func TestEndings(t *testing.T) {
	for _, test := range []struct {
		peer string
		want Ending
	}{
		{"E00", Ending{Reason: "the peer ended the game without a reason"}},
		{"E10", Ending{rules.Outcome{Result: rules.BlackWins}, "the peer resigned"}},
		{"E20", Ending{Reason: "the peer claimed a draw that the board does not give"}},
		{"E31", Ending{Reason: "the peer claimed a win that the board does not give"}},
	} {
		against(t, testConfig, func(p peer) {
			p.says(request)
			p.hears(answer)
			p.says(test.peer)
			p.hears("E00")
		}, func(t *testing.T, s *Session) {
			s.Accept(t.Context())
			if e, err := s.Play(t.Context(), &moves{}, nil); err != nil || e != test.want {
				t.Errorf("%s: %+v, %v: want %+v", test.peer, e, err, test.want)
			}
			if _, err := s.Accept(t.Context()); errors.Is(err, ErrStopped) != (test.peer == "E31") {
				t.Errorf("%s: the next game is %v", test.peer, err)
			}
		})
		// The same while we think, and another game behind it.
		against(t, testConfig, func(p peer) {
			p.says(request)
			p.hears(answer)
			p.says("M0000312600", "Cfast", test.peer)
			p.hears("E00")
			if test.peer != "E31" {
				p.says(request)
				p.hears(answer)
			}
		}, func(t *testing.T, s *Session) {
			s.Accept(t.Context())
			if e, err := s.Play(t.Context(), slow{&moves{"17-21"}}, nil); err != nil || e != test.want || s.Game().Ply() != 1 {
				t.Errorf("%s out of turn: %+v, %v, after %d plies: want %+v after 1", test.peer, e, err, s.Game().Ply(), test.want)
			}
			if _, err := s.Accept(t.Context()); errors.Is(err, ErrStopped) != (test.peer == "E31") || err != nil && !errors.Is(err, ErrStopped) {
				t.Errorf("%s out of turn: the next game is %v", test.peer, err)
			}
		})
	}
}

// TestChatOfAnyBytes goes on with the game, whatever the peer chats.
func TestChatOfAnyBytes(t *testing.T) {
	c := testConfig
	var heard []string
	c.Heard = func(text string) { heard = append(heard, text) }
	against(t, c, func(p peer) {
		p.says("C", request)
		p.hears(answer)
		p.says("Ch\xe9llo", "Caf\u00e9", "C", "C"+strings.Repeat("x", 1000), "M0000312600", "C\xff")
		p.hears("M0000172100")
		p.says("E10")
		p.hears("E00")
	}, func(t *testing.T, s *Session) {
		s.Accept(t.Context())
		if e, err := s.Play(t.Context(), &moves{"17-21"}, nil); err != nil || e.Reason != "the peer resigned" {
			t.Errorf("%+v, %v", e, err)
		}
	})
	if want := []string{"h?llo", "af??", strings.Repeat("x", 126), "?"}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}

// kingsApart is a game of one king each that walk to and fro: the position after
// White's first, third and fifth move is the same, and is a draw the third time.
var (
	kingsApart        = "W:WK36:BK15"
	proposeKingsApart = "R01drafthorse                      Z000000BW" +
		strings.Repeat("e", 14) + "Z" + strings.Repeat("e", 20) + "W" + strings.Repeat("e", 14)
	whiteKing = moves{"36-27", "27-31", "31-27", "27-31", "31-27"}
)

// walk plays Black's king until White has made its fifth move.
func walk(p peer) {
	p.hears(proposeKingsApart)
	p.says(accepts)
	p.hears("M0000362700")
	for range 2 {
		p.says("M0000151000")
		p.hears("M0000273100")
		p.says("M0000101500")
		p.hears("M0000312700")
	}
}

// TestDrawByTheBoard is a draw that the peer does not know of: it moves on, and is
// told when it is our turn.
func TestDrawByTheBoard(t *testing.T) {
	against(t, testConfig, func(p peer) {
		walk(p)
		p.says("M0000150400") // where the position is none that was there before
		p.hears("E20")
		p.says("E00")
	}, func(t *testing.T, s *Session) {
		if err := s.Propose(t.Context(), Terms{Own: rules.White, Start: fen(t, kingsApart)}); err != nil {
			t.Fatal(err)
		}
		player := slices.Clone(whiteKing)
		e, err := s.Play(t.Context(), &player, nil)
		if want := (Ending{rules.Outcome{Result: rules.Draw, Rule: rules.Repetition}, "repetition"}); err != nil || e != want {
			t.Errorf("%+v, %v: want %+v", e, err, want)
		}
	})
}

// TestNumberOfMoves ends the game when both have made all of theirs.
func TestNumberOfMoves(t *testing.T) {
	against(t, testConfig, func(p peer) {
		p.hears("R01drafthorse                      Z000002A")
		p.says(accepts)
		p.hears("M0000322800")
		p.says("M0000192300")
		p.hears("M000028190123")
		p.says("M000014230119")
		p.hears("E00")
		p.says("E00")
	}, func(t *testing.T, s *Session) {
		if err := s.Propose(t.Context(), Terms{Own: rules.White, Start: rules.Start(), Moves: 2}); err != nil {
			t.Fatal(err)
		}
		e, err := s.Play(t.Context(), &moves{"32-28", "28x19", "37-32"}, nil)
		if want := (Ending{Reason: "the 2 moves of each side are played"}); err != nil || e != want {
			t.Errorf("%+v, %v: want %+v", e, err, want)
		}
	})
}

func TestCancelledGameEndsAtOurTurn(t *testing.T) {
	against(t, testConfig, func(p peer) {
		p.says(request)
		p.hears(answer)
		p.says("M0000312600")
		p.hears("E01")
		p.says("E00")
	}, func(t *testing.T, s *Session) {
		ctx, cancel := context.WithCancelCause(t.Context())
		s.Accept(ctx)
		cancel(errors.New("enough"))
		if e, err := s.Play(ctx, &moves{"17-21"}, nil); err != nil || e.Reason != "stopped: enough" {
			t.Errorf("%+v, %v", e, err)
		}
		if _, err := s.Accept(t.Context()); !errors.Is(err, ErrStopped) {
			t.Errorf("another game: %v", err)
		}
	})
}

// TestClock counts the time that each side uses.
func TestClock(t *testing.T) {
	against(t, testConfig, func(p peer) {
		p.says("R01probe                           Z002000A")
		p.hears(answer)
		time.Sleep(30 * time.Second)
		p.says("M0000312600")
		p.hears("M0045172100")
		p.hears("E00")
		p.says("E00")
	}, func(t *testing.T, s *Session) {
		s.Accept(t.Context())
		if end, err := s.Receive(); end != nil || err != nil {
			t.Fatal(end, err)
		}
		if own, theirs := s.Left(rules.Black).Left, s.Left(rules.White).Left; own != 2*time.Minute || theirs != 90*time.Second {
			t.Errorf("we have %v, the peer %v: want 2m and 1m30s", own, theirs)
		}
		time.Sleep(45 * time.Second)
		m, _ := s.Game().Position().ParseMove("17-21")
		if sent, _, err := s.Move(m); !sent || err != nil {
			t.Fatal(sent, err)
		}
		if left := s.Left(rules.Black).Left; left != 75*time.Second {
			t.Errorf("we have %v, want 1m15s", left)
		}
		s.terms.Own = rules.White // the peer's turn passes to us, to end
		s.End(NoReason)
	})
}

// TestMoveWithoutCapturedSquares is understood where it can mean one move only.
func TestMoveWithoutCapturedSquares(t *testing.T) {
	for _, test := range []struct{ fen, move, want string }{
		{"W:W26:B21,12", "M0000261700", "26x17"},
		{"W:W26:B21,12", "M000026170121", "26x17"},
		{"W:W26:B21,12", "M000026170112", "the peer's move in W:W26:B12,21 is illegal: "},
		{"W:W26:B21,12", "M0000262100", "is illegal"},
		{"W:W26:B21,12", "M0000121700", "is illegal"},
		{"W:W26:B21,12", "M0000503900", "is illegal"},
	} {
		m, err := Parse(test.move)
		if err != nil {
			t.Fatal(err)
		}
		p := fen(t, test.fen)
		got, err := m.(Move).in(rules.NewGame(p))
		if err != nil {
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s in %s: %v, want %q", test.move, test.fen, err, test.want)
			}
		} else if text := p.MoveText(got); text != test.want {
			t.Errorf("%s in %s is %s, want %s", test.move, test.fen, text, test.want)
		}
	}
}

// TestAmbiguousMove plays random games until captures share origin and target,
// and asks for each of them with and without its captured squares.
func TestAmbiguousMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := 0
	for seen < 50 {
		g := rules.NewGame(rules.Start())
		for range 200 {
			all := g.Moves()
			if len(all) == 0 {
				break
			}
			for i, m := range all {
				sent := Move{From: m.From, To: m.To, Captured: m.Captured}
				if got, err := sent.in(g); err != nil || got != m {
					t.Fatalf("%v in %s: %v, %v", sent, g.Position().FEN(), got, err)
				}
				sent.Captured = 0
				twin := slices.ContainsFunc(slices.Delete(slices.Clone(all), i, i+1), func(o rules.Move) bool { return o.From == m.From && o.To == m.To })
				if twin {
					seen++
				}
				got, err := sent.in(g)
				if twin != (err != nil) || !twin && got != m {
					t.Fatalf("%v in %s: %v, %v; want an error: %v", sent, g.Position().FEN(), got, err, twin)
				}
			}
			g.Push(all[rng.IntN(len(all))])
		}
	}
}

func TestHostilePeers(t *testing.T) {
	wait := func(p peer) { io.Copy(io.Discard, p) } // reads until we are gone
	for _, test := range []struct {
		name   string
		theirs func(p peer)
		want   string
	}{
		{"silent from the start", wait, "the peer has kept silent for 1m0s: want the proposal of a game, from an Initiator"},
		{"gone at once", func(peer) {}, "the peer has closed the connection (EOF)"},
		{"dies in a message", func(p peer) { io.WriteString(p, "R01pro") }, `closed the connection in the middle of a message, after "R01pro"`},
		{"oversized", func(p peer) { io.WriteString(p, strings.Repeat("M", 1000)) }, "128 characters are too many: want at most 127"},
		{"empty message", func(p peer) { io.WriteString(p, "\x00") }, "it is empty"},
		{"no ASCII", func(p peer) { p.says("M\xff"); wait(p) }, "the byte 0xff: want characters of ASCII"},
		{"proposes in no version", func(p peer) { p.says("R0x"); wait(p) }, `the version is "0x": want 2 digits`},
		{"a chat without end", func(p peer) {
			for {
				if _, err := io.WriteString(p, "Cwait"); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		}, "the peer has kept silent for 1m0s: want the proposal"},
		{"a bad proposal in the game", func(p peer) { p.says(request); p.hears(answer); p.says("R01"); wait(p) }, "want a move"},
		{"a move before the game", func(p peer) { p.says("M0000312600"); wait(p) }, `the peer sent "M0000312600": want the proposal of a game`},
		{"an end before the game", func(p peer) { p.says("E00"); wait(p) }, `the peer sent "E00": want the proposal`},
		{"an answer without a proposal", func(p peer) { p.says(accepts); wait(p) }, "want the proposal of a game, from an Initiator"},
		{"a take-back answered that was not asked", func(p peer) { p.says("K0"); wait(p) }, `the peer sent "K0": want the proposal`},
		{"silent in the game", func(p peer) { p.says(request); p.hears(answer); wait(p) }, "the peer has kept silent for 2m0s: want a move"},
		{"chats but does not move", func(p peer) {
			p.says(request)
			p.hears(answer)
			for {
				if _, err := io.WriteString(p, "Cwait\x00"); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		}, "the peer has kept silent for 2m0s: want a move"},
		{"gone in the game", func(p peer) { p.says(request); p.hears(answer) }, "the peer has closed the connection"},
		{"dies in a move", func(p peer) { p.says(request); p.hears(answer); io.WriteString(p, "M00") }, `in the middle of a message, after "M00"`},
		{"illegal move", func(p peer) { p.says(request); p.hears(answer); p.says("M0000312500"); wait(p) }, "the peer's move in W:W31,"},
		{"another proposal in the game", func(p peer) { p.says(request); p.hears(answer); p.says(request); wait(p) }, "want a move"},
		{"two moves at once", func(p peer) {
			p.says(request)
			p.hears(answer)
			p.says("M0000312600", "M0000322800")
			wait(p)
		}, `the peer sent "M0000322800": want nothing, as it is not its turn`},
		{"takes back without end", func(p peer) {
			p.says(request)
			p.hears(answer)
			for range mostGranted {
				p.says("B001W")
				p.hears("K0")
			}
			p.says("B001W")
			p.hears("K1")
		}, "the peer has closed the connection"},
		{"reads nothing", func(p peer) {
			p.says(request)
			time.Sleep(time.Hour)
		}, "the peer has read nothing for 1m0s"},
	} {
		t.Run(test.name, func(t *testing.T) {
			against(t, testConfig, test.theirs, func(t *testing.T, s *Session) {
				_, err := s.Accept(t.Context())
				var e Ending
				if err == nil {
					e, err = s.Play(t.Context(), slow{&moves{"17-21"}}, nil)
				}
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("%+v, %v: want %q", e, err, test.want)
				}
				// Once ended, it stays so.
				if again := s.say("hello"); again != err {
					t.Errorf("after that: %v", again)
				}
			})
		})
	}
}

// slow is a player that thinks, so that what else the peer says has come before
// its move is sent.
type slow struct{ match.Player }

func (s slow) Choose(g *rules.Game, c match.Clock, rng *rand.Rand) (rules.Move, error) {
	time.Sleep(time.Second)
	return s.Player.Choose(g, c, rng)
}

func TestHostileFollowers(t *testing.T) {
	wait := func(p peer) { io.Copy(io.Discard, p) }
	for _, test := range []struct {
		name   string
		theirs func(p peer)
		want   string
	}{
		{"silent", wait, "silent for 1m0s: want an answer to the proposal of a game"},
		{"an initiator too", func(p peer) { p.hears(propose); p.says(request); wait(p) }, "want an answer to the proposal of a game, from a Follower"},
		{"answers the end by a move", func(p peer) {
			p.hears(propose)
			p.says(accepts)
			p.hears("E10")
			p.says("M0000172100")
			wait(p)
		}, `the peer sent "M0000172100": want an answer to the end of the game`},
		{"does not answer the end", func(p peer) {
			p.hears(propose)
			p.says(accepts)
			p.hears("E10")
			wait(p)
		}, "silent for 1m0s: want an answer to the end of the game"},
	} {
		t.Run(test.name, func(t *testing.T) {
			against(t, testConfig, test.theirs, func(t *testing.T, s *Session) {
				err := s.Propose(t.Context(), ownGame)
				if err == nil {
					err = s.End(Lost)
				}
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("%v: want %q", err, test.want)
				}
			})
		})
	}
}

// TestFloodedSessionCloses although more has come than it has room for.
func TestFloodedSessionCloses(t *testing.T) {
	against(t, testConfig, func(p peer) {
		p.says(request)
		p.hears(answer)
		for {
			if _, err := io.WriteString(p, "Cwait\x00"); err != nil {
				return
			}
		}
	}, func(t *testing.T, s *Session) {
		if _, err := s.Accept(t.Context()); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Second)
	})
}

// TestLateAnswerToTheEnd: whoever ends the session may be gone before our answer.
func TestLateAnswerToTheEnd(t *testing.T) {
	against(t, testConfig, func(p peer) {
		p.says(request)
		p.hears(answer)
		p.says("E11")
	}, func(t *testing.T, s *Session) {
		s.Accept(t.Context())
		if e, err := s.Play(t.Context(), &moves{}, nil); err != nil || e.Outcome.Result != rules.BlackWins {
			t.Errorf("%+v, %v: want a win", e, err)
		}
	})
}

// say sends a chat of 1 to 126 characters of ASCII.
func (s *Session) say(text string) error { return s.send(Chat(text)) }
