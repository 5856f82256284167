package parallel

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func TestOrderedHandsResultsOnInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		var got []int
		double := func() func(int) int { return func(i int) int { return 2 * i } }
		err := Ordered(context.Background(), workers, Numbers(0, 1000), double, func(v int) error {
			got = append(got, v)
			return nil
		})
		want := slices.Collect(Numbers(0, 1000))
		for i := range want {
			want[i] *= 2
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d workers: %d results, error %v; want the 1000 doubles in order", workers, len(got), err)
		}
	}
}

// A cancelled run must still hand on every job that was begun: a caller that
// counts results would otherwise lose finished games.
func TestOrderedFinishesBegunJobsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	reason := errors.New("enough")
	var begun atomic.Int64
	work := func() func(int) int {
		return func(i int) int {
			begun.Add(1)
			if i == 20 {
				cancel(reason)
			}
			return i
		}
	}
	var got []int
	err := Ordered(ctx, 3, Numbers(0, 1_000_000), work, func(v int) error {
		got = append(got, v)
		return nil
	})
	if !errors.Is(err, reason) {
		t.Errorf("error %v, want the cause of the cancellation", err)
	}
	if int64(len(got)) != begun.Load() || !slices.Equal(got, slices.Collect(Numbers(0, len(got)))) {
		t.Errorf("%d jobs begun, %d results handed on; want all, in order", begun.Load(), len(got))
	}
}

// With its worker busy and the next job waiting for it, neither a cancellation nor an
// error of yield lets that job begin.
func TestOrderedBeginsNothingAfterTheEnd(t *testing.T) {
	reason := errors.New("enough")
	for _, cancelled := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(context.Background())
			begun, four := 0, make(chan struct{})
			work := func() func(int) int {
				return func(i int) int {
					begun++
					if i == 4 {
						close(four)
						synctest.Wait() // until job 5 waits and the result of job 3 has been looked at
						if cancelled {
							cancel(reason)
							synctest.Wait()
						}
					}
					return i
				}
			}
			err := Ordered(ctx, 1, Numbers(0, 100), work, func(i int) error {
				if i == 3 && !cancelled {
					<-four
					return reason
				}
				return nil
			})
			if !errors.Is(err, reason) || begun != 5 {
				t.Errorf("cancelled is %v: %v after %d jobs; want %v after 5", cancelled, err, begun, reason)
			}
		})
	}
}

func TestOrderedStopsAtAnErrorOfYield(t *testing.T) {
	full := errors.New("disk full")
	calls := 0
	work := func() func(int) int { return func(i int) int { return i } }
	err := Ordered(context.Background(), 4, Numbers(0, 1_000_000), work, func(v int) error {
		calls++
		if v == 10 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || calls != 11 {
		t.Errorf("error %v after %d calls; want %v after 11", err, calls, full)
	}
}

func TestEachCallsOnce(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 200} {
		for _, n := range []int{0, 1, 2, 100} {
			calls := make([]atomic.Int64, n)
			Each(workers, n, func(i int) { calls[i].Add(1) })
			for i := range calls {
				if got := calls[i].Load(); got != 1 {
					t.Errorf("%d workers: job %d of %d was called %d times, want once", workers, i, n, got)
				}
			}
		}
	}
}

// Two jobs that wait for each other end only if both run at once.
func TestEachRunsAtOnce(t *testing.T) {
	meet := make(chan int)
	Each(2, 2, func(i int) {
		if i == 0 {
			meet <- i
		} else {
			<-meet
		}
	})
}
