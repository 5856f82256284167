package query

import (
	"slices"
	"strings"
	"time"

	"drafthorse/alphabeta"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/rules"
)

// Analyst answers queries, one position at a time. What it says of a position
// depends on the query alone, unless time limits the search. It is for one
// goroutine.
type Analyst struct {
	net    *net.Network
	id     string // of the network
	tables *endgame.Tables
	config mcts.Config
	now    func() time.Time

	evaluator  *net.Evaluator
	tree       *mcts.Tree // nil until it is needed
	candidates []mcts.Candidate
	searcher   *alphabeta.Searcher // nil until it is needed
}

// tableSize is the size of an alpha-beta search's table in mebibytes.
const tableSize = 16

// keepTree is up to how many visits a tree's memory is kept for the next one, some
// 70 MB.
const keepTree = 1 << 17

// NewAnalyst returns an analyst that searches with the network and the endgame
// tables, and trees as c says; now is the clock.
func NewAnalyst(n *net.Network, tables *endgame.Tables, c mcts.Config, now func() time.Time) *Analyst {
	return &Analyst{net: n, id: n.ID(), tables: tables, config: c, now: now, evaluator: net.NewEvaluator(n)}
}

// Answer searches a position of q until its limits or stop end the search.
func (a *Analyst) Answer(q *Query, t Turn, stop func() bool) Answer {
	g := rules.NewGame(q.Start)
	for _, m := range q.Moves[:t.Ply] {
		g.Push(m)
	}
	p := g.Position()
	answer := Answer{
		ID: q.ID, Turn: t.Ply, FEN: p.FEN(), ToMove: strings.ToLower(p.Turn().String()),
		Net: a.id, Search: q.Limits.Search, Limits: q.Limits.bounds(), Moves: []Move{},
	}
	if o := g.Outcome(); o.Result != rules.Undecided {
		answer.Over = o.Rule.String()
		answer.Root = a.proof(g).certain()
		return answer
	}
	if d := q.Limits.Time; d > 0 {
		end, cut := a.now().Add(d), stop
		stop = func() bool { return cut() || !a.now().Before(end) }
	}
	if q.Limits.Search == AlphaBeta {
		a.searchDeep(&answer, g, q, t.Only, stop)
	} else {
		a.searchTree(&answer, g, q, t.Only, stop)
	}
	answer.Root = a.root(g, answer.Moves, len(t.Only) == 0)
	return answer
}

// searchTree answers by tree search.
func (a *Analyst) searchTree(answer *Answer, g *rules.Game, q *Query, only []rules.Move, stop func() bool) {
	if a.tree == nil {
		a.tree = mcts.NewTree(a.config, a.evaluator, a.tables.Prove)
	}
	t := a.tree
	t.Reset(g)
	if len(only) > 0 {
		explore(t, only, q.Limits.Visits, stop)
	} else {
		t.SearchUntil(q.Limits.Visits, stop)
	}
	visits := t.Visits()
	answer.Visits = &visits
	a.candidates = t.AppendCandidates(a.candidates[:0])
	best := a.candidates[t.Best()].Move
	for _, c := range a.candidates {
		if len(only) > 0 && !slices.Contains(only, c.Move) {
			continue
		}
		m := described(g.Position(), c.Move)
		m.Visits, m.Prior = &c.Visits, rounded(float64(c.Prior))
		switch proof := a.proofAfter(g, c.Move); {
		case proof != nil:
			m.Value = proof.certain()
		case c.Proof.Known:
			m.Value = newProof(int(c.Proof.Points), int(c.Proof.Plies), "search").certain()
		case c.Visits > 0:
			m.Value = evaluated(c.Evaluation)
		}
		if c.Visits > 0 || m.Proof != nil {
			m.Line = a.line(g, t.AppendLine(nil, c.Move, max(2, c.Visits/50)), m.Proof)
		}
		answer.Moves = append(answer.Moves, m)
	}
	slices.SortStableFunc(answer.Moves, better)
	if len(only) == 0 {
		first(answer.Moves, g.Position().MoveText(best))
	}
	if visits > keepTree {
		a.tree = nil
	}
}

// first brings the move with that text to the front.
func first(moves []Move, text string) {
	i := slices.IndexFunc(moves, func(m Move) bool { return m.Text == text })
	m := moves[i]
	copy(moves[1:], moves[:i])
	moves[0] = m
}

