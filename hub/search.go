package hub

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"drafthorse/alphabeta"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/parallel"
	"drafthorse/rules"
)

// searcher is one of the two ways to search, for one goroutine.
type searcher interface {
	// search searches g's position, which has a legal move, until a limit of l
	// other than time is reached or w halts it.
	search(g *rules.Game, l Level, w *watch) info
	// forget makes it forget what it has learned.
	forget()
}

// watch stands between a search and who waits for it.
type watch struct {
	halt   atomic.Bool
	enough atomic.Bool // nothing that takes as long as what has been done is to be begun
	wanted atomic.Bool // somebody wants to know how far it is
	begun  time.Time

	lock   sync.Mutex
	latest *info // not yet taken
}

// tell leaves what the search knows for who wants it.
func (w *watch) tell(i info) {
	i.spent = time.Since(w.begun)
	w.lock.Lock()
	w.latest = &i
	w.lock.Unlock()
}

// take returns what there is to know since the last time, or nil.
func (w *watch) take() *info {
	w.lock.Lock()
	defer w.lock.Unlock()
	i := w.latest
	w.latest = nil
	return i
}

// newSearcher returns the searcher that the parameters describe.
func newSearcher(p Parameters, n *net.Network, endgames *endgame.Tables) searcher {
	if p.Search == AlphaBeta {
		table := alphabeta.NewTable(1 << (p.TableSize - 16))
		return (*alphaBeta)(alphabeta.NewSearcher(alphabeta.Config{Threads: p.Threads}, n, endgames, table))
	}
	t := &treeSearch{visits: p.Visits}
	if t.visits == 0 {
		t.visits = mcts.MostVisits
	}
	var prove mcts.Prover
	if endgames != nil {
		prove = endgames.Prove
	}
	c := mcts.DefaultConfig().ForPlay()
	t.tree = mcts.NewTree(c, net.NewEvaluator(n), prove)
	lock := new(sync.Mutex)
	for p.Threads > 1 && len(t.walkers) < p.Threads {
		t.walkers = append(t.walkers, mcts.NewWalker(t.tree, net.NewEvaluator(n), lock))
	}
	return t
}

// alphaBeta is alpha-beta search: its depth is that of the last whole iteration.
type alphaBeta alphabeta.Searcher

func (a *alphaBeta) forget() { (*alphabeta.Searcher)(a).Forget() }

func (a *alphaBeta) search(g *rules.Game, l Level, w *watch) info {
	p := g.Position()
	found := func(r alphabeta.Result) info {
		best := r.Best
		i := info{depth: r.Depth, nodes: r.Nodes, moves: slices.Clone(best.Line), worth: worth{points: best.Score.Points()}}
		if plies, ok := best.Score.Proven(); ok {
			i.worth.proven, i.worth.plies = true, plies
			i.played = ends(p, best.Line)
		}
		return i
	}
	limits := alphabeta.Limits{Depth: l.Depth, Nodes: l.Nodes, Stop: w.halt.Load, Enough: w.enough.Load}
	limits.Each = func(r alphabeta.Result) { w.tell(found(r)) }
	return found((*alphabeta.Searcher)(a).Search(g, limits))
}

// treeSearch is tree search: its nodes are visits, and its depth is the length of
// the line it expects.
type treeSearch struct {
	visits  int
	tree    *mcts.Tree
	walkers []*mcts.Walker // on the tree, one for each thread; none if there is one thread
}

func (t *treeSearch) forget() {}

func (t *treeSearch) search(g *rules.Game, l Level, w *watch) info {
	visits := t.visits
	if l.Nodes > 0 {
		visits = int(min(uint64(visits), l.Nodes))
	}
	p := g.Position()
	t.tree.Reset(g)
	// A walker holds the tree's lock while it asks.
	stop := func() bool {
		if w.wanted.CompareAndSwap(true, false) {
			w.tell(t.info(p))
		}
		return w.halt.Load() || w.enough.Load() || l.Depth > 0 && t.info(p).depth >= l.Depth
	}
	if len(t.walkers) == 0 {
		t.tree.SearchUntil(visits, stop)
	} else {
		parallel.Each(len(t.walkers), len(t.walkers), func(i int) { t.walkers[i].Search(visits, stop) })
	}
	return t.info(p)
}

// info returns what the tree knows of the position p at its root.
func (t *treeSearch) info(p rules.Position) info {
	best := t.tree.AppendCandidates(nil)[t.tree.Best()]
	i := info{nodes: uint64(t.tree.Visits()), moves: t.tree.AppendLine(nil, best.Move, 1)}
	i.depth = len(i.moves)
	i.worth.points = float64(best.Evaluation.Win - best.Evaluation.Loss)
	if best.Proof.Known && best.Proof.Points != 0 {
		i.worth.proven, i.worth.plies = true, int(best.Proof.Plies)
		i.played = ends(p, i.moves)
	}
	return i
}
