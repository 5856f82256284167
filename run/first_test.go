package run

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"drafthorse/net"
	"drafthorse/store"
)

// commitNext commits a net as if it had been trained.
func commitNext(t *testing.T, r *Run) *net.Network {
	t.Helper()
	c := r.Config
	c.Seed++
	n := c.RandomNet()
	n.Generation, n.Step = r.Generation()+1, 5
	if err := r.CommitNet(n, 1); err != nil {
		t.Fatal(err)
	}
	return n
}

// fromElsewhere returns the configuration of a run that begins with net 1 of
// another.
func fromElsewhere(t *testing.T) (Config, *net.Network) {
	t.Helper()
	elsewhere := open(t, t.TempDir(), smallConfig())
	n := commitNext(t, elsewhere)
	c := smallConfig()
	c.Seed++
	var size net.Size
	var err error
	if c.Init, size, err = ReadInit(filepath.Join(elsewhere.Dir, "nets", "00001.safetensors")); err != nil || size != n.Size {
		t.Fatalf("ReadInit = %+v, %v, want %v", size, err, n.Size)
	}
	return c, n
}

func TestGivenNetMustFit(t *testing.T) {
	c, _ := fromElsewhere(t)
	for _, test := range []struct {
		change func(*Config)
		kind   error
		want   string
	}{
		{func(c *Config) { c.Net.Width++ }, ErrConfig, "has width 16 and hidden 8: the run's have 17 and 8"},
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
