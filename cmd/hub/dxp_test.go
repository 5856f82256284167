package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"drafthorse/cmd/internal/cli"
	"drafthorse/pdn"
)

// said is what a command says on stderr, which may be looked at while it runs.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{} // one token for each write that nobody has waited for, at most one
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.Write(p)
	select {
	case s.more <- struct{}{}:
	default:
	}
	return len(p), nil
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// program is a hub command that runs.
type program struct {
	*said
	stop context.CancelCauseFunc
	code chan int
}

func start(t *testing.T, args ...string) program {
	t.Helper()
	ctx, stop := context.WithCancelCause(t.Context())
	p := program{&said{more: make(chan struct{}, 1)}, stop, make(chan int, 1)}
	go func() { p.code <- cli.Run(ctx, command(), args, p.said, p.said) }()
	return p
}

// until waits until the command has said something that the pattern matches, and
// returns its first group.
func (p program) until(t *testing.T, pattern string) string {
	t.Helper()
	for ended := false; ; {
		if found := regexp.MustCompile(pattern).FindStringSubmatch(p.String()); found != nil {
			return found[1]
		}
		if ended {
			t.Fatalf("ended before %q:\n%s", pattern, p)
		}
		select {
		case <-p.more:
		case code := <-p.code: // its last words may have come since the look above
			p.code <- code
			ended = true
		}
	}
}

// ends waits for the command to end.
func (p program) ends(t *testing.T, want int) {
	t.Helper()
	if code := <-p.code; code != want {
		t.Errorf("ended with %d, want %d:\n%s", code, want, p)
	}
}

const address = `waiting for a DXP peer at (\S+)\n`

// games reads a PDN file and checks that its games can be replayed.
func games(t *testing.T, file string) []*pdn.Game {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []*pdn.Game
	r := pdn.NewReader(f, file)
	for g := range r.All() {
		if _, err := g.Replay(); err != nil || len(g.Problems) > 0 {
			t.Errorf("%v, %v", err, g.Problems)
		}
		all = append(all, g)
	}
	if err := r.Err(); err != nil {
		t.Error(err)
	}
	return all
}

func moveList(g *pdn.Game) string {
	var text []string
	for m := range g.Moves() {
		text = append(text, m.Text)
	}
	return strings.Join(text, " ")
}

// TestTenGames has two hubs play in either role and either way of connecting,
// alpha-beta against tree search, and compares what they keep.
func TestTenGames(t *testing.T) {
	for _, listener := range []string{"initiator", "follower"} {
		t.Run(listener+" listens", func(t *testing.T) {
			dir := t.TempDir()
			role := map[string][]string{
				"initiator": {"--dxp-role", "initiator", "--dxp-name", "Alpha", "--dxp-games", "10", "--dxp-moves", "60", "--dxp-move-time", "1ms"},
				"follower":  {"--dxp-name", "Monte", "--dxp-search", "mcts", "--dxp-move-time", "1ms", "--dxp-threads", "2"},
			}
			other := map[string]string{"initiator": "follower", "follower": "initiator"}[listener]
			a := start(t, append(role[listener], "--dxp-listen", "127.0.0.1:0", "--pdn", filepath.Join(dir, listener))...)
			b := start(t, append(role[other], "--dxp-connect", a.until(t, address), "--pdn", filepath.Join(dir, other))...)
			b.ends(t, cli.Done)
			if listener == "follower" { // which goes on with whoever comes next
				a.until(t, `(?s)10 as.*(waiting)`)
				a.stop(cli.ErrInterrupted)
				a.ends(t, cli.Interrupted)
			} else {
				a.ends(t, cli.Done)
			}
			first, second := games(t, filepath.Join(dir, "initiator")), games(t, filepath.Join(dir, "follower"))
			if len(first) != 10 || len(second) != 10 {
				t.Fatalf("%d and %d games, want 10", len(first), len(second))
			}
			for i, g := range first {
				h := second[i]
				white := [...]string{"Alpha", "Monte"}[i%2]
				if g.Tag("White") != white || h.Tag("White") != white || g.Tag("Black") == white {
					t.Errorf("game %d: %v and %v, want %s to have White", i, g.Tags, h.Tags, white)
				}
				if g.Result != h.Result || moveList(g) != moveList(h) {
					t.Errorf("game %d is\n%s %s\nand\n%s %s", i, moveList(g), g.Result, moveList(h), h.Result)
				}
			}
		})
	}
}

