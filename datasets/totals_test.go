package datasets

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"drafthorse/store"
)

var (
	totalsOf  = flag.String("totals-of", "", "folder of a run whose shards are added up for tools/arrowcheck")
	totalsOut = flag.String("totals-out", "totals.jsonl", "file for the sums")
)

// totals is what a shard's stored rows add up to, bare ones included.
type totals struct {
	Name      string  `json:"name"`
	Net       string  `json:"net"`
	Rows      int     `json:"rows"`
	Games     int     `json:"games"`
	Moves     int     `json:"moves"`
	Visits    uint64  `json:"visits"`
	Captured  int     `json:"captured"`
	Wins      int     `json:"wins"` // rows
	Draws     int     `json:"draws"`
	Losses    int     `json:"losses"`
	PliesLeft int     `json:"plies_left"`
	Priors    float64 `json:"priors"`
	Values    float64 `json:"values"`
	Weights   float64 `json:"weights"`
}

// TestTotals writes what tools/arrowcheck compares another reader with.
func TestTotals(t *testing.T) {
	if *totalsOf == "" {
		t.Skip("no run is given by -totals-of")
	}
	records, err := store.ReadManifest(*totalsOf)
	if err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for _, r := range store.OfKind(records, kindShard) {
		shard, err := OpenShard(*totalsOf, r)
		if err != nil {
			t.Fatal(err)
		}
		sum := totals{Name: r.Name, Net: shard.Metadata.Net}
		for row, err := range shard.all() {
			if err != nil {
				t.Fatal(err)
			}
			sum.add(row)
		}
		if err := encoder.Encode(sum); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(*totalsOut, lines.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

func (s *totals) add(row *storedRow) {
	s.Rows++
	if row.game != nil {
		s.Games++
	}
	s.Moves += len(row.Candidates)
	for _, c := range row.Candidates {
		s.Visits += uint64(c.Visits)
		s.Captured += c.Move.Captured.Count()
		s.Priors += float64(c.Prior)
		s.Values += float64(c.Q)
	}
	switch row.Outcome {
	case 1:
		s.Wins++
	case 0:
		s.Draws++
	default:
		s.Losses++
	}
	s.PliesLeft += row.PliesLeft
	s.Weights += float64(row.Weight)
}
