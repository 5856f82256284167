package analysis

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"drafthorse/rules"
)

// Player is what the games of a collection say about one of its players.
type Player struct {
	Name  string   // as it was written first
	Also  []string // how else it was written: with other capitals or spaces
	Games int      // those that could not be judged, too
	Results
	Side
	Haste
	Worst    []Slip    // the worst moves, worst first
	Meetings []Meeting // one for each game, in their order
}

// Results count how games ended for a player.
type Results struct{ Wins, Draws, Losses int }

// Points returns what they are worth: 2 for a win, 1 for a draw.
func (r Results) Points() int { return 2*r.Wins + r.Draws }

// Games returns how many games have a result.
func (r Results) Games() int { return r.Wins + r.Draws + r.Losses }

// Meeting is a game as one of its players sees it.
type Meeting struct {
	Game    int // of the collection, from 1
	Color   rules.Color
	Against int // the other player's place in [Players.List]; -1 is nobody
	Result  rules.Result
}

// Points returns what the game is worth to the player, 0 to 2, or -1 if it has no
// result.
func (m Meeting) Points() int {
	if m.Result == rules.Undecided {
		return -1
	}
	return 1 + m.Result.For(m.Color)
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
// ready. A player is known by the name in the tag, whatever its capitals and the
// spaces in and around it, and by nothing else: [Alike] tells which names may be one
// player's. Whoever has no name, or a question mark for one, is nobody.
type Players struct {
	players []*Player
	byName  map[string]int
}

// Game is what a game says about its players, White first.
type Game struct {
	Number int // in the collection
	Names  [2]string
	Result rules.Result
	Sides  [2]Side // zero if the game was not judged
	Hastes [2]Haste
	Slips  [2][]Slip
}

// Add adds a game. Who has both sides of it has played one game, and neither won nor
// lost it.
func (all *Players) Add(g Game) {
	at := [2]int{all.place(g.Names[0]), all.place(g.Names[1])}
	for c, i := range at {
		if i < 0 {
			continue
		}
		p := all.players[i]
		p.Side = p.Side.Plus(g.Sides[c])
		p.Haste = p.Haste.Plus(g.Hastes[c])
		p.Worst = append(p.Worst, g.Slips[c]...)
		sortSlips(p.Worst)
		p.Worst = slices.Clone(p.Worst[:min(len(p.Worst), WorstMoves)])
		alone := at[0] == at[1]
		if alone && c == 1 {
			continue
		}
		m := Meeting{Game: g.Number, Color: rules.Color(c), Against: at[1-c], Result: g.Result}
		if alone {
			m.Result = rules.Undecided
		}
		p.Games++
		p.Meetings = append(p.Meetings, m)
		switch m.Points() {
		case 0:
			p.Losses++
		case 1:
			p.Draws++
		case 2:
			p.Wins++
		}
	}
}

// place returns which player has a name, a new one if none has it yet; -1 is nobody.
func (all *Players) place(name string) int {
	name = strings.Join(strings.Fields(name), " ")
	if strings.Trim(name, "?") == "" {
		return -1
	}
	key := norm.NFC.String(strings.ToLower(name))
	i, known := all.byName[key]
	if !known {
		if all.byName == nil {
			all.byName = map[string]int{}
		}
		i = len(all.players)
		all.byName[strings.Clone(key)] = i
		all.players = append(all.players, &Player{Name: strings.Clone(name)})
	}
	if p := all.players[i]; p.Name != name && !slices.Contains(p.Also, name) {
		p.Also = append(p.Also, strings.Clone(name))
	}
	return i
}

// List returns the players by name.
func (all *Players) List() []Player {
	order := make([]int, len(all.players))
	for i := range order {
		order[i] = i
	}
	name := func(i int) string { return strings.ToLower(all.players[i].Name) }
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(name(a), name(b)) })
	places := make([]int, len(order))
	for place, i := range order {
		places[i] = place
	}
	var list []Player
	for _, i := range order {
		p := *all.players[i]
		p.Meetings = slices.Clone(p.Meetings)
		for k := range p.Meetings {
			if m := &p.Meetings[k]; m.Against >= 0 {
				m.Against = places[m.Against]
			}
		}
		list = append(list, p)
	}
	return list
}
