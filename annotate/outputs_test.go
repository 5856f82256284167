package annotate

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"drafthorse/alphabeta"
	"drafthorse/analysis"
	"drafthorse/mcts"
	"drafthorse/net/shipped"
	"drafthorse/pdn"
	"drafthorse/rules"
	"drafthorse/store"
	"drafthorse/viewer"
)

// asIs leaves a file's name as it is.
func asIs(file string) string { return file }

// scripted is a game of two moves with what is found and said of them by hand:
// White's 32-28 gives a win away for a loss, Black's 18x29 was all there was.
func scripted(t *testing.T) (*pdn.Game, []analysis.Finding, []analysis.Judgement) {
	t.Helper()
	r := pdn.NewReader(strings.NewReader(`[White "=cmd()"] [Black "-Ibrahim, \"B\""] [FEN "W:W29,33:B18,19"]
		12. 33-28 {[%clk 0:01:30]} 19-23 *`), "club, 1.pdn")
	if !r.Next() {
		t.Fatal(r.Err())
	}
	g := r.Game()
	plies, err := g.Replay()
	if err != nil {
		t.Fatal(err)
	}
	p, q := plies[0].Before, plies[1].Before
	best, err := p.ParseMove("29-24")
	if err != nil {
		t.Fatal(err)
	}
	reply, err := p.Play(best).ParseMove("19x30")
	if err != nil {
		t.Fatal(err)
	}
	evaluation := mcts.Evaluation{Win: 0.5, Draw: 0.3, Loss: 0.2}
	findings := []analysis.Finding{
		{Key: analysis.Key{Position: p, Played: plies[0].Move}, Moves: []analysis.Candidate{
			{Move: best, Visits: 100, Evaluation: evaluation}, {Move: plies[0].Move, Visits: 25, Evaluation: evaluation.Turned()},
		}, Confirmed: &analysis.Confirmation{Depth: 9, Nodes: 4321}},
		{Key: analysis.Key{Position: q, Played: plies[1].Move}, Moves: []analysis.Candidate{{Move: plies[1].Move, Visits: 7, Evaluation: evaluation}}},
	}
	judgements := []analysis.Judgement{
		{Ply: 1, Position: p, Played: plies[0].Move, Better: best, Line: []rules.Move{best, reply}, Best: 0.65, Score: 0.35, Loss: 0.30, Worse: true,
			Mark: analysis.VeryBad, Reason: "29-24 was better, +0.30"},
		{Ply: 2, Position: q, Played: plies[1].Move, Better: plies[1].Move, Line: []rules.Move{plies[1].Move}, Best: 1, Score: 1, Forced: true,
			Gain: 1, Result: analysis.Won, Certain: mcts.Proof{Known: true, Points: 1, Plies: 8}, Fact: "proved: Black wins in 4 moves"},
	}
	return g, findings, judgements
}

const csvRows = `file,game,white,black,ply,number,side,fen,move,best,best_score,played_score,loss,mark,only,result,gain,ad_lib,proved,proved_plies,forced,visits,depth,nodes,clock,reason,line
"club, 1.pdn",1,'=cmd(),"'-Ibrahim, ""B""",1,12,white,"W:W29,33:B18,19",33-28,29-24,0.6500,0.3500,0.3000,??,false,,0,false,,0,false,125,9,4321,90,"29-24 was better, +0.30",29-24 19x30
"club, 1.pdn",1,'=cmd(),"'-Ibrahim, ""B""",2,12,black,"B:W28,29:B18,19",19-23,19-23,1.0000,1.0000,0.0000,,false,won,1,false,black,8,true,7,0,0,,proved: Black wins in 4 moves,19-23
`

