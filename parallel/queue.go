package parallel

import (
	"cmp"
	"container/heap"
	"slices"
	"sync"
)

// Queue holds jobs that come while others are worked on. They are taken the most
// urgent first, and of equally urgent ones the one that came first. Any number of
// goroutines may use it.
type Queue[J any] struct {
	lock    sync.Mutex
	changed sync.Cond
	waiting waiting[J]
	came    int // jobs so far
	closed  bool
}

// NewQueue returns an empty queue.
func NewQueue[J any]() *Queue[J] {
	q := &Queue[J]{}
	q.changed.L = &q.lock
	return q
}

// Put adds a job, without waiting for anything. After Close it is dropped.
func (q *Queue[J]) Put(j J, urgency int) {
	q.lock.Lock()
	defer q.lock.Unlock()
	if q.closed {
		return
	}
	heap.Push(&q.waiting, ticket[J]{j, urgency, q.came})
	q.came++
	q.changed.Signal()
}

// Remove takes the jobs that match out and returns them in the order in which
// they came.
func (q *Queue[J]) Remove(match func(J) bool) []J {
	q.lock.Lock()
	defer q.lock.Unlock()
	var out, stay waiting[J]
	for _, t := range q.waiting {
		if match(t.job) {
			out = append(out, t)
		} else {
			stay = append(stay, t)
		}
	}
	q.waiting = stay
	heap.Init(&q.waiting)
	slices.SortFunc(out, func(a, b ticket[J]) int { return cmp.Compare(a.number, b.number) })
	jobs := make([]J, len(out))
	for i, t := range out {
		jobs[i] = t.job
	}
	return jobs
}

// Close says that no more jobs come.
func (q *Queue[J]) Close() {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.closed = true
	q.changed.Broadcast()
}

// Work runs the jobs on the given number of workers, of which the caller's
// goroutine is one, until the queue is closed and empty. A worker is made by
// newWorker, once for each, so it may own scratch memory.
func (q *Queue[J]) Work(workers int, newWorker func() func(J)) {
	Each(workers, workers, func(int) {
		work := newWorker()
		for j, ok := q.take(); ok; j, ok = q.take() {
			work(j)
		}
	})
}

// take waits for a job. It returns false when there will be none.
func (q *Queue[J]) take() (J, bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	for len(q.waiting) == 0 {
		if q.closed {
			var none J
			return none, false
		}
		q.changed.Wait()
	}
	return heap.Pop(&q.waiting).(ticket[J]).job, true
}

// ticket is a job that waits.
type ticket[J any] struct {
	job     J
	urgency int
	number  int // of jobs that came before
}

// waiting is a heap of tickets, the one to be taken next on top.
type waiting[J any] []ticket[J]

func (w waiting[J]) Len() int { return len(w) }

func (w waiting[J]) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(w[j].urgency, w[i].urgency), cmp.Compare(w[i].number, w[j].number)) < 0
}

func (w waiting[J]) Swap(i, j int) { w[i], w[j] = w[j], w[i] }

func (w *waiting[J]) Push(t any) { *w = append(*w, t.(ticket[J])) }

func (w *waiting[J]) Pop() any {
	last := len(*w) - 1
	t := (*w)[last]
	(*w)[last] = ticket[J]{}
	*w = (*w)[:last]
	return t
}
