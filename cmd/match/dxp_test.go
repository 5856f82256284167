package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/tablefiles"
	"drafthorse/dxp"
	"drafthorse/match"
	"drafthorse/pdn"
)

// follower listens and plays whatever is proposed, each peer with another player. It
// returns its address.
func follower(t *testing.T, newPlayer func() match.Player) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			running.Go(func() {
				s := dxp.NewSession(conn, dxp.Config{Name: "follower", Patience: time.Minute})
				defer s.Close()
				p := newPlayer()
				for {
					if _, err := s.Accept(ctx); err != nil {
						return
					}
					if _, err := s.Play(ctx, p, nil); err != nil {
						return
					}
				}
			})
		}
	})
	t.Cleanup(func() { l.Close(); stop(); running.Wait() })
	return l.Addr().String()
}

// TestMatchAgainstAFollower plays the same match with the net itself and with the
// net as a peer, in either place. The games have to be the same.
func TestMatchAgainstAFollower(t *testing.T) {
	const itself = "shipped,visits=1"
	endgames, err := tablefiles.Load("", os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	s, err := parseSpec(itself)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.open(t.Context(), 1, endgames)
	if err != nil {
		t.Fatal(err)
	}
	peer := "dxp:" + follower(t, func() match.Player {
		pl, err := p.make()
		if err != nil {
			t.Error(err)
		}
		return pl
	})
	file := filepath.Join(t.TempDir(), "games.pdn")
	played := func(first, second string) (games []string, white string) {
		var stdout, stderr bytes.Buffer
		args := []string{"--first", first, "--second", second, "--games", "10", "--workers", "1", "--pdn", file}
		if code := cli.Run(t.Context(), command(), args, &stdout, &stderr); code != cli.Done {
			t.Fatalf("%v ends with %d: %s", args, code, &stderr)
		}
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for g := range pdn.NewReader(f, file).All() {
			text := g.Result
			for m := range g.Moves() {
				text += " " + m.Text
			}
			games = append(games, text)
			if g.Number == 1 {
				white = g.Tag("White")
			}
		}
		return games, white
	}
	want, _ := played(itself, itself)
	if len(want) != 10 {
		t.Fatalf("%d games, want 10", len(want))
	}
	if got, white := played(itself, peer); !slices.Equal(got, want) || !strings.HasPrefix(white, "shipped net") {
		t.Errorf("with the peer as the second player, %s has White in\n%q\nwant\n%q", white, got, want)
	}
	if got, white := played(peer, itself); !slices.Equal(got, want) || !strings.HasPrefix(white, "DXP peer 127.0.0.1:") {
		t.Errorf("with the peer as the first player, %s has White in\n%q\nwant\n%q", white, got, want)
	}
}

// TestMatchWithoutItsPeer: a peer that goes away between two games has not lost those
// to come, and is no proof of a test. The same command goes on when it is back.
func TestMatchWithoutItsPeer(t *testing.T) {
	address := "127.0.0.1:0"
	listen := func(games int) {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		address = l.Addr().String()
		go func() {
			conn, err := l.Accept()
			l.Close()
			if err != nil {
				return
			}
			s := dxp.NewSession(conn, dxp.Config{Name: "follower", Patience: time.Minute})
			defer s.Close()
			for range games {
				if _, err := s.Accept(t.Context()); err != nil {
					return
				}
				if _, err := s.Play(t.Context(), &match.Reference{Depth: 1}, rand.New(rand.NewPCG(1, 1))); err != nil {
					return
				}
			}
		}()
	}
	journal := filepath.Join(t.TempDir(), "j")
	played := func() (code int, stdout, stderr string, lines int) {
		var out, said bytes.Buffer
		args := []string{"--first", "ref:1", "--second", "dxp:" + address, "--games", "6", "--sprt", "0,50", "--workers", "1", "--journal", journal}
		code = cli.Run(t.Context(), command(), args, &out, &said)
		content, err := os.ReadFile(journal)
		if err != nil {
			t.Fatal(err)
		}
		return code, out.String(), said.String(), bytes.Count(content, []byte("\n"))
	}
	listen(3)
	code, stdout, stderr, lines := played()
	for _, want := range []string{
		"match: game 4 cannot begin: the second player: no connection to the DXP peer: ",
		"The match has ended after 3 games: nothing in " + journal + " is lost, the same command goes on once that player can play",
	} {
		if !strings.Contains(stderr, want) {
			t.Errorf("it says %s, want %q", stderr, want)
		}
	}
	if code != cli.Failed || stdout != "" || lines != 1+3 {
		t.Errorf("it ends with %d, %q and %d lines in the journal: want %d, nothing and 4", code, stdout, lines, cli.Failed)
	}
	listen(3)
	if code, stdout, stderr, lines = played(); code != cli.Done || strings.Contains(stdout, "faults") || lines != 1+6 {
		t.Errorf("it ends with %d, %s, %s and %d lines in the journal: want %d and 7", code, stdout, stderr, lines, cli.Done)
	}
}

func TestFollowerUsage(t *testing.T) {
	for _, test := range []struct {
		first, workers, want string
		code                 int
	}{
		{"dxp:localhost", "1", `--first: "dxp:localhost": want dxp: and where the peer listens, as in dxp:localhost:27531`, cli.WrongUsage},
		{"dxp::27531", "1", "want dxp: and where the peer listens", cli.WrongUsage},
		{"dxp:localhost:1,visits=3", "1", `--first: "visits=3": a DXP peer has one setting`, cli.WrongUsage},
		{"dxp:localhost:1,minutes=0", "1", "want 1 to 999, as in minutes=5", cli.WrongUsage},
		{"dxp:localhost:1", "2", "--workers is 2: want --workers 1, as the DXP peer of --first has one connection", cli.WrongUsage},
		{"dxp:127.0.0.1:1,minutes=2", "1", "--first: no connection to the DXP peer: ", cli.Failed},
	} {
		var out, stderr bytes.Buffer
		code := cli.Run(t.Context(), command(), []string{"--first", test.first, "--second", "ref:1", "--workers", test.workers}, &out, &stderr)
		if code != test.code || !strings.Contains(stderr.String(), test.want) {
			t.Errorf("%s ends with %d, %s: want %d, %q", test.first, code, &stderr, test.code, test.want)
		}
	}
}
