package analysis

// Side is what a game's judgements say about one player.
type Side struct {
	Moves  int     // with a choice; forced ones do not count
	Forced int     // without
	Loss   float64 // summed
	Exact  float64 // their accuracies in percent, summed
	Only   int     // stars
	Marks  map[Mark]int
}

// Accuracy returns the mean [Accuracy] of a move with a choice, in percent; 0 if
// there was none.
func (s Side) Accuracy() float64 {
	if s.Moves == 0 {
		return 0
	}
	return s.Exact / float64(s.Moves)
}

// Signs returns how often each sign of ! and ? was given, and the star.
func (s Side) Signs(d Dialect) map[string]int {
	signs := map[string]int{}
	for m, n := range s.Marks {
		if sign := d.Sign(m); sign != "" && n > 0 {
			signs[sign] += n
		}
	}
	if s.Only > 0 {
		signs["*"] = s.Only
	}
	return signs
}

// MeanLoss returns the mean loss of a move with a choice.
func (s Side) MeanLoss() float64 {
	if s.Moves == 0 {
		return 0
	}
	return s.Loss / float64(s.Moves)
}

// Plus returns the figures of s and t together.
func (s Side) Plus(t Side) Side {
	sum := Side{
		Moves: s.Moves + t.Moves, Forced: s.Forced + t.Forced, Loss: s.Loss + t.Loss, Exact: s.Exact + t.Exact, Only: s.Only + t.Only, Marks: map[Mark]int{},
	}
	for _, m := range Marks {
		sum.Marks[m] = s.Marks[m] + t.Marks[m]
	}
	return sum
}

// Summarize returns both players' figures.
func Summarize(judgements []Judgement) (sides [2]Side) {
	for i := range sides {
		sides[i].Marks = map[Mark]int{}
	}
	for i := range judgements {
		j := &judgements[i]
		s := &sides[j.Position.Turn()]
		if j.Forced {
			s.Forced++
			continue
		}
		s.Moves++
		s.Loss += float64(j.Loss)
		s.Exact += Accuracy(float64(j.Loss))
		if j.Only {
			s.Only++
		}
		if j.Mark != NoMark {
			s.Marks[j.Mark]++
		}
	}
	return sides
}
