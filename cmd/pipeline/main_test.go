package main

import (
	"testing"
	"time"
)

// TestLeftOver has the first of many nets, and runs of seconds and of days.
func TestLeftOver(t *testing.T) {
	for _, test := range []struct {
		took       time.Duration
		been, left int
		want       string
	}{
		{20 * time.Second, 1, 3, "some 1m0s left for 3 more nets, by 20s each so far"},
		{64 * time.Second, 3, 1, "some 21s left for 1 more net, by 21s each so far"},
		{754 * time.Second, 2, 18, "some 1h53m0s left for 18 more nets, by 6m20s each so far"},
		{30 * time.Hour, 300, 700, "some 70h0m0s left for 700 more nets, by 6m0s each so far"},
	} {
		if got := leftOver(test.took, test.been, test.left); got != test.want {
			t.Errorf("%v for %d nets, %d left: %q, want %q", test.took, test.been, test.left, got, test.want)
		}
	}
}
