package viewer

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"drafthorse/rules"
)

// hostile are texts that would break out of their place if they were not escaped.
var hostile = []string{
	`<script>window.broken = 1</script>`,
	`</script><script>window.broken = 2</script>`,
	`</ScRiPt ><img src=x onerror="window.broken = 3">`,
	`" onmouseover="window.broken = 4" x="`,
	`' onfocus='window.broken = 5' autofocus='`,
	"<!-- <script>",
	"line\u2028paragraph\u2029end",
	"\u202eright to left\u202c \u200f\u05d0\u05d1\u05d2",
	`{{.Title}} \u003c \" ]]> &lt; &amp;`,
	"javascript:window.broken=6",
	strings.Repeat("long", 60),
}

// hostileGame has a hostile text everywhere where there can be one.
func hostileGame(text string) *Game {
	p := rules.Start()
	m := p.AppendMoves(nil)[0]
	move := MoveOf(p, m)
	move.Text = text
	figures := Figures{Moves: 1, Marks: map[string]int{text: 1}, Clock: text}
	return &Game{
		White: text, Black: text, Result: text, Event: text, Site: text, Date: text, Round: text,
		Tags: []Tag{{text, text}}, Comment: text, Note: text, Figures: [2]Figures{figures, figures},
		Plies: []Ply{{Move: move, Marks: []string{text}, Reason: text, Comment: text, Clock: text, Eval: text,
			Proved: text, Best: text, Better: []Move{move}}},
	}
}

var (
	islands     = regexp.MustCompile(`(?s)<script type="application/json" id="([a-z0-9-]+)">(.*?)</script>`)
	openScripts = regexp.MustCompile(`(?i)<script`)
	endScripts  = regexp.MustCompile(`(?i)</script`)
)

func read(t testing.TB, path ...string) string {
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// islandsOf returns the JSON texts of a page by their ids.
func islandsOf(page string) map[string]string {
	found := map[string]string{}
	for _, m := range islands.FindAllStringSubmatch(page, -1) {
		found[m[1]] = m[2]
	}
	return found
}

// checkIslands holds a page of one game to what the game was, and to having no
// more scripts than it should: island, place and the page's own.
func checkIslands(t *testing.T, page string, g *Game) {
	t.Helper()
	if starts, ends := len(openScripts.FindAllString(page, -1)), len(endScripts.FindAllString(page, -1)); starts != 3 || ends != 3 {
		t.Errorf("%d <script and %d </script: want 3 of each", starts, ends)
	}
	found := islandsOf(page)
	var got map[string]any
	if err := json.Unmarshal([]byte(found["island-1"]), &got); err != nil {
		t.Fatalf("%v: %s", err, found["island-1"])
	}
	whole := *g
	if whole.Start == "" {
		whole.Start = rules.Start().FEN()
	}
	plain, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(plain, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the page's game is\n%v\nwant\n%v", got, want)
	}
}

func TestHostileTexts(t *testing.T) {
	for _, text := range hostile {
		c := Collection{Title: text, Program: text, Dialect: FMJD}
		page := read(t, writeReport(t, c, []*Game{hostileGame(text)}), "index.html")
		checkIslands(t, page, hostileGame(text))
		var p struct {
			Index struct{ Games, Players []map[string]any }
		}
		if err := json.Unmarshal([]byte(islandsOf(page)["place"]), &p); err != nil {
			t.Fatal(err)
		}
		if got := p.Index.Games[0]["white"]; got != text {
			t.Errorf("the index's White is %q: want %q", got, text)
		}
		if got := p.Index.Players[0]["name"]; got != text {
			t.Errorf("the player's name is %q: want %q", got, text)
		}
		_, after, _ := strings.Cut(page, "<title>")
		title, _, _ := strings.Cut(after, "</title>")
		if html.UnescapeString(title) != text {
			t.Errorf("the title is %q: want %q", title, text)
		}
		for _, raw := range []string{"\u2028", "\u2029"} {
			for id, island := range islandsOf(page) {
				if strings.Contains(island, raw) {
					t.Errorf("island %s holds %q", id, raw)
				}
			}
		}
	}
}

func FuzzTexts(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := hostileGame(text)
		page := read(t, writeReport(t, Collection{Title: text, Program: text, Dialect: Chess}, []*Game{g}), "index.html")
		if n := len(openScripts.FindAllString(page, -1)); n != 3 {
			t.Errorf("%d <script: want 3", n)
		}
		checkIslands(t, page, g)
	})
}

