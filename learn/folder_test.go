package learn

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drafthorse/datasets"
	"drafthorse/run"
	"drafthorse/store"
)

// TestCutManifest takes more and more lines away from the manifest of a run. Where
// no kill can have done it, the run is refused and stays as it is.
func TestCutManifest(t *testing.T) {
	whole := open(t, t.TempDir(), smallConfig())
	playAndTrain(t, whole)
	playAndTrain(t, whole)
	play(t, whole, 2)
	endCycle(t, whole)
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
		_, _, configErr := run.ReadConfig(dir)
		_, netErr := run.NewestNet(dir)
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

// TestFilesSayWhatMadeThem asks every file that a run is kept for.
func TestFilesSayWhatMadeThem(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	playAndTrain(t, r)
	config := string(r.Config.TOML())
	if text := string(read(t, r, "run.toml")); !strings.Contains(text, r.Program) || !strings.HasSuffix(text, config) {
		t.Errorf("%s is\n%s\nwant the program's version and the configuration", "run.toml", text)
	}
	for g := range 2 {
		n, err := r.Net(g)
		if err != nil || n.Config != config || n.Program != r.Program {
			t.Errorf("net %d is by program %q, error %v, configured by\n%s", g, n.Program, err, n.Config)
		}
	}
	shard, err := datasets.OpenShard(r.Dir, r.Shards()[0])
	if err != nil || shard.Metadata.Config != config || shard.Metadata.Program != r.Program || shard.Metadata.Seed != r.Config.Seed {
		t.Errorf("a shard is by program %q, seed %d, error %v, configured by\n%s", shard.Metadata.Program, shard.Metadata.Seed, err, shard.Metadata.Config)
	}
}
