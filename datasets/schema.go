package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"

	"drafthorse/store"
)

// schemaVersion counts the changes of the shard format.
const schemaVersion = 1

// Limits of a record batch. They bound what a reader has to allocate.
const (
	batchRows     = 32 << 10
	batchElements = 1 << 20 // of each list column
)

// The columns, in the order of the package documentation's table.
const (
	colGameID = iota
	colPly
	colWhiteMen
	colWhiteKings
	colBlackMen
	colBlackKings
	colTurn
	colQuiet
	colSixteen
	colFive
	colRepetitions
	colMoves
	colWin
	colDraw
	colLoss
	colPlayed
	colOutcome
	colEnding
	colPliesLeft
	colWeight
	colStart
	colGame
)

// Where the fields stand in the structs of colMoves and colGame; the latter has
// the first three.
const (
	fieldFrom = iota
	fieldTo
	fieldCaptured
	fieldVisits
	fieldPrior
	fieldQ
)

var moveFields = []arrow.Field{
	fieldFrom:     {Name: "from", Type: arrow.PrimitiveTypes.Uint8},
	fieldTo:       {Name: "to", Type: arrow.PrimitiveTypes.Uint8},
	fieldCaptured: {Name: "captured", Type: arrow.PrimitiveTypes.Uint64},
	fieldVisits:   {Name: "visits", Type: arrow.PrimitiveTypes.Uint32},
	fieldPrior:    {Name: "prior", Type: arrow.PrimitiveTypes.Float32},
	fieldQ:        {Name: "q", Type: arrow.PrimitiveTypes.Float32},
}

var fields = []arrow.Field{
	colGameID:      {Name: "game_id", Type: arrow.PrimitiveTypes.Uint64},
	colPly:         {Name: "ply", Type: arrow.PrimitiveTypes.Uint16},
	colWhiteMen:    {Name: "white_men", Type: arrow.PrimitiveTypes.Uint64},
	colWhiteKings:  {Name: "white_kings", Type: arrow.PrimitiveTypes.Uint64},
	colBlackMen:    {Name: "black_men", Type: arrow.PrimitiveTypes.Uint64},
	colBlackKings:  {Name: "black_kings", Type: arrow.PrimitiveTypes.Uint64},
	colTurn:        {Name: "turn", Type: arrow.PrimitiveTypes.Uint8},
	colQuiet:       {Name: "quiet", Type: arrow.PrimitiveTypes.Uint8},
	colSixteen:     {Name: "sixteen", Type: arrow.PrimitiveTypes.Int8},
	colFive:        {Name: "five", Type: arrow.PrimitiveTypes.Int8},
	colRepetitions: {Name: "repetitions", Type: arrow.PrimitiveTypes.Uint8},
	colMoves:       {Name: "moves", Type: listOf(moveFields)},
	colWin:         {Name: "win", Type: arrow.PrimitiveTypes.Float32},
	colDraw:        {Name: "draw", Type: arrow.PrimitiveTypes.Float32},
	colLoss:        {Name: "loss", Type: arrow.PrimitiveTypes.Float32},
	colPlayed:      {Name: "played", Type: arrow.PrimitiveTypes.Uint16},
	colOutcome:     {Name: "outcome", Type: arrow.PrimitiveTypes.Int8},
	colEnding:      {Name: "ending", Type: arrow.PrimitiveTypes.Uint8},
	colPliesLeft:   {Name: "plies_left", Type: arrow.PrimitiveTypes.Uint16},
	colWeight:      {Name: "weight", Type: arrow.PrimitiveTypes.Float32},
	colStart:       {Name: "start", Type: arrow.BinaryTypes.String, Nullable: true},
	colGame:        {Name: "game", Type: listOf(moveFields[:fieldCaptured+1]), Nullable: true},
}

func listOf(fields []arrow.Field) arrow.DataType {
	return arrow.ListOfField(arrow.Field{Name: "item", Type: arrow.StructOf(fields...)})
}

// Metadata says where the games of a shard come from.
type Metadata struct {
	Net     string // identity of the net that played
	Config  string // the effective configuration, TOML or JSON
	Seed    uint64 // of the run
	Program string // version of the program
}

// counts are the totals of a shard.
type counts struct{ games, rows int }

// The keys of the schema's metadata.
const (
	keyVersion = "drafthorse.schema_version"
	keyNet     = "drafthorse.net"
	keyConfig  = "drafthorse.config"
	keyHash    = "drafthorse.config_sha256"
	keySeed    = "drafthorse.seed"
	keyProgram = "drafthorse.program"
	keyGames   = "drafthorse.games"
	keyRows    = "drafthorse.rows"
)

// schema returns the schema of a shard with all its metadata.
func schema(m Metadata, n counts) *arrow.Schema {
	hash := sha256.Sum256([]byte(m.Config))
	metadata := arrow.NewMetadata(
		[]string{keyVersion, keyNet, keyConfig, keyHash, keySeed, keyProgram, keyGames, keyRows},
		[]string{
			strconv.Itoa(schemaVersion), m.Net, m.Config, hex.EncodeToString(hash[:]),
			strconv.FormatUint(m.Seed, 10), m.Program, strconv.Itoa(n.games), strconv.Itoa(n.rows),
		})
	return arrow.NewSchema(fields, &metadata)
}

// parseMetadata is the inverse of what schema does with its arguments. It reads
// the values that decide; head's comparison finds any other difference.
func parseMetadata(values map[string]string) (m Metadata, n counts, err error) {
	switch version, ok := values[keyVersion]; {
	case !ok:
		return m, n, fmt.Errorf("no %s in the schema: not a shard", keyVersion)
	case version != strconv.Itoa(schemaVersion):
		return m, n, fmt.Errorf("written by version %s, this program reads %d", version, schemaVersion)
	}
	m = Metadata{Net: values[keyNet], Config: values[keyConfig], Program: values[keyProgram]}
	if m.Seed, err = strconv.ParseUint(values[keySeed], 10, 64); err != nil {
		return m, n, fmt.Errorf("%w: %s: %w", store.ErrDamaged, keySeed, err)
	}
	if n.games, err = strconv.Atoi(values[keyGames]); err != nil {
		return m, n, fmt.Errorf("%w: %s: %w", store.ErrDamaged, keyGames, err)
	}
	if n.rows, err = strconv.Atoi(values[keyRows]); err != nil {
		return m, n, fmt.Errorf("%w: %s: %w", store.ErrDamaged, keyRows, err)
	}
	return m, n, nil
}