const jsonRows = `{"file":"club, 1.pdn","game":1,"white":"=cmd()","black":"-Ibrahim, \"B\"","ply":1,"number":12,"side":"white","fen":"W:W29,33:B18,19","move":"33-28","best":"29-24","best_score":0.65,"played_score":0.35,"loss":0.3,"mark":"??","only":false,"result":"","gain":0,"ad_lib":false,"proved":"","proved_plies":0,"forced":false,"visits":125,"depth":9,"nodes":4321,"clock":90,"reason":"29-24 was better, +0.30","line":["29-24","19x30"]}
{"file":"club, 1.pdn","game":1,"white":"=cmd()","black":"-Ibrahim, \"B\"","ply":2,"number":12,"side":"black","fen":"B:W28,29:B18,19","move":"19-23","best":"19-23","best_score":1,"played_score":1,"loss":0,"mark":"","only":false,"result":"won","gain":1,"ad_lib":false,"proved":"black","proved_plies":8,"forced":true,"visits":7,"depth":0,"nodes":0,"clock":null,"reason":"proved: Black wins in 4 moves","line":["19-23"]}
`

func TestMoves(t *testing.T) {
	g, findings, judgements := scripted(t)
	for name, want := range map[string]string{"m.csv": csvRows, "m.jsonl": jsonRows} {
		path := filepath.Join(t.TempDir(), name)
		m, err := newMoves(path, analysis.FMJD)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(m.add(1, g, findings, judgements), m.refuse(2, g, nil), m.close()); err != nil {
			t.Fatal(err)
		}
		if got := content(t, path); got != want {
			t.Errorf("%s:\n%swant\n%s", name, got, want)
		}
	}
	// Both forms have the same names in the same order.
	var names []string
	for _, m := range regexp.MustCompile(`"([a-z_]+)":`).FindAllStringSubmatch(strings.SplitN(jsonRows, "\n", 2)[0], -1) {
		names = append(names, m[1])
	}
	if !reflect.DeepEqual(names, columns) {
		t.Errorf("JSON has %v, CSV %v", names, columns)
	}
}

// What a spreadsheet would take for a formula begins with an apostrophe, and
// nothing else does.
func TestHarmless(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Anna": "Anna", "=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1",
		"a=1": "a=1", "'t Hart": "'t Hart", "é": "é",
	} {
		if got := harmless(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestTotals(t *testing.T) {
	g, findings, judgements := scripted(t)
	var stderr bytes.Buffer
	s, err := newTotals("-", analysis.FMJD, asIs, &stderr)
	if err != nil {
		t.Fatal(err)
	}
	cut := &pdn.Error{File: "cut.zip", Problem: "it was cut"}
	if err := errors.Join(s.refuse(1, &pdn.Game{}, nil), s.refuse(1, nil, cut), s.add(2, g, findings, judgements), s.close()); err != nil {
		t.Fatal(err)
	}
	const text = `
game  result  player         moves  forced  loss   accuracy  marks  worst
1     *       =cmd()         1      0 %     0.300  24.8 %    ?? 1   33-28??, 29-24 was better by 0.30
              -Ibrahim, "B"  0      100 %   -      -

player         games  points  results  moves  forced  loss   accuracy  marks  worst
-Ibrahim, "B"  1      -       -        0      100 %   -      -
=cmd()         1      -       -        1      0 %     0.300  24.8 %    ?? 1   game 1, 33-28??, 29-24 was better by 0.30

1 game could not be judged: of their players the results count, if anything
cut.zip was not read whole, so games of it may be missing: it was cut
`
	if got := "\n" + stderr.String(); got != text {
		t.Errorf("the summary is%swant%s", got, text)
	}
	path := filepath.Join(t.TempDir(), "s.json")
	if s, err = newTotals(path, analysis.FMJD, asIs, nil); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.add(1, g, findings, judgements), s.close()); err != nil {
		t.Fatal(err)
	}
	const slips = `[{"file":"club, 1.pdn","game":1,"ply":1,"move":"33-28","signs":["??"],"better":"29-24","loss":0.3}]`
	const clock = `{"moves":1,"in_time_trouble":0,"loss_in_time_trouble":0}`
	white := `"name":"=cmd()",%s"moves":1,"forced":0,"average_loss":0.3,"accuracy":24.8,"marks":{"??":1},"clock":` + clock + `,"worst":` + slips
	black := `"name":"-Ibrahim, \"B\"",%s"moves":0,"forced":1,"average_loss":0,"accuracy":0,"marks":{}`
	total := func(other string) string {
		const none = `"points":0,"wins":0,"draws":0,"losses":0`
		return `"games":1,"results":{` + none + `},"against":[{"name":"` + other + `",` + none + `}],`
	}
	want := fmt.Sprintf(`{"schema":2,"judged":1,"refused":0,"games":[{"number":1,"file":"club, 1.pdn","game":1,"result":"*","white":{%s},"black":{%s}}],"players":[{%s},{%s}]}`,
		fmt.Sprintf(white, ""), fmt.Sprintf(black, ""), fmt.Sprintf(black, total("=cmd()")), fmt.Sprintf(white, total(`-Ibrahim, \"B\"`)))
	var got bytes.Buffer
	if err := json.Compact(&got, []byte(content(t, path))); err != nil || got.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, &got, want)
	}
}

