package analysis

import (
	"fmt"
	"math"
	"slices"

	"drafthorse/alphabeta"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// Config says how positions are searched.
type Config struct {
	Limits
	Search mcts.Config
	// Clock starts a search's clock and returns what says when it has run out. It
	// is asked for each search of a position; nil is no clock. The package reads
	// none itself.
	Clock func() (stop func() bool)
}

// Validate refuses numbers that no search can use.
func (c Config) Validate() error {
	switch {
	case c.Visits < 1 || c.Visits > MaxVisits:
		return fmt.Errorf("visits is %d: want 1 to %d", c.Visits, MaxVisits)
	case c.Depth < 0:
		return fmt.Errorf("depth is %d: want 1 or more plies, or 0 for no limit", c.Depth)
	case (c.Clock != nil) != (c.Millis > 0):
		return fmt.Errorf("a clock and its milliseconds (%d) go together", c.Millis)
	}
	return c.Search.Validate()
}

// nodes returns how many nodes alpha-beta makes at the most.
func (l Limits) nodes() uint64 {
	if l.Nodes > 0 {
		return l.Nodes
	}
	return uint64(l.Visits) * NodesPerVisit
}

// The parts of a search's visits that moves get at least: every legal one, and
// those that are judged against each other, so that none is judged by its first
// evaluations. A position without a choice gets the last part, for its value.
const (
	leastShare  = 1. / 32
	judgedShare = 1. / 8
	forcedShare = 1. / 8
)

// Confirmer is the second search, which sees what a tree misses: an
// [alphabeta.Searcher].
type Confirmer interface {
	Forget() // what was learned: the next search depends on its arguments alone
	Search(g *rules.Game, l alphabeta.Limits) alphabeta.Result
}

// Finder searches the positions of games one after another. It is for one
// goroutine.
type Finder struct {
	config  Config
	by      Settings
	tables  *endgame.Tables
	confirm Confirmer
	tree    *mcts.Tree

	candidates []mcts.Candidate
}

// NewFinder returns a finder that asks e, which is the net of that identity or
// stands for it, the tables and the confirmer, which should have the same net.
func NewFinder(c Config, netID string, e mcts.Evaluator, tables *endgame.Tables, confirm Confirmer) *Finder {
	by := Settings{netID, tables.ID(), c.Limits}
	return &Finder{config: c, by: by, tables: tables, confirm: confirm, tree: mcts.NewTree(c.Search, e, tables.Prove)}
}

// tableSize is the memory of alpha-beta's table in mebibytes, which has room for
// 65,536 positions each: as much as the nodes of a second look may need.
func (l Limits) tableSize() int { return int(min(max(l.deep().nodes()>>16, 1), 64)) }

// NetFinder returns a finder that asks one net by both searches. The net must not
// change from then on; any number of finders may share it.
func NetFinder(c Config, n *net.Network, tables *endgame.Tables) *Finder {
	second := alphabeta.NewSearcher(alphabeta.Config{Threads: 1}, n, tables, alphabeta.NewTable(c.tableSize()))
	return NewFinder(c, n.ID(), net.NewEvaluator(n), tables, second)
}

// Game finds what there is to find about every move of a game's main line. The
// draw rules see the history of the game itself, from its start position or its
// last setup on. A fault in the record is returned with the findings of the moves
// before it.
func (f *Finder) Game(record *pdn.Game) ([]Finding, error) {
	plies, fault := record.Replay()
	findings := make([]Finding, 0, len(plies))
	for q := range Questions(plies) {
		findings = append(findings, f.Find(q.Game, q.Played))
	}
	return findings, fault
}

// Settings returns what all that f finds has in common.
func (f *Finder) Settings() Settings { return f.by }

// Key returns the key of what Find would find.
func (f *Finder) Key(g *rules.Game, played rules.Move) Key { return f.by.Key(g, played) }

// Find searches g's position, in which the legal move played was played, and
// leaves g as it was.
func (f *Finder) Find(g *rules.Game, played rules.Move) Finding {
	found := Finding{Key: f.Key(g, played), After: f.after(g, played)}
	t := f.tree
	t.Reset(g)
	legal := found.Position.AppendMoves(nil)
	if len(legal) == 1 {
		t.SearchUntil(f.share(forcedShare), f.clock())
		f.fill(&found, t.Visits())
		return found
	}
	f.look(g, &found, legal, f.config.Limits)
	if found.doubtful() {
		t.Reset(g)
		f.look(g, &found, legal, f.config.deep())
	}
	return found
}

// A second look is taken where an error may have been made: either search finds
// another move better than the one played by doubt, in points. It begins anew and is
// as long for every number of visits of the first look, as far as that can be, so
// that the same moves are called errors: up to deepVisits and deepNodes, but no less
// than twice the first look, and no more than 16 times its visits and 8 times its
// nodes.
const (
	doubt      = 0.05
	deepVisits = 32_000
	deepNodes  = 16 * deepVisits
)

// deep returns the limits of a second look.
func (l Limits) deep() Limits {
	l.Nodes = min(max(deepNodes, 2*l.nodes()), 8*l.nodes())
	l.Visits = min(max(deepVisits, 2*l.Visits), 16*l.Visits, MaxVisits)
	return l
}

// look searches the new tree's position by both searches, which know nothing, up to
// the limits. The first visit of each move is the shallow look.
func (f *Finder) look(g *rules.Game, found *Finding, legal []rules.Move, l Limits) {
	for _, m := range legal {
		f.tree.Explore(m, 1)
	}
	f.candidates = f.tree.AppendCandidates(f.candidates[:0])
	looks := make([]float32, len(legal))
	for i, c := range f.candidates {
		looks[i] = c.Evaluation.Score()
	}
	f.confirm.Forget()
	f.search(g, found, l)
	for i := range found.Moves {
		found.Moves[i].Look = looks[i]
	}
}

// doubtful reports whether either search finds another move better than the one
// played by so much that there may be an error, and it is not settled by proof.
func (f *Finding) doubtful() bool {
	values := f.values()
	p := &values[f.PlayedIndex()]
	for i := range values {
		v := &values[i]
		if v.exact && max(v.tree-p.tree, v.second-p.second) >= doubt && !(v.proof.Known && p.proof.Known) {
			return true
		}
	}
	return false
}

// search searches the tree's position by both searches, up to the limits, and
// writes what they know of it.
func (f *Finder) search(g *rules.Game, found *Finding, l Limits) {
	t := f.tree
	t.SearchUntil(l.Visits, f.clock())
	visits := t.Visits()
	found.Confirmed = f.ask(g, l)
	for _, m := range slices.Clone(g.Moves()) {
		t.Explore(m, max(1, int(float64(visits)*leastShare)))
	}
	judged := max(1, int(float64(visits)*judgedShare))
	t.Explore(t.BestMove(), judged)
	t.Explore(found.Played, judged)
	for _, c := range found.Confirmed.Moves {
		t.Explore(c.Move, judged)
	}
	f.fill(found, visits)
	found.Best = f.best(judged)
	f.complete(g, found, l)
	for _, i := range []int{found.Best, found.PlayedIndex()} {
		found.Moves[i].Line = t.AppendLine(nil, found.Moves[i].Move, max(2, visits/50))
	}
}

// share returns a part of the visits, at least one.
func (f *Finder) share(part float64) int { return max(1, int(float64(f.config.Visits)*part)) }

// clock starts the clock of a search.
func (f *Finder) clock() (stop func() bool) {
	if f.config.Clock == nil {
		return func() bool { return false }
	}
	return f.config.Clock()
}

// fill writes what the tree knows of the moves into found.
func (f *Finder) fill(found *Finding, visits int) {
	f.candidates = f.tree.AppendCandidates(f.candidates[:0])
	found.Moves = make([]Candidate, len(f.candidates))
	var sum float64
	prior := func(c mcts.Candidate) float64 {
		return math.Pow(float64(c.Prior), 1/float64(f.config.Search.PriorPower))
	}
	for _, c := range f.candidates {
		sum += prior(c)
	}
	for i, c := range f.candidates {
		found.Moves[i] = Candidate{Move: c.Move, Prior: float32(prior(c) / sum), Visits: c.Visits, Evaluation: c.Evaluation, Proof: c.Proof}
	}
	if len(found.Moves) == 1 {
		only := &found.Moves[0]
		only.Line = f.tree.AppendLine(nil, only.Move, max(2, visits/50))
		only.Look = only.Evaluation.Score()
	}
}

// best returns the index of the tree's first choice: what is proven to be best,
// or else the move of the highest expected score among those with so many visits.
func (f *Finder) best(visits int) int {
	if f.tree.Proof().Known {
		return f.tree.Best()
	}
	best := f.tree.Best()
	score := func(i int) float32 { return f.candidates[i].Evaluation.Score() }
	for i, c := range f.candidates {
		if c.Visits >= visits && c.Proof.Points >= 0 && score(i) > score(best) {
			best = i
		}
	}
	return best
}

// ask asks the confirmer for the best two moves of g's position.
func (f *Finder) ask(g *rules.Game, l Limits) *Confirmation {
	to := alphabeta.Limits{Depth: l.Depth, Nodes: l.nodes(), Exact: 2}
	if f.config.Clock != nil {
		to.Stop = f.config.Clock()
	}
	r := f.confirm.Search(g, to)
	c := &Confirmation{Depth: r.Depth, Nodes: r.Nodes}
	c.add(r)
	return c
}

// add appends the moves of r that have an exact score.
func (c *Confirmation) add(r alphabeta.Result) {
	for _, m := range r.Moves {
		if m.Exact {
			c.Moves = append(c.Moves, Confirmed{m.Move, r.Depth, m.Score, m.Line})
		}
	}
}

// complete asks the confirmer for the exact scores, at the same depth, of the
// tree's first choice and the move played, as far as they are not among its best.
// That may take twice as many nodes again.
func (f *Finder) complete(g *rules.Game, found *Finding, l Limits) {
	var missing []rules.Move
	for _, m := range []rules.Move{found.Moves[found.Best].Move, found.Played} {
		if found.confirmed(m) == nil && (len(missing) == 0 || missing[0] != m) {
			missing = append(missing, m)
		}
	}
	if len(missing) == 0 {
		return
	}
	c := found.Confirmed
	to := alphabeta.Limits{Depth: c.Depth, Nodes: 2 * l.nodes(), Moves: missing, Exact: len(missing)}
	if f.config.Clock != nil {
		to.Stop = f.config.Clock()
	}
	r := f.confirm.Search(g, to)
	c.Nodes += r.Nodes
	c.add(r)
}

// after returns what is certain once the move played has been made in g.
func (f *Finder) after(g *rules.Game, played rules.Move) After {
	g.Push(played)
	defer g.Pop()
	a := After{Outcome: g.Outcome()}
	p, draws := g.Position(), g.Draws()
	if a.Outcome.Result == rules.Draw {
		a.Paper = f.paper(p)
	}
	if a.Outcome.Result != rules.Undecided {
		return a
	}
	points, plies, known := f.tables.Prove(&p, draws)
	if !known {
		return a
	}
	a.Table = mcts.Proof{Known: true, Points: int8(-points), Plies: int16(plies)}
	if a.Paper = f.paper(p); points != 0 {
		a.Paper = mcts.Proof{}
	}
	if a.Paper.Known {
		a.Rule = 5
		if endgame.WithinLimits(int(a.Paper.Plies), rules.DrawCounters{Sixteen: rules.NotCounting, Five: draws.Five}) {
			a.Rule = 16
		}
	}
	return a
}

// paper returns the win or loss that the tables know in p, draw rules aside, for the
// side that has just moved.
func (f *Finder) paper(p rules.Position) mcts.Proof {
	v, known := f.tables.Probe(&p)
	if !known || v == endgame.Drawn {
		return mcts.Proof{}
	}
	points := int8(1)
	if v.Won() {
		points = -1
	}
	return mcts.Proof{Known: true, Points: points, Plies: int16(v.Plies())}
}
