// Package hub speaks the Hub protocol, by which programs for international
// draughts let engines play and analyse: both sides of it.
//
// Two programs talk over the engine's standard input and output, a line at a
// time. In version 2 a [Line] is a command with arguments:
//
//	hub                                      engine: id ..., param ..., wait
//	set-param name=threads value=2
//	init                                     engine: ready
//	pos pos=Wbbbb...wwww moves="32-28 17-22"
//	level move-time=0.5
//	go think                                 engine: info ..., done move=28x17x22
//
// A position is 51 characters ([PositionText]), a move its origin, target and
// captured squares ([MoveText]). The lines of [Level] add up and hold for one
// search. During a search there may come stop, ping and ponder-hit, and every go
// of an engine that is idle is answered by one done. Behind a stop the next search may
// be set up without waiting for that.
//
//   - [Engine] is our engine: alpha-beta or tree search, set by [Parameters].
//   - [Player] is an engine of anybody's as a player in a match, a child process
//     ([Process]) that is killed when it is late and started anew when it has
//     failed. It also speaks version 1, which has the arguments by their places.
//
// Lines longer than [MaxLine] are an error, and what cannot be understood is
// answered by a line with error. Unknown commands and arguments are ignored, as
// the protocol has it.
//
// Beside parallel this is a room with goroutines of its own: one reads, one
// writes, one searches, and the engine's loop waits for all of them and for the
// clock.
package hub
