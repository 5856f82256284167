package learn

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drafthorse/match"
	"drafthorse/pdn"
	"drafthorse/run"
)

// TestMatchIsPlayedOnce stops a loop after each match of a cycle's end. Whatever was
// played is not played again.
func TestMatchIsPlayedOnce(t *testing.T) {
	l := open(t, t.TempDir(), smallConfig())
	l.Game = oneMove(t)
	var opponents []string
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		l.Observe = func(e Event) {
			if e.Do == Match && e.Ended {
				opponents = append(opponents, e.Line.Second)
				cancel(errStopped)
			}
		}
		err := l.Run(ctx, Goal{Nets: 1, Cycle: true})
		if err == nil {
			break
		}
		if !errors.Is(err, errStopped) || stops > 3 {
			t.Fatalf("Run = %v after %d stops", err, stops)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		l = open(t, l.Dir, smallConfig())
		l.Game = oneMove(t)
	}
	if want := []string{"net 0", "reference depth 1", "reference depth 3"}; !slices.Equal(opponents, want) {
		t.Errorf("net 1 has played against %v, want %v", opponents, want)
	}
	lines, err := l.Matches()
	if err != nil || len(lines) != 3 || lines[0].First != "net 1" || lines[0].Games != l.Config.Match.Games {
		t.Errorf("Matches = %+v, %v: want 3 of net 1, of %d games", lines, err, l.Config.Match.Games)
	}
}

// oneMove returns a game record of one move.
func oneMove(t *testing.T) *pdn.Game {
	t.Helper()
	r := pdn.NewReader(strings.NewReader("1. 32-28 *"), "")
	if !r.Next() {
		t.Fatal(r.Err())
	}
	return r.Game()
}

// TestCutMatchIsPlayedAgain covers a match that was stopped and one whose line
// a crash has cut.
func TestCutMatchIsPlayedAgain(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	opponent := run.Player{Depth: 1}
	want, err := r.match(t.Context(), opponent, 4, func(match.Score) {})
	if err != nil {
		t.Fatal(err)
	}
	written := read(t, r, run.MatchesName)
	if err := os.WriteFile(filepath.Join(r.Dir, run.MatchesName), written[:len(written)-2], 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	if _, err := r.match(ctx, opponent, 4, func(match.Score) { cancel(errStopped) }); !errors.Is(err, errStopped) {
		t.Errorf("Match = %v, want %v", err, errStopped)
	}
	r.Workers = 4
	got, err := r.match(t.Context(), opponent, 4, func(match.Score) {})
	if err != nil || got.String() != want.String() {
		t.Errorf("the second time the match is %v, %v: want %v", got, err, want)
	}
	if again := read(t, r, run.MatchesName); !bytes.Equal(again, written) {
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
	first := run.Player{Net: 0}
	var want [2]run.MatchLine
	var lines [2][]run.GenerationLine
	for i, r := range []*Loop{other, one} {
		playAndTrain(t, r)
		for _, name := range []string{run.MatchesName, run.SelfPlayName} {
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
		if want[i], err = r.match(t.Context(), first, 4, func(match.Score) { games++ }); err != nil || games != 4 {
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
		if err := r.Manifest.Replace(run.MatchesName, func(io.Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
		measured(t, r, run.MatchLine{First: "net 0", Second: "reference depth 1", Visits: 8, Result: score.Result()})
		lines, err := r.Matches()
		if err != nil || len(lines) != 1 {
			t.Fatalf("Matches = %+v, %v: want one", lines, err)
		}
		if lines[0].Result != score.Result() {
			t.Errorf("%v is read back as %+v, want %+v", score, lines[0].Result, score.Result())
		}
	}
}
