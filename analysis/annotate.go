package analysis

import (
	"fmt"

	"drafthorse/pdn"
)

// TagName is the tag that says by whom and how a game was annotated. A game
// that has it is left as it is.
const TagName = "Drafthorse"

// Annotated reports whether a game has been annotated before.
func Annotated(g *pdn.Game) bool { return g.Tag(TagName) != "" }

// longestLine is how many plies of a better line are written at most.
const longestLine = 8

// nagOnly is the numeric annotation glyph for a move that all others lose to.
const nagOnly = pdn.NAG(7)

// Annotate writes the judgements of a game's moves into its movetext and signs
// it in a tag. Marks that stand in the record stay and are not added to: a move
// that has one gets the reason and the better line only. Comments and variations
// of the record stay in front of those added.
func Annotate(g *pdn.Game, judgements []Judgement, signature string) {
	g.SetTag(TagName, signature)
	marked := make([]bool, len(judgements))
	at := -1
	for i, e := range g.Movetext {
		m, ok := e.(pdn.Move)
		if !ok {
			continue
		}
		if at++; at == len(judgements) {
			break
		}
		marked[at] = m.Strength != "" || followedByMark(g.Movetext[i+1:])
		if mark := judgements[at].Mark; !marked[at] && mark != NoMark && mark != Only {
			m.Strength = string(mark)
			g.Movetext[i] = m
		}
	}
	for i, j := range judgements {
		elements := j.elements()
		if marked[i] && j.Mark == Only {
			elements = elements[1:]
		}
		if len(elements) > 0 {
			g.Annotate(j.Ply, elements...)
		}
	}
}

// followedByMark reports whether one of the annotation glyphs at the beginning
// of a movetext says how good a move is ($1 to $9).
func followedByMark(movetext []pdn.Element) bool {
	for _, e := range movetext {
		n, ok := e.(pdn.NAG)
		if !ok {
			break
		}
		if n >= 1 && n <= 9 {
			return true
		}
	}
	return false
}

// elements returns what is written behind the move.
func (j *Judgement) elements() []pdn.Element {
	var elements []pdn.Element
	switch {
	case j.Mark == Only && j.OthersLose:
		elements = append(elements, nagOnly, pdn.Comment("only move: all others lose (proved)"))
	case j.Mark == Only:
		elements = append(elements, nagOnly, pdn.Comment("only move: all others lose"))
	case j.Mark.IsError():
		elements = append(elements, pdn.Comment(j.reason()), j.variation())
	}
	if j.Fact != "" && !j.provedError() {
		elements = append(elements, pdn.Comment(j.Fact))
	}
	return elements
}

// provedError reports whether the move played is an error by what is proven.
func (j *Judgement) provedError() bool {
	return j.Mark.IsError() && j.BestProof.Known && j.PlayedProof.Known
}

// reason says why the move played is an error.
func (j *Judgement) reason() string {
	best := j.Position.MoveText(j.Best)
	if j.provedError() {
		return fmt.Sprintf("%s, %s %s (proved)", outcome(j.PlayedProof), best, outcome(j.BestProof))
	}
	return fmt.Sprintf("loses %.2f: %s was better", j.Loss, best)
}

// variation writes the better line down.
func (j *Judgement) variation() pdn.Variation {
	var v pdn.Variation
	p := j.Position
	for _, m := range j.Line[:min(len(j.Line), longestLine)] {
		v = append(v, pdn.Move{Text: p.MoveText(m)})
		p = p.Play(m)
	}
	return v
}

// Side is what a game's judgements say about one player.
type Side struct {
	Moves int     // with a choice; forced ones do not count
	Loss  float64 // summed
	Marks map[Mark]int
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
	sum := Side{Moves: s.Moves + t.Moves, Loss: s.Loss + t.Loss, Marks: map[Mark]int{}}
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
	for _, j := range judgements {
		s := &sides[j.Position.Turn()]
		if len(j.Position.AppendMoves(nil)) > 1 {
			s.Moves++
			s.Loss += float64(j.Loss)
		}
		if j.Mark != NoMark {
			s.Marks[j.Mark]++
		}
	}
	return sides
}
