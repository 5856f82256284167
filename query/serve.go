package query

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"drafthorse/parallel"
)

// Server answers lines.
type Server struct {
	Analyst func() *Analyst // makes one for each worker
	Workers int
	Visits  int    // of a tree search whose query has no limit
	Program string // its version
}

// maxWaiting is how much memory the queries that are not answered may take, in
// bytes by cost. Beyond it no line is read.
const maxWaiting = 64 << 20

// cost estimates the memory of a query that waits.
func (q *Query) cost() int {
	moves := len(q.Moves)
	for _, t := range q.Turns {
		moves += len(t.Only)
	}
	return 1024 + 16*moves + 128*len(q.Turns)
}

// session is the answering of one input.
type session struct {
	Server
	ctx  context.Context
	fail context.CancelCauseFunc

	searches *parallel.Queue[job]
	replies  *parallel.Queue[func()] // what is said without a search

	lock  sync.Mutex
	freed sync.Cond
	open  map[string]*pending
	held  int // of maxWaiting

	writing sync.Mutex
	out     io.Writer
}

// pending is a query that is not answered whole.
type pending struct {
	query *Query
	left  int // answers to come; by the session's lock
	ended atomic.Bool
}

// job is one position of a query.
type job struct {
	of   *pending
	turn Turn
}

// Serve answers the lines of in until it ends and all are answered, or until ctx
// is done or out fails; then it stops searching, closes in, and returns the
// cause.
func (s Server) Serve(ctx context.Context, in io.ReadCloser, out io.Writer) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	se := &session{
		Server: s, ctx: ctx, fail: fail, out: out, open: map[string]*pending{},
		searches: parallel.NewQueue[job](), replies: parallel.NewQueue[func()](),
	}
	se.freed.L = &se.lock
	defer context.AfterFunc(ctx, func() {
		in.Close()
		se.searches.Remove(func(job) bool { return true })
		se.searches.Close()
		se.lock.Lock()
		defer se.lock.Unlock()
		se.freed.Broadcast()
	})()
	var answering sync.WaitGroup
	answering.Go(func() {
		se.searches.Work(s.Workers, se.newWorker)
		se.replies.Close()
	})
	answering.Go(func() {
		se.replies.Work(1, func() func(func()) { return func(say func()) { say() } })
	})
	unread := se.read(newLines(in))
	se.searches.Close()
	answering.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return unread
}

// read takes the lines in.
func (s *session) read(l *lines) error {
	for {
		text, err := l.next()
		switch {
		case errors.Is(err, errLong):
			s.refuse(&Error{Problem: fmt.Sprintf("the line has more than %d bytes: want a shorter query", maxLine)}, l.number)
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("reading queries: %w", err)
		}
		if l.number == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if len(bytes.TrimSpace(text)) > 0 {
			s.take(text, l.number)
		}
		if s.ctx.Err() != nil {
			return nil
		}
	}
}

// take takes one line in.
func (s *session) take(text []byte, line int) {
	r, err := Parse(text, s.Visits)
	if err == nil && r.Query == nil {
		err = s.act(r)
	} else if err == nil {
		err = s.enqueue(r)
	}
	if err != nil {
		s.refuse(err, line)
	}
}

// refuse answers a line with an error.
func (s *session) refuse(err *Error, line int) {
	err.Line = line
	s.say(err)
}

// say has v written, as soon as there is a turn for it.
func (s *session) say(v any) {
	const cost = 1024
	s.hold(cost)
	s.replies.Put(func() {
		s.write(v)
		s.free(cost)
	}, 0)
}

// hold waits until so much memory may be taken.
func (s *session) hold(cost int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for s.held > 0 && s.held+cost > maxWaiting && s.ctx.Err() == nil {
		s.freed.Wait()
	}
	s.held += cost
}

func (s *session) free(cost int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.held -= cost
	s.freed.Broadcast()
}

