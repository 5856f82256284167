package hub

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// Process is an engine as a child process: the [Conn] to its standard input and
// output. The end of what it writes to its standard error is kept for the reason
// of its end.
type Process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	lines   *lineReader
	said    tail // to its standard error
	kill    sync.Once
}

// running are the processes that have been started and not closed.
var running struct {
	lock  sync.Mutex
	all   map[*Process]bool
	ended bool // by KillAll
}

// KillAll kills all processes that have not been closed, and keeps others from
// being started. It is for a program that is about to end in the middle of all.
func KillAll() {
	running.lock.Lock()
	defer running.lock.Unlock()
	running.ended = true
	for p := range running.all {
		p.Kill()
	}
}

// StartProcess starts a program in a working folder, which is the present one if
// dir is empty. On Unix its process group is its own, so that what it has started
// is killed with it and Ctrl-C does not reach it.
func StartProcess(dir, program string, args ...string) (*Process, error) {
	p := &Process{command: exec.Command(program, args...)}
	p.command.Dir = dir
	p.command.Stderr = &p.said
	p.command.WaitDelay = time.Second // if somebody else holds the standard error
	ownGroup(p.command)
	var err error
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	if p.out, err = p.command.StdoutPipe(); err != nil {
		return nil, err
	}
	p.lines = newLineReader(p.out)
	running.lock.Lock()
	defer running.lock.Unlock()
	if running.ended {
		return nil, errors.New("the program is ending")
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	if running.all == nil {
		running.all = map[*Process]bool{}
	}
	running.all[p] = true
	return p, nil
}

// WriteLine implements [Conn].
func (p *Process) WriteLine(line string) error {
	_, err := io.WriteString(p.in, line+"\n")
	return err
}

// ReadLine implements [Conn].
func (p *Process) ReadLine() (string, error) { return p.lines.next() }

// Kill implements [Conn].
func (p *Process) Kill() {
	p.kill.Do(func() {
		killGroup(p.command)
		p.in.Close()
		p.out.Close()
	})
}

// gentle is how long a program whose input has ended may take to end by itself.
const gentle = 100 * time.Millisecond

// Close implements [Conn]. The end of its input tells an engine to quit.
func (p *Process) Close() error {
	p.in.Close()
	timer := time.AfterFunc(gentle, p.Kill)
	var err error
	for err == nil || errors.Is(err, ErrLong) {
		_, err = p.ReadLine()
	}
	timer.Stop()
	p.Kill() // changes nothing about how a program ends that has closed its output by ending
	running.lock.Lock()
	delete(running.all, p)
	running.lock.Unlock()
	err = p.command.Wait()
	switch text := p.said.text(); {
	case text == "":
		return err
	case err == nil:
		return errors.New(text)
	default:
		return fmt.Errorf("%w: %s", err, text)
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	lock sync.Mutex
	last []byte
}

// Write implements [io.Writer].
func (t *tail) Write(b []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.last = append(t.last, b...)
	if more := len(t.last) - 200; more > 0 {
		t.last = slices.Clone(t.last[more:])
	}
	return len(b), nil
}

func (t *tail) text() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	return strings.Join(strings.Fields(string(t.last)), " ")
}
