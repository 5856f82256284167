// Package rules is international draughts: the FMJD game on the 10x10 board.
//
// Squares are numbered 1 to 50 as players print them, from Black's back rank
// (1-5) to White's (46-50), left to right as White sees the board:
//
//	  01  02  03  04  05      Black's side; White promotes here
//	06  07  08  09  10
//	  11  12  13  14  15
//	16  17  18  19  20
//	  21  22  23  24  25
//	26  27  28  29  30
//	  31  32  33  34  35
//	36  37  38  39  40
//	  41  42  43  44  45
//	46  47  48  49  50        White's side; Black promotes here
//
// The types, from small to large:
//
//   - [Square], [Color] and [Bitboard] (bit 0 is square 1) name places and sets.
//   - [Position] is the board and the side to move: a comparable value.
//     [Position.AppendMoves] lists its legal moves, [Position.Play] returns the
//     next position.
//   - [Move] is identified by origin, target and the set of captured squares.
//     The way a capture takes is notation, see [Position.MoveText] and
//     [Position.ParseMove].
//   - [Game] is a position with its history. It knows the draw rules, so only
//     a Game can say how things ended: [Game.Outcome].
//
// A Position made by this package is always one the rules allow: texts from
// outside are checked once, in [ParseFEN] and [Position.ParseMove]. Moves given
// to Play and Push must be legal; these do not check them again.
package rules
