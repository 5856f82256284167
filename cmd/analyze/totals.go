package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"drafthorse/analysis"
	"drafthorse/cmd/internal/console"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// totals say how each game and each player did, as text or JSON.
type totals struct {
	file    *console.File // nil: stderr
	stderr  io.Writer
	json    bool
	dialect analysis.Dialect

	games   []gameSummary
	refused int
	players analysis.Players
}

// gameSummary is a game in the summary.
type gameSummary struct {
	Number int       `json:"number"` // of the collection
	File   string    `json:"file"`
	Game   int       `json:"game"` // of its file
	Result string    `json:"result"`
	White  sideTotal `json:"white"`
	Black  sideTotal `json:"black"`
}

// sideTotal is a player in one game, or in all.
type sideTotal struct {
	Name     string         `json:"name"`
	Games    int            `json:"games,omitempty"`
	Moves    int            `json:"moves"`
	Forced   int            `json:"forced"`
	Loss     points         `json:"average_loss"`
	Accuracy percent        `json:"accuracy"`
	Marks    map[string]int `json:"marks"`
	Clock    *clockTotal    `json:"clock,omitempty"`
	Worst    []slip         `json:"worst,omitempty"`
}

// clockTotal is what the clocks say of the moves with a choice.
type clockTotal struct {
	Moves   int     `json:"moves"`
	Hurried int     `json:"in_time_trouble"`
	Share   percent `json:"loss_in_time_trouble"`
}

// slip is a bad move and the better one.
type slip struct {
	Game   int      `json:"game"` // number in the collection
	Ply    int      `json:"ply"`
	Move   string   `json:"move"`
	Signs  []string `json:"signs"`
	Better string   `json:"better"`
	Loss   points   `json:"loss"`
}

// percent is written with one digit.
type percent float64

func (p percent) MarshalJSON() ([]byte, error) { return json.Marshal(math.Round(float64(p)*10) / 10) }

// newTotals opens a summary: JSON where the name ends in .json, else text; - is
// standard error.
func newTotals(path string, d analysis.Dialect, stderr io.Writer) (*totals, error) {
	s := &totals{dialect: d, stderr: stderr}
	if path == "-" {
		return s, nil
	}
	kind, err := suffix(path, ".txt", ".json")
	if err != nil {
		return nil, err
	}
	s.json = kind == ".json"
	s.file, err = create(path)
	return s, err
}

func (s *totals) add(number int, g *pdn.Game, _ []analysis.Finding, judgements []analysis.Judgement) error {
	result := g.Tag("Result")
	if result == "" {
		result = g.Result
	}
	game := gameSummary{Number: number, File: strings.Clone(g.File), Game: g.Number, Result: strings.Clone(result)}
	sides, hastes := analysis.Summarize(judgements), analysis.Hastes(judgements, analysis.Clocks(g, judgements))
	for c, total := range []*sideTotal{&game.White, &game.Black} {
		name := g.Tag(rules.Color(c).String())
		slips := analysis.Slips(number, rules.Color(c), judgements, s.dialect)
		*total = s.total(strings.Clone(name), sides[c], hastes[c], slips)
		s.players.Add(number, name, sides[c], hastes[c], slips)
	}
	s.games = append(s.games, game)
	return nil
}

func (s *totals) refuse(_ int, g *pdn.Game, _ *pdn.Error) error {
	if g != nil {
		s.refused++
	}
	return nil
}

func (s *totals) total(name string, side analysis.Side, haste analysis.Haste, slips []analysis.Slip) sideTotal {
	total := sideTotal{
		Name: name, Moves: side.Moves, Forced: side.Forced, Loss: points(side.MeanLoss()), Accuracy: percent(side.Accuracy()), Marks: side.Signs(s.dialect),
	}
	if haste.Timed > 0 {
		total.Clock = &clockTotal{haste.Timed, haste.Hurried, percent(100 * haste.Share())}
	}
	for _, one := range slips[:min(len(slips), analysis.WorstMoves)] {
		total.Worst = append(total.Worst, slip{one.Game, one.Ply, one.Move, one.Signs, one.Better, points(one.Loss)})
	}
	return total
}

