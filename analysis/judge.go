package analysis

import (
	"drafthorse/mcts"
	"drafthorse/rules"
)

// Context is what a judgement sees of the game around a move.
type Context struct {
	Ply       int  // of the main line, from 1
	Recapture bool // the move takes the piece that has just captured
	Exchange  bool // the move before was a capture, too
}

// Judge judges the move that f is about. It searches nothing: the same finding,
// context and thresholds have the same judgement.
func Judge(f *Finding, c Context, t Thresholds) Judgement {
	values := f.values()
	l := look{Finding: f, Context: c, values: values, played: &values[f.PlayedIndex()]}
	l.compare()
	p := l.played
	j := Judgement{
		Ply: c.Ply, Position: f.Position, Played: f.Played, Forced: f.Forced(),
		Better: l.best.move, Line: f.line(l.best.move), Best: l.best.mean(), Score: p.mean(), Loss: l.loss, Worse: l.loss > t.None,
		AdLib:     f.Position.SeveralRoutes(f.Played),
		BestProof: l.best.proof, PlayedProof: p.proof,
		OthersLose: l.othersProved, Rule: f.After.Outcome.Rule,
	}
	j.Certain = j.certain(f)
	if j.Forced {
		j.OthersLose = false
		return j
	}
	j.Mark, j.Only = l.judge(t)
	j.Reason = l.reason(j.Mark, j.Only)
	return j
}

// look is a position with a choice, and the move played beside the others.
type look struct {
	*Finding
	Context
	values       []value
	played, best *value // best: what both searches find better than played, or the highest by both together
	loss         float32

	others       float32 // by how much both searches find the move played better than every other; less than 0 if it is not
	next         *value  // the best of the other moves, by both searches together
	othersScore  float32 // the lowest score that is sure for next, by either search
	othersMost   float32 // the most that either search gives any other move
	othersProved bool    // all other moves are proved to lose
	bestLook     float32
	bestPrior    float32
}

// compare sets the best move and what the others are worth. The loss of the move
// played is the most by which both searches find one and the same move better, so
// it is 0 for the first choice of either.
func (l *look) compare() {
	p := l.played
	treeGap, secondGap := float32(1), float32(1)
	l.othersProved = true
	for i := range l.values {
		v := &l.values[i]
		l.bestLook, l.bestPrior = max(l.bestLook, v.look), max(l.bestPrior, v.prior)
		if v == p {
			continue
		}
		if d := v.above(p); v.exact && d > l.loss {
			l.loss, l.best = d, v
		}
		treeGap, secondGap = min(treeGap, p.tree-v.tree), min(secondGap, p.second-v.second)
		l.othersProved = l.othersProved && v.proof.Points < 0
		l.othersMost = max(l.othersMost, v.most())
		if l.next == nil || v.mean() > l.next.mean() {
			l.next = v
		}
	}
	if l.loss == 0 {
		l.best = p
		for i := range l.values {
			if v := &l.values[i]; v.exact && v.mean() > l.best.mean() {
				l.best = v
			}
		}
	}
	l.others = min(treeGap, secondGap)
	if l.next != nil {
		l.othersScore = l.next.least()
	}
}

// judge applies the thresholds.
func (l *look) judge(t Thresholds) (mark Mark, only bool) {
	if m := l.fault(t); m != NoMark {
		return m, false
	}
	only = l.only(t)
	switch {
	case l.good(t) && l.hard(t):
		return VeryGood, only
	case only:
		return NoMark, true
	case l.good(t):
		return Good, false
	case l.looksBad(t):
		return LooksBad, false
	}
	return NoMark, false
}

// fault returns the mark of an error.
func (l *look) fault(t Thresholds) Mark {
	p, b := l.played, l.best
	if l.provedLoss() {
		if l.plies() <= t.Clear {
			return VeryBad
		}
		return Bad
	}
	switch {
	case p.least() >= t.Decided || b.most() <= 1-t.Decided:
		return NoMark // still won, or lost already
	case l.loss >= t.VeryBad:
		return VeryBad
	case l.loss >= t.Bad:
		return Bad
	case l.loss < t.Slight || b.most() < t.Saved || p.least() > 1-t.Saved:
		return NoMark
	case p.look >= l.bestLook-t.LooksGood && 2*p.prior >= l.bestPrior:
		return LooksGood
	case t.Dialect == Chess:
		return Inaccuracy
	}
	return NoMark
}

