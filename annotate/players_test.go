package annotate

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drafthorse/analysis"
	"drafthorse/pdn"
	"drafthorse/viewer"
)

// A club's games by hand, in two files: Gilbert is written in three ways, two of which
// are surely him. He wins one, draws one, and wins one whose record is wrong; the
// game of another kind of draughts counts for nobody.
const (
	clubFile = `[White "KALFON Gilbert"] [Black "Bos, Jan"] [Result "2-0"] [UTCDate "2024.03.01"] 1. 32-28 19-23 2. 28x19 14x23 2-0

[White "Bos, Jan"] [Black "Kalfon  Gilbert"] [Result "1/2-1/2"] [Date "????.??.??"] [UTCDate "2024.03.02"] 1. 32-28 19-23 1/2-1/2

[White "Kalfon Gilbert"] [Black "Wit, Eva"] [Result "2-0"] [Date "2024.03.03"] [UTCDate "2024.03.04"] 1. 32-28 19-24 2. 28x99 2-0

[White "Bos, Jan"] [Black "Wit, Eva"] [Result "2-0"] [GameType "25"] 1. c3-d4 2-0
`
	cupFile = `[White "Gilbert Kalfon"] [Black "Wit, Eva"] [Result "0-2"] 1. 32-28 19-23 2. 28x19 14x23 0-2
`
)

// tables are the report's players and games, by a run of the program.
type tables struct {
	Players []struct {
		Name          string
		Also          []string
		Alike         []int
		Games, Wins   int
		Draws, Losses int
		Meetings      [][3]int
	}
	Games []struct {
		File, Date string
		Record     int
	}
	Notes []string
}

