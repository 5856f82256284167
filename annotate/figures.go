package annotate

import (
	"encoding/json"
	"math"
	"slices"

	"drafthorse/analysis"
)

// gamePlace is where a game's record stands.
type gamePlace struct {
	File string `json:"file"`
	Game int    `json:"game"` // of its file
}

// unread is a file that was not read whole.
type unread struct {
	File    string `json:"file"`
	Problem string `json:"problem"`
}

// gameSummary is a game in the summary.
type gameSummary struct {
	Number int `json:"number"` // of the collection
	gamePlace
	Result string    `json:"result"`
	White  sideTotal `json:"white"`
	Black  sideTotal `json:"black"`
}

// sideTotal is a player in one game, or in all.
type sideTotal struct {
	Name     string         `json:"name"`
	Also     []string       `json:"also,omitempty"`    // other writings of the name, of the same player
	Perhaps  []string       `json:"perhaps,omitempty"` // names that may be the same player's
	Games    int            `json:"games,omitempty"`   // those that could not be judged, too
	Results  *resultTotal   `json:"results,omitempty"` // of all games
	Against  []againstTotal `json:"against,omitempty"` // of all games with each other player
	Moves    int            `json:"moves"`
	Forced   int            `json:"forced"`
	Loss     points         `json:"average_loss"`
	Accuracy percent        `json:"accuracy"`
	Marks    map[string]int `json:"marks"`
	Clock    *clockTotal    `json:"clock,omitempty"`
	Worst    []slip         `json:"worst,omitempty"`
}

// resultTotal counts how games ended.
type resultTotal struct {
	Points int `json:"points"` // 2 for a win, 1 for a draw
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

func resultsOf(r analysis.Results) resultTotal {
	return resultTotal{r.Points(), r.Wins, r.Draws, r.Losses}
}

// of returns the points that the games with a result have.
func (r *resultTotal) of() int { return 2 * (r.Wins + r.Draws + r.Losses) }

// againstTotal is how a player did against another one.
type againstTotal struct {
	Name string `json:"name"`
	resultTotal
	each []int // the points of each game, -1 for one without a result
	at   int   // the other player's place
}

// clockTotal is what the clocks say of the moves with a choice.
type clockTotal struct {
	Moves   int     `json:"moves"`
	Hurried int     `json:"in_time_trouble"`
	Share   percent `json:"loss_in_time_trouble"`
}

// slip is a bad move and the better one.
type slip struct {
	gamePlace
	Ply    int      `json:"ply"`
	Move   string   `json:"move"`
	Signs  []string `json:"signs"`
	Better string   `json:"better"`
	Loss   points   `json:"loss"`
}

// percent is written with one digit.
type percent float64

func (p percent) MarshalJSON() ([]byte, error) { return json.Marshal(math.Round(float64(p)*10) / 10) }

// againstOf sums up a player's games against each other one, in the order of the
// players.
func againstOf(p analysis.Player, place int, names []string) (all []againstTotal) {
	at := map[int]int{}
	for _, m := range p.Meetings {
		if m.Against < 0 || m.Against == place {
			continue
		}
		i, met := at[m.Against]
		if !met {
			i = len(all)
			at[m.Against] = i
			all = append(all, againstTotal{Name: names[m.Against], at: m.Against})
		}
		a := &all[i]
		a.each = append(a.each, m.Points())
		switch m.Points() {
		case 0:
			a.Losses++
		case 1:
			a.Draws++
		case 2:
			a.Wins++
		}
		a.Points += max(0, m.Points())
	}
	slices.SortFunc(all, func(a, b againstTotal) int { return a.at - b.at })
	return all
}
