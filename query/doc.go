// Package query answers questions about positions, for programs: one JSON object
// a line in, one JSON object a line out, in the manner of KataGo's analysis
// engine. cmd/analyze serve is it.
//
//	line ──► Parse ──► Query ──► waits ──► Analyst ──► Answer ──► line
//	           └► Error, Warning ─────────────────────────────────► line
//
// Queries are answered as they are done, out of order and while others come; the
// id ties them together. A query gets exactly one answer for each of its turns,
// or one error. When the input ends, what waits is answered, then the output
// ends.
//
// # A query
//
// Only id is needed: the start of the game is a position too.
//
//	id          text    of 1 to 256 bytes, which no query that waits has; comes back with the answers
//	fen         text    the position the game starts from; default the start of the game
//	moves       texts   played from there, up to 10,000: "32-28", "19x28", with some or all landing squares
//	                    where that is ambiguous ("26x17x28"), or as engines write it: from, to and what is
//	                    captured ("26x28x21x22")
//	turns       numbers positions to analyse, by the number of moves played before, each once; default the last
//	search      text    "mcts" (tree search, the default) or "alphabeta"
//	visits      number  of a tree search, 1 to 4,194,304, each some 520 bytes of memory while it lasts;
//	                    default --visits, or 2,097,152 if there is a time_ms
//	depth       number  of alpha-beta, in plies, 1 to 100
//	nodes       number  of alpha-beta, 1 to 10^12, kept to within a thousand; default 100,000 if there is
//	                    no depth and no time_ms
//	time_ms     number  for each turn, 1 to 86,400,000, from when its search begins
//	root_moves  texts   the moves to look at, legal at every turn that is asked for; default all. A tree
//	                    search spreads its visits evenly over them
//	multipv     number  of alpha-beta: how many of the best moves get exact scores, 1 to 1,000; default 1
//	priority    number  -1,000,000 to 1,000,000; the highest is searched first, else what came first;
//	                    default 0
//
// Of several limits the one that is reached first ends the search; one iteration
// of alpha-beta and one visit of each root move are made in any case. A search
// may end before its limits when its result is proven.
//
// The moves count: repetitions and the counts of the draw rules go on from them.
// A game may go on after a draw by rule, as people's do.
//
// With limits other than time_ms the same query with the same net and endgame
// tables has the same answers, byte for byte, whatever came before and however
// many workers there are. Nothing is remembered from one position to the next.
//
// # An answer
//
// Scores, chances and proofs are all as the side to move at that turn sees them,
// and rounded to four digits behind the point.
//
//	id, turn    of the query
//	fen         the position; to_move is "white" or "black"
//	over        why the game has ended here, if it has: no pieces, no moves, repetition, 25 moves, 16 moves
//	            or 5 moves. Then moves is empty
//	terminated  true if an action has ended the query; then the rest is what had been found until then, or
//	            is missing if the search had not begun
//	net         the identity of the net
//	search      and limits, those in force: visits, depth, nodes, time_ms
//	visits      made by a tree search; depth (the last whole iteration) and nodes by alpha-beta
//	root        score, win, draw, loss, proof of the position: those of its best move
//	moves       the moves, or those of root_moves, best first
//
// Each of moves has:
//
//	move        its text, with the whole route where it would be ambiguous
//	route       of a capture with several landing squares: all of them
//	captured    the squares of the pieces that are taken
//	visits      of a tree search: how often the move was looked at
//	prior       of a tree search: how likely the net takes the move for the one to play, before any search
//	            (flattened by a power of 0.5), 0 to 1
//	bound       of alpha-beta: "exact", or "upper" if the score is the most that the move can be worth
//	score       expected, 0 to 1: a win is 1, a draw a half
//	win         and draw, loss: their probabilities, which add up to 1 but for rounding. Missing with
//	            "upper"; all of these are missing for a move without visits
//	proof       what is certain: result is "win", "draw" or "loss", plies how many more the game takes at
//	            most (not of a draw), by is "rules" (the move ends the game), "tables" (the endgame tables;
//	            plies is exact) or "search"
//	line        the moves expected from here on, this one first; if it is proven won or lost and the first of
//	            the moves, or by the tables or a tree search, to the end of the game
//
// A client should pass over fields that it does not know.
//
// # Errors and warnings
//
//	{"id":"7","error":"...","field":"moves[3]","line":12}
//	{"id":"7","warning":"...","field":"visit"}
//
// An error is the only answer to its line. It says what is wrong and what would
// be right, with the line's number in the input and, where it is about a field,
// its name; elements of lists count from 0. Without an id that can be read there
// is none. A field that is not known gets a warning, and the query is answered
// all the same. A line may have 1 MiB: what is longer is an error as soon as it is
// known, and is not kept in memory. Empty lines are passed over.
//
// # Actions
//
//	{"id":"8","action":"terminate","target":"7"}    {"id":"8","action":"terminate","target":"7","answers":3}
//	{"id":"8","action":"terminate_all"}             {"id":"8","action":"terminate_all","answers":40}
//	{"id":"8","action":"query_version"}             {"id":"8","action":"query_version","version":"...","format":1}
//
// Terminate ends a query: the answers that were to come, so many, come at once and
// have "terminated":true. There is no clear_cache, as there is no cache.
//
// # Memory
//
// Lines are read whether or not answers are, until the queries that wait take 64
// MiB: some 50,000 usual ones. Then reading pauses until some are answered, and
// actions wait with the rest. Each worker has a tree, see visits, or an alpha-beta
// table of 16 MiB. Until an answer is read its worker may stand still.
package query
