package annotate

import (
	"fmt"
	"strconv"
	"strings"

	"drafthorse/analysis"
	"drafthorse/internal/plural"
	"drafthorse/pdn"
	"drafthorse/rules"
	"drafthorse/store"
)

// puzzles writes the shots that stand in the games' positions, played or missed, as
// games from a position.
type puzzles struct {
	file   *store.File
	writer *pdn.Writer
	solve  solve // the workers have solved before, so it mostly remembers
	// tried are the positions that were tried, and those on the way of a puzzle,
	// White to move.
	tried map[rules.Position]bool
	shown func(file string) string // a file's name for a person
}

func newPuzzles(path string, s solve, shown func(string) string) (*puzzles, error) {
	f, err := store.Create(path)
	if err != nil {
		return nil, err
	}
	return &puzzles{file: f, writer: pdn.NewWriter(f), solve: s, tried: map[rules.Position]bool{}, shown: shown}, nil
}

func (z *puzzles) add(_ int, g *pdn.Game, findings []analysis.Finding, judgements []analysis.Judgement) error {
	numbers := g.Numbers()
	for i := range findings {
		f, j := &findings[i], &judgements[i]
		p := f.Position
		if !f.Shot() || !z.first(p) {
			continue
		}
		puzzle, err := z.solve(p)
		if err != nil {
			return err
		}
		if puzzle == nil {
			continue
		}
		if err := z.writer.Write(puzzleGame(g, z.shown(g.File), j, numbers[i].Number, puzzle)); err != nil {
			return err
		}
		for _, m := range puzzle.Line {
			p = p.Play(m)
			z.first(p)
		}
	}
	return nil
}

// first reports whether a position has not been tried before.
func (z *puzzles) first(p rules.Position) bool {
	p = whiteToMove(p)
	seen := z.tried[p]
	z.tried[p] = true
	return !seen
}

// puzzleGame writes a puzzle as a game from its position: the tags of the game that
// it comes from, in the file called so, the solution, and where it stood.
func puzzleGame(source *pdn.Game, file string, j *analysis.Judgement, number int, z *analysis.Puzzle) *pdn.Game {
	g := &pdn.Game{Result: "*"}
	date := "Date"
	if name := dateTag(source); name != "" {
		date = name
	}
	for _, name := range []string{"Event", "Site", date, "Round", "White", "Black"} {
		if value := source.Tag(name); value != "" {
			g.SetTag(name, value)
		}
	}
	g.SetTag("Result", "*")
	g.SetTag("GameType", "20")
	g.SetTag("SetUp", "1")
	g.SetTag("FEN", z.Position.FEN())
	g.SetTag("Solution", plural.Count(z.Moves(), "move"))
	g.SetTag("Sacrificed", strconv.Itoa(z.Given))
	played := "which was played"
	if j.Played != z.Line[0] {
		played = "instead of " + z.Position.MoveText(j.Played)
	}
	where := fmt.Sprintf("%s to move wins %s. Move %d of game %d in %s, %s.", z.Position.Turn(), z.Prize(), number, source.Number, file, played)
	g.Movetext = append([]pdn.Element{pdn.Remark(where)}, pdn.Played(z.Position, z.Line)...)
	if len(z.Also) > 0 {
		p := z.Position
		for _, m := range z.Line[:len(z.Line)-1] {
			p = p.Play(m)
		}
		var texts []string
		for _, other := range z.Also {
			texts = append(texts, p.MoveText(other))
		}
		g.Movetext = append(g.Movetext, pdn.Comment("or "+strings.Join(texts, ", ")))
	}
	return g
}

func (z *puzzles) refuse(int, *pdn.Game, *pdn.Error) error { return nil }

func (z *puzzles) close() error { return z.file.Commit() }

func (z *puzzles) discard() { z.file.Discard() }
