package annotate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"drafthorse/analysis"
	"drafthorse/internal/fault"
	"drafthorse/internal/plural"
	"drafthorse/mcts"
	"drafthorse/pdn"
	"drafthorse/rules"
	"drafthorse/viewer"
)

// shownLine is how many plies of a better line the report plays at most.
const shownLine = 12

// html is the report to look at: every game, the refused ones too, and the players.
type html struct {
	writer  *viewer.Writer
	dialect analysis.Dialect
	shown   func(file string) string // a file's name for a person
	players analysis.Players
	games   int
	refused int
	unread  []viewer.Game // files that were not read whole; they follow the games
}

func newHTML(dir string, c viewer.Collection, d analysis.Dialect, shown func(string) string) (*html, error) {
	w, err := viewer.Create(dir, c)
	if errors.Is(err, viewer.ErrForeign) {
		return nil, fault.Usage("%w", err)
	} else if err != nil {
		return nil, err
	}
	return &html{writer: w, dialect: d, shown: shown}, nil
}

func (h *html) add(number int, g *pdn.Game, findings []analysis.Finding, judgements []analysis.Judgement) error {
	h.games++
	shown := h.game(g)
	said := remarksOf(g)
	shown.Comment = said.before
	if len(judgements) > 0 {
		if p := judgements[0].Position; p != rules.Start() {
			shown.Start = p.FEN()
		}
	} else if p, err := g.Start(); err == nil {
		shown.Start = p.FEN()
	}
	clocks, numbers := analysis.Clocks(g, judgements), g.Numbers()
	sides, hastes := analysis.Summarize(judgements), analysis.Hastes(judgements, clocks)
	for i := range judgements {
		f, j := &findings[i], &judgements[i]
		ply := h.shownPly(f, j, numbers[i])
		ply.Comment = said.behind[i]
		if clocks[i] >= 0 {
			ply.Clock = clockText(clocks[i])
		}
		if i > 0 && judgements[i-1].Position.Play(judgements[i-1].Played) != j.Position {
			ply.Setup = j.Position.FEN()
		}
		shown.Plies = append(shown.Plies, ply)
	}
	for c := range sides {
		shown.Figures[c] = h.figures(sides[c], hastes[c])
	}
	h.players.Add(playersGame(number, g, judgements, h.dialect))
	return h.writer.Add(&shown)
}

// shownPly is what the report says of a move; all but the record's own words.
func (h *html) shownPly(f *analysis.Finding, j *analysis.Judgement, n pdn.MoveNumber) viewer.Ply {
	turn := j.Position.Turn()
	ply := viewer.Ply{
		Move: shownMove(j.Position, j.Played, n), Marks: j.Signs(h.dialect), Reason: j.Reason,
		Before: chances(f, j.Better, j.BestProof, turn), After: chances(f, j.Played, j.PlayedProof, turn),
		Eval: j.Eval(), Proved: j.Proved(),
	}
	if j.Certain.Known {
		ply.After = shownChances(j.Certain.Evaluation(), turn)
	}
	if !j.Forced && (j.Better == j.Played || j.Worse) {
		ply.Best = j.Position.MoveText(j.Better)
	}
	if j.Mark.IsError() {
		p := j.Position
		for _, m := range j.Line[:min(len(j.Line), shownLine)] {
			ply.Better = append(ply.Better, shownMove(p, m, n))
			p, n = p.Play(m), n.Next()
		}
	}
	return ply
}

// shownMove is a legal move of p with its number.
func shownMove(p rules.Position, m rules.Move, n pdn.MoveNumber) viewer.Move {
	shown := viewer.MoveOf(p, m)
	shown.Number = strings.Replace(n.String(), "...", "…", 1)
	return shown
}

// chances are those after a move by the tree, or certain where it is proved.
func chances(f *analysis.Finding, m rules.Move, proof mcts.Proof, turn rules.Color) viewer.Chances {
	if proof.Known {
		return shownChances(proof.Evaluation(), turn)
	}
	i := slices.IndexFunc(f.Moves, func(c analysis.Candidate) bool { return c.Move == m })
	return shownChances(f.Moves[i].Evaluation, turn)
}

// shownChances turns an evaluation for the side c to White's view.
func shownChances(e mcts.Evaluation, c rules.Color) viewer.Chances {
	if c == rules.Black {
		e = e.Turned()
	}
	return viewer.Chances{Win: float64(e.Win), Draw: float64(e.Draw), Loss: float64(e.Loss)}
}

func (h *html) figures(s analysis.Side, haste analysis.Haste) viewer.Figures {
	return viewer.Figures{
		Moves: s.Moves, Forced: s.Forced, Loss: viewer.Mean(s.MeanLoss()), Accuracy: s.Accuracy(),
		Marks: s.Signs(h.dialect), Clock: hasteText(haste),
	}
}

