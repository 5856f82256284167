package datasets

import (
	"fmt"
	"io"
	"iter"
	"slices"

	"drafthorse/rules"
	"drafthorse/store"
)

// Shard is a shard whose bytes are those of its record and whose schema is this
// version's. It holds the file in memory.
type Shard struct {
	Metadata Metadata
	NumGames int
	NumRows  int // bare rows too

	name string
	file []byte
}

// OpenShard reads the shard that r records in the manifest of folder dir. Size
// and SHA-256 are compared before the bytes are looked at.
func OpenShard(dir string, r store.Record) (*Shard, error) {
	file, err := store.ReadFile(dir, r)
	if err != nil {
		return nil, err
	}
	return parseShard(r.Name, file)
}

func parseShard(name string, file []byte) (*Shard, error) {
	m, n, _, err := readHead(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Shard{Metadata: m, NumGames: n.games, NumRows: n.rows, name: name, file: file}, nil
}

// Rows yields the searched positions in order. A row, its candidates included,
// belongs to the iterator and is valid until the next step. Every value is
// checked for its range, moves only for fitting the position; [Shard.Games]
// checks them against the rules. An error ends the iteration.
func (s *Shard) Rows() iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		for row, err := range s.all() {
			if err != nil {
				yield(nil, err)
				return
			}
			if !row.bare() && !yield(&row.Row, nil) {
				return
			}
		}
	}
}

// Games yields the games in order, each played through again and compared with
// its rows. A game belongs to the caller. An error ends the iteration.
func (s *Shard) Games() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		var game *Game
		var stored []Row
		for row, err := range s.all() {
			if err != nil {
				yield(nil, err)
				return
			}
			if row.game != nil {
				if game != nil && !s.yieldGame(game, stored, yield) {
					return
				}
				game, stored = row.game, nil
			}
			kept := row.Row
			kept.Candidates = slices.Clone(row.Candidates)
			stored = append(stored, kept)
			if !row.bare() {
				game.Searches = append(game.Searches, kept.Search)
			}
		}
		s.yieldGame(game, stored, yield)
	}
}

// yieldGame yields game if its rows follow from it.
func (s *Shard) yieldGame(game *Game, stored []Row, yield func(*Game, error) bool) bool {
	err := game.rows(func(derived *Row) error {
		row := &stored[0]
		stored = stored[1:]
		switch {
		case row.Position != derived.Position:
			return fmt.Errorf("ply %d: the row's position is %s: its game gives %s", row.Ply, row.Position.FEN(), derived.Position.FEN())
		case row.Draws != derived.Draws:
			return fmt.Errorf("ply %d: the row's draw counters are %v: its game gives %v", row.Ply, row.Draws, derived.Draws)
		case row.Played != derived.Played:
			return fmt.Errorf("ply %d: the row has candidate %d played: its game gives %d", row.Ply, row.Played, derived.Played)
		}
		return nil
	})
	if err != nil {
		yield(nil, fmt.Errorf("%s: game %d: %w: %w", s.name, game.ID, store.ErrDamaged, err))
		return false
	}
	return yield(game, nil)
}

// storedRow is a row with the game that its game's first row carries.
type storedRow struct {
	Row
	game *Game // without searches; nil if this is not the first row
}

// all yields every row and checks that the rows make up whole games in order.
func (s *Shard) all() iter.Seq2[*storedRow, error] {
	return func(yield func(*storedRow, error) bool) {
		var row storedRow
		var last sequence
		fail := func(err error) { yield(nil, fmt.Errorf("%s: row %d: %w", s.name, last.rows, err)) }
		b, err := newBatches(s.file)
		if err != nil {
			fail(err)
			return
		}
		for {
			c, err := b.next()
			if err == io.EOF {
				break
			}
			if err != nil {
				fail(err)
				return
			}
			for i := range c.rows {
				err := c.read(i, &row.Row)
				if err == nil {
					row.game, err = c.readGame(i, &row.Row)
				}
				if err == nil {
					err = last.follow(&row)
				}
				if err != nil {
					fail(fmt.Errorf("game %d, ply %d: %w: %w", c.gameID[i], c.ply[i], store.ErrDamaged, err))
					return
				}
				if !yield(&row, nil) {
					return
				}
			}
		}
		if last.games == 0 {
			fail(fmt.Errorf("%w: %w", store.ErrDamaged, errNoGames))
			return
		}
		if last.rows != s.NumRows || last.games != s.NumGames {
			fail(fmt.Errorf("%w: the shard ends after %d games and %d rows: want %d and %d",
				store.ErrDamaged, last.games, last.rows, s.NumGames, s.NumRows))
		}
	}
}

// readGame returns what the first row of a game says of the game, and nil for
// other rows.
func (c *columns) readGame(i int, r *Row) (*Game, error) {
	if !c.first[i] {
		return nil, nil
	}
	start, err := rules.ParseFEN(c.start[i])
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	game := &Game{ID: r.GameID, Start: start, Moves: c.game.list(i), Ending: r.Ending}
	switch turn := r.Position.Turn(); r.Outcome {
	case 1:
		game.Result = rules.WonBy(turn)
	case -1:
		game.Result = rules.WonBy(turn.Opponent())
	default:
		game.Result = rules.Draw
	}
	return game, nil
}

// sequence follows the rows of a shard from one to the next.
type sequence struct {
	games, rows int
	game        Game
	length      int // plies of the game
	ply         int
	bare        bool
}

// follow checks that r continues the game before it or begins one that may come
// after it.
func (s *sequence) follow(r *storedRow) error {
	switch {
	case r.game == nil && s.games == 0:
		return fmt.Errorf("the first row has no start")
	case r.game == nil && r.GameID != s.game.ID:
		return fmt.Errorf("the game's first row has no start")
	case r.game == nil && (r.bare() || s.bare || r.Ply <= s.ply):
		return fmt.Errorf("the row follows ply %d of its game: want ascending plies, and a bare row alone", s.ply)
	case r.game != nil && s.games > 0 && r.GameID <= s.game.ID:
		return fmt.Errorf("a game begins after game %d: want ascending ids", s.game.ID)
	}
	if r.game != nil {
		s.games++
		s.game, s.length = *r.game, len(r.game.Moves)
	}
	if left := s.length - r.Ply; r.PliesLeft != left {
		return fmt.Errorf("%d plies left: want %d in a game of %d", r.PliesLeft, left, s.length)
	}
	if want := s.game.Result.For(r.Position.Turn()); r.Outcome != want {
		return fmt.Errorf("outcome %d: want %d, for the game's result is %s", r.Outcome, want, s.game.Result)
	}
	if r.Ending != s.game.Ending {
		return fmt.Errorf("ending %s: want %s as in the game's first row", r.Ending, s.game.Ending)
	}
	s.rows++
	s.ply, s.bare = r.Ply, r.bare()
	return nil
}
