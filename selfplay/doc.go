// Package selfplay lets a net play games against itself and records what its
// searches found.
//
// A game begins with an even number of random moves, so that games differ. From
// then on each position with more than one legal move is searched, in one of
// two ways (playout cap randomisation; Wu, "Accelerating self-play learning in
// Go", 2019, section 3.1):
//
//   - a full search, chosen with probability [Config.FullShare]: many visits on
//     a new tree with Dirichlet noise at its root. It becomes a row to train on.
//   - a quick search: few visits, no noise, on what is left of the last tree. It
//     only finds a move.
//
// A move is drawn by its visits for the first plies, after that the most
// visited is played. A game ends where its result is known for certain, as by
// endgame tables, with that result. One that reaches the length cap is a draw
// and says so.
//
// The chance in a game comes from a generator seeded by the run's seed and the
// game's number, and games do not see each other: the same seed, net and config
// give the same games whatever the number of workers.
package selfplay
