package viewer

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
)

// A browser without scripts shows what stands in <noscript>: the index and the games
// as text.

// bareMove is a move as a browser without scripts shows it.
type bareMove struct {
	Number string // only where it is not clear from the move before
	Text   string
	Signs  string
	Setup  string
	Said   []bareRemark
}

// bareRemark is something said of a move.
type bareRemark struct {
	Kind string // class in the style sheet
	Text string
}

// bareMoves returns the moves of g with all that is said of them in words.
func bareMoves(g *Game) []bareMove {
	var moves []bareMove
	apart := true
	for i := range g.Plies {
		p := &g.Plies[i]
		m := bareMove{Text: p.Text, Signs: signsText(p.Marks), Setup: p.Setup}
		if apart || p.Setup != "" || strings.HasSuffix(p.Number, ".") {
			m.Number = p.Number
		}
		say := func(kind, text string) {
			if text != "" {
				m.Said = append(m.Said, bareRemark{kind, text})
			}
		}
		say("reason", p.Reason)
		if i == 0 || g.Plies[i-1].Proved == "" || len(p.Marks) > 0 {
			say("reason", prefixed("proved: ", p.Proved))
		}
		var line []string
		for k, b := range p.Better {
			if b.Number != "" && (k == 0 || strings.HasSuffix(b.Number, ".")) {
				line = append(line, b.Number)
			}
			line = append(line, b.Text)
		}
		say("better", prefixed("better: ", strings.Join(line, " ")))
		say("comment", p.Comment)
		apart = len(m.Said) > 0
		moves = append(moves, m)
	}
	return moves
}

// signsText writes marks behind a move: strengths close to it, the others apart.
func signsText(marks []string) string {
	var b strings.Builder
	for _, mark := range marks {
		if strings.Trim(mark, "!?*") != "" {
			b.WriteByte(' ')
		}
		b.WriteString(mark)
	}
	return b.String()
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// whereOf says what game it is, but for the players.
func whereOf(g *Game) string {
	var texts []string
	for _, text := range []string{g.Event, g.Site, g.Date, prefixed("round ", g.Round), recordText(g.File, g.Number)} {
		if text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " · ")
}

// recordText says where a record stands.
func recordText(file string, number int) string {
	if file == "" || number == 0 {
		return file
	}
	return fmt.Sprintf("%s game %d", file, number)
}

// bareRow is a game in the list of a report's games.
type bareRow struct {
	Address, White, Black, Where, Result string
}

// barePlayer is a row of the table of players.
type barePlayer struct {
	Player
	Points, Loss, Accuracy string
}

// bareIndex is the index as a browser without scripts shows it.
type bareIndex struct {
	Notes   []string
	Games   []bareRow
	Players []barePlayer
}

func bareIndexOf(p place) *bareIndex {
	if p.Index == nil {
		return nil
	}
	b := &bareIndex{Notes: p.Index.Notes}
	for i, r := range p.Index.Games {
		number := i + 1
		page := ""
		if number > p.Last {
			page = filepath.ToSlash(pageName((number-1)/PageGames*PageGames + 1))
		}
		g := Game{Event: r.Event, Date: r.Date, Round: r.Round, File: r.File, Number: r.Number}
		b.Games = append(b.Games, bareRow{
			Address: fmt.Sprintf("%s#text-%d", page, number),
			White:   cmp.Or(r.White, "White"), Black: cmp.Or(r.Black, "Black"), Where: whereOf(&g), Result: r.Result,
		})
	}
	for _, one := range p.Index.Players {
		row := barePlayer{Player: one, Points: "–", Loss: "–", Accuracy: "–"}
		if n := one.Wins + one.Draws + one.Losses; n > 0 {
			row.Points = fmt.Sprintf("%d of %d", 2*one.Wins+one.Draws, 2*n)
		}
		if one.Moves > 0 {
			row.Loss, row.Accuracy = fmt.Sprintf("%.3f", float64(one.Loss)), fmt.Sprintf("%.1f %%", one.Accuracy)
		}
		b.Players = append(b.Players, row)
	}
	return b
}
