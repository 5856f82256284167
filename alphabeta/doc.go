// Package alphabeta is the strong player: it searches one position by
// principal-variation search (Marsland and Campbell, "Parallel search of strongly
// ordered game trees", 1982) with a network's value at the leaves.
//
//	Search ──► iterate ──► root moves ──► node ──► node ... ──► net.Line
//	             │ one more ply each time   │                   endgame.Tables
//	             └ several threads          └── Table (shared)
//
// A search deepens ply by ply. Each node tries its most promising move first and
// gives the others a window of no width, which only asks whether they are better.
// What orders the moves is the move that the [Table] remembers, then how often
// moves have cut off anywhere (history). Late moves are looked at less deeply first.
//
// The end of the game and what the endgame tables prove are exact; a position
// that comes back within the search is a draw. A forced move costs no depth, and a
// position with captures pending is not valued: the search goes on until the
// board is quiet, unless a limit ends it in its first ply.
//
// A [Searcher] is for one goroutine, which may let it use several of its own. It
// reads no clock: what limits time is a function handed in.
package alphabeta
