// Package parallel runs a stream of jobs on several goroutines, and hands their
// results on in the jobs' order ([Ordered]) or takes the most urgent first
// ([Queue]). Self-play, matches, the analysis of collections, queries and the parts
// of a training step are jobs of it, each written as a plain function of its own job.
package parallel

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
)

// ahead is how many jobs per worker may have been begun beyond the oldest one
// whose result is not handed on. It bounds the memory that one slow job costs.
const ahead = 8

// Ordered runs every job on one of the given number of workers and calls yield
// with the results, in the order of the jobs and on the caller's goroutine. A
// worker is made by newWorker, once for each, so it may own scratch memory.
//
// When ctx is cancelled or yield returns an error no further job begins. The
// jobs under way are finished; their results are still handed on after a
// cancellation, but not after an error of yield. Ordered returns yield's error,
// else the cause of the cancellation if it cut the jobs short, else nil. All
// its goroutines have ended by then.
func Ordered[J, T any](ctx context.Context, workers int, jobs iter.Seq[J], newWorker func() func(J) T, yield func(T) error) error {
	type numbered[V any] struct {
		n int
		v V
	}
	var (
		queue   = make(chan numbered[J])
		done    = make(chan numbered[T])
		room    = make(chan struct{}, ahead*workers)
		stop    = make(chan struct{})
		running sync.WaitGroup
		cut     bool
	)
	running.Go(func() {
		defer close(queue)
		n := 0
		for j := range jobs {
			if !offer(ctx, stop, room, struct{}{}) || !offer(ctx, stop, queue, numbered[J]{n, j}) {
				cut = ctx.Err() != nil
				return
			}
			n++
		}
	})
	for range workers {
		running.Go(func() {
			work := newWorker()
			for j := range queue {
				done <- numbered[T]{j.n, work(j.v)}
			}
		})
	}
	go func() {
		running.Wait()
		close(done)
	}()

	var failed error
	next, early := 0, map[int]T{}
	for r := range done {
		early[r.n] = r.v
		for failed == nil {
			v, ok := early[next]
			if !ok {
				break
			}
			delete(early, next)
			next++
			<-room
			if failed = yield(v); failed != nil {
				close(stop)
			}
		}
	}
	if failed == nil && cut {
		failed = context.Cause(ctx)
	}
	return failed
}

// offer sends v and reports whether it did, which it does not once ctx is cancelled
// or stop is closed.
func offer[T any](ctx context.Context, stop <-chan struct{}, to chan<- T, v T) bool {
	select {
	case <-ctx.Done():
		return false
	case <-stop:
		return false
	default:
	}
	select {
	case <-ctx.Done():
		return false
	case <-stop:
		return false
	case to <- v:
		return true
	}
}

// MaxThreads is how many goroutines one search may be asked to use.
const MaxThreads = 64

// Numbers yields from, from+1, ... up to but without to, as jobs.
func Numbers(from, to int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := from; i < to; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// Each calls work with 0 to n-1, each once, on at most the given number of
// goroutines, of which the caller's is one. All calls have ended when it
// returns.
func Each(workers, n int, work func(i int)) {
	var next atomic.Int64
	some := func() {
		for i := int(next.Add(1)); i <= n; i = int(next.Add(1)) {
			work(i - 1)
		}
	}
	var others sync.WaitGroup
	for range min(workers, n) - 1 {
		others.Go(some)
	}
	some()
	others.Wait()
}
