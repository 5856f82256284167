package datasets

import (
	"fmt"
	"io"

	"drafthorse/rules"

	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// WriteShard writes games, in ascending order of their ids, to w. It plays each
// through and refuses the whole shard for a game that breaks the rules or whose
// numbers are out of range, with an error that names the game and the ply. In
// one build of a program the bytes depend on the arguments alone.
func WriteShard(w io.Writer, m Metadata, games []Game) error {
	n := counts{games: len(games)}
	for i := range games {
		n.rows += max(1, len(games[i].Searches))
		if i > 0 && games[i].ID <= games[i-1].ID {
			return fmt.Errorf("game %d comes after game %d: want ascending ids", games[i].ID, games[i-1].ID)
		}
	}
	if n.games == 0 {
		return errNoGames
	}
	return writeRows(w, m, n, func(b *batch) error {
		for i := range games {
			game := &games[i]
			first := game // what the game's first row carries
			err := game.rows(func(row *Row) error {
				err := b.add(row, first)
				first = nil
				return err
			})
			if err != nil {
				return fmt.Errorf("game %d: %w", game.ID, err)
			}
		}
		return nil
	})
}

// writeRows writes a shard of the rows that fill adds.
func writeRows(w io.Writer, m Metadata, n counts, fill func(*batch) error) error {
	schema := schema(m, n)
	file, err := ipc.NewFileWriter(&positioned{w: w}, ipc.WithSchema(schema), ipc.WithZstd())
	if err != nil {
		return err
	}
	b := newBatch(array.NewRecordBuilder(memory.NewGoAllocator(), schema), file)
	if err := fill(b); err != nil {
		return err
	}
	if err := b.flush(); err != nil {
		return err
	}
	return file.Close()
}

// batch collects rows column by column and writes them when a batch is full.
type batch struct {
	file    *ipc.FileWriter
	records *array.RecordBuilder

	gameID                           *array.Uint64Builder
	pieces                           [4]*array.Uint64Builder
	ply, played, pliesLeft           *array.Uint16Builder
	turn, quiet, repetitions, ending *array.Uint8Builder
	sixteen, five, outcome           *array.Int8Builder
	win, draw, loss, weight          *array.Float32Builder
	start                            *array.StringBuilder
	moves, game                      moveLists
	visits                           *array.Uint32Builder
	prior, q                         *array.Float32Builder
	rows, candidates, gameMoves      int
}

func newBatch(records *array.RecordBuilder, file *ipc.FileWriter) *batch {
	moves, game := newMoveLists(records.Field(colMoves)), newMoveLists(records.Field(colGame))
	return &batch{
		file:        file,
		records:     records,
		gameID:      records.Field(colGameID).(*array.Uint64Builder),
		ply:         records.Field(colPly).(*array.Uint16Builder),
		turn:        records.Field(colTurn).(*array.Uint8Builder),
		quiet:       records.Field(colQuiet).(*array.Uint8Builder),
		sixteen:     records.Field(colSixteen).(*array.Int8Builder),
		five:        records.Field(colFive).(*array.Int8Builder),
		repetitions: records.Field(colRepetitions).(*array.Uint8Builder),
		win:         records.Field(colWin).(*array.Float32Builder),
		draw:        records.Field(colDraw).(*array.Float32Builder),
		loss:        records.Field(colLoss).(*array.Float32Builder),
		played:      records.Field(colPlayed).(*array.Uint16Builder),
		outcome:     records.Field(colOutcome).(*array.Int8Builder),
		ending:      records.Field(colEnding).(*array.Uint8Builder),
		pliesLeft:   records.Field(colPliesLeft).(*array.Uint16Builder),
		weight:      records.Field(colWeight).(*array.Float32Builder),
		start:       records.Field(colStart).(*array.StringBuilder),
		moves:       moves,
		visits:      moves.item.FieldBuilder(fieldVisits).(*array.Uint32Builder),
		prior:       moves.item.FieldBuilder(fieldPrior).(*array.Float32Builder),
		q:           moves.item.FieldBuilder(fieldQ).(*array.Float32Builder),
		game:        game,
		pieces: [4]*array.Uint64Builder{
			records.Field(colWhiteMen).(*array.Uint64Builder),
			records.Field(colWhiteKings).(*array.Uint64Builder),
			records.Field(colBlackMen).(*array.Uint64Builder),
			records.Field(colBlackKings).(*array.Uint64Builder),
		},
	}
}

// add appends a row; game is the row's game if this is its first row, else nil.
func (b *batch) add(r *Row, game *Game) error {
	gameMoves := 0
	if game != nil {
		gameMoves = len(game.Moves)
	}
	if b.rows == batchRows || b.candidates+len(r.Candidates) > batchElements || b.gameMoves+gameMoves > batchElements {
		if err := b.flush(); err != nil {
			return err
		}
	}
	b.rows++
	b.candidates += len(r.Candidates)
	b.gameMoves += gameMoves

	b.gameID.Append(r.GameID)
	b.ply.Append(uint16(r.Ply))
	p := r.Position.Pieces()
	for i, set := range [4]rules.Bitboard{p.WhiteMen, p.WhiteKings, p.BlackMen, p.BlackKings} {
		b.pieces[i].Append(uint64(set))
	}
	b.turn.Append(uint8(r.Position.Turn()))
	b.quiet.Append(r.Draws.Quiet)
	b.sixteen.Append(r.Draws.Sixteen)
	b.five.Append(r.Draws.Five)
	b.repetitions.Append(r.Draws.Repetitions)
	b.moves.list.Append(true)
	for i := range r.Candidates {
		c := &r.Candidates[i]
		b.moves.add(c.Move)
		b.visits.Append(c.Visits)
		b.prior.Append(c.Prior)
		b.q.Append(c.Q)
	}
	b.win.Append(r.Win)
	b.draw.Append(r.Draw)
	b.loss.Append(r.Loss)
	b.played.Append(uint16(r.Played))
	b.outcome.Append(int8(r.Outcome))
	b.ending.Append(uint8(r.Ending))
	b.pliesLeft.Append(uint16(r.PliesLeft))
	b.weight.Append(r.Weight)
	if game == nil {
		b.start.AppendNull()
		b.game.list.AppendNull()
		return nil
	}
	b.start.Append(game.Start.FEN())
	b.game.list.Append(true)
	for _, m := range game.Moves {
		b.game.add(m)
	}
	return nil
}

func (b *batch) flush() error {
	if b.rows == 0 {
		return nil
	}
	b.rows, b.candidates, b.gameMoves = 0, 0, 0
	record := b.records.NewRecord()
	defer record.Release()
	return b.file.Write(record)
}

// moveLists builds a column of lists of moves.
type moveLists struct {
	list     *array.ListBuilder
	item     *array.StructBuilder
	from, to *array.Uint8Builder
	captured *array.Uint64Builder
}

func newMoveLists(b array.Builder) moveLists {
	list := b.(*array.ListBuilder)
	item := list.ValueBuilder().(*array.StructBuilder)
	return moveLists{
		list:     list,
		item:     item,
		from:     item.FieldBuilder(fieldFrom).(*array.Uint8Builder),
		to:       item.FieldBuilder(fieldTo).(*array.Uint8Builder),
		captured: item.FieldBuilder(fieldCaptured).(*array.Uint64Builder),
	}
}

func (l *moveLists) add(m rules.Move) {
	l.item.Append(true)
	l.from.Append(uint8(m.From))
	l.to.Append(uint8(m.To))
	l.captured.Append(uint64(m.Captured))
}
