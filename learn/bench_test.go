package learn

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"drafthorse/run"

	"drafthorse/datasets"
	"drafthorse/store"
)

// longRun returns an open run whose manifest has so many records, a net after every
// ten shards. The files of these do not exist.
func longRun(b *testing.B, c run.Config, number int) *Loop {
	b.Helper()
	dir := b.TempDir()
	r, err := run.Open(dir, c, "bench", run.Playing)
	if err != nil {
		b.Fatal(err)
	}
	if err := r.Close(); err != nil {
		b.Fatal(err)
	}
	known, err := store.ReadManifest(dir)
	if err != nil {
		b.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "MANIFEST"), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		b.Fatal(err)
	}
	generation, first := 0, 0
	for seq := len(known) + 1; seq <= number; seq++ {
		record := store.Record{Seq: seq, Kind: run.KindShard, SHA256: strings.Repeat("0", 64)}
		record.Name = fmt.Sprintf("games/%d", seq)
		record.Facts = store.Facts{Generation: generation, FirstGame: uint64(first), Games: shardGames, Rows: 25 * shardGames}
		first += shardGames
		if seq%11 == 0 {
			generation++
			record.Kind, record.Name, record.Facts = run.KindNet, fmt.Sprintf("nets/%05d.safetensors", generation), store.Facts{Generation: generation, Seen: 10 * generation}
			first -= shardGames
		}
		text, err := json.Marshal(record)
		if err != nil {
			b.Fatal(err)
		}
		text = text[:len(text)-1]
		if _, err := fmt.Fprintf(f, "%s,\"crc32c\":\"%08x\"}\n", text, crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli))); err != nil {
			b.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	if r, err = run.Open(dir, c, "bench", run.Playing); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { r.Close() })
	l, err := New(r, run.Playing, 2)
	if err != nil {
		b.Fatal(err)
	}
	return l
}

// BenchmarkHandOn hands on games that cost nothing to play, as 64 workers do with
// games of self-play, to a run that others train, and commits them: in games a
// second in all, and in microseconds that a game keeps the goroutine that hands
// them on.
func BenchmarkHandOn(b *testing.B) {
	const workers = 64
	c := smallConfig()
	c.Games = 10 * shardGames
	var played []datasets.Game
	recorded := longRun(b, c, 0)
	if _, err := recorded.play(b.Context(), newest(b, recorded), shardGames, func(SelfPlayStats) error { return nil }); err != nil {
		b.Fatal(err)
	}
	for _, s := range recorded.Shards() {
		shard, err := datasets.OpenShard(recorded.Dir, s)
		if err != nil {
			b.Fatal(err)
		}
		for g, err := range shard.Games() {
			if err != nil {
				b.Fatal(err)
			}
			played = append(played, *g)
		}
	}
	for _, records := range []int{4000, 40000} {
		b.Run(fmt.Sprint("records=", records), func(b *testing.B) {
			r := longRun(b, c, records)
			others := r.Manifest.Follow()
			var begun atomic.Int64
			var held time.Duration
			play := scripted(played, &begun)
			timed := func(ctx context.Context, numbers iter.Seq[int], workers int, yield func(*datasets.Game) error) error {
				return play(ctx, numbers, workers, func(g *datasets.Game) error {
					at := time.Now()
					defer func() { held += time.Since(at) }()
					return yield(g)
				})
			}
			b.ResetTimer()
			_, err := r.keep(b.Context(), timed, datasets.Metadata{}, r.Generation(), b.N, workers, func(SelfPlayStats) error {
				_, err := others.Next()
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(held.Microseconds())/float64(b.N), "us-held/game")
		})
	}
}

// BenchmarkAsk asks what a waiting process asks five times a second.
func BenchmarkAsk(b *testing.B) {
	for _, records := range []int{4000, 40000} {
		b.Run(fmt.Sprint("records=", records), func(b *testing.B) {
			r := longRun(b, smallConfig(), records)
			r.state.Room() // counts them once
			for b.Loop() {
				r.state.Room()
				r.state.Fresh()
				r.state.Totals()
			}
		})
	}
}
