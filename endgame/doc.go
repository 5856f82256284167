// Package endgame knows the result of every position with few pieces, and how
// many plies it takes.
//
// A [Class] is the material of both sides, the side to move named first; the
// board is turned so that this side is White. For each class a table holds one
// [Value] for each position: drawn, or won or lost in so many plies, as if there
// were no draw rules but the end of all hope.
//
//   - [Tables.Build] computes a class by retrograde analysis.
//   - [Tables.Encode] and [Tables.Decode] turn it into a file and back.
//   - [Embedded] holds all 41 classes of two to four pieces.
//   - [Tables.Probe] looks a position up, pending captures or not.
//   - [Tables.Prove] says what that is worth on the board, where the rules for
//     16 and 5 moves may make a draw of a win on paper.
//
// Probing allocates nothing and is safe in any number of goroutines.
package endgame
