package annotate

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"drafthorse/endgame"
	"drafthorse/rules"
)

var moveRows = flag.String("moves", "", "the JSON lines of --moves, whose claims are to be checked")

// What a whole annotated collection claims of boards of up to four pieces is what
// the endgame tables say, and no error is the best move.
func TestClaimsOfACollection(t *testing.T) {
	if *moveRows == "" {
		t.Skip("-moves names no file: analyze --moves all.jsonl COLLECTIONS makes one")
	}
	f, err := os.Open(*moveRows)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tables, err := endgame.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	var errors, claims, stars int
	for rows := json.NewDecoder(f); rows.More(); {
		var r struct {
			File                          string
			Game, Ply                     int
			FEN, Move, Best, Mark, Proved string
			Only                          bool
		}
		if err := rows.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if r.Mark == "?" || r.Mark == "??" {
			errors++
			if r.Move == r.Best {
				t.Errorf("%s: game %d, ply %d: %s%s is the best move", r.File, r.Game, r.Ply, r.Move, r.Mark)
			}
		}
		p, err := rules.ParseFEN(r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		saving := 0
		for _, m := range p.AppendMoves(nil) {
			after := p.Play(m)
			v, known := tables.Probe(&after)
			if !v.Won() {
				saving++
			}
			if p.MoveText(m) != r.Move || r.Proved == "" || !known {
				continue
			}
			claims++
			want := "draw"
			if v.Won() {
				want = strings.ToLower(after.Turn().String())
			} else if v.Lost() {
				want = strings.ToLower(after.Turn().Opponent().String())
			}
			if r.Proved != want {
				t.Errorf("%s: game %d, ply %d: %s is proved for %s, want %s", r.File, r.Game, r.Ply, r.Move, r.Proved, want)
			}
		}
		if r.Only && p.Count() <= 4 {
			if stars++; saving != 1 {
				t.Errorf("%s: game %d, ply %d: %d moves do not lose, want one with a star", r.File, r.Game, r.Ply, saving)
			}
		}
	}
	t.Logf("%d errors, %d proofs, %d stars", errors, claims, stars)
}
