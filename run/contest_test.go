package run

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"drafthorse/match"
)

func TestMatchIsPlayedOnce(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	playAndTrain(t, r)
	newest := Contestant{Net: 1}
	opponents := []Contestant{{Net: 0}, {Depth: 1}}
	var lines []MatchLine
	for _, opponent := range opponents {
		reports := 0
		line, err := r.Match(t.Context(), newest, opponent, r.Config.Match.Games, 3, func(done int, _ match.Score) {
			reports++
			if done != reports {
				t.Errorf("report %d says that %d games are done", reports, done)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if line.Games != r.Config.Match.Games || reports != line.Games {
			t.Errorf("%d games and %d reports, want %d", line.Games, reports, r.Config.Match.Games)
		}
		lines = append(lines, line)
	}
	written := read(t, r, matchesName)
	if n := bytes.Count(written, []byte("\n")); n != len(opponents) {
		t.Errorf("%d lines of matches.jsonl, want %d:\n%s", n, len(opponents), written)
	}
	for i, opponent := range opponents {
		line, err := r.Match(t.Context(), newest, opponent, r.Config.Match.Games, 1, func(int, match.Score) { t.Error("a match is played again") })
		if err != nil {
			t.Fatal(err)
		}
		if line.First != "net 1" || line.Second != opponent.String() || line.String() != lines[i].String() {
			t.Errorf("the match is remembered as %+v, it was %+v", line, lines[i])
		}
	}
	if again := read(t, r, matchesName); !bytes.Equal(again, written) {
		t.Errorf("matches.jsonl is now\n%s\nand was\n%s", again, written)
	}
}

// TestCutMatchIsPlayedAgain covers a match that was stopped and one whose line
// a crash has cut.
func TestCutMatchIsPlayedAgain(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	a, b := Contestant{Net: 0}, Contestant{Depth: 1}
	want, err := r.Match(t.Context(), a, b, 4, 1, func(int, match.Score) {})
	if err != nil {
		t.Fatal(err)
	}
	written := read(t, r, matchesName)
	if err := os.WriteFile(filepath.Join(r.Dir, matchesName), written[:len(written)-2], 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	if _, err := r.Match(ctx, a, b, 4, 1, func(int, match.Score) { cancel(errStopped) }); !errors.Is(err, errStopped) {
		t.Errorf("Match = %v, want %v", err, errStopped)
	}
	got, err := r.Match(t.Context(), a, b, 4, 4, func(int, match.Score) {})
	if err != nil || got.String() != want.String() {
		t.Errorf("the second time the match is %v, %v: want %v", got, err, want)
	}
	if again := read(t, r, matchesName); !bytes.Equal(again, written) {
		t.Errorf("matches.jsonl is now\n%s\nand was\n%s", again, written)
	}
}

// TestJournalsOfAnotherRun copies those of a run into another one, whose nets have
// the same numbers.
func TestJournalsOfAnotherRun(t *testing.T) {
	c := smallConfig()
	one := open(t, t.TempDir(), c)
	c.Seed++
	other := open(t, t.TempDir(), c)
	newest, first := Contestant{Net: 1}, Contestant{Net: 0}
	var want [2]MatchLine
	var lines [2][]GenerationLine
	for i, r := range []*Run{other, one} {
		playAndTrain(t, r)
		for _, name := range []string{matchesName, selfPlayName} {
			if i == 1 {
				if err := os.WriteFile(filepath.Join(r.Dir, name), read(t, other, name), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		if i == 1 {
			if foreign, err := r.Matches(); len(foreign) > 0 || err != nil {
				t.Errorf("Matches = %+v, %v: want none", foreign, err)
			}
		}
		games := 0
		var err error
		if want[i], err = r.Match(t.Context(), newest, first, 4, 1, func(int, match.Score) { games++ }); err != nil || games != 4 {
			t.Errorf("%d games are played, %v: want 4", games, err)
		}
		if lines[i], err = r.Generations(); err != nil || len(lines[i]) != 1 {
			t.Fatalf("Generations = %+v, %v: want one line", lines[i], err)
		}
	}
	if want[0].FirstID == want[1].FirstID || lines[0][0].ID == lines[1][0].ID {
		t.Fatal("the two runs have the same nets")
	}
	if n, err := one.Net(0); err != nil || lines[1][0].ID != n.ID() {
		t.Errorf("Generations tells of net %s, want net %s", lines[1][0].ID, n.ID())
	}
	own, err := one.Matches()
	if err != nil || len(own) != 1 || own[0].FirstID != want[1].FirstID {
		t.Errorf("Matches = %+v, %v: want the match of net %s", own, err, want[1].FirstID)
	}
}

// TestInfiniteRatingsAreReadBack has won all games and knows one end of one
// interval.
func TestInfiniteRatingsAreReadBack(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	for _, score := range []match.Score{
		{Wins: 4, Pairs: [5]int{0, 0, 0, 0, 2}},
		{Losses: 4, Pairs: [5]int{2, 0, 0, 0, 0}},
		{Wins: 1, Losses: 3, Pairs: [5]int{1, 0, 1, 0, 0}},
	} {
		if err := r.manifest.Replace(matchesName, func(io.Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
		measured(t, r, MatchLine{First: "net 0", Second: "reference depth 1", Visits: 8, Result: score.Result()})
		lines, err := r.Matches()
		if err != nil || len(lines) != 1 {
			t.Fatalf("Matches = %+v, %v: want one", lines, err)
		}
		if lines[0].Result != score.Result() {
			t.Errorf("%v is read back as %+v, want %+v", score, lines[0].Result, score.Result())
		}
	}
}
