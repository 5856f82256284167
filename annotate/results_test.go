package annotate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"drafthorse/analysis"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net/shipped"
	"drafthorse/pdn"
)

// shippedFinder returns a finder with the net that comes with the program.
func shippedFinder(t *testing.T, visits int) func() *analysis.Finder {
	t.Helper()
	tables, err := endgame.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	config := analysis.Config{Limits: analysis.Limits{Visits: visits}, Search: mcts.DefaultConfig().ForPlay()}
	return func() *analysis.Finder { return analysis.NetFinder(config, shipped.Net(), tables) }
}

// questions calls ask with the positions of a game.
func questions(t *testing.T, text string, ask func(q analysis.Question)) {
	t.Helper()
	r := pdn.NewReader(strings.NewReader(text), "")
	if !r.Next() {
		t.Fatal(r.Err())
	}
	plies, err := r.Game().Replay()
	if err != nil {
		t.Fatal(err)
	}
	for q := range analysis.Questions(plies) {
		ask(q)
	}
}

// A position that many ask for at once is searched once, and all get the finding.
func TestSearchedOnce(t *testing.T) {
	r, err := passingResults()
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	finder := shippedFinder(t, 20)()
	questions(t, "1. 32-28 *", func(q analysis.Question) {
		key, want := finder.Key(q.Game, q.Played), finder.Find(q.Game, q.Played)
		var searches atomic.Int32
		all := make(chan struct{})
		var asking sync.WaitGroup
		for range 8 {
			asking.Go(func() {
				<-all
				got, err := r.find(key, func() analysis.Finding {
					searches.Add(1)
					return want
				})
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%v: found\n%+v\nwant\n%+v", err, got, want)
				}
			})
		}
		close(all)
		asking.Wait()
		if n := searches.Load(); n != 1 {
			t.Errorf("%d searches, want 1", n)
		}
		if r.searched != 1 || r.repeated != 7 || r.known != 0 {
			t.Errorf("%+v, want one searched and seven repeated", r.tally)
		}
	})
}

// What cannot be written ends the analysis, for those who wait, too.
func TestFindingsCannotBeKept(t *testing.T) {
	r, err := passingResults()
	if err != nil {
		t.Fatal(err)
	}
	r.close()
	finder := shippedFinder(t, 20)()
	questions(t, "1. 32-28 19-23 *", func(q analysis.Question) {
		_, err := r.find(finder.Key(q.Game, q.Played), func() analysis.Finding { return finder.Find(q.Game, q.Played) })
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("%v, want that the file is closed", err)
		}
	})
}

// Two games reach one board with the same move played, by other ways: what the draw
// rules make of it differs. Each finding is the one that a search of its own game
// finds.
func TestNoFindingOfAnotherHistory(t *testing.T) {
	const (
		// The same three kings and a man, for the first time, the second time, and after
		// White has lost a move.
		kings   = `[FEN "W:WK50,K45,31:BK1,K2"] `
		once    = kings + "1. 50-44 *"
		twice   = kings + "1. 50-44 2-8 2. 44-50 8-2 3. 50-44 *"
		other   = kings + "1. 50-39 2-8 2. 39-50 8-2 3. 50-44 *"
		thrice  = kings + "1. 50-44 2-8 2. 44-50 8-2 3. 50-44 2-8 4. 44-50 8-2 5. 50-44 *"
		limited = `[FEN "W:WK50,K45,K49:BK1,2"] 1. 50-44 2-8 2. 44-50 8-13 *` // no lone king yet
	)
	r, err := passingResults()
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	finder := shippedFinder(t, 30)()
	for range 2 {
		for _, text := range []string{once, other, twice, thrice, limited} {
			questions(t, text, func(q analysis.Question) {
				got, err := r.find(finder.Key(q.Game, q.Played), func() analysis.Finding { return finder.Find(q.Game, q.Played) })
				if err != nil {
					t.Fatal(err)
				}
				if want := finder.Find(q.Game, q.Played); !reflect.DeepEqual(got, want) {
					t.Errorf("%s, ply %d: found\n%+v\nits own game has\n%+v", text, q.Game.Ply()+1, got, want)
				}
			})
		}
	}
	var last []analysis.Key
	for _, text := range []string{once, other, twice, thrice} {
		var k analysis.Key
		questions(t, text, func(q analysis.Question) { k = finder.Key(q.Game, q.Played) })
		for i, earlier := range last {
			if earlier.Position != k.Position || earlier.Played != k.Played {
				t.Fatalf("%s does not reach the board of the others", text)
			}
			if digestOf(earlier) == digestOf(k) {
				t.Errorf("%s and number %d have one digest", text, i)
			}
		}
		last = append(last, k)
	}
}