// What the policy allows must be the page's own style and script, by the
// algorithm of CSP, and nothing in the page may ask for anything outside of it.
func TestSelfContained(t *testing.T) {
	page := read(t, writeReport(t, sampleCollection, []*Game{sampleGame(t)}), "index.html")
	_, after, _ := strings.Cut(page, `http-equiv="Content-Security-Policy" content="`)
	content, _, _ := strings.Cut(after, `"`)
	policy := html.UnescapeString(content)
	for _, kind := range []string{"style", "script"} {
		_, after, _ := strings.Cut(page, "<"+kind+">")
		text, _, _ := strings.Cut(after, "</"+kind+">")
		sum := sha256.Sum256([]byte(text))
		want := fmt.Sprintf("%s-src 'sha256-%s'", kind, base64.StdEncoding.EncodeToString(sum[:]))
		if text == "" || !strings.Contains(policy, want) {
			t.Errorf("the policy is %q: want it to have %q", policy, want)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q: want default-src 'none' and nothing unsafe", policy)
	}
	for _, m := range regexp.MustCompile(`(?i)(https?:)?//[a-z][^"'\s]*|url\(|@import|\bsrc=|\beval\(|innerHTML|document\.write|\bstyle=`).FindAllString(page, -1) {
		if m != "http://www.w3.org/2000/svg" {
			t.Errorf("the page has %q", m)
		}
	}
}

// A folder has one page for so many games, and each game stands in the page that
// the addresses of the package's documentation name.
func TestPages(t *testing.T) {
	for _, test := range []struct {
		games int
		pages []string
	}{
		{0, []string{"index.html"}},
		{1, []string{"index.html"}},
		{100, []string{"index.html"}},
		{101, []string{"games/0001.html", "games/0101.html", "index.html"}},
		{250, []string{"games/0001.html", "games/0101.html", "games/0201.html", "index.html"}},
	} {
		var games []*Game
		for i := range test.games {
			games = append(games, &Game{White: fmt.Sprintf("player %d", i+1)})
		}
		dir := writeReport(t, sampleCollection, games)
		var pages []string
		seen := 0
		for _, pattern := range []string{"games/*", "index.html"} {
			names, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				pages = append(pages, strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(dir)+"/"))
				found := islandsOf(read(t, name))
				var p struct {
					Home        string
					First, Last int
					More        bool
					Index       *struct{ Games []row }
				}
				if err := json.Unmarshal([]byte(found["place"]), &p); err != nil {
					t.Fatal(err)
				}
				if isIndex := filepath.Base(name) == "index.html"; (p.Index != nil) != isIndex || (p.Home == "") != isIndex {
					t.Errorf("%d games: %s: index %v, home %q", test.games, name, p.Index != nil, p.Home)
				} else if isIndex && len(p.Index.Games) != test.games {
					t.Errorf("%d games: the index has %d", test.games, len(p.Index.Games))
				}
				for n := p.First; n <= p.Last; n++ {
					seen++
					if want := fmt.Sprintf(`"white":"player %d"`, n); !strings.Contains(found[fmt.Sprintf("island-%d", n)], want) {
						t.Errorf("%d games: %s has no game %d", test.games, name, n)
					}
				}
				if more := p.Last > 0 && p.Last < test.games; p.More != more {
					t.Errorf("%d games: %s: more games %v: want %v", test.games, name, p.More, more)
				}
			}
		}
		if !slices.Equal(pages, test.pages) || seen != test.games {
			t.Errorf("%d games: pages %q with %d games: want %q", test.games, pages, seen, test.pages)
		}
	}
}

func TestWholeOrNotAtAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	begin := func() *Writer {
		w, err := Create(dir, sampleCollection)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(&Game{White: "someone"}); err != nil {
			t.Fatal(err)
		}
		return w
	}
	left := func() []string {
		names, err := filepath.Glob(dir + "*")
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	w := begin()
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the report is there before it is whole: %v", err)
	}
	if err := w.Discard(); err != nil || len(left()) > 0 {
		t.Errorf("Discard: %v, it leaves %q", err, left())
	}
	begin() // and is killed
	for range 2 {
		w = begin() // the second time in place of a report
		if err := w.Close(Summary{}); err != nil {
			t.Fatal(err)
		}
		if err := w.Discard(); err != nil || !slices.Equal(left(), []string{dir}) {
			t.Errorf("after Close: %v, %q", err, left())
		}
	}
	if !strings.Contains(read(t, dir, "index.html"), "someone") {
		t.Error("the report has no game")
	}

	// A folder that holds anything else is refused, as is one for what is not whole.
	page := read(t, dir, "index.html")
	for other, named := range map[string]string{
		"notes.txt": "notes.txt", "index.html": "index.html", "games/0001.html": "games/0001.html", "games/mine.pdn": "games/mine.pdn",
		"games/mine.html": "games/mine.html", "games/0001/0001.html": "games/0001", "other/0001.html": "other",
	} {
		for _, behind := range []string{"", ".partial"} {
			folder := filepath.Join(t.TempDir(), "report")
			put(t, folder+behind, other, "mine")
			if behind == "" && other != "index.html" {
				put(t, folder, "index.html", page)
			}
			_, err := Create(folder, sampleCollection)
			if !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), "holds "+named+",") || read(t, folder+behind, other) != "mine" {
				t.Errorf("Create with %s in report%s: error %v, want that it holds %s", other, behind, err, named)
			}
		}
	}
	// Pages without an index are what a kill leaves of a report, but are no report.
	put(t, dir+".partial", "games/0001.html", page)
	put(t, dir+".partial", "games/0101.html", "")
	begin().Discard()
	put(t, dir+"2", "games/0001.html", page)
	if _, err := Create(dir+"2", sampleCollection); !errors.Is(err, ErrForeign) {
		t.Errorf("Create in place of pages without an index: error %v", err)
	}
	if err := os.RemoveAll(dir + "2"); err != nil {
		t.Fatal(err)
	}

	// Nor is anything removed that has come since Create.
	w = begin()
	put(t, dir, "games/notes.txt", "mine")
	if err := w.Close(Summary{}); !errors.Is(err, ErrForeign) || read(t, dir, "games/notes.txt") != "mine" {
		t.Errorf("Close over a file that has come meanwhile: error %v", err)
	}
	put(t, w.partial(), "notes.txt", "mine")
	if err := w.Discard(); !errors.Is(err, ErrForeign) || read(t, w.partial(), "notes.txt") != "mine" {
		t.Errorf("Discard with a file that has come meanwhile: error %v", err)
	}
}

// Wherever a replacement ends, by a kill or an error, the old report or the new one
// has the name after the next Create, and nothing else is left.
func TestOldReportSurvives(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	write := func(name string) *Writer {
		w, err := Create(dir, sampleCollection)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(&Game{White: name}); err != nil {
			t.Fatal(err)
		}
		return w
	}
	holds := func(when, name string) {
		t.Helper()
		if !strings.Contains(read(t, dir, "index.html"), name) {
			t.Errorf("%s: the report is not the one of %s", when, name)
		}
		if names, err := filepath.Glob(dir + "*"); err != nil || len(names) != 1 {
			t.Errorf("%s: %q is there, want the report alone", when, names)
		}
	}
	rename := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	if err := write("the first").Close(Summary{}); err != nil {
		t.Fatal(err)
	}
	holds("after Close", "the first")

	write("the second")
	rename(dir, dir+".replaced") // the kill comes between the two renames
	if err := write("the third").Discard(); err != nil {
		t.Fatal(err)
	}
	holds("after a kill before the new one has the name", "the first")

	w := write("the second")
	rename(dir, dir+".replaced")
	rename(w.partial(), dir) // ... and here after both
	if err := w.end(place{Index: &index{}}); err != nil {
		t.Fatal(err)
	}
	if err := write("the third").Discard(); err != nil {
		t.Fatal(err)
	}
	holds("after a kill before the old one is gone", "the second")

	w = write("the third")
	if err := os.RemoveAll(w.partial()); err != nil {
		t.Skip("an open file cannot be removed here: ", err)
	}
	if err := w.Close(Summary{}); err == nil {
		t.Error("Close without the new report has no error")
	}
	holds("after a failed rename", "the second")

	// What somebody keeps by that name is not touched.
	put(t, dir+".replaced", "notes.txt", "mine")
	if _, err := Create(dir, sampleCollection); !errors.Is(err, ErrForeign) || read(t, dir+".replaced", "notes.txt") != "mine" {
		t.Errorf("Create next to a folder of somebody else's: error %v", err)
	}
}

// put writes a file and the folders that it stands in.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