func (s *totals) close() error {
	players := []sideTotal{}
	for _, p := range s.players.List() {
		total := s.total(p.Name, p.Side, p.Haste, p.Worst)
		total.Games = p.Games
		players = append(players, total)
	}
	var text bytes.Buffer
	var err error
	if s.json {
		e := json.NewEncoder(&text)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		err = e.Encode(struct {
			Schema  int           `json:"schema"`
			Judged  int           `json:"judged"`
			Refused int           `json:"refused"`
			Games   []gameSummary `json:"games"`
			Players []sideTotal   `json:"players"`
		}{1, len(s.games), s.refused, slices.Concat([]gameSummary{}, s.games), players})
	} else {
		err = s.print(&text, players)
	}
	if err != nil {
		return err
	}
	whole := blanksAtEnd.ReplaceAll(text.Bytes(), nil)
	if s.file == nil {
		_, err := s.stderr.Write(whole)
		return err
	}
	if _, err := s.file.Write(whole); err != nil {
		return err
	}
	return s.file.Commit()
}

// blanksAtEnd matches what a table's empty cells leave at the ends of lines.
var blanksAtEnd = regexp.MustCompile(`(?m) +$`)

func (s *totals) discard() {
	if s.file != nil {
		s.file.Discard()
	}
}

// print writes tables for people.
func (s *totals) print(out io.Writer, players []sideTotal) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "game\tplayer\tmoves\tforced\tloss\taccuracy\tmarks\tworst\n")
	for _, g := range s.games {
		place := fmt.Sprintf("%d. %s", g.Number, printable(g.Result))
		for c, total := range []sideTotal{g.White, g.Black} {
			fmt.Fprintf(w, "%s\t%s\t%s\n", place, nameOf(total.Name, rules.Color(c)), s.figures(total, false))
			place = ""
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nplayer\tgames\tmoves\tforced\tloss\taccuracy\tmarks\tworst\n")
	for _, p := range players {
		fmt.Fprintf(w, "%s\t%d\t%s\n", printable(p.Name), p.Games, s.figures(p, true))
	}
	return w.Flush()
}

func nameOf(name string, c rules.Color) string {
	if name = strings.TrimSpace(name); strings.Trim(name, "?") == "" {
		return c.String()
	}
	return printable(name)
}

// figures writes the cells of a row.
func (s *totals) figures(t sideTotal, inAll bool) string {
	if t.Moves+t.Forced == 0 {
		return "0\t-\t-\t-\t\t"
	}
	forced := fmt.Sprintf("%.0f %%", 100*float64(t.Forced)/float64(t.Moves+t.Forced))
	loss, accuracy := "-", "-"
	if t.Moves > 0 {
		loss, accuracy = fmt.Sprintf("%.3f", float64(t.Loss)), fmt.Sprintf("%.1f %%", float64(t.Accuracy))
	}
	worst := ""
	if len(t.Worst) > 0 {
		m := t.Worst[0]
		worst = fmt.Sprintf("%s%s, %s was better by %.2f", m.Move, m.Signs[0], m.Better, float64(m.Loss))
		if inAll {
			worst = fmt.Sprintf("game %d, ", m.Game) + worst
		}
	}
	if t.Clock != nil && t.Clock.Hurried > 0 {
		worst = joined(worst, fmt.Sprintf("%d of %d moves with less than %d s left: %.0f %% of the loss", t.Clock.Hurried, t.Clock.Moves, analysis.TimeTrouble, float64(t.Clock.Share)))
	}
	return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s", t.Moves, forced, loss, accuracy, strings.Join(countsOf(t.Marks, s.dialect), " "), worst)
}
