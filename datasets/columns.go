package datasets

import (
	"fmt"

	"drafthorse/rules"
	"drafthorse/store"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// columns are the values of a record batch as plain slices, which belong to the
// batch and stay valid as long as they are referenced.
type columns struct {
	rows                             int
	gameID                           []uint64
	pieces                           [4][]uint64
	ply, played, pliesLeft           []uint16
	turn, quiet, repetitions, ending []uint8
	sixteen, five, outcome           []int8
	win, draw, loss, weight          []float32
	moves, game                      moveColumn
	visits                           []uint32
	prior, q                         []float32
	start                            []string
	first                            []bool // start and game are not null
}

// newColumns takes a batch apart. A batch whose columns have not the lengths
// that belong together is an error or a panic of Arrow or of an assertion here.
func newColumns(record arrow.Record) (c columns, err error) {
	n := int(record.NumRows())
	if n == 0 || n > batchRows {
		return c, fmt.Errorf("%w: a batch of %d rows: want 1 to %d", store.ErrDamaged, n, batchRows)
	}
	moves, game := record.Column(colMoves).(*array.List), record.Column(colGame).(*array.List)
	item := moves.ListValues().(*array.Struct)
	c = columns{
		rows:        n,
		gameID:      record.Column(colGameID).(*array.Uint64).Uint64Values(),
		ply:         record.Column(colPly).(*array.Uint16).Uint16Values(),
		turn:        record.Column(colTurn).(*array.Uint8).Uint8Values(),
		quiet:       record.Column(colQuiet).(*array.Uint8).Uint8Values(),
		sixteen:     record.Column(colSixteen).(*array.Int8).Int8Values(),
		five:        record.Column(colFive).(*array.Int8).Int8Values(),
		repetitions: record.Column(colRepetitions).(*array.Uint8).Uint8Values(),
		win:         record.Column(colWin).(*array.Float32).Float32Values(),
		draw:        record.Column(colDraw).(*array.Float32).Float32Values(),
		loss:        record.Column(colLoss).(*array.Float32).Float32Values(),
		played:      record.Column(colPlayed).(*array.Uint16).Uint16Values(),
		outcome:     record.Column(colOutcome).(*array.Int8).Int8Values(),
		ending:      record.Column(colEnding).(*array.Uint8).Uint8Values(),
		pliesLeft:   record.Column(colPliesLeft).(*array.Uint16).Uint16Values(),
		weight:      record.Column(colWeight).(*array.Float32).Float32Values(),
		visits:      item.Field(fieldVisits).(*array.Uint32).Uint32Values(),
		prior:       item.Field(fieldPrior).(*array.Float32).Float32Values(),
		q:           item.Field(fieldQ).(*array.Float32).Float32Values(),
		start:       make([]string, n),
		first:       make([]bool, n),
	}
	for i := range c.pieces {
		c.pieces[i] = record.Column(colWhiteMen + i).(*array.Uint64).Uint64Values()
	}
	if c.moves, err = newMoveColumn(moves, n); err != nil {
		return c, err
	}
	if c.game, err = newMoveColumn(game, n); err != nil {
		return c, err
	}
	if k := len(c.moves.from); len(c.visits) != k || len(c.prior) != k || len(c.q) != k {
		return c, fmt.Errorf("%w: fields of moves differ in length", store.ErrDamaged)
	}
	start := record.Column(colStart).(*array.String)
	for i := range n {
		if start.IsNull(i) != game.IsNull(i) {
			return c, fmt.Errorf("%w: only one of start and game is null", store.ErrDamaged)
		}
		if start.IsValid(i) {
			c.first[i], c.start[i] = true, start.Value(i)
		}
	}
	return c, nil
}

// moveColumn is a column of lists of moves: row i has the elements from
// offsets[i] to offsets[i+1].
type moveColumn struct {
	offsets  []int32
	from, to []uint8
	captured []uint64
}

func newMoveColumn(list *array.List, rows int) (moveColumn, error) {
	item := list.ListValues().(*array.Struct)
	c := moveColumn{
		offsets:  list.Offsets()[:rows+1],
		from:     item.Field(fieldFrom).(*array.Uint8).Uint8Values(),
		to:       item.Field(fieldTo).(*array.Uint8).Uint8Values(),
		captured: item.Field(fieldCaptured).(*array.Uint64).Uint64Values(),
	}
	if len(c.to) != len(c.from) || len(c.captured) != len(c.from) {
		return c, fmt.Errorf("%w: fields of moves differ in length", store.ErrDamaged)
	}
	last := int32(0)
	for _, offset := range c.offsets {
		if offset < last {
			return c, fmt.Errorf("%w: list offset %d comes after %d", store.ErrDamaged, offset, last)
		}
		last = offset
	}
	if int(last) > len(c.from) {
		return c, fmt.Errorf("%w: list offset %d among %d moves", store.ErrDamaged, last, len(c.from))
	}
	return c, nil
}

func (c *moveColumn) span(row int) (from, to int) {
	return int(c.offsets[row]), int(c.offsets[row+1])
}

func (c *moveColumn) move(i int) rules.Move {
	return rules.Move{
		From:     rules.Square(c.from[i]),
		To:       rules.Square(c.to[i]),
		Captured: rules.Bitboard(c.captured[i]),
	}
}

// list returns the moves of a row in a new slice.
func (c *moveColumn) list(row int) []rules.Move {
	from, to := c.span(row)
	moves := make([]rules.Move, 0, to-from)
	for i := from; i < to; i++ {
		moves = append(moves, c.move(i))
	}
	return moves
}

// read fills r with row i and checks what can be checked without the game. It
// reuses the candidates' memory.
func (c *columns) read(i int, r *Row) error {
	position, err := rules.NewPosition(rules.Pieces{
		WhiteMen:   rules.Bitboard(c.pieces[0][i]),
		WhiteKings: rules.Bitboard(c.pieces[1][i]),
		BlackMen:   rules.Bitboard(c.pieces[2][i]),
		BlackKings: rules.Bitboard(c.pieces[3][i]),
	}, rules.Color(c.turn[i]))
	if err != nil {
		return err
	}
	from, to := c.moves.span(i)
	candidates := r.Candidates[:0]
	for k := from; k < to; k++ {
		candidates = append(candidates, Candidate{c.moves.move(k), c.visits[k], c.prior[k], c.q[k]})
	}
	*r = Row{
		GameID:   c.gameID[i],
		Position: position,
		Draws: rules.DrawCounters{
			Quiet: c.quiet[i], Sixteen: c.sixteen[i], Five: c.five[i], Repetitions: c.repetitions[i],
		},
		Search: Search{
			Ply:        int(c.ply[i]),
			Candidates: candidates,
			Win:        c.win[i], Draw: c.draw[i], Loss: c.loss[i],
			Weight: c.weight[i],
		},
		Played:    int(c.played[i]),
		Outcome:   int(c.outcome[i]),
		Ending:    Ending(c.ending[i]),
		PliesLeft: int(c.pliesLeft[i]),
	}
	return r.check()
}
