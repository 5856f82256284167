package rules

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	perftLimit = flag.Uint64("perft-limit", 3_000_000, "leaves at most that a perft count may have to be checked")
	perftTable = flag.Int("perft-table", 64, "MiB of the table that counts of more than a billion leaves are made with")
)

// perftCase is one position of testdata/perft.txt.
type perftCase struct {
	id, fen string
	counts  []uint64
	moves   []string // nil where the file lists none
}

func perftCases(t testing.TB) []perftCase {
	f, err := os.Open("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []perftCase
	for lines := bufio.NewScanner(f); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), " ")
		switch key {
		case "position":
			cases = append(cases, perftCase{id: value})
		case "fen":
			cases[len(cases)-1].fen = value
		case "counts":
			for _, s := range strings.Fields(value) {
				n, err := strconv.ParseUint(s, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				cases[len(cases)-1].counts = append(cases[len(cases)-1].counts, n)
			}
		case "moves":
			cases[len(cases)-1].moves = strings.Fields(value)
		}
	}
	if len(cases) != 50 {
		t.Fatalf("testdata/perft.txt has %d positions, want 50", len(cases))
	}
	return cases
}

// With -perft-limit 4000000000000 -perft-table 8192 it checks every count there
// is, the start position to depth 15 among them.
func TestPerft(t *testing.T) {
	var table *PerftTable
	for _, c := range perftCases(t) {
		t.Run(c.id, func(t *testing.T) {
			p := mustParse(t, c.fen)
			for i, want := range c.counts {
				if want > *perftLimit {
					break
				}
				count := Perft
				if want > 1e9 {
					if table == nil {
						table = NewPerftTable(*perftTable << 20)
					}
					count = table.Perft
				}
				if got := count(p, i+1); got != want {
					t.Fatalf("Perft(%s, %d) = %d, want %d", c.fen, i+1, got, want)
				}
			}
		})
	}
}

// TestMoveLists compares the moves themselves, which a count can get right by
// two mistakes that cancel out.
func TestMoveLists(t *testing.T) {
	lists := 0
	for _, c := range perftCases(t) {
		if c.moves == nil {
			continue
		}
		lists++
		var got []string
		for _, m := range mustParse(t, c.fen).AppendMoves(nil) {
			got = append(got, capturedText(m))
		}
		want := slices.Clone(c.moves)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: moves of %s\n got %v\nwant %v", c.id, c.fen, got, want)
		}
	}
	if lists != 43 {
		t.Errorf("%d move lists in testdata/perft.txt, want 43", lists)
	}
}

// capturedText writes a move with the squares it captures, ascending.
func capturedText(m Move) string {
	if !m.IsCapture() {
		return fmt.Sprintf("%d-%d", m.From, m.To)
	}
	text := fmt.Sprintf("%dx%d", m.From, m.To)
	for s := range m.Captured.Squares() {
		text += fmt.Sprintf("x%d", s)
	}
	return text
}

func mustParse(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Counts of the start position with the depth at which a table begins to pay
// (the first is in testdata too; both are agreed on by several programs).
func TestHashedPerft(t *testing.T) {
	table := NewPerftTable(1 << 24)
	for _, c := range []struct {
		depth int
		want  uint64
	}{{7, 1049442}, {8, 6483961}, {9, 41022423}} {
		if got := table.Perft(Start(), c.depth); got != c.want {
			t.Errorf("hashed perft to depth %d is %d, want %d", c.depth, got, c.want)
		}
	}
	for _, c := range perftCases(t) {
		p := mustParse(t, c.fen)
		for i, want := range c.counts {
			if want > *perftLimit {
				break
			}
			if got := NewPerftTable(1<<12).Perft(p, i+1); got != want {
				t.Errorf("hashed perft of %s to depth %d is %d, want %d", c.fen, i+1, got, want)
			}
		}
	}
}

func TestPerftOneByOne(t *testing.T) {
	for _, c := range perftCases(t) {
		p := mustParse(t, c.fen)
		for i, want := range c.counts {
			if want > *perftLimit {
				break
			}
			if got := perftOneByOne(p, i+1); got != want {
				t.Errorf("perftOneByOne(%s, %d) = %d, want %d", c.fen, i+1, got, want)
			}
		}
	}
}

// twinPerft is perft on the simple generator: how fast the first version was.
func twinPerft(p Position, depth int) uint64 {
	moves := twinMoves(p)
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		n += twinPerft(p.Play(m), depth-1)
	}
	return n
}

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name  string
		depth int
		count func(Position, int) uint64
	}{
		{"bulk", 8, Perft},
		{"onebyone", 7, perftOneByOne},
		{"twin", 5, twinPerft},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var leaves uint64
			for b.Loop() {
				leaves += c.count(Start(), c.depth)
			}
			b.ReportMetric(float64(leaves)/1e6/b.Elapsed().Seconds(), "Mleaves/s")
		})
	}
}

func BenchmarkHash(b *testing.B) {
	p := Start()
	var sum uint64
	for b.Loop() {
		sum += p.Hash()
	}
	_ = sum
}

// perftOneByOne is Perft that makes every leaf's position.
func perftOneByOne(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var room [128]Position
	n, _ := oneByOne(&p, depth, room[:0])
	return n
}

func oneByOne(p *Position, depth int, stack []Position) (uint64, []Position) {
	base := len(stack)
	stack = p.appendSuccessors(stack)
	end := len(stack)
	if depth == 1 {
		return uint64(end - base), stack[:base]
	}
	var n, leaves uint64
	for i := base; i < end; i++ {
		leaves, stack = oneByOne(&stack[i], depth-1, stack)
		n += leaves
	}
	return n, stack[:base]
}
