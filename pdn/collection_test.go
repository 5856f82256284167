package pdn

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// collection is a file, what is in it, and what of it Replay refuses or cuts.
type collection struct {
	file         string
	games, legal int // legal plies of the main lines
	refused      []refusal
}

// refusal is one reason for games from a first to a last. Without plies before
// the fault they are refused, else they are shortened to those.
type refusal struct {
	first, last, plies int
	reason             string // how Replay's error begins behind the place
}

// shared is a folder of files found in public repositories; see its README.md.
const shared = "../../shared/pdn"

const (
	antidraughts = "this is Antidraughts (GameType 98)"
	frisian      = "this is Frisian draughts (GameType 40)"
	russian      = "this is Russian draughts (GameType 25)"
	letters      = "this is a game whose squares are named by letters"
)

// looksFrisian is how a move is refused that is legal in Frisian draughts alone.
func looksFrisian(ply int, move string) string {
	return fmt.Sprintf("ply %d: move %q is illegal: this looks like Frisian draughts", ply, move)
}

// found is the table in the README of the shared folder. The numbers come from
// an independent scanner and move generator, and this Reader and package rules
// reach them all but for the games of three files. There the collecting script
// has cut tag sections from their moves, and the scanner takes two sections in a
// row for one, with each tag twice. Here a tag section that comes again after an
// empty line is a game of its own, so that no game gets another's names, and
// forfeits in a row stay apart.
var found = []collection{
	{"br01-allinges-2007.pdn", 45, 4982, nil},
	{"br02-avignon-2014.pdn", 97, 10001, nil},
	{"br04-polish-team-2024.pdn", 82, 8628, nil},
	{"br06-brigitte.pdn", 1, 86, nil},
	{"br08-bruno-vs-scan.pdn", 11, 735, []refusal{{11, 11, 63, `ply 64: move "17-11": there is no piece on 17`}}}, // a turn is missing
	{"br12-mini.pdn", 6, 590, nil},
	{"br13-moby-vs-programs.pdn", 9, 996, nil},
	{"br15-montpellier-b.pdn", 49, 4892, nil},
	{"br16-problems-with-fen.pdn", 4, 60, nil},
	{"br17-sijbrands-andreiko.pdn", 20, 1513, nil},
	{"br18-regional-champions.pdn", 12, 1194, nil},
	{"br20-wk-women-lidraughts.pdn", 2, 254, nil},
	{"br21-test.pdn", 2, 25, nil},
	{"br22-coup-turc.fen", 1, 0, nil},
	{"br23-man-position.fen", 1, 0, nil},
	{"mb-babasy1.pdn", 43, 4577, nil},
	{"mb-babasy4.pdn", 49, 5177, nil},
	{"mb-flankgam.pdn", 5, 540, nil},
	{"mb-loi20.pdn", 22, 336, nil},
	{"mb-opening1.pdn", 44, 570, nil},
	{"mb-sijbgant.pdn", 6, 560, nil},
	{"mb-wierswal.pdn", 20, 1926, nil},
	{"pd-standard.pdn", 30, 1245, nil}, // README: 14 games
	{"pd-frisian.pdn", 24, 59, []refusal{ // README: 14 games
		{1, 1, 13, looksFrisian(14, "14x34")}, {2, 2, 5, looksFrisian(6, "17x37")}, {3, 3, 5, looksFrisian(6, "17x37")},
		{4, 6, 0, frisian}, {7, 7, 6, looksFrisian(7, "34x14")}, {8, 20, 0, frisian}, {21, 21, 15, looksFrisian(16, "10x30")},
		{22, 22, 5, looksFrisian(6, "17x37")}, {23, 23, 5, looksFrisian(6, "11x31")}, {24, 24, 5, looksFrisian(6, "17x37")},
	}},
	{"pd-russian.pdn", 22, 0, []refusal{{1, 16, 0, russian}, {17, 17, 0, letters}, {18, 22, 0, russian}}}, // README: 10 games
	{"pd-antidraughts.pdn", 25, 0, []refusal{{1, 25, 0, antidraughts}}},
	{"hc-draw1.pdn", 1, 0, []refusal{{1, 1, 0, russian}}},
	{"hc-draw101.pdn", 1, 0, []refusal{{1, 1, 0, russian}}},
}

