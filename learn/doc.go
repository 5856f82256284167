// Package learn carries a run on: it plays games, trains the next net on them,
// measures it, and so on.
//
// [State] is what the manifest and the matches of a run say. [Next] is a pure function
// that says what is to be done next, and it alone decides that. testdata/next.txt shows
// its answers. [Loop] does what Next says, one step after another, and tells an
// observer how each step goes.
//
// Generation g of a run is the games that net g plays. Trained on the newest rows of
// all generations, it becomes net g+1. A training waits for a number of games. If they
// hold too few positions for one step, it waits for twice the number, and so on.
//
// Every step may be killed at any moment. The same command then goes on. A game is
// determined by the run's configuration, its net and its number. Games that are in no
// shard yet when the process dies are played again and come out the same. A training
// goes on from its checkpoint to the same weights, bit for bit, as one that was never
// stopped. A match that is stopped begins again.
//
// While a shard is encoded and committed, the net plays on. Besides those of a full
// shard, at most eight games for each worker have been begun and are in no shard.
//
// Where one process plays and another trains, self-play changes to a newer net between
// two games. It is at most two generations of games ahead of training. So the time that
// things take decides which net plays a game. Each shard holds games of one net and
// names it. A training sees the games up to the number it waits for, or those that are
// there when it is asked for earlier. What is played meanwhile belongs to the next
// training. The checkpoint and the record of the net say how many shards a training
// sees, so the manifest determines it.
package learn
