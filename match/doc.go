// Package match lets two players play each other and measures the difference.
//
// A match is a number of pairs of games. Both games of a pair start from the
// same random opening with equal material, once with each colour, so that an
// opening's luck cancels out. The result is wins, draws and losses of the
// first player and an Elo difference with its 95 % interval. Package stats computes
// it over the pairs: the two games of a pair are not independent, the pairs are. A [Test] says
// after any number of pairs whether they are enough to decide a question.
//
// A [Control] gives the players time, for a move or for a game. A player that
// oversteps it, fails or answers an illegal move loses the game ([Game].Fault), and
// the match goes on. One that cannot even be made ready for a game ([Preparer]) ends the
// match instead: that is no game. [Clock.Budget] is how a player divides its time.
//
// A [Player] is a [Searcher], which is a net with tree search, an [AlphaBeta],
// which is one with alpha-beta search, or a [Reference], which never changes:
// scores against it can be compared over years. Package hub makes players of other
// people's engines.
package match
