package datasets

import (
	"io"
	"math/rand/v2"
	"testing"

	"drafthorse/rules"
	"drafthorse/store"
)

// benchGames are games of up to 300 plies from the start with every position of
// more than one move searched, as a shard of self-play holds them.
func benchGames(b *testing.B) (games []Game, rows int) {
	rng := rand.New(rand.NewPCG(1, 0))
	for id := uint64(0); rows < 2*batchRows; id++ {
		g := randomGame(rng, id, rules.Start())
		if len(g.Searches) > 0 {
			games, rows = append(games, g), rows+len(g.Searches)
		}
	}
	return games, rows
}

func BenchmarkWriteShard(b *testing.B) {
	games, rows := benchGames(b)
	for b.Loop() {
		if err := WriteShard(io.Discard, metadata, games); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*float64(rows)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(len(shardBytes(b, games)))/float64(rows), "B/row")
}

// Reading is opening a committed shard, with its checksum, and stepping over
// its rows.
func BenchmarkReadRows(b *testing.B) {
	dir := b.TempDir()
	games, rows := benchGames(b)
	r := commitGames(b, open(b, dir), "games/1.arrow", games)
	for b.Loop() {
		shard, err := OpenShard(dir, r)
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range shard.Rows() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)*float64(rows)/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkReadGames(b *testing.B) {
	games, rows := benchGames(b)
	shard, err := parseShard("x.arrow", shardBytes(b, games))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := readGames(shard); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*float64(rows)/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkLoadWindow(b *testing.B) {
	dir := b.TempDir()
	games, rows := benchGames(b)
	records := []store.Record{commitGames(b, open(b, dir), "games/1.arrow", games)}
	for b.Loop() {
		if _, faults, err := LoadWindow(dir, records, rows, 20); len(faults) > 0 || err != nil {
			b.Fatal(faults)
		}
	}
	b.ReportMetric(float64(b.N)*float64(rows)/b.Elapsed().Seconds(), "rows/s")
}
