package annotate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"drafthorse/analysis"
	"drafthorse/internal/plural"
	"drafthorse/pdn"
	"drafthorse/rules"
	"drafthorse/store"
)

// totals say how each game and each player did, as text, JSON or CSV.
type totals struct {
	file    *store.File // nil: stderr
	stderr  io.Writer
	kind    string // suffix of the file
	dialect analysis.Dialect
	shown   func(file string) string // a file's name for a person

	games   []gameSummary
	refused int
	unread  []unread
	places  map[int]gamePlace // of the judged games, by their number in the collection
	files   map[string]bool   // in which they stand
	players analysis.Players
}

// newTotals opens a summary: JSON where the name ends in .json, players as CSV where
// it ends in .csv, else text; - is standard error.
func newTotals(path string, d analysis.Dialect, shown func(string) string, stderr io.Writer) (*totals, error) {
	s := &totals{dialect: d, shown: shown, stderr: stderr, places: map[int]gamePlace{}, files: map[string]bool{}}
	if path == "-" {
		return s, nil
	}
	var err error
	if s.kind, err = suffix(path, ".txt", ".json", ".csv"); err != nil {
		return nil, err
	}
	s.file, err = store.Create(path)
	return s, err
}

func (s *totals) add(number int, g *pdn.Game, _ []analysis.Finding, judgements []analysis.Judgement) error {
	result := g.Tag("Result")
	if result == "" {
		result = g.Result
	}
	s.places[number] = gamePlace{strings.Clone(g.File), g.Number}
	s.files[s.places[number].File] = true
	game := gameSummary{Number: number, gamePlace: s.places[number], Result: strings.Clone(result)}
	all := playersGame(number, g, judgements, s.dialect)
	for c, total := range []*sideTotal{&game.White, &game.Black} {
		*total = s.total(strings.Clone(all.Names[c]), all.Sides[c], all.Hastes[c], all.Slips[c])
	}
	s.players.Add(all)
	s.games = append(s.games, game)
	return nil
}

func (s *totals) refuse(number int, g *pdn.Game, refusal *pdn.Error) error {
	if g == nil {
		s.unread = append(s.unread, unread{refusal.File, reason(refusal)})
		return nil
	}
	s.refused++
	s.players.Add(playersGame(number, g, nil, s.dialect))
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
		total.Worst = append(total.Worst, slip{s.places[one.Game], one.Ply, one.Move, one.Signs, one.Better, points(one.Loss)})
	}
	return total
}

func (s *totals) close() error {
	players := s.playerTotals()
	var text bytes.Buffer
	var err error
	switch s.kind {
	case ".json":
		e := json.NewEncoder(&text)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		err = e.Encode(struct {
			Schema  int           `json:"schema"`
			Judged  int           `json:"judged"`
			Refused int           `json:"refused"`
			Unread  []unread      `json:"unread,omitempty"`
			Games   []gameSummary `json:"games"`
			Players []sideTotal   `json:"players"`
		}{2, len(s.games), s.refused, s.unread, slices.Concat([]gameSummary{}, s.games), players})
	case ".csv":
		err = writeCSV(&text, players, s.dialect)
	default:
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

// playerTotals are the players with all that is known of them.
func (s *totals) playerTotals() []sideTotal {
	list := s.players.List()
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.Name
	}
	alike := analysis.Alike(names)
	players := []sideTotal{}
	for i, p := range list {
		total := s.total(p.Name, p.Side, p.Haste, p.Worst)
		results := resultsOf(p.Results)
		total.Also, total.Games, total.Results, total.Against = p.Also, p.Games, &results, againstOf(p, i, names)
		for _, k := range alike[i] {
			total.Perhaps = append(total.Perhaps, names[k])
		}
		players = append(players, total)
	}
	return players
}

// print writes tables for people.
func (s *totals) print(out io.Writer, players []sideTotal) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "game\tresult\tplayer\tmoves\tforced\tloss\taccuracy\tmarks\tworst\n")
	for _, g := range s.games {
		place := s.placeText(g.gamePlace) + "\t" + printable(g.Result)
		for c, total := range []sideTotal{g.White, g.Black} {
			fmt.Fprintf(w, "%s\t%s\t%s\n", place, nameOf(total.Name, rules.Color(c)), s.figures(total, false))
			place = "\t"
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nplayer\tgames\tpoints\tresults\tmoves\tforced\tloss\taccuracy\tmarks\tworst\n")
	for _, p := range players {
		points, results := "-", "-"
		if r := p.Results; r.of() > 0 {
			points, results = fmt.Sprintf("%d of %d", r.Points, r.of()), fmt.Sprintf("+%d =%d -%d", r.Wins, r.Draws, r.Losses)
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\n", printable(p.Name), p.Games, points, results, s.figures(p, true))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return s.printNotes(out, players)
}

// printNotes says which names may be one player's, and what is not in the tables.
func (s *totals) printNotes(out io.Writer, players []sideTotal) error {
	var notes []string
	for _, p := range players {
		if p.Also != nil {
			notes = append(notes, fmt.Sprintf("%s is also written %s", p.Name, strings.Join(p.Also, ", ")))
		}
		for _, other := range p.Perhaps {
			if p.Name < other { // once for the two
				notes = append(notes, fmt.Sprintf("%s may be %s", p.Name, other))
			}
		}
	}
	if s.refused > 0 {
		notes = append(notes, plural.Count(s.refused, "game")+" could not be judged: of their players the results count, if anything")
	}
	for _, u := range s.unread {
		notes = append(notes, fmt.Sprintf("%s was not read whole, so games of it may be missing: %s", s.shown(u.File), u.Problem))
	}
	for i, note := range notes {
		if i == 0 {
			fmt.Fprintln(out)
		}
		if _, err := fmt.Fprintln(out, printable(note)); err != nil {
			return err
		}
	}
	return nil
}

// placeText names a game: by its number in its file, and by the file where there are
// several.
func (s *totals) placeText(p gamePlace) string {
	if len(s.files) > 1 {
		return fmt.Sprintf("%s %d", printable(s.shown(p.File)), p.Game)
	}
	return strconv.Itoa(p.Game)
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
	forced := fmt.Sprintf("%.0f %%", math.Round(100*float64(t.Forced)/float64(t.Moves+t.Forced))) // as the report rounds
	loss, accuracy := "-", "-"
	if t.Moves > 0 {
		loss, accuracy = fmt.Sprintf("%.3f", float64(t.Loss)), fmt.Sprintf("%.1f %%", float64(t.Accuracy))
	}
	worst := ""
	if len(t.Worst) > 0 {
		m := t.Worst[0]
		worst = fmt.Sprintf("%s%s, %s was better by %.2f", m.Move, m.Signs[0], m.Better, float64(m.Loss))
		if inAll {
			worst = "game " + s.placeText(m.gamePlace) + ", " + worst
		}
	}
	if t.Clock != nil && t.Clock.Hurried > 0 {
		worst = joined(worst, fmt.Sprintf("%d of %d moves with less than %d s left: %.0f %% of the loss", t.Clock.Hurried, t.Clock.Moves, analysis.TimeTrouble, float64(t.Clock.Share)))
	}
	return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s", t.Moves, forced, loss, accuracy, strings.Join(countsOf(t.Marks, s.dialect), " "), worst)
}
