package analysis

import (
	"fmt"
	"os"
	"testing"

	"drafthorse/pdn"
)

// What a hundred plies of a game take.
func BenchmarkFind(b *testing.B) {
	file, err := os.Open("../cmd/pipeline/sample.pdn")
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	r := pdn.NewReader(file, "sample.pdn")
	if !r.Next() {
		b.Fatal(r.Err())
	}
	plies, err := r.Game().Replay()
	if err != nil {
		b.Fatal(err)
	}
	for _, visits := range []int{500, 2000} {
		b.Run(fmt.Sprint(visits), func(b *testing.B) {
			f := shippedFinder(visits)
			n := 0
			for b.Loop() {
				for q := range Questions(plies) {
					f.Find(q.Game, q.Played)
					n++
				}
			}
			b.ReportMetric(100*b.Elapsed().Seconds()/float64(n), "s/100plies")
		})
	}
}