// Signs come from the best to the worst, whatever they mean.
func TestOrderOfSigns(t *testing.T) {
	counts := map[string]int{"*": 7, "??": 6, "?": 5, "?!": 4, "!?": 3, "!": 2, "!!": 1}
	for d, want := range map[analysis.Dialect]string{
		analysis.FMJD:  "!! 1 ! 2 ?! 4 !? 3 ? 5 ?? 6 * 7",
		analysis.Chess: "!! 1 ! 2 !? 3 ?! 4 ? 5 ?? 6 * 7",
	} {
		if row := (&totals{dialect: d}).figures(sideTotal{Moves: 1, Marks: counts}, false); !strings.Contains(row, "\t"+want+"\t") {
			t.Errorf("%s: %q, want %q in it", d, row, want)
		}
	}
}

var island = regexp.MustCompile(`(?s)<script type="application/json" id="([a-z0-9-]+)">(.*?)</script>`)

// islands returns the JSON of a report's page by the ids.
func islands(t *testing.T, page string) map[string]map[string]any {
	t.Helper()
	found := map[string]map[string]any{}
	for _, m := range island.FindAllStringSubmatch(page, -1) {
		var value map[string]any
		if err := json.Unmarshal([]byte(m[2]), &value); err != nil {
			t.Fatalf("%s: %v", m[1], err)
		}
		found[m[1]] = value
	}
	return found
}

// What the page gets of a game with findings and judgements by hand.
func TestHTML(t *testing.T) {
	g, findings, judgements := scripted(t)
	dir := filepath.Join(t.TempDir(), "report")
	h, err := newHTML(dir, viewer.Collection{Dialect: viewer.FMJD}, analysis.FMJD, asIs)
	if err != nil {
		t.Fatal(err)
	}
	g.Movetext = append(g.Movetext, pdn.Comment("a hasty move [%clk 0:00:59]"), pdn.Setup("W:W29:B18"))
	analysis.Annotate(g, judgements, analysis.FMJD, "signed")
	if err := errors.Join(h.add(1, g, findings, judgements), h.close()); err != nil {
		t.Fatal(err)
	}
	game := islands(t, content(t, dir, "index.html"))["island-1"]
	plies := game["plies"].([]any)
	first, second := plies[0].(map[string]any), plies[1].(map[string]any)
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"no tag but the machine's", len(game["tags"].([]any)), 1}, {"start", game["start"], "W:W29,33:B18,19"}, {"number", first["number"], "12."}, {"Black's number", second["number"], "12…"}, {"White", game["white"], "=cmd()"},
		{"marks", first["marks"], []any{"??"}}, {"reason", first["reason"], "29-24 was better, +0.30"},
		{"best", first["best"], "29-24"}, {"eval", first["eval"], "-1.55"}, {"clock", first["clock"], "0:01:30"},
		{"before", first["before"], []any{500., 300., 200.}}, {"after", first["after"], []any{200., 300., 500.}},
		{"marks that follow", second["marks"], []any{"+", "+1"}}, {"proved", second["proved"], "Black wins in 4 moves"},
		{"certain", second["after"], []any{0., 0., 1000.}}, {"Black's view", second["before"], []any{200., 300., 500.}},
		{"comment", second["comment"], "a hasty move"}, {"no comment but the machine's", first["comment"], nil}, {"clock in a comment", second["clock"], "0:00:59"}, {"no better line", second["better"], nil},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if line := first["better"].([]any); len(line) != 2 || line[1].(map[string]any)["text"] != "19x30" {
		t.Errorf("the better line is %v", line)
	}
	place := islands(t, content(t, dir, "index.html"))["place"]
	player := place["index"].(map[string]any)["players"].([]any)[1].(map[string]any)
	worst := player["worst"].([]any)[0].(map[string]any)
	if player["name"] != "=cmd()" || player["accuracy"].(float64) > 24.85 || worst["game"] != 1. || worst["ply"] != 1. || worst["best"] != "29-24" {
		t.Errorf("the table of players has %v", player)
	}
}

