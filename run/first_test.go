package run

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"drafthorse/datasets"
	"drafthorse/net"
	"drafthorse/store"
)

func writeNothing(io.Writer) error { return nil }

// fromElsewhere returns the configuration of a run that begins with net 1 of
// another.
func fromElsewhere(t *testing.T) (Config, *net.Network) {
	t.Helper()
	elsewhere := open(t, t.TempDir(), smallConfig())
	playAndTrain(t, elsewhere)
	n, err := elsewhere.Net(1)
	if err != nil {
		t.Fatal(err)
	}
	c := smallConfig()
	c.Seed++
	var size net.Size
	if c.Init, size, err = ReadInit(filepath.Join(elsewhere.Dir, "nets", "00001.safetensors")); err != nil || size != n.Size {
		t.Fatalf("ReadInit = %+v, %v, want %v", size, err, n.Size)
	}
	return c, n
}

func TestRunFromAGivenNet(t *testing.T) {
	c, given := fromElsewhere(t)
	dir := t.TempDir()
	r := open(t, dir, c)
	first, err := r.Net(0)
	if err != nil || first.ID() != given.ID() || first.Generation != 0 || first.Step != given.Step {
		t.Fatalf("net 0 is %s of generation %d and step %d, %v: want %s, 0 and %d", first.ID(), first.Generation, first.Step, err, given.ID(), given.Step)
	}
	if c.Init.Net != given.ID() || c.Init.Generation != 1 {
		t.Errorf("it comes from %+v, want net %s of generation 1", c.Init, given.ID())
	}
	playAndTrain(t, r)
	if r.Generation() != 1 || r.Totals().Nets != 1 {
		t.Errorf("the newest net is %d, want 1", r.Generation())
	}
	shard, err := datasets.OpenShard(dir, r.shards()[0])
	if err != nil {
		t.Fatal(err)
	}
	var told Config
	if err := told.ParseConfig("shard", []byte(shard.Metadata.Config)); err != nil || told.Init != c.Init || shard.Metadata.Net != given.ID() {
		t.Errorf("a shard says that net %s played and that the run began with %+v (%v), want %+v", shard.Metadata.Net, told.Init, err, c.Init)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}

	// The net's file is of no use any more.
	if err := os.Remove(c.Init.File); err != nil {
		t.Fatal(err)
	}
	without, moved, another, none := c, c, c, c
	without.Init = Init{}
	moved.Init.File = "elsewhere"
	another.Init.Net = strings.Repeat("0", 12)
	for _, same := range []Config{c, without, moved} {
		r := open(t, dir, same)
		if !reflect.DeepEqual(r.Config, c) {
			t.Errorf("the run goes on with %+v, want %+v", r.Config, c)
		}
		r.Close()
	}
	if _, err := Open(dir, another, "test", Playing); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), "began with net "+given.ID()) {
		t.Errorf("Open with another net = %v: want the net with which the run began", err)
	}
	none.Init = Init{}
	dir = t.TempDir()
	open(t, dir, none).Close()
	if _, err := Open(dir, c, "test", Playing); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), "began with random weights") {
		t.Errorf("Open with a net = %v: want that the run began with random weights", err)
	}
}

func TestGivenNetMustFit(t *testing.T) {
	c, _ := fromElsewhere(t)
	for _, test := range []struct {
		change func(*Config)
		kind   error
		want   string
	}{
		{func(c *Config) { c.Net.Width++ }, ErrConfig, "has width 16, hidden 8 and buckets 1: the run's have 17, 8 and 1"},
		{func(c *Config) { c.Init.Net = "abc" }, ErrConfig, "want net abc"},
		{func(c *Config) { c.Init.Net = "" }, ErrConfig, "[init] net is empty"},
		{func(c *Config) { c.Init.File += "x" }, fs.ErrNotExist, "the net to begin with"},
		{func(c *Config) { damage(t, c.Init.File) }, net.ErrWeights, "00001.safetensors"},
	} {
		changed, dir := c, t.TempDir()
		test.change(&changed)
		if _, err := Open(dir, changed, "test", Playing); !errors.Is(err, test.kind) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Open = %v: want %q", err, test.want)
		}
		if records, err := store.ReadManifest(dir); len(records) != 0 || err != nil {
			t.Errorf("a refused run has %v, %v", records, err)
		}
	}
}

// TestFilesSayWhatMadeThem asks every file that a run is kept for.
func TestFilesSayWhatMadeThem(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	playAndTrain(t, r)
	config := string(r.Config.TOML())
	if text := string(read(t, r, configName)); !strings.Contains(text, r.Program) || !strings.HasSuffix(text, config) {
		t.Errorf("%s is\n%s\nwant the program's version and the configuration", configName, text)
	}
	for g := range 2 {
		n, err := r.Net(g)
		if err != nil || n.Config != config || n.Program != r.Program {
			t.Errorf("net %d is by program %q, error %v, configured by\n%s", g, n.Program, err, n.Config)
		}
	}
	shard, err := datasets.OpenShard(r.Dir, r.shards()[0])
	if err != nil || shard.Metadata.Config != config || shard.Metadata.Program != r.Program || shard.Metadata.Seed != r.Config.Seed {
		t.Errorf("a shard is by program %q, seed %d, error %v, configured by\n%s", shard.Metadata.Program, shard.Metadata.Seed, err, shard.Metadata.Config)
	}
}
