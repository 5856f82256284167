package pdnfiles

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// The bounds of compressed input. Game records shrink to a third or a tenth;
// deflate can make a thousandth of text that repeats itself.
const (
	maxRatio = 200      // expanded bytes for a compressed one,
	freeSize = 1 << 20  // of which so many are not counted
	maxTotal = 16 << 30 // expanded bytes in one call of Files
)

var (
	errRatio = fmt.Errorf("it expands to more than %d times its size: the rest is not read", maxRatio)
	errTotal = fmt.Errorf("compressed files expand to more than %d GiB in all: the rest is not read; give fewer at once", int64(maxTotal)>>30)
)

// expansion reads what a decompressor gives, within the bounds.
type expansion struct {
	r      io.Reader
	what   string       // is damaged if r fails
	packed func() int64 // compressed bytes behind what has been read
	size   int64        // what has been read
	left   *int64       // of maxTotal
}

func (e *expansion) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	e.size += int64(n)
	*e.left -= int64(n)
	switch {
	case *e.left < 0:
		return n, errTotal
	case e.size > freeSize && e.size/maxRatio > e.packed():
		return n, errRatio
	case err != nil && err != io.EOF && !errors.Is(err, errRatio) && !errors.Is(err, errTotal):
		return n, damaged(e.what, err)
	}
	return n, err
}

func damaged(what string, err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("the %s is damaged: %w", what, err)
}

// counter counts the bytes that are read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// stream gives a text, which may be compressed.
func (o *opener) stream(name string, r io.Reader) bool {
	packed := &counter{r: r}
	text := bufio.NewReader(packed)
	head, _ := text.Peek(4)
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return o.refuse(name, errors.New("this is a zip archive: want it as a file whose name ends in .zip"))
	case !bytes.HasPrefix(head, []byte("\x1f\x8b")) && !isGzip(name):
		return o.text(name, text)
	}
	expanded, err := gzip.NewReader(text)
	if err != nil {
		return o.refuse(name, damaged("gzip stream", err))
	}
	inner := bufio.NewReader(&expansion{r: expanded, what: "gzip stream", packed: func() int64 { return packed.n }, left: &o.left})
	if head, _ := inner.Peek(4); bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		return o.refuse(name, errors.New("what the gzip stream holds is compressed, too: unpack it once"))
	}
	return o.text(name, inner)
}

// text gives what is not compressed any more, unless it is no text.
func (o *opener) text(name string, r *bufio.Reader) bool {
	r.Peek(1) // what has come so far; a pipe may be in no hurry with the rest
	head, _ := r.Peek(min(r.Buffered(), mostHead))
	if err := foreign(head); err != nil {
		return o.refuse(name, err)
	}
	return o.give(name, r)
}

// mostHead is by how many bytes a text is told from other files.
const mostHead = 1024