// enqueue accepts a query.
func (s *session) enqueue(r Request) *Error {
	q := r.Query
	s.hold(q.cost())
	p := &pending{query: q, left: len(q.Turns)}
	s.lock.Lock()
	_, taken := s.open[q.ID]
	if !taken {
		s.open[q.ID] = p
	}
	s.lock.Unlock()
	if taken {
		s.free(q.cost())
		return &Error{ID: q.ID, Field: "id", Problem: fmt.Sprintf("%q is the id of a query that is not answered yet: want another", q.ID)}
	}
	for _, w := range r.Warnings {
		s.say(w)
	}
	for _, t := range q.Turns {
		s.searches.Put(job{p, t}, q.Priority)
	}
	return nil
}

// act carries an action out.
func (s *session) act(r Request) *Error {
	for _, w := range r.Warnings {
		s.say(w)
	}
	a := r.Action
	switch a.Name {
	case queryVersion:
		s.say(versionReply{a.ID, a.Name, s.Program, formatVersion})
	case terminate:
		s.lock.Lock()
		p := s.open[a.Target]
		s.lock.Unlock()
		if p == nil || p.ended.Load() {
			return &Error{ID: a.ID, Field: "target", Problem: fmt.Sprintf("no query %q waits for an answer: want the id of one that does", shortened(a.Target))}
		}
		s.say(endReply{a.ID, a.Name, a.Target, s.end([]*pending{p})})
	case terminateAll:
		s.lock.Lock()
		var all []*pending
		for _, p := range s.open {
			if !p.ended.Load() {
				all = append(all, p)
			}
		}
		s.lock.Unlock()
		s.say(endReply{a.ID, a.Name, "", s.end(all)})
	}
	return nil
}

// end ends queries and returns how many answers of them were to come. Those whose
// search has not begun say so and no more.
func (s *session) end(list []*pending) (answers int) {
	s.lock.Lock()
	for _, p := range list {
		p.ended.Store(true)
		answers += p.left
	}
	s.lock.Unlock()
	for _, j := range s.searches.Remove(func(j job) bool { return j.of.ended.Load() }) {
		s.replies.Put(func() { s.answer(j, unsearched{j.of.query.ID, j.turn.Ply, true}) }, 0)
	}
	return answers
}

func (s *session) newWorker() func(job) {
	a := s.Analyst()
	return func(j job) {
		stop := func() bool { return j.of.ended.Load() || s.ctx.Err() != nil }
		answer := a.Answer(j.of.query, j.turn, stop)
		answer.Terminated = j.of.ended.Load()
		s.answer(j, answer)
	}
}

// answer writes what is said of a position.
func (s *session) answer(j job, v any) {
	s.lock.Lock()
	p := j.of
	p.left--
	last := p.left == 0
	if last {
		delete(s.open, p.query.ID)
	}
	s.lock.Unlock()
	s.write(v)
	if last {
		s.free(p.query.cost())
	}
}

// write writes v as a line. A failure ends the session.
func (s *session) write(v any) {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("BUG: %+v: %v", v, err))
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.ctx.Err() != nil {
		return
	}
	if _, err := s.out.Write(line.Bytes()); err != nil {
		s.fail(fmt.Errorf("writing answers: %w", err))
	}
}

// formatVersion is that of the lines.
const formatVersion = 1

// versionReply answers query_version.
type versionReply struct {
	ID      string `json:"id"`
	Action  string `json:"action"`
	Version string `json:"version"`
	Format  int    `json:"format"`
}

// endReply answers terminate and terminate_all.
type endReply struct {
	ID      string `json:"id"`
	Action  string `json:"action"`
	Target  string `json:"target,omitempty"`
	Answers int    `json:"answers"`
}

// unsearched stands for the answer about a position whose query was ended before.
type unsearched struct {
	ID         string `json:"id"`
	Turn       int    `json:"turn"`
	Terminated bool   `json:"terminated"`
}
