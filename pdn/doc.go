// Package pdn reads and writes collections of game records in Portable
// Draughts Notation.
//
// A file is games in a row. A game is tags, then movetext, then a terminator,
// and any of the three may be missing:
//
//	[Event "Club evening"]        a tag: name and value
//	[Result "2-0"]
//
//	1. 32-28! 19-23 $2            moves; strength "!"; NAG 2
//	(19-24 2. 37-32 {safe})       a variation, in place of the move before it
//	2. 28x19 {forced} 14x23       a comment
//	/FEN "W:W31,K5:B20"/          a setup: the position is this from here on
//	3. 31-27 2-0                  the terminator
//
// [Reader] hands out one [Game] after the other and never holds more than one.
// A game is an ordered list of [Tag] and an ordered list of [Element]: [Move],
// [Comment], [NAG], [Variation] and [Setup]. Nothing is looked up on a board
// while reading; [Game.Replay] does that afterwards, and refuses games of other
// draughts variants by name. [Writer] writes games in the standard's form.
//
// # What is read
//
// The text is UTF-8; a byte that is no UTF-8 is taken as Latin-1. CR, LF and
// CRLF end lines. A tag's value may hold \" and \\ for a quote and a backslash;
// a line break in it is a space, as it is in a comment, and all else in both is
// kept byte for byte. Comments do not nest: the first } closes. A line from %
// on is skipped; a comment may also run from ; to the end of its line.
//
// Move numbers carry no information and are dropped: the FEN tag says who
// begins. Squares lose padding and leading zeros, and the look-alikes of the
// hyphen and the x become those two. Results are 2-0 0-2 1-1 0-0 1-0 0-1
// 1/2-1/2 and *; a hyphen with a 0 or 1-1 is a result unless more digits follow,
// so 1-10 is a move. A star that touches the move before it is the print sign
// of a forced move and becomes $7, unless the game ends there. What the Result
// tag says also ends a game, as in clubs that score 4-6.
//
// A game ends at its terminator, or at a tag after moves. Where a game has
// tags only, a second Event, or any tag that comes again after a blank line,
// begins the next one. A game without a terminator reads as one that ends in
// what its Result tag says, or in *.
//
// # What is reported
//
// A fault does not end the reading, nor the game: it is repaired as well as can
// be and reported in [Game.Problems] as an [*Error] with file, game and line.
// Words that are no notation are kept as comments, so that a program which
// rewrites a file drops nothing but text outside of games, % lines and stray
// brackets. What is too large is cut: a token holds 1 MiB, a game 32 MiB and
// 1,000 tags, and variations nest 1,000 deep.
//
// # What is written
//
// Tags, an empty line, movetext in lines of up to 80 characters, and a
// terminator. A line is broken inside a comment at single spaces only and never
// before a bracket, and this package reads the break as that space again: what
// was written reads as the same game, and writing that gives the same bytes.
package pdn
