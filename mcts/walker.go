package mcts

import (
	"sync"

	"drafthorse/rules"
)

// walker goes down a tree and back up, for one goroutine.
type walker struct {
	judge
	path []int32     // edges of the visit under way
	lock sync.Locker // of the tree, held but while a position is judged; nil if the walker is alone
}

// Walker searches a tree together with others, each on a goroutine of its own
// and with an evaluator of its own. One lock guards the tree: a walker holds it
// while it chooses its way down and writes up what it found, which takes a small
// part of a visit, and not while it plays the moves and judges the position
// they lead to. What is on its way counts as lost until then, so that others go
// elsewhere ("virtual loss"; Chaslot, Winands and van den Herik, "Parallel
// Monte-Carlo Tree Search", 2008).
//
// What several walkers find depends on how they come to run.
type Walker struct {
	walker
	tree *Tree
}

// NewWalker returns a walker on t, which asks e. The lock is the same for all
// walkers of the tree. t's prover must be for any number of goroutines.
func NewWalker(t *Tree, e Evaluator, lock sync.Locker) *Walker {
	w := &Walker{walker: walker{judge: newJudge(t.config, e, t.prove), lock: lock}, tree: t}
	w.game = rules.NewGame(rules.Start())
	return w
}

// Search is [Tree.SearchUntil], of which the visits of all walkers count. It
// asks stop while it holds the lock. Nobody may use the tree until the searches
// of all walkers have ended.
func (w *Walker) Search(visits int, stop func() bool) {
	t := w.tree
	w.lock.Lock()
	w.game.Reset(t.game.Start())
	for _, m := range t.game.Played() {
		w.game.Push(m)
	}
	for n := 1; t.visits < visits && !t.proof.Known; n++ {
		t.visit(&w.walker, t.chooseAtRoot())
		if n%patience == 0 && stop() {
			break
		}
	}
	w.lock.Unlock()
}
