package annotate

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"drafthorse/analysis"
	"drafthorse/pdn"
	"drafthorse/rules"
	"drafthorse/store"
)

// move is a row of --moves, as the README describes it.
type move struct {
	File        string   `json:"file"`
	Game        int      `json:"game"`
	White       string   `json:"white"`
	Black       string   `json:"black"`
	Ply         int      `json:"ply"`
	Number      int      `json:"number"`
	Side        string   `json:"side"`
	FEN         string   `json:"fen"`
	Move        string   `json:"move"`
	Best        string   `json:"best"`
	BestScore   points   `json:"best_score"`
	PlayedScore points   `json:"played_score"`
	Loss        points   `json:"loss"`
	Mark        string   `json:"mark"`
	Only        bool     `json:"only"`
	Result      string   `json:"result"`
	Gain        int      `json:"gain"`
	AdLib       bool     `json:"ad_lib"`
	Proved      string   `json:"proved"`
	ProvedPlies int      `json:"proved_plies"`
	Forced      bool     `json:"forced"`
	Visits      int      `json:"visits"`
	Depth       int      `json:"depth"`
	Nodes       uint64   `json:"nodes"`
	Clock       *float64 `json:"clock"`
	Reason      string   `json:"reason"`
	Line        []string `json:"line"`
}

// columns are those of the CSV, which are named as in the JSON.
var columns = []string{
	"file", "game", "white", "black", "ply", "number", "side", "fen", "move", "best", "best_score", "played_score", "loss",
	"mark", "only", "result", "gain", "ad_lib", "proved", "proved_plies", "forced", "visits", "depth", "nodes", "clock", "reason", "line",
}

func (m *move) record() []string {
	clock := ""
	if m.Clock != nil {
		clock = strconv.FormatFloat(*m.Clock, 'f', -1, 64)
	}
	return []string{
		harmless(m.File), strconv.Itoa(m.Game), harmless(m.White), harmless(m.Black),
		strconv.Itoa(m.Ply), strconv.Itoa(m.Number), m.Side, m.FEN, m.Move, m.Best,
		m.BestScore.String(), m.PlayedScore.String(), m.Loss.String(),
		m.Mark, strconv.FormatBool(m.Only), m.Result, strconv.Itoa(m.Gain), strconv.FormatBool(m.AdLib),
		m.Proved, strconv.Itoa(m.ProvedPlies), strconv.FormatBool(m.Forced),
		strconv.Itoa(m.Visits), strconv.Itoa(m.Depth), strconv.FormatUint(m.Nodes, 10), clock, m.Reason, strings.Join(m.Line, " "),
	}
}

// harmless keeps a spreadsheet from taking a text of strangers for a formula: one
// that begins like one gets an apostrophe in front, as people type it there
// (https://owasp.org/www-community/attacks/CSV_Injection).
func harmless(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

// points are expected points, written with four digits.
type points float64

func (p points) String() string { return strconv.FormatFloat(float64(p), 'f', 4, 64) }

// MarshalJSON implements json.Marshaler.
func (p points) MarshalJSON() ([]byte, error) {
	return json.Marshal(math.Round(float64(p)*1e4) / 1e4)
}

// moves writes a row for each judged move, as CSV or JSON lines.
type moves struct {
	file    *store.File
	dialect analysis.Dialect
	write   func(*move) error
	flush   func() error
}

func newMoves(path string, d analysis.Dialect) (*moves, error) {
	kind, err := suffix(path, ".csv", ".jsonl")
	if err != nil {
		return nil, err
	}
	f, err := store.Create(path)
	if err != nil {
		return nil, err
	}
	m := &moves{file: f, dialect: d, flush: func() error { return nil }}
	if kind == ".jsonl" {
		e := json.NewEncoder(f)
		e.SetEscapeHTML(false)
		m.write = func(row *move) error { return e.Encode(row) }
		return m, nil
	}
	w := csv.NewWriter(f)
	m.write = func(row *move) error { return w.Write(row.record()) }
	m.flush = func() error { w.Flush(); return w.Error() }
	if err := w.Write(columns); err != nil {
		m.discard()
		return nil, err
	}
	return m, nil
}

func (m *moves) add(_ int, g *pdn.Game, findings []analysis.Finding, judgements []analysis.Judgement) error {
	clocks, numbers := analysis.Clocks(g, judgements), g.Numbers()
	for i := range judgements {
		f, j := &findings[i], &judgements[i]
		row := move{
			File: g.File, Game: g.Number, White: g.Tag("White"), Black: g.Tag("Black"),
			Ply: j.Ply, Number: numbers[i].Number, Side: sideName(j.Position.Turn()), FEN: j.Position.FEN(),
			Move: j.Position.MoveText(j.Played), Best: j.Position.MoveText(j.Better),
			BestScore: points(j.Best), PlayedScore: points(j.Score), Loss: points(j.Loss),
			Mark: m.dialect.Sign(j.Mark), Only: j.Only, Result: [...]string{"", "won", "drawn"}[j.Result], Gain: j.Gain, AdLib: j.AdLib,
			Forced: j.Forced, Reason: j.Text(), Line: lineTexts(j.Position, j.Line),
		}
		switch {
		case j.Certain.Known && j.Certain.Points == 0:
			row.Proved = "draw"
		case j.Certain.Known:
			row.Proved, row.ProvedPlies = sideName(j.Winner()), int(j.Certain.Plies)
		}
		for _, c := range f.Moves {
			row.Visits += c.Visits
		}
		if c := f.Confirmed; c != nil {
			row.Depth, row.Nodes = c.Depth, c.Nodes
		}
		if clocks[i] >= 0 {
			row.Clock = &clocks[i]
		}
		if err := m.write(&row); err != nil {
			return err
		}
	}
	return nil
}

func (m *moves) refuse(int, *pdn.Game, *pdn.Error) error { return nil }

func (m *moves) close() error {
	if err := m.flush(); err != nil {
		return err
	}
	return m.file.Commit()
}

func (m *moves) discard() { m.file.Discard() }

func sideName(c rules.Color) string {
	return [...]string{rules.White: "white", rules.Black: "black"}[c]
}

// lineTexts writes the moves of a line from p.
func lineTexts(p rules.Position, line []rules.Move) []string {
	texts := []string{}
	for _, m := range line {
		texts = append(texts, p.MoveText(m))
		p = p.Play(m)
	}
	return texts
}
