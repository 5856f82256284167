package learn

import (
	"drafthorse/datasets"
	"drafthorse/rules"
)

// SelfPlayStats counts games of self-play, for a person to look at.
type SelfPlayStats struct {
	Games, Plies, Rows          int // rows are positions searched for training
	WhiteWins, Draws, BlackWins int
	Adjudicated                 int // ended by an endgame table
	Capped                      int // cut at the length cap, which counts as a draw

	at10, at20 novelty
}

// The plies at which games are compared. Random plies end before the first.
const (
	earlyPly = 10
	laterPly = 20
)

func (p *SelfPlayStats) add(g *datasets.Game) {
	p.Games++
	p.Plies += len(g.Moves)
	p.Rows += len(g.Searches)
	switch g.Result {
	case rules.WhiteWins:
		p.WhiteWins++
	case rules.BlackWins:
		p.BlackWins++
	default:
		p.Draws++
	}
	switch g.Ending {
	case datasets.LengthCap:
		p.Capped++
	case datasets.Adjudicated:
		p.Adjudicated++
	}
	position := g.Start
	for i, m := range g.Moves[:min(laterPly, len(g.Moves))] {
		position = position.Play(m)
		switch i + 1 {
		case earlyPly:
			p.at10.look(position)
		case laterPly:
			p.at20.look(position)
		}
	}
}

// Share returns n as a share of the games, in [0, 1].
func (p *SelfPlayStats) Share(n int) float64 { return float64(n) / float64(max(p.Games, 1)) }

// MeanPlies returns the mean length of a game.
func (p *SelfPlayStats) MeanPlies() float64 { return p.Share(p.Plies) }

// Unique10 returns the share of the games whose position after ten plies no
// earlier one of them had; games that ended before are left out.
func (p *SelfPlayStats) Unique10() float64 { return p.at10.share() }

// Unique20 does the same after twenty plies.
func (p *SelfPlayStats) Unique20() float64 { return p.at20.share() }

// novelty counts positions that have not come before. It knows a position by the
// 64 bits of its hash; that two of a million share them happens once in 34
// million times.
type novelty struct {
	seen     map[uint64]struct{}
	all, new int
}

// mostSeen bounds the memory to some 40 MB. Positions beyond are not counted.
const mostSeen = 1 << 20

func (n *novelty) look(p rules.Position) {
	if n.all == mostSeen {
		return
	}
	if n.seen == nil {
		n.seen = map[uint64]struct{}{}
	}
	n.all++
	h := p.Hash()
	if _, known := n.seen[h]; !known {
		n.seen[h] = struct{}{}
		n.new++
	}
}

func (n *novelty) share() float64 { return float64(n.new) / float64(max(n.all, 1)) }