// provedLoss reports whether the move played has given a proved result away.
func (l *look) provedLoss() bool {
	p, b := l.played.proof, l.best.proof
	return p.Known && b.Known && p.Points < b.Points
}

// plies returns how far away the result is that an error by proof has given away:
// the win missed, or the loss that comes.
func (l *look) plies() int {
	if b := l.best.proof; b.Points > 0 {
		return int(b.Plies)
	}
	return int(l.played.proof.Plies)
}

// only reports whether every other move loses and the one played does not.
func (l *look) only(t Thresholds) bool {
	p := l.played
	if l.Recapture || l.takesBack() && p.prior >= t.Obvious {
		return false
	}
	safe := p.least() >= t.Saved || p.proof.Known && p.proof.Points >= 0
	return safe && (l.othersProved || l.othersMost <= t.Lost)
}

// good reports whether every other move gives something away, in a game that is
// not decided, and the one played is neither obvious nor just a piece taken back.
func (l *look) good(t Thresholds) bool {
	p := l.played
	return l.others >= t.Gap && p.least() >= t.Saved && l.othersScore < t.Decided && p.prior < t.Obvious && !l.takesBack()
}

func (l *look) takesBack() bool { return l.Recapture || l.Exchange && l.Played.IsCapture() }

// hard reports whether a good move is hard to find: it is not what the net thinks
// of first, and it gives up material, or looks bad, or the net hardly thinks of it.
func (l *look) hard(t Thresholds) bool {
	p := l.played
	return 2*p.prior < l.bestPrior && (l.sacrifice() > 0 || p.look <= l.bestLook-t.LooksBad || p.prior < t.Hard)
}

// looksBad reports whether the move played looks bad at first and is as good as
// any.
func (l *look) looksBad(t Thresholds) bool {
	p := l.played
	for i := range l.values {
		if v := &l.values[i]; v.tree-p.tree > t.None || v.exact && v.second-p.second > t.None {
			return false
		}
	}
	return p.exact && p.look <= l.bestLook-t.LooksBad && p.prior < t.Unlikely && p.most() < t.Decided && p.least() > 1-t.Decided && !l.takesBack()
}

// line returns the line that is expected after a move: alpha-beta's, or else the
// tree's.
func (f *Finding) line(m rules.Move) []rules.Move {
	if c := f.confirmed(m); c != nil {
		return c.Line
	}
	for i := range f.Moves {
		if c := &f.Moves[i]; c.Move == m && len(c.Line) > 0 {
			return c.Line
		}
	}
	return []rules.Move{m}
}

// JudgeGame judges all moves of a game, given the findings of its plies in order.
func JudgeGame(findings []Finding, t Thresholds) []Judgement {
	judgements := make([]Judgement, len(findings))
	var story story
	for i := range findings {
		f := &findings[i]
		c := Context{Ply: i + 1}
		if i > 0 && follows(&findings[i-1], f) {
			before := findings[i-1].Played
			c.Exchange = before.IsCapture()
			c.Recapture = c.Exchange && f.Played.Captured.Has(before.To)
		} else {
			story.begin()
		}
		judgements[i] = Judge(f, c, t)
		last := i == len(findings)-1 || !follows(f, &findings[i+1])
		story.tell(f, &judgements[i], last)
	}
	setGains(findings, judgements)
	return judgements
}

// follows reports whether g is about the position after f's.
func follows(f, g *Finding) bool { return f.Position.Play(f.Played) == g.Position }

// certain returns what is certain of the position after the move of j, for the
// side that made it.
func (j *Judgement) certain(f *Finding) mcts.Proof {
	switch o := f.After.Outcome; {
	case o.Result != rules.Undecided:
		return mcts.Proof{Known: true, Points: int8(o.Result.For(j.Position.Turn()))}
	case f.After.Table.Known:
		return f.After.Table
	}
	proof := j.PlayedProof
	if proof.Points != 0 {
		proof.Plies-- // the move itself
	}
	return proof
}
