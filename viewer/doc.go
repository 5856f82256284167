// Package viewer writes annotated games as pages of HTML to look at: an index of
// games and players with a cross table, and for each game a board that steps through
// the moves, the moves with their marks and reasons, the chances over the game, and
// the better lines, which can be played on the board.
//
//	Create ──► Add, game by game ──► Close
//
//	annotated/index.html         everything, if there are at most [PageGames] games
//
//	annotated/index.html         else the index of games and players
//	annotated/games/0001.html    ... and the games, PageGames to a file,
//	annotated/games/0101.html        each named for its first one
//
// A page needs nothing else: style and script are in it, the games stand in it as
// JSON, and its Content-Security-Policy forbids all else, so it works from a
// file system and in a mail. The script builds the page from text nodes only, and
// html/template escapes the JSON, so a record's texts are shown as they are.
//
// The address says what is shown: #game-12 is the twelfth game, #game-12-34 the
// position after its 34th ply, #players the players, #player-3 the games of the third
// of them, #cross the cross table. Where scripts are not allowed the games and the
// players stand in the page as text, and #text-12 is the twelfth game. Left and right arrow, Home
// and End step through the game, Escape leaves a better line. The board tells
// its position in its attribute data-fen.
//
// The package knows no analysis: what a mark means, what a reason says and what
// counts as better are its caller's.
package viewer
