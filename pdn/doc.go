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
// draughts variants by name. [Writer] writes games in the standard's form, or
// copies them as they were found.
//
// # What is read
//
// The text is UTF-8, or UTF-16 if a byte order mark says so or every other byte
// at the start of the file is zero. A tag's value, a comment or a word that is no
// UTF-8 is Latin-1, with the quotes, dashes and letters that Windows-1252 has from
// 0x80 to 0x9F; the texts around it are read by themselves. Files joined into one
// keep their encodings, and byte order marks between games are dropped, as NUL
// bytes are anywhere. CR, LF, CRLF and, between tokens, the two characters \n end
// lines. A tag's name may be in any capitals and begin with a digit or a sign, and
// its value may stand in curly or single quotes. The value may hold \" and \\ for
// a quote and a backslash. A line break in it is a space, as it is in a comment,
// and all else in both is kept. Comments do not nest: the first } closes. Embedded
// commands stay in them untouched; [Comment.Clocks] reads the times. A comment may
// also run from ; to the end of its line. So does a line from % on, which is a
// comment with that sign in front.
//
// A move number stands before a move. Of the numbers of the main line only the
// first is kept: the FEN tag says who begins. The first number of a variation says
// which move it replaces, so that White's alternative may stand behind Black's move;
// without one it replaces the move before it. Any other number is a word.
//
// Squares lose padding and leading zeros, and the look-alikes of the hyphen and the x
// become those two. Four digits, as 3228, are a move unless they stand among words.
// Squares with a full stop between them, as 32.28, are moves in a game that begins
// with such a move.
//
// Results are 2-0 0-2 1-1 0-0 1-0 0-1 1/2-1/2 and *; a hyphen with a 0 or 1-1 is a
// result unless more digits follow, so 1-10 is a move. Colons, dashes and blanks may
// stand for the hyphen, and ½ or 0.5 for 1/2; 1/2 or ½ alone, and 1:1, which could
// be a capture, are draws where the game ends. A star that touches the move before
// it is the print sign of a forced move and becomes $7, unless the game ends there.
// What the Result tag says also ends a game, in any spelling: clubs score 4-6, 1½-½,
// 1.02-0.98 or 1+-1-. Where the tag says something else, such a score is a word as a
// whole, and no part of it is a result.
//
// A game ends at its terminator, at a tag after moves, or, without a FEN, where the
// numbers begin again at 1 with a first move. What stands behind the terminator on
// its line and begins no game belongs to it, and so do variations that begin below
// it without an empty line between, and a FILENAME tag. Where a game has tags only,
// a second Event, or any tag that comes again after a blank line, begins the next
// one. A game without a terminator reads as one that ends in what its Result tag
// says, or in *.
//
// # What is reported
//
// A fault does not end the reading, nor the game: it is repaired as well as can be
// and reported in [Game.Problems] as an [*Error] with file, game and line. Words
// that are no notation are kept as comments. No word of a record is lost: what does
// not come back when the game is written is named in a problem. That is text outside
// of games, of which a problem has room for 1,000 bytes; and move numbers that do
// not count the moves, of which it names ten, because the Writer numbers the moves
// itself. Stray brackets are dropped. What is too large is cut: a token holds 1 MiB,
// a game 16 MiB and 1,000 tags, and variations nest 1,000 deep. Whatever is read,
// that takes less than 100 MB.
//
// Replay adds what only a board can tell: a capture whose short text is ambiguous
// and what it was read as, Black's moves in parentheses as books in Dutch print
// them, which move a variation without a number replaces or follows, and variations
// that are not legal. Its own error is the fault at which the main line breaks off;
// the plies before it are good.
//
// # What is written
//
// Tags, an empty line, movetext in lines of up to 80 characters, and a
// terminator, in UTF-8. A line is broken inside a comment at single spaces only
// and never before a bracket nor within an embedded command, and this package reads the break as that space
// again: what was written reads as the same game, and writing that gives the same
// bytes. Moves are written as they were found; [Game.Normalize] gives them the
// standard's texts first. [Writer.Copy] writes a game's own bytes, for games that
// a program has no business with. It reads them between other games first, to see
// that they read as the same game there.
package pdn