// Every field of a key makes another digest.
func TestDigests(t *testing.T) {
	finder := shippedFinder(t, 30)()
	questions(t, "1. 32-28 *", func(q analysis.Question) {
		key := finder.Key(q.Game, q.Played)
		seen := map[digest]string{}
		var vary func(name string, v reflect.Value)
		vary = func(name string, v reflect.Value) {
			if v.Kind() == reflect.Struct && name != "Position" {
				for i := range v.NumField() {
					vary(v.Type().Field(i).Name, v.Field(i))
				}
				return
			}
			before := reflect.ValueOf(v.Interface())
			switch {
			case name == "Position":
				p := key.Position.Turned()
				v.Set(reflect.ValueOf(p))
			case v.CanInt():
				v.SetInt(v.Int() + 1)
			case v.CanUint():
				v.SetUint(v.Uint() ^ 1)
			case v.Kind() == reflect.String:
				v.SetString(v.String() + "x")
			default:
				t.Fatalf("field %s of kind %v", name, v.Kind())
			}
			d := digestOf(key)
			if with, ok := seen[d]; ok {
				t.Errorf("another %s has the digest of another %s", name, with)
			}
			seen[d] = name
			v.Set(before)
		}
		seen[digestOf(key)] = "nothing"
		vary("", reflect.ValueOf(&key).Elem())
		if len(seen) < 15 {
			t.Errorf("%d digests, want one for each field", len(seen))
		}
	})
}

// Any bit of a file of findings may flip: that line is left out, the others are
// there. Of a line that is cut short the same, and it is gone from the file.
func TestDamagedResults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.jsonl")
	fill := func() *results {
		t.Helper()
		r, err := openResults(path, true, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		finder := shippedFinder(t, 20)()
		questions(t, "1. 32-28 19-23 2. 28x19 *", func(q analysis.Question) {
			if _, err := r.find(finder.Key(q.Game, q.Played), func() analysis.Finding { return finder.Find(q.Game, q.Played) }); err != nil {
				t.Fatal(err)
			}
		})
		if err := r.close(); err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := fill(); r.searched != 3 {
		t.Fatalf("%+v, want 3 searched", r.tally)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ends := []int{bytes.IndexByte(whole, '\n') + 1, 0, len(whole)}
	ends[1] = ends[0] + bytes.IndexByte(whole[ends[0]:], '\n') + 1
	for i := 0; i < len(whole); i += 97 {
		for _, bit := range []byte{1, 2, 32} {
			bad := bytes.Clone(whole)
			bad[i] ^= bit
			if err := os.WriteFile(path, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			var said strings.Builder
			r, err := openResults(path, false, &said)
			if err != nil {
				t.Fatalf("bit %d of byte %d: %v", bit, i, err)
			}
			if len(r.at) != 2 || !strings.Contains(said.String(), "damaged") {
				t.Errorf("bit %d of byte %d: %d findings, and it says %q: want 2 and a warning", bit, i, len(r.at), &said)
			}
			r.close()
		}
	}
	for cut := range len(whole) {
		if cut%89 != 0 && cut > 40 {
			continue
		}
		if err := os.WriteFile(path, whole[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := openResults(path, true, io.Discard)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		want := 0
		for want < 3 && ends[want] <= cut {
			want++
		}
		if len(r.at) != want {
			t.Errorf("cut at %d: %d findings, want %d", cut, len(r.at), want)
		}
		r.close()
	}
	// The last was cut in its third line: that one is searched again, and the file is as before.
	if r := fill(); r.searched != 1 || r.known != 2 {
		t.Errorf("%+v, want 1 searched and 2 known", r.tally)
	}
	if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, whole) {
		t.Errorf("%v, the file is\n%s\nwant\n%s", err, again, whole)
	}
	later := strings.Replace(string(whole), `{"schema":1,`, `{"schema":2,`, 1)
	line := later[:ends[0]-sumLength]
	later = fmt.Sprintf("%s,%q:%q}\n", line, "crc32", fmt.Sprintf("%08x", crcOf(line))) + later[ends[0]:]
	if err := os.WriteFile(path, []byte(later), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := openResults(path, true, io.Discard); err == nil || !strings.Contains(err.Error(), "line 1: finding of another schema, schema 2: want 1") {
		t.Errorf("a file of another schema: %v", err)
	}
}

// The output is the same with any number of workers, and so is what is searched.
func TestWorkersAlike(t *testing.T) {
	texts := []string{
		"1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *", "1. 32-28 19-23 2. 28x19 14x23 3. 33-28 23x32 *",
		`[FEN "W:WK50,K45,31:BK1,K2"] 1. 50-44 2-8 2. 44-50 8-2 3. 50-44 2-8 *`, "1. 32-28 32-28 *",
	}
	path := write(t, "in.pdn", strings.Repeat(strings.Join(texts, "\n\n")+"\n\n", 6))
	var first string
	for _, workers := range []int{1, 4} {
		b := newBatch(t, shippedFinder(t, 20), io.Discard)
		var out bytes.Buffer
		if err := b.run(context.Background(), workers, games([]string{path}, nil), -1, &out); err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = out.String()
		}
		if out.String() != first {
			t.Errorf("with %d workers the output is\n%s\nwith one\n%s", workers, &out, first)
		}
		// 6 plies, 2 that differ, 6 plies.
		if b.results.searched != 14 || b.results.repeated != 6*18-14 {
			t.Errorf("with %d workers: %+v, want 14 searched of %d", workers, b.results.tally, 6*18)
		}
	}
}

// crcOf is CRC-32 of IEEE 802.3 bit by bit, from its definition.
func crcOf(text string) uint32 {
	crc := ^uint32(0)
	for _, b := range []byte(text) {
		crc ^= uint32(b)
		for range 8 {
			crc = crc>>1 ^ 0xedb88320*(crc&1)
		}
	}
	return ^crc
}
