package pdn

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

// collection is a file and what is in it.
type collection struct {
	file         string
	games, legal int // legal plies of the main lines
}

// shared is a folder of files found in public repositories; see its README.md.
const shared = "../../shared/pdn"

// found is the table in the README of the shared folder. The numbers come from
// an independent scanner and move generator. This Reader differs from it where
// one game has its tags and its moves cut apart by the script that collected
// it: a tag section that comes again after an empty line is a game of its own
// here, so that forfeits in a row stay apart.
var found = []collection{
	{"br01-allinges-2007.pdn", 45, 4982},
	{"br02-avignon-2014.pdn", 97, 10001},
	{"br04-polish-team-2024.pdn", 82, 8628},
	{"br06-brigitte.pdn", 1, 86},
	{"br08-bruno-vs-scan.pdn", 11, 735},
	{"br12-mini.pdn", 6, 590},
	{"br13-moby-vs-programs.pdn", 9, 996},
	{"br15-montpellier-b.pdn", 49, 4892},
	{"br16-problems-with-fen.pdn", 4, 60},
	{"br17-sijbrands-andreiko.pdn", 20, 1513},
	{"br18-regional-champions.pdn", 12, 1194},
	{"br20-wk-women-lidraughts.pdn", 2, 254},
	{"br21-test.pdn", 2, 25},
	{"br22-coup-turc.fen", 1, 0},
	{"br23-man-position.fen", 1, 0},
	{"mb-babasy1.pdn", 43, 4577},
	{"mb-babasy4.pdn", 49, 5177},
	{"mb-flankgam.pdn", 5, 540},
	{"mb-loi20.pdn", 22, 336},
	{"mb-opening1.pdn", 44, 570},
	{"mb-sijbgant.pdn", 6, 560},
	{"mb-wierswal.pdn", 20, 1926},
	{"pd-standard.pdn", 30, 1245}, // README: 14 games
	{"pd-frisian.pdn", 24, 59},    // README: 14 games
	{"pd-russian.pdn", 22, 0},     // README: 10 games
	{"pd-antidraughts.pdn", 25, 0},
	{"hc-draw1.pdn", 1, 0},
	{"hc-draw101.pdn", 1, 0},
}

// made are files in the manner of the producers that FORMAT.md lists, with the
// games and plies that a person counts in them. One game of s07 begins with
// unknown moves, six of s15 with an ambiguous capture: no ply of those counts.
var made = []collection{
	{"s01-result-glued-to-next-number.pdn", 4, 48},
	{"s02-space-padded-full-routes.pdn", 1, 60},
	{"s03-engine-eval-comments.pdn", 1, 24},
	{"s05-embedded-commands.pdn", 1, 20},
	{"s07-nulls-ellipsis-setup.pdn", 8, 23},
	{"s08-every-symbol.pdn", 1, 34},
	{"s09-latin1.pdn", 1, 16},
	{"s14-separators.pdn", 1, 24},
	{"s15-ambiguous-captures.pdn", 18, 12},
	{"s17-unclosed-comment.pdn", 2, 3},
}

func TestFoundCollections(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skipf("the collected files are not here: %v", err)
	}
	for _, c := range found {
		t.Run(c.file, func(t *testing.T) { c.test(t, filepath.Join(shared, "real", c.file)) })
	}
}

func TestMadeCollections(t *testing.T) {
	for _, c := range made {
		t.Run(c.file, func(t *testing.T) { c.test(t, filepath.Join("testdata", c.file)) })
	}
}

// test counts, and checks that the games survive being written.
func (c collection) test(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	games := readAll(t, string(text))
	legal := 0
	for _, g := range games {
		plies, _ := g.Replay()
		legal += len(plies)
	}
	if len(games) != c.games || legal != c.legal {
		t.Errorf("%d games with %d legal plies, want %d and %d", len(games), legal, c.games, c.legal)
	}
	checkRoundTrip(t, games)
}

// checkRoundTrip checks that games written and read again are the same, and
// that writing those gives the same bytes.
func checkRoundTrip(t *testing.T, games []*Game) {
	t.Helper()
	written := writeAll(t, games)
	again := readAll(t, written)
	if len(again) != len(games) {
		t.Fatalf("%d games read as %d from\n%s", len(games), len(again), written)
	}
	for i, g := range games {
		if got, want := describe(again[i]), describe(g); got != want {
			t.Errorf("game %d\nwas %s\nis  %s", i+1, want, got)
		}
		if !reflect.DeepEqual(unplaced(again[i].Movetext), unplaced(g.Movetext)) || !slices.Equal(again[i].Tags, g.Tags) {
			t.Errorf("game %d, %s, is another one though it looks the same", i+1, describe(g))
		}
		if p := again[i].Problems; len(p) > 0 && !isWarning(p) {
			t.Errorf("game %d reads with problem %v", i+1, p[0])
		}
	}
	if twice := writeAll(t, again); twice != written {
		t.Errorf("written again:\n%s\nwas\n%s", twice, written)
	}
}

// unplaced returns the line without the places where its moves were read.
func unplaced(line []Element) []Element {
	line = slices.Clone(line)
	for i, e := range line {
		switch e := e.(type) {
		case Move:
			e.Line = 0
			line[i] = e
		case Variation:
			line[i] = Variation(unplaced(e))
		}
	}
	return line
}

// TestKnownFaults names what the collected files are known to get wrong.
func TestKnownFaults(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(shared, "real/br08-bruno-vs-scan.pdn"))
	if err != nil {
		t.Skipf("the collected files are not here: %v", err)
	}
	r := NewReader(bytes.NewReader(text), "br08.pdn")
	for g := range r.All() {
		plies, err := g.Replay()
		switch {
		case g.Number != 11 && err != nil:
			t.Errorf("game %d: %v", g.Number, err)
		case g.Number == 11 && (err == nil || len(plies) != 63 || err.(*Error).Ply != 64):
			t.Errorf("game 11 goes wrong after %d plies (%v), want 63", len(plies), err)
		}
	}
}

func BenchmarkReader(b *testing.B) {
	var text bytes.Buffer
	w := NewWriter(&text)
	for range 100 {
		g := &Game{Result: "1-1"}
		g.SetTag("Event", "Benchmark")
		g.SetTag("White", "Somebody")
		for range 30 {
			g.Movetext = append(g.Movetext, Move{Text: "32-28"}, Comment("[%clk 1:58:11]"), Move{Text: "19x23"})
		}
		if err := w.Write(g); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		games := 0
		for range NewReader(bytes.NewReader(text.Bytes()), "").All() {
			games++
		}
		if games != 100 {
			b.Fatalf("%d games, want 100", games)
		}
	}
}
