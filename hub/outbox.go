package hub

import (
	"errors"
	"io"
	"time"
)

const (
	unread = 4096        // lines that may wait for a peer to read them
	crowd  = 64          // lines that wait when those that can be spared are left out
	linger = time.Second // how long the last lines may wait
)

// errUnread says that the peer does not read.
var errUnread = errors.New("the other side does not read what it is told")

// outbox writes lines from a goroutine of its own, so that a peer that does not
// read holds nobody up.
type outbox struct {
	lines  chan string
	failed chan struct{} // closed when nothing can be written any more
	ended  chan struct{} // closed when all is written, or failed
	err    error         // why; to be read after failed or ended is closed
	full   bool          // the peer has left too much unread
}

func newOutbox(w io.Writer) *outbox {
	o := &outbox{lines: make(chan string, unread), failed: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(o.ended)
		for line := range o.lines {
			if _, err := io.WriteString(w, line); err != nil {
				o.err = err
				close(o.failed)
				return
			}
		}
	}()
	return o
}

// write hands a line on.
func (o *outbox) write(l Line) {
	select {
	case o.lines <- l.String() + "\n":
	default:
		o.full = true
	}
}

// spare is write for a line that can be spared if the peer is slow.
func (o *outbox) spare(l Line) {
	if len(o.lines) < crowd {
		o.write(l)
	}
}

// close waits until everything is written, but not for long. No line may be
// written any more.
func (o *outbox) close() error {
	close(o.lines)
	late := time.NewTimer(linger)
	defer late.Stop()
	select {
	case <-o.ended:
		if o.full && o.err == nil {
			return errUnread
		}
		return o.err
	case <-late.C:
		return errUnread
	}
}
