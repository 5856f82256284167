package analysis

import "drafthorse/pdn"

// TimeTrouble is how many seconds on the clock are time trouble: fewer.
const TimeTrouble = 60

// Clocks returns how many seconds each player had left after each move that was
// judged, or -1 where the record's comments do not say. It reads [%clk] and
// lidraughts's [%clock] behind the moves of the main line.
func Clocks(g *pdn.Game, judgements []Judgement) []float64 {
	seconds := make([]float64, len(judgements))
	at := -1
	for _, e := range g.Movetext {
		switch e := e.(type) {
		case pdn.Move:
			if at++; at == len(judgements) {
				return seconds
			}
			seconds[at] = -1
		case pdn.Comment:
			if at < 0 {
				continue
			}
			side := "WB"[judgements[at].Position.Turn()]
			for _, c := range e.Clocks() {
				if (c.Command == "clk" || c.Command == "clock") && (c.Side == side || c.Side == 0) {
					seconds[at] = c.Seconds
				}
			}
		}
	}
	return seconds
}

// Haste is what the clocks say of a player's moves with a choice: how many were
// made in time trouble, and what those lost.
type Haste struct {
	Timed, Hurried         int // moves whose clock is known; of these, those in time trouble
	TimedLoss, HurriedLoss float64
}

// Plus returns the figures of h and i together.
func (h Haste) Plus(i Haste) Haste {
	return Haste{h.Timed + i.Timed, h.Hurried + i.Hurried, h.TimedLoss + i.TimedLoss, h.HurriedLoss + i.HurriedLoss}
}

// Share returns which part of the loss was made in time trouble, 0 if there was
// none.
func (h Haste) Share() float64 {
	if h.TimedLoss == 0 {
		return 0
	}
	return h.HurriedLoss / h.TimedLoss
}

// Hastes returns both players' haste in a game, given its [Clocks].
func Hastes(judgements []Judgement, clocks []float64) (sides [2]Haste) {
	for i := range judgements {
		j := &judgements[i]
		if j.Forced || clocks[i] < 0 {
			continue
		}
		h := &sides[j.Position.Turn()]
		h.Timed++
		h.TimedLoss += float64(j.Loss)
		if clocks[i] < TimeTrouble {
			h.Hurried++
			h.HurriedLoss += float64(j.Loss)
		}
	}
	return sides
}