// hasteText says what the clocks tell, or nothing where there are none.
func hasteText(h analysis.Haste) string {
	if h.Timed == 0 {
		return ""
	}
	text := fmt.Sprintf("%d of %d moves with less than %d s left", h.Hurried, h.Timed, analysis.TimeTrouble)
	if h.Hurried > 0 {
		text += fmt.Sprintf(": %.0f %% of the loss", 100*h.Share())
	}
	return text
}

// clockText writes a time as clocks show it: 1:05:21.
func clockText(seconds float64) string {
	s := int(seconds)
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// game is what the tags say, and where the record stands.
func (h *html) game(g *pdn.Game) viewer.Game {
	shown := viewer.Game{File: h.shown(g.File), Number: g.Number}
	date, undated := dateTag(g), ""
	places := map[string]*string{
		"white": &shown.White, "black": &shown.Black, "result": &shown.Result, "event": &shown.Event,
		"site": &shown.Site, "date": &undated, "round": &shown.Round,
	}
	if date != "" {
		places[strings.ToLower(date)] = &shown.Date
	}
	for _, t := range g.Tags {
		if t.Is(analysis.TagName) { // the foot of the page says it
			continue
		}
		place := places[strings.ToLower(t.Name)]
		if place == nil || *place != "" {
			shown.Tags = append(shown.Tags, viewer.Tag(t))
			continue
		}
		if strings.Trim(t.Value, "?. ") != "" { // a question mark says that it is not known
			*place = t.Value
		}
	}
	if shown.Result == "" {
		shown.Result = g.Result
	}
	return shown
}

// refuse lists a game that could not be judged, with the reason and the moves up to
// the fault.
func (h *html) refuse(number int, g *pdn.Game, refusal *pdn.Error) error {
	if g == nil {
		h.unread = append(h.unread, viewer.Game{Event: h.shown(refusal.File), Note: "Not read whole: " + reason(refusal)})
		return nil
	}
	h.games++
	h.refused++
	h.players.Add(playersGame(number, g, nil, h.dialect))
	shown := h.game(g)
	shown.Note = "Not judged: " + reason(refusal)
	plies, _ := g.Replay() // its error is in the note
	said, numbers := remarksOf(g), g.Numbers()
	shown.Comment = said.before
	for i, p := range plies {
		if i == 0 {
			shown.Start = p.Before.FEN()
		}
		ply := viewer.Ply{Move: shownMove(p.Before, p.Move, numbers[i]), Comment: said.behind[i]}
		if i > 0 && p.Set {
			ply.Setup = p.Before.FEN()
		}
		shown.Plies = append(shown.Plies, ply)
	}
	return h.writer.Add(&shown)
}

func (h *html) close() error {
	for i := range h.unread {
		if err := h.writer.Add(&h.unread[i]); err != nil {
			return err
		}
	}
	return h.writer.Close(viewer.Summary{Players: h.shownPlayers(), Notes: h.notes()})
}

// notes say what the games of the report lack.
func (h *html) notes() (notes []string) {
	for i, u := range h.unread {
		if i == mostNotes {
			notes = append(notes, fmt.Sprintf("%d more files were not read whole: they are listed at the end.", len(h.unread)-i))
			break
		}
		notes = append(notes, fmt.Sprintf("%s was not read whole, so games of it may be missing here and in all figures: %s",
			u.Event, strings.TrimPrefix(u.Note, "Not read whole: ")))
	}
	if h.refused > 0 {
		notes = append(notes, fmt.Sprintf("%d of %s could not be judged: each says why.", h.refused, plural.Count(h.games, "game")))
	}
	return notes
}

// mostNotes is how many files a report names at its top.
const mostNotes = 5

func (h *html) shownPlayers() (players []viewer.Player) {
	list := h.players.List()
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.Name
	}
	alike := analysis.Alike(names)
	for i, p := range list {
		shown := viewer.Player{
			Name: p.Name, Also: p.Also, Alike: alike[i], Games: p.Games, Wins: p.Wins, Draws: p.Draws, Losses: p.Losses,
			Figures: h.figures(p.Side, p.Haste),
		}
		for _, s := range p.Worst {
			shown.Worst = append(shown.Worst, viewer.Moment{Game: s.Game, Ply: s.Ply, Text: s.Move, Marks: s.Signs, Best: s.Better, Loss: viewer.Points(s.Loss)})
		}
		for _, m := range p.Meetings {
			shown.Meetings = append(shown.Meetings, viewer.Meeting{Game: m.Game, Against: m.Against, Points: m.Points()})
		}
		players = append(players, shown)
	}
	return players
}

func (h *html) discard() { h.writer.Discard() }
