package stats

import "testing"

// BenchmarkIntervals times what a result prints.
func BenchmarkIntervals(b *testing.B) {
	s := OfPairs([5]int{4, 7, 24, 22, 43})
	b.Run("share", func(b *testing.B) {
		for b.Loop() {
			s.Share()
		}
	})
	b.Run("normalised", func(b *testing.B) {
		for b.Loop() {
			s.NormalizedElo()
		}
	})
}
