package learn

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drafthorse/net"
	"drafthorse/run"
	"drafthorse/training"
)

// smallConfig returns the configuration of a run that takes a fraction of a
// second.
func smallConfig() run.Config {
	c := run.DefaultConfig()
	c.Seed, c.Games = 3, 12
	c.Net.Width, c.Net.Hidden = 16, 8
	c.SelfPlay.Visits, c.SelfPlay.QuickVisits = 8, 4
	c.Window.HeldOut = 4
	c.Training.Batch = 16
	c.Match.Games, c.Match.Visits = 4, 8
	c.Monitor.Every = 0
	return c
}

// compareFolders compares all files of two runs but the holder of the lock.
func compareFolders(t *testing.T, got, want string) {
	t.Helper()
	read := func(dir string) (names []string, content map[string]string) {
		content = map[string]string{}
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), "LOCK") {
				return err
			}
			name, _ := filepath.Rel(dir, path)
			bytes, err := os.ReadFile(path)
			names, content[name] = append(names, name), string(bytes)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return names, content
	}
	names, a := read(got)
	wanted, b := read(want)
	if !slices.Equal(names, wanted) {
		t.Errorf("%s holds %v, want %v", got, names, wanted)
	}
	for _, name := range wanted {
		if a[name] != b[name] {
			t.Errorf("%s: %s differs from the one in %s", got, name, want)
		}
	}
}

// damage flips a bit in the middle of a file.
func damage(t *testing.T, path string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
}

func opening(t *testing.T, dir string) error {
	t.Helper()
	r, err := run.Open(dir, smallConfig(), "test", run.Playing|run.Training)
	if err == nil {
		r.Close()
	}
	return err
}

// open opens a run for all work on it, until the test ends or it is closed.
func open(t *testing.T, dir string, c run.Config) *Loop {
	t.Helper()
	return as(t, dir, c, run.Playing|run.Training)
}

// as opens a run for some roles, until the test ends or it is closed.
func as(t *testing.T, dir string, c run.Config, roles run.Roles) *Loop {
	t.Helper()
	r, err := run.Open(dir, c, "test", roles)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	l, err := New(r, roles, 1)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// selfPlay plays the games that the next training waits for, and tells how many are
// there after each.
func (l *Loop) selfPlay(ctx context.Context, workers int, report func(done int, p SelfPlayStats)) (SelfPlayStats, error) {
	l.Workers = workers
	n, err := l.Net(l.Generation())
	if err != nil {
		return SelfPlayStats{}, err
	}
	have, wanted := l.state.Fresh()
	return l.play(ctx, n, max(0, wanted-have), func(p SelfPlayStats) error {
		report(have+p.Games, p)
		return nil
	})
}

// trainNow trains the next net on the games that there are.
func (l *Loop) trainNow(ctx context.Context, workers int, report func(done, planned int, m training.Metrics)) (run.Trained, error) {
	l.Workers = workers
	end, _ := l.state.trainableShards(l.state.seen)
	trained, err := l.train(ctx, end, report)
	l.takeIn()
	return trained, err
}

// newest returns the newest net.
func newest(t testing.TB, l *Loop) *net.Network {
	t.Helper()
	n, err := l.Net(l.Generation())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// look takes in what other processes have done.
func look(t *testing.T, l *Loop) {
	t.Helper()
	if err := l.look(l.training()); err != nil {
		t.Fatal(err)
	}
}
