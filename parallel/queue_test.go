package parallel

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

func TestQueueTakesTheUrgentFirst(t *testing.T) {
	q := NewQueue[string]()
	for _, j := range []struct {
		name    string
		urgency int
	}{{"a", 0}, {"b", 5}, {"c", -1}, {"d", 0}, {"e", 5}, {"f", 0}} {
		q.Put(j.name, j.urgency)
	}
	if got, want := q.Remove(func(j string) bool { return j == "e" || j == "a" }), []string{"a", "e"}; !slices.Equal(got, want) {
		t.Errorf("removed %v, want %v", got, want)
	}
	q.Close()
	q.Put("late", 9)
	var got []string
	q.Work(1, func() func(string) { return func(j string) { got = append(got, j) } })
	if want := []string{"b", "d", "f", "c"}; !slices.Equal(got, want) {
		t.Errorf("taken in the order %v, want %v", got, want)
	}
}

// Jobs that come while others are done are all done once, and Work ends.
func TestQueueDoesEachJobOnce(t *testing.T) {
	const jobs = 20000
	q := NewQueue[int]()
	var done [jobs]atomic.Int32
	var putting sync.WaitGroup
	for part := range 4 {
		putting.Go(func() {
			for i := part; i < jobs; i += 4 {
				q.Put(i, i%7)
			}
		})
	}
	var closing sync.WaitGroup
	closing.Go(func() { putting.Wait(); q.Close() })
	q.Work(3, func() func(int) { return func(i int) { done[i].Add(1) } })
	closing.Wait()
	for i := range done {
		if n := done[i].Load(); n != 1 {
			t.Fatalf("job %d is done %d times", i, n)
		}
	}
}
