package mcts

import "drafthorse/rules"

// Prover says what is known for certain about an undecided position with these
// draw counters: points for the side to move (1 a win, 0 a draw, -1 a loss) and
// in how many plies it is won or lost. It must not keep p. A nil Prover knows
// nothing.
type Prover func(p *rules.Position, draws rules.DrawCounters) (points, plies int, known bool)

// Proof is what is certain about a position or a move, as the side to move sees
// it, once the end of the game is in sight (Winands, Björnsson and Saito,
// "Monte-Carlo Tree Search Solver", 2008). The zero value is nothing.
//
// A node is a line of the game and not a position alone, so a draw by repetition
// or by a count of moves is proven like any other result.
type Proof struct {
	Known  bool
	Points int8  // 1 a win, 0 a draw, -1 a loss
	Plies  int16 // to the end of the game: a win takes at most so many, a loss lasts at most so many
}

// Evaluation returns the certain evaluation that a known proof is.
func (p Proof) Evaluation() Evaluation {
	switch p.Points {
	case 1:
		return Evaluation{Win: 1}
	case -1:
		return Evaluation{Loss: 1}
	}
	return Evaluation{Draw: 1}
}

func (p Proof) drawn() bool { return p.Known && p.Points == 0 }

// turned returns p, which holds after a move, for the move itself.
func (p Proof) turned() Proof {
	if p.Points != 0 {
		p.Points, p.Plies = -p.Points, p.Plies+1
	}
	return p
}

// rank orders moves: a win before a longer win, then a draw or nothing known,
// then a loss before a shorter loss.
func (p Proof) rank() int {
	return int(p.Points) * (1<<15 - int(p.Plies))
}

// Proof returns what is proven of the root.
func (t *Tree) Proof() Proof { return t.proof }

// settled returns what the edges of n prove of it: the shortest win there is,
// or, once all are proven, the best of them.
func (t *Tree) settled(n int32) Proof {
	edges := t.edgesOf(n)
	best, all := edges[0].proof, true
	for i := range edges {
		p := edges[i].proof
		all = all && p.Known
		if p.rank() > best.rank() {
			best = p
		}
	}
	if all || best.Points > 0 {
		return best
	}
	return Proof{}
}

// climb carries the proof of the last edge of w's path up the path, as far as it
// settles the nodes above.
func (t *Tree) climb(w *walker) {
	for i := len(w.path) - 2; i >= 0; i-- {
		e := t.edges.at(w.path[i])
		if e.proof = t.settled(e.child).turned(); !e.proof.Known {
			return
		}
	}
	news := !t.proof.Known
	t.settleRoot()
	if news && t.proof.Known {
		t.look(w)
	}
}

// settleRoot takes over what the edges prove of the root. What the prover said
// of it stands for as long as they prove nothing.
func (t *Tree) settleRoot() {
	if p := t.settled(root); p.Known {
		t.proof = p
	}
}

// chooseAtRoot returns the root's edge to visit next: the best move if it is
// proven to be worth what the root is, else PUCT's choice.
func (t *Tree) chooseAtRoot() int32 {
	if t.proof.Known {
		best := t.nodes.at(root).first + int32(t.Best())
		if p := t.edges.at(best).proof; p.Known && p.Points == t.proof.Points {
			return best
		}
	}
	return t.choose(root)
}

// look lets w, which stands at the root, look at every move of a proven root
// once, so that no shorter win is passed over and the choice is exact before the
// first visit.
func (t *Tree) look(w *walker) {
	edges := t.rootEdges()
	for i := range edges {
		if e := &edges[i]; e.child == noNode && !e.proof.Known {
			w.game.Push(t.movesOf(root)[i])
			e.proof = w.certain().turned()
			w.game.Pop()
		}
	}
	t.settleRoot()
}
