package annotate

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"drafthorse/analysis"
	"drafthorse/internal/plural"
	"drafthorse/mcts"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// mostSheets is how many games are printed on a terminal.
const mostSheets = 10

// sheets are annotated games for a person to read, as players write them. They
// are held back until the progress of the analysis no longer moves on the terminal.
type sheets struct {
	colour bool
	texts  []string
}

// terminal reports whether what is written to w appears on a terminal.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// newSheets returns sheets in colour unless the environment says that it is not
// wanted, see https://no-color.org.
func newSheets() *sheets {
	return &sheets{colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// add adds a game: who played, the moves with their signs, and five lines that sum
// it up.
func (s *sheets) add(g *pdn.Game, judgements []analysis.Judgement, d analysis.Dialect) {
	if len(s.texts) == mostSheets {
		return
	}
	var b strings.Builder
	line := func(text string) { b.WriteString(printable(text) + "\n") }
	line(title(g))
	for text := range strings.Lines(analysis.Sheet(g, judgements, d)) {
		text = printable(strings.TrimSuffix(text, "\n"))
		if s.colour {
			text = signed.ReplaceAllStringFunc(text, colour)
		}
		b.WriteString(text + "\n")
	}
	b.WriteString("\n")
	for _, text := range inShort(g, judgements, d) {
		line(text)
	}
	s.texts = append(s.texts, b.String())
}

// count returns how many games there are; s may be nil.
func (s *sheets) count() int {
	if s == nil {
		return 0
	}
	return len(s.texts)
}

// print writes the games, with an empty line between two.
func (s *sheets) print(out io.Writer) error {
	_, err := io.WriteString(out, strings.Join(s.texts, "\n\n"))
	return err
}

// signed matches a move with a mark behind it.
var signed = regexp.MustCompile(`\b\d{1,2}[-x]\d{1,2}(?:x\d{1,2})*[!?]{1,2}`)

// colour makes a move that was marked as bad red and one marked as good green.
func colour(move string) string {
	switch mark := strings.TrimLeft(move, "0123456789-x"); mark {
	case "?", "??":
		return "\x1b[31m" + move + "\x1b[0m"
	case "!", "!!":
		return "\x1b[32m" + move + "\x1b[0m"
	}
	return move
}

// title says which game it is.
func title(g *pdn.Game) string {
	var parts []string
	if white, black := g.Tag("White"), g.Tag("Black"); white != "" || black != "" {
		parts = append(parts, cmp.Or(white, "?")+" - "+cmp.Or(black, "?"))
	}
	for _, value := range []string{g.Tag("Event"), g.Tag("Site"), g.Tag("Round"), dateOf(g)} {
		if known(value) {
			parts = append(parts, value)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, fmt.Sprintf("game %d of %s", g.Number, g.File))
	}
	return strings.Join(parts, ", ")
}

// inShort returns five lines about a game: the two players, the worst move of
// each, and what is proved.
func inShort(g *pdn.Game, judgements []analysis.Judgement, d analysis.Dialect) (lines []string) {
	names := [...]string{rules.White: g.Tag("White"), rules.Black: g.Tag("Black")}
	width := max(utf8.RuneCountInString(names[0]), utf8.RuneCountInString(names[1]))
	for c, side := range analysis.Summarize(judgements) {
		name := rules.Color(c).String()
		if width > 0 {
			name += fmt.Sprintf("  %-*s", width, names[c])
		}
		lines = append(lines, fmt.Sprintf("%s  average loss %.3f in %s with a choice%s", name, side.MeanLoss(), plural.Count(side.Moves, "move"), marksOf(side, d)))
	}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		lines = append(lines, fmt.Sprintf("worst of %s: %s", c, worst(g, judgements, c, d)))
	}
	return append(lines, "proved: "+proved(g, judgements))
}

// marksOf counts the marks of a side, as in "; !! 1, ? 2".
func marksOf(s analysis.Side, d analysis.Dialect) string {
	texts := countsOf(s.Signs(d), d)
	if len(texts) == 0 {
		return ""
	}
	return "; " + strings.Join(texts, ", ")
}

// worst returns the move by which a side has lost most, with the better one.
func worst(g *pdn.Game, judgements []analysis.Judgement, c rules.Color, d analysis.Dialect) string {
	var most *analysis.Judgement
	for i := range judgements {
		if j := &judgements[i]; j.Position.Turn() == c && j.Loss > 0.005 && (most == nil || j.Loss > most.Loss) {
			most = j
		}
	}
	if most == nil {
		return "no move lost anything"
	}
	return fmt.Sprintf("%s%s, %s was better by %.2f",
		numbered(g, most), d.Sign(most.Mark), most.Position.MoveText(most.Better), most.Loss)
}

// numbered writes a move played with its number.
func numbered(g *pdn.Game, j *analysis.Judgement) string {
	return fmt.Sprintf("%s %s", g.Numbers()[j.Ply-1], j.Position.MoveText(j.Played))
}

// proved says from which moves on a result was certain.
func proved(g *pdn.Game, judgements []analysis.Judgement) string {
	var texts []string
	last := ""
	for i := range judgements {
		j := &judgements[i]
		now := certainty(j.Certain, j.Position.Turn())
		if now != last && now != "" {
			texts = append(texts, fmt.Sprintf("%s after %s", now, numbered(g, j)))
		}
		last = now
	}
	if len(texts) == 0 {
		return "nothing"
	}
	return strings.Join(texts, "; ")
}

// certainty says what is certain, seen from the side that has moved; "" if nothing.
func certainty(p mcts.Proof, moved rules.Color) string {
	switch {
	case !p.Known:
		return ""
	case p.Points == 0:
		return "a draw"
	case p.Points < 0:
		moved = moved.Opponent()
	}
	return fmt.Sprintf("a win for %s", moved)
}
