// Package run is what the folder of a training run holds, and who may write it.
//
//	run.toml        the run's configuration, frozen when it began
//	LOCK.selfplay   held by the process that plays
//	LOCK.train      held by the process that trains, matches and reports
//	MANIFEST        what exists: shards and nets, one checksummed line each
//	MANIFEST.lock   held while a line is added to it
//	games/          shards: 00002-0000.arrow is the first shard played by net 2
//	nets/           00002.safetensors is net 2; net 0 has random weights, or those
//	                of the net that the run was begun with
//	train/          the checkpoint of the training under way
//	metrics.jsonl   one line for each report of a training
//	matches.jsonl   one line for each match
//	selfplay.jsonl  one line for each net: what its games are like
//	report.html     all three drawn as curves, for a browser
//	annotated/      the sample game, annotated by a net at the end of a cycle
//
// A kill leaves at most one file of each kind without a record. A manifest that does
// not know of other files was lost or cut, and nothing goes on from it.
//
// One process may do all the work, or one may play while another trains. A process
// has [Roles], and each role has a lock. Nets are known in the journals by their ids,
// so lines of another run count for nothing.
//
// Package learn says what is done next in a run, and does it.
package run
