package viewer

import (
	"maps"
	"strings"
)

// Collection is what is said once of all games.
type Collection struct {
	Title   string
	Program string // which one judged, and how: shown at the foot of each page
	Dialect Dialect
}

// Dialect is what the marks !? and ?! mean. The pages explain it.
type Dialect string

const (
	FMJD  Dialect = "fmjd"  // !? looks good but is bad, ?! looks bad but is good
	Chess Dialect = "chess" // !? is interesting, ?! an inaccuracy
)

// Player is a row of the table of players.
type Player struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
	Figures
	Worst []Moment `json:"worst,omitempty"` // the player's worst moves, worst first
}

// Moment is a ply of a game.
type Moment struct {
	Game  int      `json:"game"` // its number in the order of Add, from 1
	Ply   int      `json:"ply"`  // from 1
	Text  string   `json:"text"` // of the move
	Marks []string `json:"marks,omitempty"`
	Best  string   `json:"best,omitempty"` // text of the better move
	Loss  Points   `json:"loss"`
}

// row is a game in the index.
type row struct {
	White   string     `json:"white,omitempty"`
	Black   string     `json:"black,omitempty"`
	Result  string     `json:"result,omitempty"`
	Event   string     `json:"event,omitempty"`
	Round   string     `json:"round,omitempty"`
	Date    string     `json:"date,omitempty"`
	Plies   int        `json:"plies"`
	Figures [2]Figures `json:"figures"`
}

// rowOf copies what the index says of g, so that the rest of g can go.
func rowOf(g *Game) row {
	r := row{
		White: strings.Clone(g.White), Black: strings.Clone(g.Black), Result: strings.Clone(g.Result),
		Event: strings.Clone(g.Event), Round: strings.Clone(g.Round), Date: strings.Clone(g.Date),
		Plies: len(g.Plies), Figures: g.Figures,
	}
	for i := range r.Figures {
		r.Figures[i].Marks = maps.Clone(r.Figures[i].Marks)
	}
	return r
}
