// Package dxp speaks the DamExchange protocol, version 01: two programs play
// draughts against each other over a connection, without a server.
//
// One side listens and one connects, by habit at port [Port]. Independent of that
// one is the Initiator, who proposes each game, and the other the Follower. A
// message is 1 to 127 characters of ASCII with a NUL byte behind them; the first
// says what it is. Numbers are decimal and padded with zeros, W is White and Z
// Black (zwart).
//
//	R GAMEREQ   R 01 name:32 follower's colour:1 minutes:3 moves:3 A
//	            R 01 name:32 follower's colour:1 minutes:3 moves:3 B to move:1 squares:50
//	A GAMEACC   A name:32 code:1
//	M MOVE      M seconds:4 from:2 to:2 count:2 {captured:2}
//	E GAMEEND   E reason:1 stop:1
//	C CHAT      C text:1-126
//	B BACKREQ   B move:3 colour:1
//	K BACKACC   K code:1
//
// A name is padded with blanks on its right and does not begin with one. Minutes
// are those of each player for the whole game, moves those of each player; 000 sets
// no limit. A game begins at the start (A) or where B says: w and z are men, W and Z
// kings, e is an empty square, from square 1 to 50. A capture names all captured
// squares in any order.
//
//	Initiator            Follower
//	R ────────────────────────► A       accepted, or refused
//	M ◄───────────────────────► M ...   by turns, from the side to move on
//	E ────────────────────────► E       instead of a move; the answer has reason 0
//
// C and B may come at any time; B asks to take moves back and is answered by K. Who
// is to move may end the game by E, and says how it went for the sender: nothing,
// lost, drawn or won. There is no clock and no referee. Some programs also end a game
// while the other side thinks, and chat in other characters than those of ASCII, or
// nothing: a [Session] understands that but does not do so.
//
// [Parse] and [Append] read and write messages. A [Session] is a connection in
// either role, that keeps the order of the messages and the position, and
// [Session.Play] plays one game on it. [Player] lets a peer take part in a match.
package dxp
