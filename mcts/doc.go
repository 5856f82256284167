// Package mcts searches one position by Monte Carlo tree search with a learned
// evaluation, as AlphaZero does (Silver et al., "A general reinforcement
// learning algorithm that masters chess, shogi, and Go through self-play",
// Science 362, 2018, and its supplement).
//
// A [Tree] holds one game at its root. Each visit
//
//  1. selects: walks down from the root by PUCT, see [Config];
//  2. expands: at the first position not seen before, asks the [Evaluator] for
//     the priors of its legal moves and for win, draw and loss;
//  3. backs up: adds that evaluation, turned at every ply, to all edges walked.
//
// Ends of the game are taken from [rules.Game], draw rules included, so a
// repetition against the game's history is a draw inside the tree too. A
// position with one legal move is played through: it is neither evaluated nor
// does it end a visit. One with captures pending is evaluated for its priors but
// does not end a visit either: the value is that of a quiet board.
//
// What is certain is proven, see [Proof]: the end of a game, and what a [Prover]
// knows, climb from move to move as far as they settle a position. A visit ends
// at a proven move, moves proven lost are not visited, and a proven root is
// played without doubt, the shortest win or the longest resistance first.
//
// A search goes on for a number of visits, or with [Tree.SearchUntil] until its
// caller says stop. What it found of each move is a [Candidate] of
// [Tree.AppendCandidates]; [Tree.AppendLine] is the line behind the move, and
// behind [Tree.BestMove] the principal variation.
//
// Nodes and edges live in arenas and name each other by index; a visit allocates
// nothing once the arenas have grown. A small cache of evaluations, for moves
// that are played in another order, changes no bit of what is found. A Tree is
// for one goroutine; to search one position on several, each gets a [Walker]. It
// starts none, and reads no clock and no random numbers but those it is handed.
package mcts
