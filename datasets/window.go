package datasets

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"drafthorse/store"
)

// Window is the newest rows of a run in memory, about 140 bytes a row and 32 a
// candidate, split by game into training and held-out rows. A row is named by
// its index, from 0 for the oldest.
type Window struct {
	shards  []shardRows // oldest first
	train   []int
	heldOut []int
}

// shardRows are the rows of one shard of a window.
type shardRows struct {
	first int // index of rows[0] in the window
	rows  []Row
}

// LoadWindow reads the newest of the shards recorded in the manifest of folder
// dir, which records lists oldest first: as many whole shards as have at most
// maxRows rows together by their records, and at least one. A damaged shard is
// passed over, with a fault that names it, and an older one takes its place. Damage
// is what the bytes of a file say. Where they cannot be read, nothing is known of
// them, and there is an error and no window.
//
// Games for which [HeldOut] says so with the given fraction, one in heldOut, are
// kept from training with all their rows.
func LoadWindow(dir string, records []store.Record, maxRows, heldOut int) (window *Window, faults []error, err error) {
	var w Window
	rows := 0
	for _, r := range slices.Backward(records) {
		if rows > 0 && rows+r.Facts.Rows > maxRows {
			break
		}
		file, err := store.ReadFile(dir, r)
		if err != nil && !errors.Is(err, store.ErrDamaged) {
			return nil, nil, err
		}
		var shard []Row
		if err == nil {
			shard, err = loadRows(r.Name, file)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("left out of the window: %w", err))
			continue
		}
		rows += max(1, r.Facts.Rows)
		w.shards = append(w.shards, shardRows{rows: shard})
	}
	slices.Reverse(w.shards)
	n := 0
	for i := range w.shards {
		w.shards[i].first = n
		for _, row := range w.shards[i].rows {
			if HeldOut(row.GameID, heldOut) {
				w.heldOut = append(w.heldOut, n)
			} else {
				w.train = append(w.train, n)
			}
			n++
		}
	}
	return &w, faults, nil
}

// loadRows returns the rows of a shard. Their candidates lie in pieces of memory
// that many rows share.
func loadRows(name string, file []byte) ([]Row, error) {
	shard, err := parseShard(name, file)
	if err != nil {
		return nil, err
	}
	const piece = 1 << 14
	var candidates []Candidate
	// The count is only metadata, but a row takes more than a byte of the file.
	rows := make([]Row, 0, min(shard.NumRows, len(shard.file)))
	for row, err := range shard.Rows() {
		if err != nil {
			return nil, err
		}
		n := len(row.Candidates)
		if cap(candidates)-len(candidates) < n {
			candidates = make([]Candidate, 0, max(n, piece))
		}
		from := len(candidates)
		candidates = append(candidates, row.Candidates...)
		kept := *row
		kept.Candidates = candidates[from:len(candidates):len(candidates)]
		rows = append(rows, kept)
	}
	return rows, nil
}

// Len returns the number of rows.
func (w *Window) Len() int { return len(w.train) + len(w.heldOut) }

// Row returns row i. It belongs to the window and must not be changed.
func (w *Window) Row(i int) *Row {
	k := sort.Search(len(w.shards), func(k int) bool { return w.shards[k].first > i }) - 1
	return &w.shards[k].rows[i-w.shards[k].first]
}

// Train returns the indices of the training rows in ascending order. The slice
// belongs to the window.
func (w *Window) Train() []int { return w.train }

// HeldOut returns the indices of the rows kept from training in ascending order.
// The slice belongs to the window.
func (w *Window) HeldOut() []int { return w.heldOut }

// HeldOut reports whether a game is one of the one in oneIn that are kept from
// training; with oneIn 0 none is. The answer for a game never changes, so a
// held-out game stays unseen through a whole run. The hash is the finalizer of
// SplitMix64 (Steele, Lea and Flood 2014).
func HeldOut(game uint64, oneIn int) bool {
	if oneIn <= 0 {
		return false
	}
	game += 0x9e3779b97f4a7c15
	game = (game ^ game>>30) * 0xbf58476d1ce4e5b9
	game = (game ^ game>>27) * 0x94d049bb133111eb
	return (game^game>>31)%uint64(oneIn) == 0
}