// made are files in the manner of many producers, with the games and plies that a
// person counts in them. Those of the match are its moves as grep counts them.
var made = []collection{
	{"s01-result-glued-to-next-number.pdn", 4, 48, nil},
	{"s02-space-padded-full-routes.pdn", 1, 60, nil},
	{"s03-engine-eval-comments.pdn", 1, 24, nil},
	{"s05-embedded-commands.pdn", 1, 20, nil},
	{"s07-nulls-ellipsis-setup.pdn", 8, 23, []refusal{{1, 1, 0, `ply 1: the move is not known`}}},
	{"s08-every-symbol.pdn", 1, 34, nil},
	{"s09-latin1.pdn", 1, 16, nil},
	{"s14-separators.pdn", 1, 24, nil},
	{"s15-ambiguous-captures.pdn", 18, 12, []refusal{
		{3, 3, 0, `ply 1: move "50x2": ambiguous: it may be 50x22x13x2 or 50x39x30x2`},
		{6, 6, 0, `ply 1: move "3x9": ambiguous: it may be 3x26x42x29x18x9 or 3x26x48x34x18x9`},
		{9, 9, 0, `ply 1: move "15x16": ambiguous: it may be 15x24x2x16 or 15x29x7x16`},
		{12, 12, 0, `ply 1: move "46x26": ambiguous: it may be 46x14x3x26 or 46x19x8x26`},
		{15, 15, 0, `ply 1: move "25x45": ambiguous: it may be 25x9x31x42x29x45 or 25x9x31x48x34x45`},
		{18, 18, 0, `ply 1: move "34x48": ambiguous: it may be 34x12x26x48 or 34x23x37x48`},
	}},
	{"s17-unclosed-comment.pdn", 2, 3, nil},
	{"s18-match.pdn", 20, 2931, nil}, // of a match between two searches
	{"s19-strange-games.pdn", 11, 23, []refusal{
		{3, 3, 4, `ply 5: move "10-14"`}, {4, 4, 4, looksFrisian(5, "28x30")},
		{5, 5, 0, frisian}, {6, 6, 0, russian}, {7, 7, 0, letters}, {8, 8, 0, antidraughts},
	}},
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

// test counts, and checks that the games survive being copied, written, and
// written with their moves in standard form.
func (c collection) test(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	games := readAll(t, string(text))
	checkCopies(t, games)
	legal, refused := 0, 0
	for _, g := range games {
		plies, err := g.Replay()
		legal += len(plies)
		if err == nil {
			continue
		}
		refused++
		i := slices.IndexFunc(c.refused, func(r refusal) bool { return r.first <= g.Number && g.Number <= r.last })
		_, reason, _ := strings.Cut(err.Error(), fmt.Sprintf("game %d: ", g.Number))
		if i < 0 || len(plies) != c.refused[i].plies || !strings.HasPrefix(reason, c.refused[i].reason) {
			t.Errorf("after %d plies: %v", len(plies), err)
		}
	}
	for _, r := range c.refused {
		refused -= r.last - r.first + 1
	}
	if len(games) != c.games || legal != c.legal || refused != 0 {
		t.Errorf("%d games with %d legal plies, want %d and %d; %d more refused than known", len(games), legal, c.games, c.legal, refused)
	}
	checkRoundTrip(t, games)
	for _, g := range games {
		if err := g.Normalize(); err == nil {
			c.checkStandard(t, g)
		}
	}
	checkRoundTrip(t, games)
}

// checkStandard checks that a game's moves are written as the standard wants
// them: with whole routes where they are ambiguous, and only there.
func (c collection) checkStandard(t *testing.T, g *Game) {
	plies, err := g.Replay()
	if err != nil {
		t.Errorf("%s: after Normalize: %v", c.file, err)
	}
	i := 0
	for m := range g.Moves() {
		if want := plies[i].Before.MoveText(plies[i].Move); m.Text != want {
			t.Errorf("%s, game %d, ply %d: %s, want %s", c.file, g.Number, i+1, m.Text, want)
		}
		i++
	}
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
		if !reflect.DeepEqual(unplaced(again[i].Movetext), unplaced(g.Movetext)) || !slices.Equal(again[i].Tags, g.Tags) || again[i].FirstMove != g.FirstMove {
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

// checkCopies checks that games copied as found read as the same games.
func checkCopies(t *testing.T, games []*Game) {
	t.Helper()
	var b strings.Builder
	w := NewWriter(&b)
	for _, g := range games {
		if err := w.Copy(g); err != nil {
			t.Fatalf("Copy(%s): %v", describe(g), err)
		}
	}
	again := readAll(t, b.String())
	if len(again) != len(games) {
		t.Fatalf("%d games copied read as %d from\n%q", len(games), len(again), b.String())
	}
	for i, g := range games {
		if got, want := describe(again[i]), describe(g); got != want || again[i].FirstMove != g.FirstMove {
			t.Errorf("game %d copied\nwas %s\nis  %s", i+1, want, got)
		}
	}
}

// unplaced returns the line without the places where its moves were read.
func unplaced(line []Element) []Element {
	line = append([]Element(nil), line...) // an empty line is nil, however it came to be
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
