/*
Package datasets keeps the games of self-play: it writes them to shards, reads
them back and gathers the newest into the window that training draws from. Which
shards exist stands in a manifest ([drafthorse/store]).

		games ──WriteShard──► bytes ──store.Commit──► games/00012-0003.arrow
		                                                        │  + one line in MANIFEST
		                                  OpenShard  ◄──────────┘
		                               (size, SHA-256, schema, values)
		                                      │
		                      Shard.Games     Shard.Rows ──LoadWindow──► Window

	 1. A [Game] is a start position, its moves and how it ended, and a [Search] for
	    each position that was searched for training.
	 2. [WriteShard] plays every game through again, refuses what the rules do not
	    allow, and derives all that a [Row] tells about its game. The bytes are a
	    function of the games and the [Metadata] alone: no time, no random number.
	 3. [store.Manifest.Commit] puts the file under its name and records it.
	 4. [OpenShard] compares size and SHA-256 with that line before anything else
	    looks at the bytes, then the schema byte for byte, then every value.
	 5. [LoadWindow] reads the newest shards up to a number of rows and splits them
	    by game into training and held-out rows.

# Promises

Every game is in its shard with all its moves, searched or not, and every row can be
derived again from its game. A damaged shard is an error that wraps
[store.ErrDamaged] and names the place.

# Shard, version 1

A shard is an Arrow IPC file with zstd-compressed buffers. A record batch holds
at most 32,768 rows, 1,048,576 candidates and 1,048,576 game moves. Rows are
ordered by game id, then by ply; a game's rows are never split over two shards.
A board is four sets of squares in which bit 0 is square 1 and bit 49 is square
50, as printed on the board: Black's men start on 1-20 and White moves first.

	column        Arrow type                meaning, unit                               range
	game_id       uint64                    number of the game                          ascending
	ply           uint16                    moves played before this position           0 to the game's length - 1
	white_men     uint64                    set of squares                              bits 5-49
	white_kings   uint64                    set of squares                              bits 0-49
	black_men     uint64                    set of squares                              bits 0-44
	black_kings   uint64                    set of squares                              bits 0-49
	turn          uint8                     side to move                                0 White, 1 Black
	quiet         uint8                     plies since a man moved or a capture        0-255
	sixteen       int8                      plies since three stood against a lone      -1 not counting, 0-127
	                                        king; drawn at 32
	five          int8                      plies since one or two stood against a      -1 not counting, 0-127
	                                        lone king; drawn at 10
	repetitions   uint8                     earlier occurrences of the position         0-255
	moves         list<struct>              all legal moves, in the order of
	                                        rules.Position.AppendMoves
	  .from       uint8                     origin                                      1-50
	  .to         uint8                     target                                      1-50
	  .captured   uint64                    set of squares                              0 for a quiet move
	  .visits     uint32                    visits of the search                        sum > 0
	  .prior      float32                   the net's probability, without the noise    0-1
	                                        of self-play; 0 in games of alpha-beta
	  .q          float32                   expected points of the side to move; of a   -1 to 1
	                                        move without visits, what the search
	                                        assumes of it
	win           float32                   the search's verdict: the side to move      0-1
	draw          float32                   wins, draws, loses                          0-1
	loss          float32                                                               0-1, sum 1
	played        uint16                    index in moves of the move played           0 to len(moves) - 1
	outcome       int8                      the game's points for the side to move      1 win, 0 draw, -1 loss
	ending        uint8                     how the game ended, see below               1-8
	plies_left    uint16                    moves played from here to the end           the game's length - ply
	weight        float32                   weight of the row in training               >= 0
	start         utf8, nullable            the game's start position as FEN            first row of a game only
	game          list<struct>, nullable    all moves of the game                       first row of a game only
	  .from       uint8                     origin                                      1-50
	  .to         uint8                     target                                      1-50
	  .captured   uint64                    set of squares                              0 for a quiet move

The start is a text and not five more columns because a null text costs four
bytes a row, a null board thirty-three, and a person can read it.

A game in which no position was searched has one bare row: the start position
at ply 0 with its counters and outcome, no moves, win, draw, loss, played and
weight 0. It keeps the game; it is no training row, and [Shard.Rows] passes
over it.

The draw counters count from the start position, as [rules.NewGame] does. A game
ends by a rule of the game or for one of two other reasons:

	1 no pieces     3 repetition    5 16 moves     7 length cap (stored as a draw)
	2 no moves      4 25 moves      6 5 moves      8 adjudicated

The draw of the length cap says nothing of who stood better, so the outcome of such
a row is not one to train on ([Row.Decided]).

The schema carries these metadata, all text, in this order:

	drafthorse.schema_version   1
	drafthorse.net              identity of the net that played
	drafthorse.config           the effective configuration, as the writer gave it
	drafthorse.config_sha256    SHA-256 of that text, in hexadecimal
	drafthorse.seed             the run's seed, decimal
	drafthorse.program          version of the program
	drafthorse.games            games in this shard, decimal
	drafthorse.rows             rows in this shard, bare ones too, decimal
*/
package datasets
