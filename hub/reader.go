package hub

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MaxLine is the length of the longest line that is read, in bytes: a game of
// some thousands of moves.
const MaxLine = 1 << 16

// ErrLong says that a line is longer than MaxLine.
var ErrLong = fmt.Errorf("a line of more than %d bytes", MaxLine)

// lineReader reads lines of limited length.
type lineReader struct {
	r    *bufio.Reader
	skip bool // up to the next end of line
	line []byte
}

func newLineReader(r io.Reader) *lineReader { return &lineReader{r: bufio.NewReader(r)} }

// next returns the next line without its end, which is "\n" or "\r\n"; the last
// one may lack it. Of a line that is too long it returns ErrLong and how it begins,
// and skips the rest of it the next time.
func (r *lineReader) next() (string, error) {
	r.line = r.line[:0]
	for {
		part, err := r.r.ReadSlice('\n')
		whole := err == nil
		switch {
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			if errors.Is(err, io.EOF) && !r.skip && len(r.line)+len(part) > 0 {
				return r.end(part, true)
			}
			return "", err
		case r.skip:
			r.skip = !whole
			continue
		}
		if whole || len(r.line)+len(part) > MaxLine {
			return r.end(part, whole)
		}
		r.line = append(r.line, part...)
	}
}

// end returns the line that ends with part, or is too long with it.
func (r *lineReader) end(part []byte, whole bool) (string, error) {
	text := strings.TrimSuffix(strings.TrimSuffix(string(r.line)+string(part), "\n"), "\r")
	if len(text) > MaxLine || !whole {
		r.skip = !whole
		return text[:min(len(text), MaxLine)], ErrLong
	}
	return text, nil
}
