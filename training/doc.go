// Package training fits a network to the positions of played games.
//
// What is fitted to what, for one row of a shard (one searched position):
//
//	policy target   the share of the search's visits that each legal move got;
//	                moves that share a policy logit (same squares, other
//	                victims) are one entry with the sum of their parts
//	value target    [Config.OutcomeShare] of how the game ended (one-hot win,
//	                draw, loss for the side to move) and the rest of what the
//	                search thought (the root's win, draw, loss); what the
//	                search thought alone where the length cap stopped the game
//	weight          how much the row counts
//
// The loss is the weighted mean over a batch's rows of both cross-entropies:
//
//	      Σ weight · (−Σ policy target · log prior  −  Σ value target · log value)
//	loss = ─────────────────────────────────────────────────────────────────────────
//	                                    Σ weight
//
// with prior the softmax over the row's legal moves only, as the search uses
// it (moves that share a logit each have a part in the sum, and one prior
// together). A cross-entropy cannot fall below its target's entropy, so [Evaluation]
// has both: their difference is what is left to learn.
//
// One step, with the ops that make up the graph:
//
//	datasets.Window ──sampled rows──► Batch (flat arrays, padded by rows of weight 0)
//	                                    │ read by the ops that look at rows
//	     input.weight, input.bias ──► sparse layer, ReLU          [rows, Width]
//	     dense.weight, dense.bias ──► dense layer, ReLU           [rows, Hidden]
//	                                    ├─ value.*  ──► value loss  ┐
//	                                    └─ policy.* ──► policy loss ┴─ + ─► loss
//	                                                                         │
//	  average ◄── the network's weights ◄── AdamW ◄── global-norm clip ◄── gradients
//
// The graph and its symbolic differentiation are Gorgonia's; the layers are ops
// of our own, because they know what is sparse: some 35 of 212 inputs, some 10 of
// 2500 policy logits. The loop that runs the ops is ours too, as Gorgonia's takes a
// goroutine and a thread for each run. The graph's parameters are the very slices
// of the [net.Network] given to [New], which each step therefore changes in place.
//
// A batch is split into four parts, always the same, each with a copy of the graph
// over the same weights. One to four goroutines work on them ([Trainer.Workers]),
// and the parts' gradients are added up in their order, so the number of
// goroutines changes no bit. The batches of the next steps are filled meanwhile.
//
// The products are by our own BLAS, and the optimizer's step by our own assembly.
//
// The weights themselves jump about at the rate they learn. What is judged on
// held-out games and handed out ([Trainer.Network]) is their average over the
// last steps, which is steadier.
//
// [Fit] is the loop: it samples, steps, evaluates on held-out games and calls
// back for reports and checkpoints. A [Trainer] read back from a checkpoint and
// given the same window goes on to the same bits as one that never stopped. The
// package reads no clock and no file; progress, time and files are the caller's.
package training
