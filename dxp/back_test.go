package dxp

import (
	"context"
	"slices"
	"strings"
	"testing"

	"drafthorse/rules"
)

// TestMoveNumbers counts as a game record does.
func TestMoveNumbers(t *testing.T) {
	for _, test := range []struct {
		fen  string
		ply  int
		want string
	}{
		{"W:W31:B20", 0, "B001W"}, {"W:W31:B20", 1, "B001Z"}, {"W:W31:B20", 2, "B002W"}, {"W:W31:B20", 19, "B010Z"},
		{"B:W31:B20", 0, "B001Z"}, {"B:W31:B20", 1, "B002W"}, {"B:W31:B20", 2, "B002Z"},
	} {
		s := Session{terms: Terms{Start: fen(t, test.fen)}}
		b := s.requestOf(test.ply)
		if b.text() != test.want || s.plyOf(b) != test.ply {
			t.Errorf("%s: ply %d is %s, which is ply %d: want %s", test.fen, test.ply, b.text(), s.plyOf(b), test.want)
		}
	}
	s := Session{terms: Terms{Start: fen(t, "B:W31:B20")}}
	if ply := s.plyOf(BackRequest{1, rules.White}); ply >= 0 {
		t.Errorf("a move of White before the start is ply %d", ply)
	}
}

// TestPeerTakesBack goes back while the peer is to move and while we are.
func TestPeerTakesBack(t *testing.T) {
	against(t, testConfig, func(p peer) {
		p.says(request)
		p.hears(answer)
		p.says("M0000312600")
		p.hears("M0001172100")
		p.says("B003W", "B002Z") // not there yet
		p.hears("K1", "K1")
		p.says("B001W")
		p.hears("K0")
		p.says("M0000322800", "B001W", "Csorry") // while we think
		p.hears("K0")
		p.says("M0000332900", "B001Z") // our own turn again
		p.hears("K0", "M0001172200")
		p.says("E10")
		p.hears("E00")
	}, func(t *testing.T, s *Session) {
		s.Accept(t.Context())
		// 18-23 is never sent: before it could be, the move that it answers was taken
		// back. Nor is 19-23.
		e, err := s.Play(t.Context(), slow{&moves{"17-21", "18-23", "19-23", "17-22"}}, nil)
		if err != nil || e.Reason != "the peer resigned" {
			t.Errorf("%+v, %v", e, err)
		}
		g := rules.NewGame(rules.Start())
		played := ""
		for _, m := range s.Game().Played() {
			played += g.Position().MoveText(m) + " "
			g.Push(m)
		}
		if played != "33-29 17-22 " {
			t.Errorf("played %s", played)
		}
	})
}

func TestKeepMoves(t *testing.T) {
	c := testConfig
	c.KeepMoves = true
	against(t, c, func(p peer) {
		p.says(request)
		p.hears(answer)
		p.says("M0000312600")
		p.hears("M0000172100")
		p.says("B001W")
		p.hears("K1")
		p.says("M000026170121", "Cok")
		p.hears("M000012210117")
		p.says("E00")
		p.hears("E00")
	}, func(t *testing.T, s *Session) {
		s.Accept(t.Context())
		if _, err := s.Play(t.Context(), &moves{"17-21", "12x21"}, nil); err != nil {
			t.Error(err)
		}
	})
}

// TestTakeBack asks the peer, who says yes, no, let us go on, and asks for the
// same meanwhile.
func TestTakeBack(t *testing.T) {
	against(t, testConfig, func(p peer) {
		p.hears(propose)
		p.says(accepts)
		p.hears("M0000322800")
		p.says("M0000192300")
		for _, code := range []string{"K1", "K2"} {
			p.hears("B001W")
			p.says(code)
		}
		p.hears("B001W")
		p.says("B001Z", "K0")
		p.hears("K1")
		p.hears("M0000312600")
	}, func(t *testing.T, s *Session) {
		if err := s.Propose(t.Context(), ownGame); err != nil {
			t.Fatal(err)
		}
		move := func(text string) {
			m, err := s.Game().Position().ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			if sent, _, err := s.Move(m); !sent || err != nil {
				t.Fatal(text, sent, err)
			}
		}
		move("32-28")
		if end, err := s.Receive(); end != nil || err != nil {
			t.Fatal(end, err)
		}
		for _, want := range []bool{false, false, true} {
			if got, _, err := s.askBack(0); err != nil || got != want {
				t.Errorf("taken back: %v, %v; want %v", got, err, want)
			}
			if ply := s.Game().Ply(); (ply == 0) != want {
				t.Errorf("at ply %d", ply)
			}
		}
		move("31-26")
	})
}

// TestEndInsteadOfTakeBack: the peer has resigned when our request comes. Its answer to
// that comes late, before or after that to the next proposal.
func TestEndInsteadOfTakeBack(t *testing.T) {
	for _, answered := range []bool{true, false} {
		against(t, testConfig, func(p peer) {
			p.hears(propose)
			p.says(accepts)
			p.hears("B001W")
			p.says("E10")
			p.hears("E00")
			if answered {
				p.says("K1")
			}
			p.hears(propose)
			p.says(accepts, "K1")
			p.hears("E10")
		}, func(t *testing.T, s *Session) {
			if err := s.Propose(t.Context(), ownGame); err != nil {
				t.Fatal(err)
			}
			if agreed, end, err := s.askBack(0); agreed || end == nil || *end != (GameEnd{Reason: Lost}) || err != nil {
				t.Errorf("%v, %v, %v: want the peer to resign", agreed, end, err)
			}
			if err := s.Propose(t.Context(), ownGame); err != nil {
				t.Errorf("the next game: %v", err)
			}
			// One answer is borne, and none that belongs to another game.
			if err := s.End(Lost); err == nil || !strings.Contains(err.Error(), `the peer sent "K1"`) {
				t.Errorf("%v, want disorder", err)
			}
		})
	}
}

// TestTakenBackDraw goes on with a game whose last move, which made it a draw, is
// taken back.
func TestTakenBackDraw(t *testing.T) {
	against(t, testConfig, func(p peer) {
		walk(p)
		p.says("B005W")
		p.hears("K0", "M0000312600")
		p.says("E10")
		p.hears("E00")
	}, func(t *testing.T, s *Session) {
		if err := s.Propose(t.Context(), Terms{Own: rules.White, Start: fen(t, kingsApart)}); err != nil {
			t.Fatal(err)
		}
		player := append(slices.Clone(whiteKing), "31-26")
		e, err := s.Play(t.Context(), &player, nil)
		if err != nil || e.Reason != "the peer resigned" {
			t.Errorf("%+v, %v", e, err)
		}
	})
}

// askBack asks the peer to take the game under way back to where so many plies
// were played, when this side is to move, and reports whether it has agreed. If it has
// ended the game instead, end says how.
func (s *Session) askBack(ply int) (agreed bool, end *GameEnd, err error) {
	if err := s.send(s.requestOf(ply)); err != nil {
		return false, nil, err
	}
	s.owed = true
	const wanted = "an answer to the request to take moves back"
	m, err := s.receive(context.Background(), s.config.Patience, wanted)
	if err != nil {
		return false, nil, err
	}
	switch m := m.(type) {
	case BackAnswer:
		s.owed = false
		if m.Code == BackGranted {
			s.takeBack(ply)
		}
		return m.Code == BackGranted, nil, nil
	case GameEnd:
		s.answerEnd(m)
		return false, &m, nil
	}
	return false, nil, s.disorder(m, wanted)
}
