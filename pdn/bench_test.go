package pdn

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// collected returns the collected files, one behind the other.
func collected(b *testing.B) []byte {
	files, err := filepath.Glob(filepath.Join(shared, "real/*"))
	if err != nil || len(files) == 0 {
		b.Skipf("the collected files are not here: %v", err)
	}
	var text bytes.Buffer
	for _, file := range files {
		t, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		text.Write(t)
		text.WriteString("\n\n")
	}
	return text.Bytes()
}

// BenchmarkReader reads games as people have left them.
func BenchmarkReader(b *testing.B) { benchmark(b, func(*Game) int { return 0 }) }

// BenchmarkReplay reads them and checks every move against the rules.
func BenchmarkReplay(b *testing.B) {
	benchmark(b, func(g *Game) int {
		plies, _ := g.Replay()
		return len(plies)
	})
}

func benchmark(b *testing.B, use func(*Game) int) {
	text := collected(b)
	games, plies := 0, 0
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for g := range NewReader(bytes.NewReader(text), "").All() {
			games++
			plies += use(g)
		}
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
}