// The report names a better move only where the one played is not as good.
func TestBestInHTML(t *testing.T) {
	_, findings, judgements := scripted(t)
	h := html{dialect: analysis.FMJD}
	for _, c := range []struct {
		loss  float32
		worse bool
		mark  analysis.Mark
		want  string
	}{
		{0.03, true, analysis.NoMark, "29-24"},
		{0.01, false, analysis.NoMark, ""},
		{0.01, false, analysis.LooksBad, ""},
	} {
		j := judgements[0]
		j.Loss, j.Worse, j.Mark = c.loss, c.worse, c.mark
		if got := h.shownPly(&findings[0], &j, pdn.MoveNumber{Number: 1}).Best; got != c.want {
			t.Errorf("a loss of %v: best is %q, want %q", c.loss, got, c.want)
		}
	}
	j := judgements[0]
	if j.Better, j.Loss, j.Worse = j.Played, 0, false; h.shownPly(&findings[0], &j, pdn.MoveNumber{Number: 1}).Best != "33-28" {
		t.Error("the best move was played, and the report does not say so")
	}
}

// All kinds of games go through the program into a report: each is listed, in
// order, and those that could not be judged with the reason and the moves before
// it.
func TestReportOfEverything(t *testing.T) {
	text := `[White "</script><script>window.broken=1</script>"] [Black "=1+1"] 1. 32-28! {<img src=x onerror="window.broken=2">} 19-23 2. 28x19 14x23 1-1

[FEN "B:W28,32,37:B8,13,19"] 1... 19-23 2. 28x19 13x24 *

[White "Tags"] [Result "0-2"] 0-2

[White "Setup"] 1. 32-28 19-23 /FEN "B:W31,38:B12,20"/ 2... 20-24 *

[White "Wrong"] 1. 32-28 19-23 2. 28x18 *

[White "Russian"] [GameType "25"] 1. c3-d4 *

[White "Cut off"] 1. 32-28 19-23 2. 28x19`
	dir := t.TempDir()
	report := called(t, 3, "--html", dir+"/report", "--moves", dir+"/m.csv", "--summary", dir+"/s.json", "--puzzles", dir+"/p.pdn", write(t, "all.pdn", text), dir+"/missing.pdn")
	if !strings.Contains(report, "7 games: 4 annotated, 0 annotated before, 3 copied") {
		t.Errorf("the program says %s", report)
	}
	page := content(t, dir, "report/index.html")
	if strings.Contains(page, "<script>window") || strings.Contains(page, "<img") {
		t.Error("a text of the record is not escaped")
	}
	games := islands(t, page)
	index := games["place"]["index"].(map[string]any)["games"].([]any)
	if len(index) != 8 {
		t.Fatalf("the index has %d games, want 7 and the missing file", len(index))
	}
	for number, want := range map[int]struct {
		plies int
		note  string
	}{
		1: {4, ""}, 2: {3, ""}, 3: {0, ""}, 4: {3, ""}, 5: {2, "Not judged: ply 3: "}, 6: {0, "Not judged: "}, 7: {3, ""}, 8: {0, "Not read whole: "},
	} {
		g := games[fmt.Sprintf("island-%d", number)]
		plies, _ := g["plies"].([]any)
		note, _ := g["note"].(string)
		if len(plies) != want.plies || !strings.HasPrefix(note, want.note) || (note == "") != (want.note == "") {
			t.Errorf("game %d has %d plies and the note %q, want %d and %q", number, len(plies), note, want.plies, want.note)
		}
	}
	comment := games["island-1"]["plies"].([]any)[0].(map[string]any)["comment"]
	if comment != `In the record: ! – <img src=x onerror="window.broken=2">` {
		t.Errorf("the record's own words are %q", comment)
	}
	if setup := games["island-4"]["plies"].([]any)[2].(map[string]any)["setup"]; setup != "B:W31,38:B12,20" {
		t.Errorf("the setup is %v", setup)
	}
	if start := games["island-2"]["start"]; start != "B:W28,32,37:B8,13,19" {
		t.Errorf("Black begins in %v", start)
	}
	rows, err := csv.NewReader(strings.NewReader(content(t, dir, "m.csv"))).ReadAll()
	if err != nil || len(rows) != 1+4+3+3+3 || rows[1][3] != "'=1+1" || rows[5][6] != "black" {
		t.Errorf("%d rows, error %v", len(rows), err)
	}
}

