package run

import (
	"bytes"
	"context"
	"errors"
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
