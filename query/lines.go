package query

import (
	"bufio"
	"errors"
	"io"
)

// maxLine is how long a line of the input may be, in bytes.
const maxLine = 1 << 20

var errLong = errors.New("the line is too long")

// lines reads lines of bounded length.
type lines struct {
	r       *bufio.Reader
	text    []byte
	number  int // of the last line, from 1
	passing bool
}

func newLines(r io.Reader) *lines { return &lines{r: bufio.NewReaderSize(r, 1<<16)} }

// next returns the next line, which is valid until the call after. A line that is
// too long is errLong as soon as that is known; what follows of it is read and
// dropped by the next call. After the last line the error is [io.EOF].
func (l *lines) next() ([]byte, error) {
	for l.passing {
		if _, err := l.r.ReadSlice('\n'); err == nil {
			l.passing = false
		} else if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
	l.text = l.text[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		if len(l.text) == 0 && len(part) > 0 {
			l.number++
		}
		if len(l.text)+len(part) > maxLine {
			l.passing = err != nil
			return nil, errLong
		}
		l.text = append(l.text, part...)
		switch {
		case err == nil, errors.Is(err, io.EOF) && len(l.text) > 0:
			return l.text, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}