// A shot that stands in two games, once with colours and board turned, is one
// puzzle, with the solution and where it comes from; what is left of it after its
// first moves is none.
func TestPuzzlesOfGames(t *testing.T) {
	const games = `[Event "Club"] [White "Anna"] [Result "2-0"] [FEN "W:W29,33,39,50:B1,7,17,19"] 1. 29-23 19x28 2. 33x2 2-0

[FEN "B:W32,34,44,50:B1,12,18,22"] 1... 1-6 *

[FEN "W:W22,28,32,40,41,43,49:B10,11,12,17,19,21,37"] 1. 43-39 37x46 2. 28-23 46x35 *

[White "Start"] 1. 32-28 19-23 2. 28x19 14x23 *
`
	dir := t.TempDir()
	called(t, 0, "--puzzles", dir+"/p.pdn", write(t, "g}.pdn", games))
	want := `[Event "Club"]
[White "Anna"]
[Result "*"]
[GameType "20"]
[SetUp "1"]
[FEN "W:W29,33,39,50:B1,7,17,19"]
[Solution "2 moves"]
[Sacrificed "1"]

{White to move wins the game. Move 1 of game 1 in g).pdn, which was played.} 1. 29-23 19x28 2. 33x2 *

[Result "*"]
[GameType "20"]
[SetUp "1"]
[FEN "W:W22,28,32,40,41,43,49:B10,11,12,17,19,21,37"]
[Solution "5 moves"]
[Sacrificed "4"]

{White to move wins the game. Move 1 of game 3 in g).pdn, which was played.} 1. 43-39 37x46 2. 28-23 46x35 3. 23x5 17x28 4. 5x40 35x44 5. 49x40 *`
	got := content(t, dir, "p.pdn")
	if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("the puzzles are\n%s\nwant\n%s", got, want)
	}
}

// An interruption ends the search for a puzzle, and what it has found by then is none.
func TestPuzzlesInterrupted(t *testing.T) {
	p, err := rules.ParseFEN("W:W29,33,39,50:B1,7,17,19")
	if err != nil {
		t.Fatal(err)
	}
	shot, _ := p.ParseMove("29-23")
	other, _ := p.ParseMove("50-44")
	f := analysis.Finding{
		Key: analysis.Key{Position: p, Played: shot}, Moves: []analysis.Candidate{{Move: shot}, {Move: other}},
		Confirmed: &analysis.Confirmation{Moves: []analysis.Confirmed{{Move: shot, Score: alphabeta.Certain}, {Move: other}}},
	}
	if !f.Shot() {
		t.Fatal("29-23 does not look like a shot")
	}
	n := shipped.Net()
	searcher := alphabeta.NewSearcher(alphabeta.Config{Threads: 1}, n, nil, alphabeta.NewTable(1))
	ctx, cancel := context.WithCancelCause(t.Context())
	search := &cancelling{Searcher: searcher, cancel: func() { cancel(errStopped) }}
	path := filepath.Join(t.TempDir(), "p.pdn")
	kept, err := passingResults()
	if err != nil {
		t.Fatal(err)
	}
	defer kept.close()
	solving := &solutions{results: kept, ctx: ctx, newSolver: func() *analysis.Solver { return analysis.NewSolver(search, 1<<40) }}
	z, err := newPuzzles(path, solving.newWorker(), asIs)
	if err != nil {
		t.Fatal(err)
	}
	g := &pdn.Game{Movetext: pdn.Played(p, []rules.Move{shot})}
	err = z.add(1, g, []analysis.Finding{f}, []analysis.Judgement{{Ply: 1, Position: p, Played: shot}})
	if !errors.Is(err, errStopped) {
		t.Errorf("error %v, want that it is interrupted", err)
	}
	z.discard()
	if !kept.empty() {
		t.Error("what the interruption has cut short is kept")
	}
}

