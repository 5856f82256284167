// Package net is the network that judges positions: what it sees, how it is
// evaluated and how its weights are kept.
//
// The network is a multilayer perceptron on sparse inputs, in the manner of
// NNUE (Nasu, "Efficiently updatable neural-network-based evaluation functions
// for computer shogi", 2018). The board is first turned so that the side to
// move plays up; from there on there is only "own" and "opponent":
//
//	active features (some 40 of [Features])
//	   │  sum of their rows + bias, ReLU
//	   ▼
//	Width neurons ──► Hidden neurons, ReLU ──┬──► win, draw, loss (softmax of 3)
//	                                         └──► · embedding of (from, to) + bias
//	                                              for each legal move: softmax
//
// Captures with the same origin and target but other victims share a policy
// logit; the search tells them apart.
//
// The loops are in package kernel, in plain Go and in assembly that agrees with
// it. The evaluation shares nothing with the trainer but the weights.
package net
