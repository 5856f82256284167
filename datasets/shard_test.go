package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"drafthorse/rules"
	"drafthorse/store"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
)

func open(t testing.TB, dir string) *store.Manifest {
	t.Helper()
	m, err := store.OpenManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// second drops the value of a call whose error is wanted.
func second[T any](_ T, err error) error { return err }

func wantDamage(t *testing.T, err error, text string) {
	t.Helper()
	if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), text) {
		t.Fatalf("error %v, want damage with %q", err, text)
	}
}

const kindShard store.Kind = "shard"

// commitGames commits games as a shard and returns its record.
func commitGames(t testing.TB, m *store.Manifest, name string, games []Game) store.Record {
	t.Helper()
	file := shardBytes(t, games)
	rows := 0
	for _, g := range games {
		rows += len(g.Searches)
	}
	facts := store.Facts{FirstGame: games[0].ID, Games: len(games), Rows: rows}
	r, err := m.Commit(kindShard, name, facts, func(w io.Writer) error {
		_, err := w.Write(file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func readGames(s *Shard) (games []Game, err error) {
	for g, err := range s.Games() {
		if err != nil {
			return games, err
		}
		games = append(games, *g)
	}
	return games, nil
}

func TestGamesRoundTrip(t *testing.T) {
	dir := t.TempDir()
	m := open(t, dir)
	games := randomGames(t, 1, 240)
	r := commitGames(t, m, "games/1.arrow", games)
	shard, err := OpenShard(dir, r)
	if err != nil {
		t.Fatal(err)
	}
	if shard.Metadata != metadata || shard.NumGames != len(games) {
		t.Errorf("shard of %d games with %+v, want %d and %+v", shard.NumGames, shard.Metadata, len(games), metadata)
	}
	got, err := readGames(shard)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, games) {
		t.Errorf("the games read differ from those written")
	}
	endings := make(map[Ending]bool)
	bare := false
	for _, g := range games {
		endings[g.Ending] = true
		bare = bare || len(g.Searches) == 0
	}
	for _, e := range []Ending{NoPieces, NoMoves, Repetition, FiveMoves, LengthCap, Adjudicated} {
		if !endings[e] {
			t.Errorf("no game ended by %s: the test needs other games", e)
		}
	}
	if !bare {
		t.Errorf("no game without a search: the test needs other games")
	}
}

// Every stored row is derived again with nothing but rules.Game.
func TestRowsFollowFromTheirGames(t *testing.T) {
	games := randomGames(t, 2, 60)
	shard, err := parseShard("shard", shardBytes(t, games))
	if err != nil {
		t.Fatal(err)
	}
	var want []Row
	for _, g := range games {
		game := rules.NewGame(g.Start)
		searches := g.Searches
		for ply, move := range g.Moves {
			if len(searches) > 0 && searches[0].Ply == ply {
				p := game.Position()
				want = append(want, Row{
					GameID: g.ID, Position: p, Draws: game.Draws(), Search: searches[0],
					Played:  slices.IndexFunc(searches[0].Candidates, func(c Candidate) bool { return c.Move == move }),
					Outcome: g.Result.For(p.Turn()), Ending: g.Ending, PliesLeft: len(g.Moves) - ply,
				})
				searches = searches[1:]
			}
			game.Push(move)
		}
	}
	i := 0
	for row, err := range shard.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		if i == len(want) || !reflect.DeepEqual(*row, want[i]) {
			t.Fatalf("row %d = %+v, want another", i, *row)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d rows, want %d", i, len(want))
	}
}

func TestSeveralBatches(t *testing.T) {
	game := randomGames(t, 3, 1)[0]
	for i := range game.Moves {
		p := rules.NewGame(game.Start)
		for _, m := range game.Moves[:i] {
			p.Push(m)
		}
		s := Search{Ply: i, Draw: 1}
		for _, m := range p.Moves() {
			s.Candidates = append(s.Candidates, Candidate{Move: m, Visits: 1})
		}
		game.Searches = append(game.Searches[:i], s)
	}
	games := make([]Game, 2*batchRows/len(game.Moves)+1)
	for i := range games {
		games[i] = game
		games[i].ID = uint64(i)
	}
	shard, err := parseShard("shard", shardBytes(t, games))
	if err != nil {
		t.Fatal(err)
	}
	got, err := readGames(shard)
	if err != nil || !reflect.DeepEqual(got, games) {
		t.Errorf("%d games of %d rows came back as %d, error %v", len(games), shard.NumRows, len(got), err)
	}
}

func TestSameGamesSameBytes(t *testing.T) {
	games := randomGames(t, 4, 300)
	want := shardBytes(t, games)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, threads := range []int{1, 4} {
		runtime.GOMAXPROCS(threads)
		if got := shardBytes(t, randomGames(t, 4, 300)); !bytes.Equal(got, want) {
			t.Errorf("with %d threads the same games gave other bytes", threads)
		}
	}
}

// Arrow's own file reader, which uses the footer, finds the same as this
// package's way in.
func TestArrowFileReaderReadsShards(t *testing.T) {
	games := randomGames(t, 5, 20)
	file := shardBytes(t, games)
	reader, err := ipc.NewFileReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if want := schema(metadata, counts{20, 0}); !reader.Schema().Equal(want) {
		t.Errorf("schema %v, want %v", reader.Schema(), want)
	}
	rows := int64(0)
	for i := range reader.NumRecords() {
		record, err := reader.Record(i)
		if err != nil {
			t.Fatal(err)
		}
		rows += record.NumRows()
	}
	shard, err := parseShard("shard", file)
	if err != nil || int64(shard.NumRows) != rows {
		t.Errorf("%d rows, error %v, want %d rows", shard.NumRows, err, rows)
	}
}

// The table in the package documentation is the schema.
func TestDocumentedSchema(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(doc), "\tcolumn ")
	table, _, _ = strings.Cut(table, "\n\n")
	type column struct{ name, kind string }
	var want []column
	add := func(prefix string, f arrow.Field) {
		kind := f.Type.String()
		if f.Type.ID() == arrow.LIST {
			kind = "list<struct>"
		}
		if f.Nullable {
			kind += ", nullable"
		}
		want = append(want, column{prefix + f.Name, kind})
	}
	for _, f := range fields {
		add("", f)
		if list, ok := f.Type.(*arrow.ListType); ok {
			for _, sub := range list.Elem().(*arrow.StructType).Fields() {
				add(".", sub)
			}
		}
	}
	var got []column
	for _, line := range strings.Split(table, "\n")[1:] {
		const typeAt, meaningAt = 15, 40 // byte columns of the table
		if line = fmt.Sprintf("%-80s", line); strings.TrimSpace(line[:typeAt]) != "" {
			got = append(got, column{strings.TrimSpace(line[:typeAt]), strings.TrimSpace(line[typeAt:meaningAt])})
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("documented columns\n%v\nwant\n%v", got, want)
	}
}

// The numbers stand in files; the names follow rules.Rule.
func TestEndings(t *testing.T) {
	want := []string{"ending 0", "no pieces", "no moves", "repetition", "25 moves", "16 moves", "5 moves", "length cap", "adjudicated", "ending 9"}
	for i, text := range want {
		if got := Ending(i).String(); got != text {
			t.Errorf("Ending(%d) = %q, want %q", i, got, text)
		}
	}
}

func TestWriteShardRefuses(t *testing.T) {
	nan := float32(math.NaN())
	tests := []struct {
		breaks func(g *Game)
		want   string
	}{
		{func(g *Game) { g.Start = rules.Position{} }, "game 9: start: no piece on the board"},
		{func(g *Game) { g.Moves[1] = rules.Move{From: 1, To: 6} }, "game 9: ply 1: 1-6 is not legal"},
		{func(g *Game) { g.Result = rules.Undecided }, "result 0: want White wins"},
		{func(g *Game) { g.Result = rules.BlackWins }, "length cap, yet the result is Black wins: want draw"},
		{func(g *Game) { g.Ending = NoMoves }, "no moves, yet the rule that decides the last position is: none"},
		{func(g *Game) { g.Ending = 0 }, "ending 0, yet the rule"},
		{func(g *Game) { g.Searches[1].Ply = 0 }, "search of ply 0: want ascending plies from 0 to 3"},
		{func(g *Game) { g.Searches[1].Ply = 4 }, "search of ply 4: want ascending plies from 0 to 3"},
		{func(g *Game) { s := &g.Searches[0]; s.Candidates = s.Candidates[1:] }, "ply 0: 8 candidates: want the 9 legal moves"},
		{func(g *Game) { g.Searches[0].Candidates[0].Move.To++ }, "ply 0: candidate 0 is"},
		{func(g *Game) { g.Searches[0].Candidates[2].Prior = nan }, "ply 0: prior NaN of candidate 2: want 0 to 1"},
		{func(g *Game) { g.Searches[0].Candidates[2].Q = 1.5 }, "q 1.5 of candidate 2: want -1 to 1"},
		{func(g *Game) { g.Searches[0].Win = 2 }, "want probabilities with sum 1"},
		{func(g *Game) { g.Searches[0].Weight = float32(math.Inf(1)) }, "weight +Inf: want 0 to 1e+06"},
		{func(g *Game) {
			for i := range g.Searches[0].Candidates {
				g.Searches[0].Candidates[i].Visits = 0
			}
		}, "no visits in 9 candidates"},
	}
	for _, test := range tests {
		g := shortGame()
		test.breaks(&g)
		err := WriteShard(&bytes.Buffer{}, metadata, []Game{g})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
	if err := WriteShard(&bytes.Buffer{}, metadata, []Game{shortGame(), shortGame()}); err == nil {
		t.Errorf("two games with one id were written")
	}
	if err := WriteShard(&bytes.Buffer{}, metadata, nil); err == nil {
		t.Errorf("a shard without games was written")
	}
}

// shortGame is four plies from the start, with searches at the first two, until
// a length cap.
func shortGame() Game {
	g := Game{ID: 9, Start: rules.Start(), Result: rules.Draw, Ending: LengthCap}
	game := rules.NewGame(g.Start)
	for ply := range 4 {
		moves := game.Moves()
		if ply < 2 {
			s := Search{Ply: ply, Win: 0.5, Loss: 0.5, Weight: 1}
			for _, m := range moves {
				s.Candidates = append(s.Candidates, Candidate{Move: m, Visits: 3, Prior: 0.1})
			}
			g.Searches = append(g.Searches, s)
		}
		game.Push(moves[0])
	}
	g.Moves = game.Played()
	return g
}

// What this package's writer refuses can still come from another one. The
// columns are written here as they are given.
func TestReaderRefusesBadValues(t *testing.T) {
	tests := []struct {
		breaks func(r *Row, g *Game)
		want   string
	}{
		{func(r *Row, g *Game) {}, ""},
		{func(r *Row, g *Game) { r.Outcome = 2 }, "row 0: game 9, ply 0: damaged: outcome 2: want 1, 0 or -1"},
		{func(r *Row, g *Game) { r.Outcome = 1 }, "row 1: game 9, ply 1: damaged: outcome 0: want -1, for the game's result is White wins"},
		{func(r *Row, g *Game) { r.Ending = 12 }, "ending 12: want 1 to 8"},
		{func(r *Row, g *Game) { r.Played = 9 }, "move 9 was played of 9 candidates"},
		{func(r *Row, g *Game) { r.Played = 1 }, "ply 0: the row has candidate 1 played: its game gives 0"},
		{func(r *Row, g *Game) { r.PliesLeft = 5 }, "5 plies left: want 4 in a game of 4"},
		{func(r *Row, g *Game) { r.Draws.Five = -2 }, "draw counters -1 and -2: want -1 or more"},
		{func(r *Row, g *Game) { r.Draws.Quiet = 7 }, "the row's draw counters are {7 -1 -1 0}: its game gives {0 -1 -1 0}"},
		{func(r *Row, g *Game) { r.Position = r.Position.Turned() }, "candidate 0 is"},
		{func(r *Row, g *Game) { r.Candidates[0].Move.From = 0 }, "candidate 0 is 0-"},
		{func(r *Row, g *Game) { r.Candidates[0].Move.To = 51 }, "candidate 0 is"},
		{func(r *Row, g *Game) { r.Candidates[0].Move.Captured = 1 << 45 }, "candidate 0 is"},
		{func(r *Row, g *Game) { r.Candidates[0].Q = float32(math.NaN()) }, "q NaN of candidate 0"},
		{func(r *Row, g *Game) { r.Candidates = nil }, "the row is not bare"},
		{func(r *Row, g *Game) { r.GameID = 10 }, "row 1: game 9, ply 1: damaged: the game's first row has no start"},
		{func(r *Row, g *Game) { g.Moves[1] = rules.Move{From: 1, To: 6} }, "ply 1: 1-6 is not legal"},
	}
	for i, test := range tests {
		game := shortGame()
		first := true
		var file bytes.Buffer
		err := writeRows(&file, metadata, counts{1, 2}, func(b *batch) error {
			var rows []Row
			err := game.rows(func(r *Row) error { rows = append(rows, *r); return nil })
			if err != nil {
				return err
			}
			for i := range rows {
				var g *Game
				if first {
					test.breaks(&rows[i], &game)
					g, first = &game, false
				}
				if err := b.add(&rows[i], g); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		shard, err := parseShard("x.arrow", file.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		_, err = readGames(shard)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("test %d: error %v, want %q", i, err, test.want)
		}
	}
}

func TestOtherVersionIsNamed(t *testing.T) {
	file := shardBytes(t, []Game{shortGame()})
	// The key and its value are strings of a flatbuffer: 4 bytes of length, the
	// text, a zero, zeros up to a multiple of 4. The value lies before the key.
	key := bytes.Index(file, []byte(keyVersion))
	at := bytes.LastIndex(file[:key], []byte("\x01\x00\x00\x001\x00\x00\x00"))
	file[at+4] = '7'
	_, err := parseShard("x.arrow", file)
	if want := "x.arrow: written by version 7, this program reads 1"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestMissingShardIsDamage(t *testing.T) {
	dir := t.TempDir()
	m := open(t, dir)
	r := commitGames(t, m, "games/1.arrow", []Game{shortGame()})
	if err := os.Remove(filepath.Join(dir, "games", "1.arrow")); err != nil {
		t.Fatal(err)
	}
	wantDamage(t, second(OpenShard(dir, r)), "games/1.arrow")
}
