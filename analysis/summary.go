package analysis

// Side is what a game's judgements say about one player.
type Side struct {
	Moves  int     // with a choice; forced ones do not count
	Forced int     // without
	Loss   float64 // summed
	Only   int     // stars
	Marks  map[Mark]int
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
	sum := Side{Moves: s.Moves + t.Moves, Forced: s.Forced + t.Forced, Loss: s.Loss + t.Loss, Only: s.Only + t.Only, Marks: map[Mark]int{}}
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
		if j.Only {
			s.Only++
		}
		if j.Mark != NoMark {
			s.Marks[j.Mark]++
		}
	}
	return sides
}
