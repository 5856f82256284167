// Package analysis judges the moves of game records and writes the marks that
// players know into them. It has two layers, and a third that writes.
//
//	pdn.Game ──replay──► position and move ──Finder──► Finding ──Judge──► Judgement ──Annotate──► pdn.Game
//	                                        mcts.Tree,  (JSON)  Thresholds             Sheet ──► text
//	                                        alphabeta
//
// A [Finding] is what two searches of one position have found about its legal
// moves: a tree search, which knows how good each move is on the whole, and
// alpha-beta, which sees the shots that a tree misses. It depends on its [Key] and
// on nothing else (unless a clock limits the searches), so that it can be kept,
// and found in another game: on the position, the draw counters, the earlier
// positions that can still repeat, the move played, the net, the endgame tables
// and the limits. Both searches see the draw rules and the tables. The move played
// and the best moves of both get enough visits in the tree, and exact scores at one
// depth by alpha-beta. Where either search finds another move better than the one
// played by 0.05, both begin anew, with limits that depend little on the first ones,
// so that an error is not marked for a passing opinion. Moves are compared within a search
// of this one position, never across positions or limits.
//
// A [Judgement] follows from a finding, what came before in the game, and
// [Thresholds], without a search.
//
// # The rule of agreement
//
// All losses are in points of expected score: a win is 1, a draw a half. The loss
// of a move is the most by which both searches find one and the same other move
// better,
//
//	loss = max over m of min(tree(m) - tree(played), second(m) - second(played)), or 0,
//
// so the first choice of either search has lost nothing, and a mark of error needs
// a witness that both agree on. Likewise a move is good by what it is better than
// every other move to both searches, and every other move loses only if both say
// so. What is proved (the end of the game, the tables, a solved tree, a win that
// alpha-beta has found) outranks any number: a proved move is worth 0, a half or 1
// to both.
//
// # The marks
//
// They mean what the FMJD says they mean (Annex 1, article 9), of which two are
// the reverse of what chess players expect, see [Dialect]. The numbers are those
// of [DefaultThresholds].
//
//	??   loss of 0.20 or more, or a result thrown away, proved within 40 plies
//	?    loss of 0.10 or more, or a result thrown away, proved further off
//	!?   looks good, is bad: loss of 0.05 or more, in a game that is open, of a
//	     move that the net thinks of first or nearly, with a first look (the net's
//	     value after the move and the captures that follow) as good as any
//	?!   looks bad, is good: within 0.02 of the best to both searches, while the
//	     first look finds it worse by 0.10 and the net gives it less than 10 %
//	!    every other move is worse by 0.10; not where another move wins, too, where
//	     this one all but loses, where it is obvious, or just takes back
//	!!   a move that is ! or *, that the net thinks of less than half as much as of
//	     another, and that gives up material for a while, or looks bad, or has
//	     less than 5 %
//	*    every other move loses (proved, or 0.05 at the most to both) and this one
//	     does not; there are others, and it does not just take back
//	+ =  won, drawn: where that becomes certain, and at the end of the game; where
//	     a rule makes a draw; if nobody claims that and the record goes on, once
//	     more at its end if the position is drawn there, too
//	+N   at the end of a shot or exchange, once the board is quiet: the pieces that
//	-N   the side which began it has gained or lost
//	a.l. the capture may go by several routes to the same position
//
// No error is marked where the move still wins (0.90 or more to both) or all was
// lost before, unless it is proved. A forced move has no mark.
//
// The words say what is proved, of the move or of the better one, before what the
// lines of both do to the material; and of that the difference: a move loses the
// pieces that the better line does not lose, and wins those that the next best does
// not win.
//
// # Figures and puzzles
//
// A [Side] adds up what the judgements of a game say about a player, with an
// [Accuracy] in percent; [Clocks] and [Haste] say what was lost in time trouble, and
// [Players] gathers both over a collection. A [Solver] looks again, and more deeply,
// at a position whose [Finding.Shot] says that it may be a [Puzzle].
package analysis
