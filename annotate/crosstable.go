package annotate

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"drafthorse/analysis"
)

// mostCrossed is how many players a cross table has at most: as many columns follow
// the figures.
const mostCrossed = 200

// playerColumns are the columns of a player's figures, before those of the signs.
var playerColumns = []string{
	"player", "also", "perhaps", "games", "points", "wins", "draws", "losses", "moves", "forced", "average_loss", "accuracy",
	"timed", "in_time_trouble", "worst_file", "worst_game", "worst_ply", "worst_move", "worst_better", "worst_loss",
}

// writeCSV writes a row for each player, as the README describes it: the figures, how
// often each sign was given, and the points against each other player.
func writeCSV(out io.Writer, players []sideTotal, d analysis.Dialect) error {
	w := csv.NewWriter(out)
	signs := signsOf(d)
	head := append(append([]string{}, playerColumns...), signs...)
	crossed := len(players) <= mostCrossed
	if crossed {
		for _, p := range players {
			head = append(head, "against "+p.Name)
		}
	}
	if err := w.Write(head); err != nil {
		return err
	}
	for i, p := range players {
		row := p.record()
		for _, sign := range signs {
			row = append(row, strconv.Itoa(p.Marks[sign]))
		}
		if crossed {
			cells := make([]string, len(players))
			for _, a := range p.Against {
				cells[a.at] = pointsText(a.each)
			}
			cells[i] = "x"
			row = append(row, cells...)
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// record is a player's row up to the signs.
func (t *sideTotal) record() []string {
	loss, accuracy, timed, hurried := "", "", "", ""
	if t.Moves > 0 {
		loss, accuracy = t.Loss.String(), strconv.FormatFloat(float64(t.Accuracy), 'f', 1, 64)
	}
	if t.Clock != nil {
		timed, hurried = strconv.Itoa(t.Clock.Moves), strconv.Itoa(t.Clock.Hurried)
	}
	row := []string{
		harmless(t.Name), harmless(strings.Join(t.Also, "; ")), harmless(strings.Join(t.Perhaps, "; ")), strconv.Itoa(t.Games),
		strconv.Itoa(t.Results.Points), strconv.Itoa(t.Results.Wins), strconv.Itoa(t.Results.Draws), strconv.Itoa(t.Results.Losses),
		strconv.Itoa(t.Moves), strconv.Itoa(t.Forced), loss, accuracy, timed, hurried,
	}
	if len(t.Worst) == 0 {
		return append(row, "", "", "", "", "", "")
	}
	m := t.Worst[0]
	return append(row, harmless(m.File), strconv.Itoa(m.Game), strconv.Itoa(m.Ply), m.Move, m.Better, m.Loss.String())
}

// pointsText writes the points of the games against one player in their order; a
// point in the middle of the line is a game without a result.
func pointsText(each []int) string {
	texts := make([]string, len(each))
	for i, p := range each {
		if texts[i] = strconv.Itoa(p); p < 0 {
			texts[i] = "·"
		}
	}
	return strings.Join(texts, " ")
}
