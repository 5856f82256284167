package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drafthorse/alphabeta"
	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/console"
	"drafthorse/cmd/internal/tablefiles"
	"drafthorse/dxp"
	"drafthorse/endgame"
	"drafthorse/internal/memory"
	"drafthorse/internal/plural"
	"drafthorse/match"
	"drafthorse/mcts"
	weights "drafthorse/net"
	"drafthorse/net/shipped"
	"drafthorse/parallel"
	"drafthorse/pdn"
	"drafthorse/rules"
)

const dxpHelp = `With --dxp-listen or --dxp-connect, hub plays games by the DamExchange protocol
(DXP) with the net that comes with the program. One of the two programs listens
and the other connects; independent of that one is the initiator, which proposes
the games and their terms, and the other the follower. After each game a line on
stderr says how it ended, and --pdn keeps it.

A follower that listens plays all that come, one after another, until --dxp-games
are played or Ctrl-C. At the first Ctrl-C the game under way is ended when it is
our turn. The peer may chat, which is shown, and take moves back.`

const dxpExample = `  go run ./cmd/hub --dxp-listen :27531
  go run ./cmd/hub --dxp-connect localhost:27531 --dxp-role initiator --dxp-games 10 --dxp-minutes 2 --pdn games.pdn`

// dxpOptions are the flags of games by DXP.
type dxpOptions struct {
	listen, connect, role, name, fen, color string
	games, minutes, moves                   int
	patience, moveTime                      time.Duration
	keepMoves                               bool
	search                                  string
	threads, table                          int
	pdn                                     string
}

// addFlags gives a command the flags.
func (o *dxpOptions) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.listen, "dxp-listen", "", "play by DXP with whoever connects to this address, as in :"+dxp.Port)
	f.StringVar(&o.connect, "dxp-connect", "", "play by DXP with the program that listens there, as in localhost:"+dxp.Port)
	f.StringVar(&o.role, "dxp-role", "follower", "initiator, who proposes the games, or follower")
	f.IntVar(&o.games, "dxp-games", 0, "games to play; 0 is one for an initiator, and as many as are proposed for a follower")
	f.StringVar(&o.name, "dxp-name", "drafthorse", "our name for the peer, up to 32 characters")
	f.IntVar(&o.minutes, "dxp-minutes", 5, "minutes of each side for a game, 0 for no limit (initiator)")
	f.IntVar(&o.moves, "dxp-moves", 0, "moves of each side after which a game is ended, 0 for no limit (initiator)")
	f.StringVar(&o.fen, "dxp-fen", "", "first position of each game as FEN; the start if empty (initiator)")
	f.StringVar(&o.color, "dxp-color", "white", "what we play in the first game, white or black; then by turns (initiator)")
	f.DurationVar(&o.patience, "dxp-patience", 10*time.Minute, "how long the peer may be silent, beside the time that it has left for its move")
	f.BoolVar(&o.keepMoves, "dxp-keep-moves", false, "refuse to take moves back")
	f.StringVar(&o.search, "dxp-search", "alphabeta", "how our moves are found: alphabeta or mcts")
	f.IntVar(&o.threads, "dxp-threads", 1, "cores that our search uses")
	f.IntVar(&o.table, "dxp-table", 64, "MiB for the positions that alphabeta remembers")
	f.DurationVar(&o.moveTime, "dxp-move-time", 5*time.Second, "the longest that we think about a move")
	f.StringVar(&o.pdn, "pdn", "", "file to add the games to")
}

// proposed reports whether a flag says something of the games that only their
// initiator proposes.
func proposed(name string) bool {
	return slices.Contains([]string{"dxp-minutes", "dxp-moves", "dxp-fen", "dxp-color"}, name)
}

// wanted reports whether the flags ask for games by DXP.
func (o *dxpOptions) wanted() bool { return o.listen != "" || o.connect != "" }

