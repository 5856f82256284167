package viewer

import (
	"fmt"
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

// Summary is what is said of all games together, once they have been added.
type Summary struct {
	Players []Player // in the order in which they are listed
	Notes   []string // about the collection as a whole, as that a file was not read whole
}

// Player is a row of the table of players.
type Player struct {
	Name   string   `json:"name"`
	Also   []string `json:"also,omitempty"`  // other ways in which the name is written, of the same player
	Alike  []int    `json:"alike,omitempty"` // places of players, from 0, who may be the same person
	Games  int      `json:"games"`
	Wins   int      `json:"wins"`
	Draws  int      `json:"draws"`
	Losses int      `json:"losses"`
	Figures
	Worst    []Moment  `json:"worst,omitempty"`    // the player's worst moves, worst first
	Meetings []Meeting `json:"meetings,omitempty"` // the player's games, in their order
}

// Meeting is a game as one of its players sees it.
type Meeting struct {
	Game    int // its number in the order of Add, from 1
	Against int // the other player's place, from 0; -1 is nobody
	Points  int // 2, 1 or 0; -1 if the game has no result
}

// MarshalJSON writes [game, against, points], for there are two of each game.
func (m Meeting) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "[%d,%d,%d]", m.Game, m.Against, m.Points), nil
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
	File    string     `json:"file,omitempty"`
	Number  int        `json:"record,omitempty"` // in the file
	Plies   int        `json:"plies"`
	Figures [2]Figures `json:"figures"`
}

// rowOf copies what the index says of g, so that the rest of g can go.
func rowOf(g *Game) row {
	r := row{
		White: strings.Clone(g.White), Black: strings.Clone(g.Black), Result: strings.Clone(g.Result),
		Event: strings.Clone(g.Event), Round: strings.Clone(g.Round), Date: strings.Clone(g.Date),
		File: strings.Clone(g.File), Number: g.Number, Plies: len(g.Plies), Figures: g.Figures,
	}
	for i := range r.Figures {
		r.Figures[i].Marks = maps.Clone(r.Figures[i].Marks)
	}
	return r
}

// check looks for what could not be shown among so many games and players.
func (p *Player) check(games, players int) error {
	for _, i := range p.Alike {
		if i < 0 || i >= players {
			return fmt.Errorf("it is alike to player %d: want 0 to %d", i, players-1)
		}
	}
	for _, m := range p.Meetings {
		if m.Game < 1 || m.Game > games || m.Against < -1 || m.Against >= players || m.Points < -1 || m.Points > 2 {
			return fmt.Errorf("there is no game %d against player %d with %d points", m.Game, m.Against, m.Points)
		}
	}
	for _, m := range p.Worst {
		if m.Game < 1 || m.Game > games || !(m.Loss >= 0 && m.Loss <= 1) {
			return fmt.Errorf("a loss of %v points in game %d: want 0 to 1 in game 1 to %d", float64(m.Loss), m.Game, games)
		}
	}
	return p.Figures.check()
}
