package run

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drafthorse/store"
)

// TestCutManifest takes more and more lines away from the manifest of a run. Where
// no kill can have done it, the run is refused and stays as it is.
func TestCutManifest(t *testing.T) {
	whole := open(t, t.TempDir(), smallConfig())
	playAndTrain(t, whole)
	playAndTrain(t, whole)
	play(t, whole, 2)
	endLap(t, whole)
	if err := whole.Close(); err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(read(t, whole, "MANIFEST"), []byte("\n"))
	lines = lines[:len(lines)-1]
	// run.toml, net 0, its shard, net 1, its shard, net 2, its shard, the annotated
	// game. Any one of the last two may have been about to be recorded, or both, by a
	// process each.
	const all = 8
	if len(lines) != all {
		t.Fatalf("%d records, want %d", len(lines), all)
	}
	for n := range all {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(whole.Dir)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "MANIFEST"), bytes.Join(lines[:n], nil), 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, configErr := ReadConfig(dir)
		_, netErr := NewestNet(dir)
		for what, err := range map[string]error{"Open": opening(t, dir), "ReadConfig": configErr, "NewestNet": netErr} {
			if n >= all-2 {
				if err != nil {
					t.Errorf("with %d records %s = %v, want none", n, what, err)
				}
			} else if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "MANIFEST") || !strings.Contains(err.Error(), ".pdn") && !strings.Contains(err.Error(), ".arrow") {
				t.Errorf("with %d records %s = %v: want ErrDamaged and a file that it does not know of", n, what, err)
			}
		}
		if n < all-2 {
			// What is refused is not changed either.
			if err := os.WriteFile(filepath.Join(dir, "MANIFEST"), bytes.Join(lines, nil), 0o666); err != nil {
				t.Fatal(err)
			}
			compareFolders(t, dir, whole.Dir)
		}
	}
}

func opening(t *testing.T, dir string) error {
	t.Helper()
	r, err := Open(dir, smallConfig(), "test", Playing|Training)
	if err == nil {
		r.Close()
	}
	return err
}

// TestUnaccounted has the files that a kill may leave, one at a time or by several
// kills, and others.
func TestUnaccounted(t *testing.T) {
	shard := func(g, n int) store.Record {
		return store.Record{Kind: KindShard, Name: shardName(g, n), Facts: store.Facts{Generation: g}}
	}
	net := func(g int) store.Record {
		return store.Record{Kind: KindNet, Name: netName(g), Facts: store.Facts{Generation: g}}
	}
	records := []store.Record{net(0), shard(0, 0), shard(0, 1), net(1), shard(0, 2), shard(1, 0), net(2)}
	for name, fine := range map[string]bool{
		"games/00000-0002.arrow":         true,  // recorded
		"games/00000-0003.arrow":         true,  // the last of net 0, which is not the newest any more
		"games/00001-0001.arrow":         true,  // the same of net 1
		"games/00001-0002.arrow":         false, // two beyond
		"games/00002-0000.arrow":         true,  // the first of the newest net
		"games/00002-0001.arrow":         false,
		"games/00003-0000.arrow":         false, // by a net that is not known
		"nets/00003.safetensors":         true,
		"nets/00004.safetensors":         false,
		"nets/123456.safetensors":        false,
		"annotated/00002.pdn":            true,
		"annotated/00003.pdn":            false,
		checkpointName:                   true,
		"games/00003-0000.arrow.partial": true, // swept
		"nets/best.safetensors":          true, // nothing that a run writes
		"nets/7.safetensors":             true,
	} {
		if lost := unaccounted([]string{name}, records); (len(lost) == 0) != fine {
			t.Errorf("%s: unaccounted %v, want it to be fine: %t", name, lost, fine)
		}
	}
	for name, fine := range map[string]bool{"nets/00000.safetensors": true, "nets/00001.safetensors": false, "games/00000-0000.arrow": false, checkpointName: false} {
		if lost := unaccounted([]string{name}, nil); (len(lost) == 0) != fine {
			t.Errorf("%s without records: unaccounted %v, want it to be fine: %t", name, lost, fine)
		}
	}
}