// cancelling is a search during which there is a Ctrl-C.
type cancelling struct {
	*alphabeta.Searcher
	cancel func()
}

func (c *cancelling) Search(g *rules.Game, l alphabeta.Limits) alphabeta.Result {
	c.cancel()
	return c.Searcher.Search(g, l)
}

// A solver's puzzle as a game: what was played instead, another last move, Black's
// numbers.
func TestPuzzleGame(t *testing.T) {
	p, err := rules.ParseFEN("B:W32,34,44,50:B1,12,18,22")
	if err != nil {
		t.Fatal(err)
	}
	z := &analysis.Puzzle{Position: p, Given: 1, Gain: 2, Kings: 1, Score: 0.8}
	for _, text := range []string{"22-28", "32x23", "18x49"} {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		z.Line, p = append(z.Line, m), p.Play(m)
	}
	last := z.Line[2]
	z.Also = []rules.Move{last}
	played, _ := z.Position.ParseMove("1-6")
	g := puzzleGame(&pdn.Game{File: "/home/anna/a.pdn", Number: 3}, "a.pdn", &analysis.Judgement{Played: played}, 27, z)
	var b strings.Builder
	if err := pdn.NewWriter(&b).Write(g); err != nil {
		t.Fatal(err)
	}
	_, movetext, _ := strings.Cut(b.String(), "\n\n")
	const want = "{Black to move wins 2 pieces and a king. Move 27 of game 3 in a.pdn, instead of 1-6.} 1... 22-28 2. 32x23 18x49 {or 18x49} *"
	if got := strings.Join(strings.Fields(movetext), " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The outputs agree on a game's number, whatever could not be read before it, and on
// those of its moves; a mark of the record is told in whichever form it has.
func TestNumbersAgree(t *testing.T) {
	dir := t.TempDir()
	in := write(t, "in.pdn", "[White \"Anna\"] [Black \"anna \"] 1. 32-28 $1 /FEN \"W::\"/ 2. 37-32 19-23 3. 28x19 *\n")
	called(t, 3, "--html", dir+"/report", "--summary", dir+"/s.json", "--moves", dir+"/m.csv", dir+"/missing.pdn", in)
	var summary struct {
		Games   []struct{ Number int }
		Players []struct{ Games int }
	}
	if err := json.Unmarshal([]byte(content(t, dir, "s.json")), &summary); err != nil {
		t.Fatal(err)
	}
	if len(summary.Games) != 1 || summary.Games[0].Number != 1 || len(summary.Players) != 1 || summary.Players[0].Games != 1 {
		t.Errorf("the summary has %+v, want game 1 and a player of one game", summary)
	}
	page := islands(t, content(t, dir, "report/index.html"))
	if page["island-1"]["white"] != "Anna" || page["island-2"]["note"] != "Not read whole: no such file or directory" {
		t.Errorf("the report begins with %v and ends with %v, want the game first", page["island-1"], page["island-2"])
	}
	rows, err := csv.NewReader(strings.NewReader(content(t, dir, "m.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	plies := page["island-1"]["plies"].([]any)
	for i, want := range []string{"1.", "2.", "2…", "3."} {
		if got := plies[i].(map[string]any)["number"]; got != want || rows[1+i][5] != want[:1] {
			t.Errorf("ply %d has the number %v in the report and %s in the table, want %s", i+1, got, rows[1+i][5], want)
		}
	}
	if got := plies[0].(map[string]any)["comment"]; got != "In the record: !" {
		t.Errorf("the record's mark is told as %v", got)
	}
}

// No two processes write one report or table at once.
func TestOutputsInUse(t *testing.T) {
	dir := t.TempDir()
	in := write(t, "in.pdn", "1. 32-28 *\n")
	for flag, name := range map[string]string{"html": "report", "moves": "m.csv", "summary": "s.txt", "puzzles": "p.pdn"} {
		release, err := claim(store.Part(filepath.Join(dir, name)))
		if err != nil {
			t.Fatal(err)
		}
		if said := called(t, noRoom, "--"+flag, dir+"/"+name, in); !strings.Contains(said, "--"+flag+": ") || !strings.Contains(said, "in use by another analysis") {
			t.Errorf("--%s: %s", flag, said)
		}
		if err := release(); err != nil {
			t.Fatal(err)
		}
		nothingIn(t, "--"+flag, dir)
	}
}

func TestCollectionTitle(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "club")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for want, args := range map[string][]string{
		"standard input": {"-"}, "club": {"."}, "a.pdn": {"x/a.pdn"}, "2 files": {"a.pdn", "-"},
	} {
		if got := collectionTitle(args); got != want {
			t.Errorf("%v has the title %q, want %q", args, got, want)
		}
	}
}

// An interruption leaves nothing, nor does an error of one output, and what stood
// there before stays.
func TestOutputsWholeOrNotAtAll(t *testing.T) {
	in := write(t, "in.pdn", strings.Repeat("1. 32-28 19-23 2. 28x19 14x23 *\n\n", 3))
	dir := t.TempDir()
	asking, said := asked(t, "--html", dir+"/report", "--moves", dir+"/m.csv", "--summary", dir+"/s.txt", "--puzzles", dir+"/p.pdn", in)
	if err := Run(stopped(t), asking); !errors.Is(err, errStopped) {
		t.Errorf("Run = %v, want %v: %s", err, errStopped, said)
	}
	nothingIn(t, "after Ctrl-C", dir)

	g, findings, judgements := scripted(t)
	if err := os.WriteFile(dir+"/m.csv", []byte("before"), 0o666); err != nil {
		t.Fatal(err)
	}
	solving := &solutions{ctx: t.Context(), newSolver: func() *analysis.Solver { return analysis.NewSolver(men(even), 1) }}
	o := Options{Inputs: []string{in}, HTML: dir + "/report", Moves: dir + "/m.csv", Summary: dir + "/s.txt", Puzzles: dir + "/p.pdn", Stderr: io.Discard}
	outputs, err := o.outputs(judge{analysis.FMJD, "signed", solving})
	if err != nil || len(outputs) != 4 {
		t.Fatalf("%d outputs, error %v", len(outputs), err)
	}
	for _, o := range outputs {
		if err := o.add(1, g, findings, judgements); err != nil {
			t.Fatal(err)
		}
	}
	if got := content(t, dir, "m.csv"); got != "before" {
		t.Errorf("while it is written the file holds %q", got)
	}
	discardAll(outputs)
	if got := content(t, dir, "m.csv"); got != "before" {
		t.Errorf("after all was given up the file holds %q", got)
	}
	if err := os.Remove(dir + "/m.csv"); err != nil {
		t.Fatal(err)
	}
	nothingIn(t, "after discard", dir)

	outputs, err = o.outputs(judge{analysis.FMJD, "signed", solving})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outputs {
		if err := o.close(); err != nil {
			t.Fatal(err)
		}
	}
	discardAll(outputs)
	for _, name := range []string{"report/index.html", "m.csv", "s.txt", "p.pdn"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Errorf("after close and discard: %v", err)
		}
	}
}