// round is how many more visits each move gets before explore asks whether to
// stop.
const round = 64

// explore spreads the visits evenly over some moves of the root. Each gets one at
// least.
func explore(t *mcts.Tree, moves []rules.Move, visits int, stop func() bool) {
	share := max(1, visits/len(moves))
	for have := 0; have < share && (have == 0 || !stop()); {
		have = min(share, have+round)
		for _, m := range moves {
			t.Explore(m, have)
		}
	}
}

// searchDeep answers by alpha-beta.
func (a *Analyst) searchDeep(answer *Answer, g *rules.Game, q *Query, only []rules.Move, stop func() bool) {
	if a.searcher == nil {
		a.searcher = alphabeta.NewSearcher(alphabeta.Config{Threads: 1}, a.net, a.tables, alphabeta.NewTable(tableSize))
	}
	a.searcher.Forget()
	r := a.searcher.Search(g, alphabeta.Limits{
		Depth: q.Limits.Depth, Nodes: q.Limits.Nodes, Stop: stop, Moves: only, Exact: q.MultiPV,
	})
	answer.Depth, answer.Nodes = r.Depth, r.Nodes
	for _, found := range r.Moves {
		m := described(g.Position(), found.Move)
		m.Bound = "exact"
		plies, proven := found.Score.Proven()
		points := 1
		if found.Score < 0 {
			points = -1
		}
		switch proof := a.proofAfter(g, found.Move); {
		case proof != nil:
			m.Value = proof.certain()
		case proven && (found.Exact || points < 0): // a move that is worth a loss at the most is lost
			m.Value = newProof(points, plies, "search").certain()
		case found.Exact:
			m.Value = evaluated(found.Evaluation)
			m.Score = rounded((1 + found.Score.Points()) / 2)
		default:
			m.Bound = "upper"
			m.Score = rounded((1 + found.Score.Points()) / 2)
		}
		m.Line = a.line(g, found.Line, m.Proof)
		answer.Moves = append(answer.Moves, m)
	}
}

// root returns what g's position is worth by its moves, the best first; all says
// that these are all there are.
func (a *Analyst) root(g *rules.Game, moves []Move, all bool) Value {
	v := moves[0].Value
	if v.Proof != nil && v.Proof.points <= 0 && slices.ContainsFunc(moves, func(m Move) bool { return m.Proof == nil }) {
		v.Proof = nil
	}
	if p := a.proof(g); p != nil && all {
		return p.certain()
	}
	return v
}

// proof returns what the rules or the tables say for certain of g's position, or
// nil.
func (a *Analyst) proof(g *rules.Game) *Proof {
	p := g.Position()
	if o := g.Outcome(); o.Result != rules.Undecided {
		return newProof(o.Result.For(p.Turn()), 0, "rules")
	}
	if points, plies, known := a.tables.Prove(&p, g.Draws()); known {
		return newProof(points, plies, "tables")
	}
	return nil
}

// proofAfter returns proof of the position after m, for the side that makes m.
func (a *Analyst) proofAfter(g *rules.Game, m rules.Move) *Proof {
	g.Push(m)
	defer g.Pop()
	if p := a.proof(g); p != nil {
		return p.before()
	}
	return nil
}

// line returns the texts of a line of g. That of a move which is proven won or
// lost goes on as the tables know, to the end of the game.
func (a *Analyst) line(g *rules.Game, moves []rules.Move, proof *Proof) []string {
	var texts []string
	push := func(m rules.Move) {
		texts = append(texts, g.Position().MoveText(m))
		g.Push(m)
	}
	for _, m := range moves {
		push(m)
	}
	for proof != nil && proof.points != 0 {
		m, ok := a.tableMove(g)
		if !ok {
			break
		}
		push(m)
	}
	for range texts {
		g.Pop()
	}
	return texts
}

// tableMove returns the move by which g's position is won soonest or lost latest
// by the tables, if they say that it is won or lost.
func (a *Analyst) tableMove(g *rules.Game) (rules.Move, bool) {
	if p := a.proof(g); p == nil || p.points == 0 || p.By != "tables" {
		return rules.Move{}, false
	}
	var best rules.Move
	var rank int
	for _, m := range slices.Clone(g.Moves()) {
		p := a.proofAfter(g, m)
		if r := p.rank(); best == (rules.Move{}) || r > rank {
			best, rank = m, r
		}
	}
	return best, true
}