func reportTables(t *testing.T, dir string) (all tables) {
	t.Helper()
	text, err := json.Marshal(islands(t, content(t, dir, "index.html"))["place"]["index"])
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestPlayersOfGames(t *testing.T) {
	dir := t.TempDir()
	club, cup := write(t, "club.pdn", clubFile), write(t, "cup.pdn", cupFile)
	said := called(t, 3, "--html", dir+"/report", "--title", "Spring", "--summary", dir+"/s.csv", club, cup)
	if strings.Count(said, "club.pdn") != 2 { // the two refusals
		t.Errorf("the program says %s", said)
	}
	all := reportTables(t, dir+"/report")
	var players []string
	for _, p := range all.Players {
		players = append(players, fmt.Sprint(p.Name, p.Also, p.Alike, p.Games, p.Wins, p.Draws, p.Losses, p.Meetings))
	}
	want := []string{
		"Bos, Jan[] [] 2 0 1 1 [[1 2 0] [2 2 1]]",
		"Gilbert Kalfon[] [2] 1 0 0 1 [[5 3 0]]",
		"KALFON Gilbert[Kalfon Gilbert] [1] 3 2 1 0 [[1 0 2] [2 0 1] [3 3 2]]",
		"Wit, Eva[] [] 2 1 0 1 [[3 2 0] [5 1 2]]",
	}
	if strings.Join(players, "\n") != strings.Join(want, "\n") {
		t.Errorf("the players are\n%s\nwant\n%s", strings.Join(players, "\n"), strings.Join(want, "\n"))
	}
	var games []string
	for _, g := range all.Games {
		games = append(games, fmt.Sprintf("%s %d %s", g.File, g.Record, g.Date))
	}
	if got := strings.Join(games, ", "); got != "club.pdn 1 2024.03.01, club.pdn 2 2024.03.02, club.pdn 3 2024.03.03, club.pdn 4 , cup.pdn 1 " {
		t.Errorf("the games are %s", got)
	}
	page := content(t, dir, "report/index.html")
	if !strings.Contains(page, "<title>Spring</title>") || strings.Contains(page, filepath.Dir(club)) {
		t.Error("the report is not called Spring, or names the folder of the files")
	}
	if strings.Join(all.Notes, "") != "2 of 5 games could not be judged: each says why." {
		t.Errorf("the notes are %q", all.Notes)
	}

	rows, err := csv.NewReader(strings.NewReader(content(t, dir, "s.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	called(t, 3, "--summary", dir+"/s.txt", club, cup)
	if text := content(t, dir, "s.txt"); !strings.Contains(text, "\nclub.pdn 2  1/2-1/2  Bos, Jan") || !strings.Contains(text, "\nGilbert Kalfon may be KALFON Gilbert\nKALFON Gilbert is also written Kalfon Gilbert\n2 games could not") {
		t.Errorf("the summary is\n%s", text)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	var got []string
	for _, row := range rows[1:] {
		var cells []string
		for _, name := range []string{"player", "also", "perhaps", "games", "points", "wins", "draws", "losses",
			"against Bos, Jan", "against Gilbert Kalfon", "against KALFON Gilbert", "against Wit, Eva"} {
			cells = append(cells, row[column[name]])
		}
		got = append(got, strings.Join(cells, "|"))
	}
	want = []string{
		"Bos, Jan|||2|1|0|1|1|x||0 1|",
		"Gilbert Kalfon||KALFON Gilbert|1|0|0|0|1||x||0",
		"KALFON Gilbert|Kalfon Gilbert|Gilbert Kalfon|3|5|2|1|0|2 1||x|2",
		"Wit, Eva|||2|2|1|0|1||2|0|x",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the CSV has\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A file that ends in the middle is said to be so by each thing that is made of it.
func TestCutInputIsTold(t *testing.T) {
	var whole strings.Builder
	for range 40 {
		whole.WriteString("[White \"Anna\"] [Black \"Bob\"] 1. 32-28 19-23 2. 28x19 14x23 1-1\n\n")
	}
	dir := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(whole.String())); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "club.pdn.gz")
	if err := os.WriteFile(path, packed.Bytes()[:packed.Len()-12], 0o666); err != nil {
		t.Fatal(err)
	}
	said := called(t, 3, "--html", dir+"/report", "--summary", dir+"/s.json", path)
	called(t, 3, "--summary", dir+"/s.txt", path)
	if !strings.Contains(said, "1 file not read whole") {
		t.Errorf("the program says %s", said)
	}
	const told = "club.pdn.gz was not read whole, so games of it may be missing"
	if notes := reportTables(t, dir+"/report").Notes; len(notes) != 1 || !strings.HasPrefix(notes[0], told) {
		t.Errorf("the report says %q", notes)
	}
	if text := content(t, dir, "s.txt"); !strings.Contains(text, "\n"+told) {
		t.Errorf("the summary says %s", text)
	}
	var summary struct {
		Unread []struct{ File, Problem string }
	}
	if err := json.Unmarshal([]byte(content(t, dir, "s.json")), &summary); err != nil {
		t.Fatal(err)
	}
	if len(summary.Unread) != 1 || summary.Unread[0].File != path || !strings.Contains(summary.Unread[0].Problem, "damaged") {
		t.Errorf("the JSON has %+v", summary.Unread)
	}
}

// What a move loses is one figure wherever it stands, also where its third digit is a
// five: a hundredth that is rounded from thousandths is another one.
func TestOneFigureForAMove(t *testing.T) {
	g, findings, judgements := scripted(t)
	for _, loss := range []float32{0.7549, 0.195, 0.2049, 0.3} {
		j := &judgements[0]
		j.Loss = loss
		j.Reason = fmt.Sprintf("29-24 was better, %+.2f", loss)
		dir := t.TempDir()
		h, err := newHTML(dir+"/report", viewer.Collection{Dialect: viewer.FMJD}, analysis.FMJD, asIs)
		if err != nil {
			t.Fatal(err)
		}
		s, err := newTotals(dir+"/s.txt", analysis.FMJD, asIs, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []output{h, s} {
			if err := o.add(1, g, findings, judgements); err != nil {
				t.Fatal(err)
			}
			if err := o.close(); err != nil {
				t.Fatal(err)
			}
		}
		want := fmt.Sprintf("%.2f", loss)
		page := content(t, dir, "report/index.html")
		if !strings.Contains(page, `"best":"29-24","loss":`+want+`}`) || !strings.Contains(page, "29-24 was better, +"+want) {
			t.Errorf("the report does not have a loss of %v as %s in both places", loss, want)
		}
		if text := content(t, dir, "s.txt"); !strings.Contains(text, "29-24 was better by "+want) {
			t.Errorf("the summary does not have a loss of %v as %s: %s", loss, want, text)
		}
	}
}

// The share of moves without a choice is one figure, too: an eighth is 13 % in the
// report and in the summary.
func TestOneShareOfForcedMoves(t *testing.T) {
	if row := (&totals{dialect: analysis.FMJD}).figures(sideTotal{Moves: 7, Forced: 1}, false); !strings.Contains(row, "13 %") {
		t.Errorf("one forced move of 8: %q", row)
	}
}

// A puzzle says when its game was played as the game does.
func TestDateOfPuzzle(t *testing.T) {
	z := &analysis.Puzzle{}
	g := &pdn.Game{}
	g.SetTag("Date", "????.??.??")
	g.SetTag("UTCDate", "2024.03.02")
	_, _, judgements := scripted(t)
	z.Position = judgements[0].Position
	z.Line = append(z.Line, judgements[0].Played)
	out := puzzleGame(g, "a.pdn", &judgements[0], 1, z)
	if out.Tag("UTCDate") != "2024.03.02" || out.Tag("Date") != "" {
		t.Errorf("the tags are %v", out.Tags)
	}
}