func TestRefused(t *testing.T) {
	p := rules.Start()
	move := MoveOf(p, p.AppendMoves(nil)[0])
	nan := math.NaN()
	for want, g := range map[string]*Game{
		"game 1 of the report: ply 1: chances of {0.5 0.1 0.1}": {Plies: []Ply{{Move: move, After: Chances{0.5, 0.1, 0.1}}}},
		"chances of {NaN 0 0}":           {Plies: []Ply{{Move: move, Before: Chances{Win: nan}}}},
		`move "51-1" has a square 51`:    {Plies: []Ply{{Move: Move{Text: "51-1", From: 51, To: 1}}}},
		`move "9" has a square 0`:        {Plies: []Ply{{Move: move, Better: []Move{{Text: "9", From: 9}}}}},
		"figures of black: a mean loss":  {Figures: [2]Figures{{}, {Loss: 2}}},
		"figures of white: an accuracy":  {Figures: [2]Figures{{Accuracy: nan}}},
		`want it written as "W:W31:B20"`: {Start: "W:B20:W31"},
		"setup: ":                        {Plies: []Ply{{Move: move, Setup: "nonsense"}}},
	} {
		w, err := Create(filepath.Join(t.TempDir(), "report"), sampleCollection)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(g); err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(want)) {
			t.Errorf("Add: %v: want %q", err, want)
		}
		if err := w.Discard(); err != nil {
			t.Error(err)
		}
	}
	for want, p := range map[string]Player{
		"a loss of NaN points in game 1":      {Worst: []Moment{{Game: 1, Loss: Points(nan)}}},
		"a loss of 0.1 points in game 2":      {Worst: []Moment{{Game: 2, Loss: 0.1}}},
		"alike to player 1":                   {Alike: []int{1}},
		"there is no game 2":                  {Meetings: []Meeting{{Game: 2}}},
		"there is no game 1 against player 1": {Meetings: []Meeting{{Game: 1, Against: 1}}},
		"with 3 points":                       {Meetings: []Meeting{{Game: 1, Points: 3}}},
		"a mean loss of -1":                   {Figures: Figures{Loss: -1}},
	} {
		w, err := Create(filepath.Join(t.TempDir(), "report"), sampleCollection)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(&Game{}); err != nil {
			t.Fatal(err)
		}
		p.Name = "Anna"
		if err := w.Close(Summary{Players: []Player{p}}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `player "Anna"`) {
			t.Errorf("Close: %v: want %q", err, want)
		}
		if err := w.Discard(); err != nil {
			t.Error(err)
		}
	}
	if _, err := Create(t.TempDir(), Collection{Dialect: "polish"}); err == nil || !strings.Contains(err.Error(), `"polish"`) {
		t.Errorf("Create with an unknown dialect: %v", err)
	}
}

// The positions and their captures are those of teaching texts.
func TestMoveOf(t *testing.T) {
	for _, test := range []struct {
		fen      string
		text     string
		captured []int
		stops    int // 0: not a capture
	}{
		{"W:W31-50:B1-20", "32-28", nil, 0},
		{"W:W39:B12,13,23,33", "39x17", []int{12, 13, 23, 33}, 4},
		{"B:W18,27,28,33,37:BK1", "1x22", []int{18, 27, 33, 37}, 4},
		{"W:W37:B12,13,22,23,32,33", "37x39", []int{12, 13, 22, 23, 32, 33}, 6},
	} {
		p, err := rules.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMove(test.text)
		if err != nil {
			t.Fatal(err)
		}
		got := MoveOf(p, m)
		if got.Text != test.text || !slices.Equal(got.Captured, test.captured) || len(got.Landings) != max(0, test.stops-1) {
			t.Errorf("%s: %s is %+v: want captured %v and %d stops", test.fen, test.text, got, test.captured, test.stops)
		}
		// Each piece is jumped on the way from one stop to the next.
		route := append(append([]int{got.From}, got.Landings...), got.To)
		for i := range test.stops {
			jumped := 0
			for _, c := range got.Captured {
				if between(route[i], c, route[i+1]) {
					jumped++
				}
			}
			if jumped != 1 {
				t.Errorf("%s: %s by %v: %d pieces between stops %d and %d", test.fen, test.text, route, jumped, i, i+1)
			}
		}
	}
}

// between reports whether b lies on the diagonal between a and c.
func between(a, b, c int) bool {
	at := func(s int) (x, y int) { return 2*((s-1)%5) + 1 - (s-1)/5%2, (s - 1) / 5 }
	ax, ay := at(a)
	bx, by := at(b)
	cx, cy := at(c)
	return (bx-ax)*(bx-ax) == (by-ay)*(by-ay) && (bx-ax)*(cx-bx) > 0 && (by-ay)*(cy-by) > 0
}

// BenchmarkAdd writes the sample game; B/game is what a game takes on the disk.
func BenchmarkAdd(b *testing.B) {
	g := sampleGame(b)
	w, err := Create(filepath.Join(b.TempDir(), "report"), sampleCollection)
	if err != nil {
		b.Fatal(err)
	}
	defer w.Discard()
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Add(g); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(Summary{}); err != nil {
		b.Fatal(err)
	}
}
