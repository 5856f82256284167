package analysis

import (
	"cmp"
	"slices"
	"strings"

	"drafthorse/rules"
)

// Player is what the games of a collection say about one of its players.
type Player struct {
	Name  string // as it was written first
	Games int
	Side
	Haste
	Worst []Slip // the worst moves, worst first
	last  int    // the game that was added last
}

// WorstMoves is how many of a player's worst moves are told.
const WorstMoves = 5

// Slip is a move with a mark of error.
type Slip struct {
	Game   int // of the collection, from 1
	Ply    int // of the main line, from 1
	Move   string
	Better string
	Mark   Mark
	Signs  []string
	Loss   float64
}

// Slips returns one side's moves of a game that have a mark of error, worst first.
func Slips(game int, c rules.Color, judgements []Judgement, d Dialect) (slips []Slip) {
	for i := range judgements {
		j := &judgements[i]
		if j.Mark.IsError() && j.Position.Turn() == c {
			slips = append(slips, Slip{game, j.Ply, j.Position.MoveText(j.Played), j.Position.MoveText(j.Better), j.Mark, j.Signs(d), float64(j.Loss)})
		}
	}
	sortSlips(slips)
	return slips
}

func sortSlips(slips []Slip) {
	slices.SortStableFunc(slips, func(a, b Slip) int {
		return cmp.Or(cmp.Compare(b.Loss, a.Loss), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Ply, b.Ply))
	})
}

// Players gathers what a collection says about its players. The zero value is
// ready. A player is known by the name in the tag, without the spaces around it
// and whether written in capitals or not, and by nothing else. Whoever has no
// name, or a question mark for one, is nobody.
type Players struct {
	byName map[string]*Player
}

// Add adds what a game, with its number in the collection, says about one of its
// players. One who has both sides of it has played one game.
func (all *Players) Add(game int, name string, s Side, h Haste, slips []Slip) {
	name = strings.TrimSpace(name)
	if strings.Trim(name, "?") == "" {
		return
	}
	if all.byName == nil {
		all.byName = map[string]*Player{}
	}
	key := strings.ToLower(name)
	p := all.byName[key]
	if p == nil {
		p = &Player{Name: strings.Clone(name)}
		all.byName[strings.Clone(key)] = p
	}
	if p.last != game {
		p.Games++
		p.last = game
	}
	p.Side = p.Side.Plus(s)
	p.Haste = p.Haste.Plus(h)
	p.Worst = append(p.Worst, slips...)
	sortSlips(p.Worst)
	p.Worst = slices.Clone(p.Worst[:min(len(p.Worst), WorstMoves)])
}

// List returns the players by name.
func (all *Players) List() []Player {
	var list []Player
	for _, p := range all.byName {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b Player) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return list
}