// check refuses flags that make no sense, and returns the first position.
func (o *dxpOptions) check() (rules.Position, error) {
	start := rules.Start()
	switch {
	case o.listen != "" && o.connect != "":
		return start, cli.Usage("--dxp-listen and --dxp-connect: want one of them")
	case o.role != "initiator" && o.role != "follower":
		return start, cli.Usage("--dxp-role %s: want initiator or follower", o.role)
	case o.color != "white" && o.color != "black":
		return start, cli.Usage("--dxp-color %s: want white or black", o.color)
	case o.search != "alphabeta" && o.search != "mcts":
		return start, cli.Usage("--dxp-search %s: want alphabeta or mcts", o.search)
	case o.games < 0:
		return start, cli.Usage("--dxp-games is %d: want 0 or more", o.games)
	case o.minutes < 0 || o.minutes > 999:
		return start, cli.Usage("--dxp-minutes is %d: want 0 to 999", o.minutes)
	case o.moves < 0 || o.moves > 999:
		return start, cli.Usage("--dxp-moves is %d: want 0 to 999", o.moves)
	case o.threads < 1 || o.threads > parallel.MaxThreads:
		return start, cli.Usage("--dxp-threads is %d: want 1 to %d", o.threads, parallel.MaxThreads)
	case o.table < 1:
		return start, cli.Usage("--dxp-table is %d: want 1 or more", o.table)
	case o.moveTime <= 0:
		return start, cli.Usage("--dxp-move-time is %v: want more than 0", o.moveTime)
	case o.patience <= 0:
		return start, cli.Usage("--dxp-patience is %v: want more than 0", o.patience)
	}
	if err := console.CheckTables(o.table, memory.Limit()); err != nil {
		return start, cli.Usage("--dxp-table: %w", err)
	}
	if _, err := dxp.Append(nil, dxp.GameAnswer{Name: o.name}); err != nil {
		return start, cli.Usage("--dxp-name %q: want 1 to 32 printable characters of ASCII, no blank at its ends", o.name)
	}
	if o.fen == "" {
		return start, nil
	}
	start, err := rules.ParseFEN(o.fen)
	if err == nil && len(start.AppendMoves(nil)) == 0 {
		err = fmt.Errorf("no move is left in %s: want a position to play from", o.fen)
	}
	if err != nil {
		return start, cli.Usage("--dxp-fen: %w", err)
	}
	return start, nil
}