// TestPositionAndInterrupt plays from a position until the initiator is stopped.
func TestPositionAndInterrupt(t *testing.T) {
	dir := t.TempDir()
	const fen = "B:W27,28,32,37,38,42,K50:B3,8,9,11,13,14,17"
	file := filepath.Join(dir, "games.pdn")
	a := start(t, "--dxp-listen", "127.0.0.1:0", "--dxp-move-time", "1ms", "--dxp-games", "1")
	b := start(t, "--dxp-connect", a.until(t, address), "--dxp-role", "initiator", "--dxp-fen", fen, "--dxp-color", "black",
		"--dxp-move-time", "300ms", "--pdn", file, "--dxp-games", "3")
	b.until(t, `(begun)`)
	b.stop(cli.ErrInterrupted)
	b.ends(t, cli.Interrupted)
	a.ends(t, cli.Done)
	all := games(t, file)
	if len(all) != 1 {
		t.Errorf("%d games, want 1", len(all))
	}
	for _, g := range all {
		if g.Tag("FEN") != fen || g.Tag("Black") != "drafthorse" || g.Result != "*" {
			t.Errorf("%v %s: want the position and no result", g.Tags, g.Result)
		}
	}
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// readMessage reads the only message that the hub has sent.
func readMessage(t *testing.T, p net.Conn) {
	t.Helper()
	if _, err := bufio.NewReader(p).ReadString(0); err != nil {
		t.Fatal(err)
	}
}

// TestPeerIsGone ends a follower's game without a result; it goes on with the next
// peer.
func TestPeerIsGone(t *testing.T) {
	a := start(t, "--dxp-listen", "127.0.0.1:0", "--dxp-move-time", "1ms")
	p := dial(t, a.until(t, address))
	p.Write([]byte("R01probe                           Z001003A\x00M0000312600\x00M00"))
	p.Close()
	a.until(t, `game 1 as Black against probe: (undecided), `)
	p = dial(t, a.until(t, `(?s)warning: .*`+address))
	p.Write([]byte("R01probe                           W001003A\x00Chello\x00"))
	a.until(t, `the peer says ("hello")`)
	a.stop(cli.ErrInterrupted)
	p.Close()
	a.ends(t, cli.Interrupted)
}

// TestBrokenOff says by its exit code that a game was not played to its end, whoever
// listens and whoever proposes; the games after it are played.
func TestBrokenOff(t *testing.T) {
	for role, opening := range map[string]string{
		"initiator": "Aprobe                           0\x00M00", // in the middle of its move
		"follower":  "R01probe                           Z001003A\x00M0000312600\x00",
	} {
		a := start(t, "--dxp-listen", "127.0.0.1:0", "--dxp-role", role, "--dxp-games", "2", "--dxp-move-time", "1ms")
		at := a.until(t, address)
		for game := range 2 {
			p := dial(t, at)
			if role == "initiator" {
				readMessage(t, p) // an answer before its proposal is refused
			}
			p.Write([]byte(opening))
			a.until(t, fmt.Sprintf(`game %d as \S+ against probe (has) begun`, game+1))
			p.Close()
			a.until(t, fmt.Sprintf(`(?s)game %d as \S+ against probe: (undecided), .*warning: `, game+1))
		}
		a.ends(t, cli.Failed)
		if want := "hub: 2 of 2 games broken off\n"; !strings.HasSuffix(a.String(), want) {
			t.Errorf("%s: %s, want %q", role, a, want)
		}
	}
}

// TestRefusedProposal says why a game is not played.
func TestRefusedProposal(t *testing.T) {
	a := start(t, "--dxp-listen", "127.0.0.1:0")
	p := dial(t, a.until(t, address))
	p.Write([]byte("R02x\x00R01probe                           Z1A\x00"))
	a.until(t, `refused a game that the peer proposed: (version 02 of the protocol: want 01)\n`)
	a.until(t, `refused a game that the peer proposed: message "R01probe +Z1A", (column 3\d): `)
	p.Close()
	a.stop(cli.ErrInterrupted)
	a.ends(t, cli.Interrupted)
	// As an initiator it is told the peer's reason.
	a = start(t, "--dxp-listen", "127.0.0.1:0", "--dxp-role", "initiator")
	p = dial(t, a.until(t, address))
	readMessage(t, p)
	p.Write([]byte("Aprobe                           2\x00"))
	a.until(t, `warning: (the peer refuses the game: it refuses this game)`)
	p.Close()
	a.stop(cli.ErrInterrupted)
	a.ends(t, cli.Interrupted)
}

// TestLastGame tells the peer that there is no other one.
func TestLastGame(t *testing.T) {
	a := start(t, "--dxp-listen", "127.0.0.1:0", "--dxp-role", "initiator", "--dxp-color", "black", "--dxp-minutes", "7",
		"--dxp-moves", "20", "--dxp-games", "2", "--dxp-move-time", "1ms")
	p := dial(t, a.until(t, address))
	defer p.Close()
	r := bufio.NewReader(p)
	for _, want := range []struct{ request, end string }{
		{"R01drafthorse                      W007020A\x00", "E00\x00"},
		{"R01drafthorse                      Z007020A\x00", "E01\x00"},
	} {
		if got, err := r.ReadString(0); got != want.request {
			t.Errorf("%q, %v: want %q", got, err, want.request)
		}
		p.Write([]byte("Aprobe                           0\x00"))
		if strings.Contains(want.request, "Z") { // we play Black and wait for White's move
			r.ReadString(0)
		}
		p.Write([]byte("E10\x00"))
		if got, err := r.ReadString(0); got != want.end {
			t.Errorf("%q, %v: want %q", got, err, want.end)
		}
	}
	a.ends(t, cli.Done)
	if want := "game 2 as White against probe: won, the peer resigned, after 1 ply; +2 =0 -0\n"; !strings.HasSuffix(a.String(), want) {
		t.Errorf("%s, want %q", a, want)
	}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--dxp-games 2", "--dxp-games goes with games by DXP: want --dxp-listen ADDRESS or --dxp-connect HOST:PORT"},
		{"--pdn x.pdn", "--pdn goes with games by DXP"},
		{"--dxp-listen :0 --set threads=2", "--set is for the Hub protocol"},
		{"--dxp-listen :0 --dxp-connect x:1", "want one of them"},
		{"--dxp-listen :0 --dxp-role boss", "--dxp-role boss: want initiator or follower"},
		{"--dxp-listen :0 --dxp-minutes 5", "--dxp-minutes is for who proposes the games: want --dxp-role initiator with it"},
		{"--dxp-listen :0 --dxp-role follower --dxp-moves 40", "--dxp-moves is for who proposes the games"},
		{"--dxp-connect x:1 --dxp-fen W:W31:B20", "--dxp-fen is for who proposes the games"},
		{"--dxp-connect x:1 --dxp-color white", "--dxp-color is for who proposes the games"},
		{"--dxp-listen :0 --dxp-role initiator --dxp-color red", "--dxp-color red: want white or black"},
		{"--dxp-listen :0 --dxp-search dfs", "want alphabeta or mcts"},
		{"--dxp-listen :0 --dxp-games -1", "--dxp-games is -1: want 0 or more"},
		{"--dxp-listen :0 --dxp-role initiator --dxp-minutes 1000", "--dxp-minutes is 1000: want 0 to 999"},
		{"--dxp-listen :0 --dxp-role initiator --dxp-moves -1", "--dxp-moves is -1: want 0 to 999"},
		{"--dxp-listen :0 --dxp-threads 0", "--dxp-threads is 0: want 1 to 64"},
		{"--dxp-listen :0 --dxp-move-time 0s", "--dxp-move-time is 0s"},
		{"--dxp-listen :0 --dxp-patience 0s", "--dxp-patience is 0s"},
		{"--dxp-listen :0 --dxp-name café", `--dxp-name "café": want 1 to 32 printable`},
		{"--dxp-listen :0 --dxp-role initiator --dxp-fen W", "--dxp-fen: FEN"},
		{"--dxp-listen :0 --dxp-role initiator --dxp-fen W:W:B20", "--dxp-fen: no move is left"},
		{"--dxp-listen :0 --dxp-table 0", "--dxp-table is 0: want 1 or more"},
		{"--dxp-listen :0 --dxp-table 999999999", "--dxp-table: 999999999 MiB for tables: this machine has room for at most "},
		{"--dxp-listen :0 --dxp-search mcts --dxp-table 64", "--dxp-table is for alphabeta"},
		{"hub --dxp-listen :0", "hub is for the Hub protocol: want no argument with games by DXP"},
		{"hub hub", "2 arguments: want none, or the one word hub"},
		{"dxp", `"dxp": want no argument, or the one word hub`},
		{"--dxp-listen nowhere", "--dxp-listen: "},
		{"--dxp-listen :0 --pdn .", "--pdn: "},
	} {
		p := start(t, strings.Fields(test.args)...)
		p.ends(t, cli.WrongUsage)
		if !strings.Contains(p.String(), test.want) {
			t.Errorf("%s: %s, want %q", test.args, p, test.want)
		}
	}
	p := start(t, "--dxp-connect", "127.0.0.1:1", "--dxp-role", "initiator")
	p.ends(t, cli.Failed)
	if want := "--dxp-connect: dial tcp 127.0.0.1:1: "; !strings.Contains(p.String(), want) {
		t.Errorf("%s, want %q", p, want)
	}
}
