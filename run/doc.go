// Package run keeps a training run: one folder that holds all of it, and the
// steps that carry it on.
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
//	annotated/      the sample game, annotated by a net at the end of a lap
//
// Generation g of a run is the games that net g plays. Trained on the newest
// rows of all generations, it becomes net g+1. So the manifest alone says what
// is to be done next: play until the newest net has its number of games, then
// train. Where they hold too few positions for one step of training, it plays as
// many again, and so on. Every step may be killed at any moment; the same command
// goes on. A manifest that does not know of files which no kill leaves without a
// record was lost or cut, and nothing goes on from it.
//
// In between, the newest net may be measured ([Monitor]): the matches that stand
// in matches.jsonl say which is next, so that none is played twice. Nets are known
// there by their ids, so lines of another run count for nothing.
//
// A game is determined by the run's configuration, its net and its number.
// Games that were in play or not yet in a shard when the process died are
// played again and come out the same. While a shard is encoded and committed the
// net plays on, but no more games are begun and in no shard than a full one has and
// eight for each worker. A training goes on from its checkpoint to
// the same weights, bit for bit, as one that was never stopped.
//
// One process may do all of it, or one may play while another trains: a process
// has [Roles], and each role a lock. Self-play then changes to a newer net between
// two games, at most two generations of games ahead of training, so which net plays
// a game depends on the time that things take; each shard holds games of one net
// and names it. A training sees the games up to the number it waits for, or those
// that are there when it is asked for earlier, whatever is played meanwhile. Its
// checkpoint and the record of its net say how many shards that are; so it is
// determined by the manifest.
package run
