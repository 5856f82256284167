// Package analysis judges the moves of game records and writes the marks that
// players know into them.
//
//	pdn.Game ──replay──► each position ──one search──► Judgement ──► marks, comments,
//	                     before a move                              variations in pdn.Game
//
// The move played and the best move are judged from one search of the position
// before them, in which both got enough visits, never from two searches that
// differ: the loss of a move is the expected score of the best move less its
// own, in points from 0 to 1, a draw being a half.
//
// The marks mean what the FMJD says they mean (Annex 1, article 9), of which
// two are the reverse of what chess players expect: !? looks good but is bad,
// ?! looks bad but is good. A star says that every other move loses; in a file
// it is written as $7, for the standard has no star.
package analysis
