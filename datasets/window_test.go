package datasets

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drafthorse/store"
)

// fourShards commits four shards of 30 games and returns the rows of each.
func fourShards(t *testing.T, dir string) (records []store.Record, rows [][]Row) {
	t.Helper()
	m := open(t, dir)
	for i := range 4 {
		games := randomGames(t, uint64(10+i), 30)
		for k := range games {
			games[k].ID += uint64(1000 * i)
		}
		records = append(records, commitGames(t, m, fmt.Sprintf("games/%d.arrow", i), games))
		var some []Row
		for _, g := range games {
			err := g.rows(func(r *Row) error {
				if !r.bare() {
					some = append(some, *r)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(some) != records[i].Facts.Rows {
			t.Fatalf("%d rows, want the %d recorded", len(some), records[i].Facts.Rows)
		}
		rows = append(rows, some)
	}
	return records, rows
}

func windowRows(w *Window) (rows []Row) {
	for i := range w.Len() {
		rows = append(rows, *w.Row(i))
	}
	return rows
}

func TestWindowHoldsTheNewestRows(t *testing.T) {
	dir := t.TempDir()
	records, rows := fourShards(t, dir)
	three := len(rows[1]) + len(rows[2]) + len(rows[3])
	tests := []struct {
		maxRows int
		want    [][]Row
	}{
		{0, rows[3:]},
		{len(rows[3]), rows[3:]},
		{three - 1, rows[2:]},
		{three, rows[1:]},
		{1 << 30, rows},
	}
	for _, test := range tests {
		w, faults, err := LoadWindow(dir, records, test.maxRows, 20)
		if len(faults) != 0 || err != nil {
			t.Fatal(faults, err)
		}
		if got, want := windowRows(w), slices.Concat(test.want...); !reflect.DeepEqual(got, want) {
			t.Errorf("a window of %d rows has %d, want the %d newest", test.maxRows, len(got), len(want))
		}
	}
}

func TestWindowSplitsByGame(t *testing.T) {
	dir := t.TempDir()
	records, _ := fourShards(t, dir)
	w, _, _ := LoadWindow(dir, records, 1<<30, 5)
	games := make(map[uint64]bool)
	for _, i := range w.HeldOut() {
		games[w.Row(i).GameID] = true
	}
	if len(games) == 0 {
		t.Fatal("no game is held out")
	}
	for _, i := range w.Train() {
		if id := w.Row(i).GameID; games[id] {
			t.Fatalf("game %d is held out and trained on", id)
		}
	}
	all := slices.Sorted(slices.Values(slices.Concat(w.Train(), w.HeldOut())))
	for i, got := range all {
		if got != i {
			t.Fatalf("row %d is in neither part or in both", i)
		}
	}
	if w, _, _ := LoadWindow(dir, records, 1<<30, 0); len(w.HeldOut()) != 0 {
		t.Errorf("%d rows held out, want none", len(w.HeldOut()))
	}
}

// SplitMix64 seeded with 0 gives these numbers, by its authors' reference code
// (https://prng.di.unimi.it/splitmix64.c): e220a8397b1dcdaf first. Neighbouring
// ids must not be held out together.
func TestHeldOut(t *testing.T) {
	const first = 0xe220a8397b1dcdaf
	for _, oneIn := range []int{2, 5, 7, 20, 1000} {
		if got, want := HeldOut(0, oneIn), uint64(first)%uint64(oneIn) == 0; got != want {
			t.Errorf("HeldOut(0, %d) = %v, want %v", oneIn, got, want)
		}
	}
	n := 0
	for id := range uint64(100_000) {
		if HeldOut(id, 20) {
			n++
		}
	}
	// 5000 expected, standard deviation 69.
	if n < 4700 || n > 5300 {
		t.Errorf("%d of 100000 games are held out, want about 5000", n)
	}
}

func TestWindowPassesOverDamage(t *testing.T) {
	dir := t.TempDir()
	records, rows := fourShards(t, dir)
	path := filepath.Join(dir, "games", "2.arrow")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	w, faults, err := LoadWindow(dir, records, 1<<30, 20)
	if len(faults) != 1 || err != nil {
		t.Fatalf("faults %v, error %v, want one fault", faults, err)
	}
	wantDamage(t, faults[0], "games/2.arrow")
	if got, want := windowRows(w), slices.Concat(rows[0], rows[1], rows[3]); !reflect.DeepEqual(got, want) {
		t.Errorf("the window has %d rows, want the %d of shards 0, 1 and 3", len(got), len(want))
	}
}

// TestWindowOfAShardThatCannotBeRead has a link to itself in the place of a shard:
// an error of the file system that says nothing of the shard's bytes.
func TestWindowOfAShardThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	records, _ := fourShards(t, dir)
	path := filepath.Join(dir, "games", "2.arrow")
	if err := errors.Join(os.Remove(path), os.Symlink("2.arrow", path)); err != nil {
		t.Fatal(err)
	}
	w, faults, err := LoadWindow(dir, records, 1<<30, 20)
	if w != nil || len(faults) > 0 || err == nil || errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "2.arrow") {
		t.Errorf("window %v, faults %v, error %v: want only an error that names the file and is no damage", w, faults, err)
	}
}
