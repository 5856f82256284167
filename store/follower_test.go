package store

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// next returns the names of what a follower sees.
func next(t *testing.T, f *Follower) (names []string) {
	t.Helper()
	records, err := f.Next()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		names = append(names, r.Name)
	}
	return names
}

// TestFollower sees each record once, whoever has added it, and no older one.
func TestFollower(t *testing.T) {
	dir := t.TempDir()
	threeRecords(t, dir)
	one, other := open(t, dir), open(t, dir)
	f := one.Follow()
	if names := next(t, f); names != nil {
		t.Errorf("it sees %v, want nothing new", names)
	}
	add := func(m *Manifest, names ...string) {
		t.Helper()
		for _, name := range names {
			if _, err := m.Commit(kindShard, name, Facts{}, writing(nil)); err != nil {
				t.Fatal(err)
			}
		}
	}
	add(one, "a")
	add(other, "b", "c")
	if names := next(t, f); !slices.Equal(names, []string{"a", "b", "c"}) {
		t.Errorf("it sees %v, want a, b and c", names)
	}
	add(one, "d")
	if names := next(t, f); !slices.Equal(names, []string{"d"}) {
		t.Errorf("it sees %v, want d", names)
	}
	if names := next(t, f); names != nil {
		t.Errorf("it sees %v a second time", names)
	}
}

// TestFollowerBesideCommits follows a manifest that commits on another goroutine.
func TestFollowerBesideCommits(t *testing.T) {
	const number = 100
	m := open(t, t.TempDir())
	f, failed := m.Follow(), make(chan error, 1)
	go func() {
		var err error
		for i := 0; i < number && err == nil; i++ {
			_, err = m.Commit(kindShard, fmt.Sprint(i), Facts{Games: i}, writing([]byte("x")))
		}
		failed <- err
	}()
	for seen := 0; seen < number; {
		records, err := f.Next()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			if r.Seq != seen+1 || r.Facts.Games != seen {
				t.Fatalf("record %+v after %d others", r, seen)
			}
			seen++
		}
	}
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
}

// TestFollowerOfATornLine waits for a line's end, and reports what no writer
// leaves behind.
func TestFollowerOfATornLine(t *testing.T) {
	line, err := (&Record{Seq: 4, Kind: kindNet, Name: "b", SHA256: strings.Repeat("0", 64)}).line()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	_, content := threeRecords(t, dir)
	f := open(t, dir).Follow()
	put := func(text []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, manifestName), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for cut := 1; cut < len(line); cut++ {
		put(append(slices.Clone(content), line[:cut]...))
		if names := next(t, f); names != nil {
			t.Fatalf("of %d bytes of a line it sees %v", cut, names)
		}
	}
	put(append(slices.Clone(content), line...))
	if names := next(t, f); !slices.Equal(names, []string{"b"}) {
		t.Errorf("it sees %v, want b", names)
	}
	put(content)
	wantDamage(t, second(f.Next()), "were there")
	put(append(append(slices.Clone(content), line...), line...))
	wantDamage(t, second(f.Next()), "line 5: damaged: sequence number 4: want 5")
}