// run plays the games. A folder may hold more endgame tables.
func (o *dxpOptions) run(c *cobra.Command, folder string) error {
	start, err := o.check()
	if err != nil {
		return err
	}
	t := table{dxpOptions: *o, start: start, stderr: c.ErrOrStderr()}
	if t.games == 0 && t.role == "initiator" {
		t.games = 1
	}
	endgames, err := tablefiles.Load(folder, t.stderr)
	if err != nil {
		return err
	}
	t.player = o.player(shipped.Net(), endgames)
	if o.pdn != "" {
		if err := cli.CheckOutput("pdn", o.pdn, ".pdn"); err != nil {
			return err
		}
		f, err := os.OpenFile(o.pdn, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
		if err != nil {
			return cli.Usage("--pdn: %w", err)
		}
		t.record = f
		defer f.Close() // every game was written without an error
	}
	if o.connect != "" {
		return t.call(c.Context())
	}
	return t.receive(c.Context())
}

// player makes the player that the flags ask for.
func (o *dxpOptions) player(n *weights.Network, endgames *endgame.Tables) match.Player {
	if o.search == "alphabeta" {
		return &match.AlphaBeta{
			Searcher: alphabeta.NewSearcher(alphabeta.Config{Threads: o.threads}, n, endgames, alphabeta.NewTable(o.table)),
			Time:     o.moveTime, Now: time.Now,
		}
	}
	evaluator := func() mcts.Evaluator { return weights.NewEvaluator(n) }
	p := match.NewThreadedSearcher(mcts.DefaultConfig().ForPlay(), o.threads, evaluator, endgames.Prove, 0)
	p.Time, p.Now = o.moveTime, time.Now
	return p
}

// table is where the games are played.
type table struct {
	dxpOptions
	start  rules.Position
	player match.Player
	record *os.File // nil if the games are not kept
	stderr io.Writer
	played int
	broken int    // of those played: ended by an error
	score  [3]int // won, drawn and lost of those that were decided
}

// call plays with the peer that listens.
func (t *table) call(ctx context.Context) error {
	conn, err := dxp.Dial(ctx, t.connect)
	if err != nil {
		return errors.Join(context.Cause(ctx), fmt.Errorf("--dxp-connect: %w", err))
	}
	if err := t.playAll(ctx, conn); err != nil {
		return err
	}
	if t.played < t.games {
		return fmt.Errorf("the peer wants no more games: %d of %d played", t.played, t.games)
	}
	return nil
}

// receive plays with the peers that connect, one after another.
func (t *table) receive(ctx context.Context) error {
	listener, err := net.Listen("tcp", t.listen)
	if err != nil {
		return cli.Usage("--dxp-listen: %w", err)
	}
	defer listener.Close()
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	for t.games == 0 || t.played < t.games {
		fmt.Fprintf(t.stderr, "waiting for a DXP peer at %v\n", listener.Addr())
		conn, err := listener.Accept()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		if err := t.playAll(ctx, conn); errors.Is(err, cli.ErrInterrupted) || errors.Is(err, errKeeping) {
			return err
		} else if err != nil {
			fmt.Fprintf(t.stderr, "warning: %v\n", err)
		}
	}
	if t.broken > 0 {
		return fmt.Errorf("%d of %s broken off", t.broken, plural.Count(t.played, "game"))
	}
	return nil
}

// playAll plays all games that this peer and the flags want.
func (t *table) playAll(ctx context.Context, conn net.Conn) error {
	fmt.Fprintf(t.stderr, "connected with %v\n", conn.RemoteAddr())
	s := dxp.NewSession(conn, dxp.Config{
		Name: t.name, Patience: t.patience, KeepMoves: t.keepMoves,
		Heard:   func(text string) { fmt.Fprintf(t.stderr, "the peer says %q\n", text) },
		Refused: func(reason error) { fmt.Fprintf(t.stderr, "refused a game that the peer proposed: %v\n", reason) },
	})
	defer s.Close() // all has been said by then
	for t.games == 0 || t.played < t.games {
		own, err := t.begin(ctx, s)
		switch {
		case errors.Is(err, dxp.ErrStopped), errors.Is(err, io.EOF) && t.role == "follower":
			return nil
		case err != nil:
			return err
		}
		fmt.Fprintf(t.stderr, "game %d as %v against %s has begun\n", t.played+1, own, s.Peer())
		s.Last = t.played+1 == t.games
		ending, err := s.Play(ctx, t.player, nil)
		t.played++
		t.tell(s, own, ending)
		if t.record != nil {
			if err := t.keep(s, own, ending); err != nil {
				return err
			}
		}
		if err != nil {
			t.broken++
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

// begin begins the next game and returns what we play in it.
func (t *table) begin(ctx context.Context, s *dxp.Session) (rules.Color, error) {
	if t.role == "follower" {
		terms, err := s.Accept(ctx)
		return terms.Own, err
	}
	own := rules.White
	if (t.color == "black") != (t.played%2 == 1) {
		own = rules.Black
	}
	return own, s.Propose(ctx, dxp.Terms{Own: own, Start: t.start, Minutes: t.minutes, Moves: t.moves})
}

// tell prints how a game ended.
func (t *table) tell(s *dxp.Session, own rules.Color, e dxp.Ending) {
	result := "undecided"
	if e.Outcome.Result != rules.Undecided {
		points := e.Outcome.Result.For(own)
		result = [...]string{"won", "drawn", "lost"}[1-points]
		t.score[1-points]++
	}
	fmt.Fprintf(t.stderr, "game %d as %v against %s: %s, %s, after %s; +%d =%d -%d\n", t.played, own, s.Peer(),
		result, e.Reason, plies(s.Game().Ply()), t.score[0], t.score[1], t.score[2])
}

// plies writes a number of plies.
func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

// errKeeping is wrapped by an error of keeping a game, after which no more are
// played.
var errKeeping = errors.New("the game is not kept")

// keep adds a game to the file.
func (t *table) keep(s *dxp.Session, own rules.Color, e dxp.Ending) error {
	var text strings.Builder
	info, err := t.record.Stat()
	if err == nil {
		if info.Size() > 0 {
			text.WriteByte('\n')
		}
		err = pdn.NewWriter(&text).Write(t.gameRecord(s, own, e))
	}
	if err == nil {
		_, err = t.record.WriteString(text.String())
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errKeeping, err)
	}
	return nil
}

// gameRecord returns a game as PDN.
func (t *table) gameRecord(s *dxp.Session, own rules.Color, e dxp.Ending) *pdn.Game {
	names := [2]string{t.name, s.Peer()}
	result := pdn.ResultText(e.Outcome.Result)
	game := &pdn.Game{Result: result}
	game.SetTag("Event", "DXP")
	game.SetTag("Date", time.Now().Format("2006.01.02"))
	game.SetTag("White", names[own])
	game.SetTag("Black", names[own.Opponent()])
	game.SetTag("Result", result)
	game.SetTag("GameType", "20")
	p := s.Game().Start()
	if p != rules.Start() {
		game.SetTag("SetUp", "1")
		game.SetTag("FEN", p.FEN())
	}
	game.Movetext = append(pdn.Played(p, s.Game().Played()), pdn.Remark(e.Reason))
	return game
}
