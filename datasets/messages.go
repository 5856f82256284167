package datasets

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"drafthorse/store"
)

// messages hands the messages of a shard to Arrow's stream reader, which is what
// an IPC file is between its magic and its footer. Nothing is copied, and no
// length in the bytes can ask for more than there is.
//
// The reader keeps only the last message, so each is left to the garbage
// collector: the allocators in use here have nothing to release.
type messages struct{ rest []byte }

const (
	magic        = "ARROW1"
	continuation = 0xFFFFFFFF
)

// newMessages returns the messages of a file. It leaves out the footer, which
// says once more what the messages say.
//
//	footer: a flatbuffer, its length in 4 bytes, "ARROW1"
func newMessages(file []byte) (*messages, error) {
	tail := len(file) - len(magic) - 4
	if tail < 0 || string(file[tail+4:]) != magic {
		return nil, fmt.Errorf("%w: the file does not end in %q", store.ErrDamaged, magic)
	}
	footer := int64(binary.LittleEndian.Uint32(file[tail:]))
	if int64(tail)-footer < 8 {
		return nil, fmt.Errorf("%w: a footer of %d bytes in a file of %d", store.ErrDamaged, footer, len(file))
	}
	return &messages{file[8 : int64(tail)-footer]}, nil
}

// Message implements ipc.MessageReader.
func (m *messages) Message() (*ipc.Message, error) {
	if len(m.rest) == 0 {
		return nil, io.EOF
	}
	if len(m.rest) < 8 || binary.LittleEndian.Uint32(m.rest) != continuation {
		return nil, fmt.Errorf("%w: no message %d bytes before the footer", store.ErrDamaged, len(m.rest))
	}
	meta, err := m.take(8, int64(binary.LittleEndian.Uint32(m.rest[4:])))
	if err != nil {
		return nil, err
	}
	length := ipc.NewMessage(meta, memory.NewBufferBytes(nil)).BodyLen()
	body, err := m.take(0, length)
	if err != nil {
		return nil, err
	}
	return ipc.NewMessage(meta, body), nil
}

// take removes skip bytes and then the n that it returns.
func (m *messages) take(skip int, n int64) (*memory.Buffer, error) {
	m.rest = m.rest[skip:]
	if n < 0 || n > int64(len(m.rest)) {
		return nil, fmt.Errorf("%w: a message part of %d bytes with %d left", store.ErrDamaged, n, len(m.rest))
	}
	part := m.rest[:n]
	m.rest = m.rest[n:]
	return memory.NewBufferBytes(part), nil
}

// Retain and Release implement ipc.MessageReader.
func (m *messages) Retain()  {}
func (m *messages) Release() {}

// limited allocates no buffer that a batch of the format cannot need. The
// largest is that of 8-byte elements.
type limited struct{ memory.GoAllocator }

const largestBuffer = 8*batchElements + 64

func (l *limited) Allocate(size int) []byte {
	checkSize(size)
	return l.GoAllocator.Allocate(size)
}

func (l *limited) Reallocate(size int, b []byte) []byte {
	checkSize(size)
	return l.GoAllocator.Reallocate(size, b)
}

// checkSize panics, for an allocator has no other way to refuse; the reader of
// the batches recovers.
func checkSize(size int) {
	if size < 0 || size > largestBuffer {
		panic(fmt.Sprintf("a buffer of %d bytes: want at most %d", size, largestBuffer))
	}
}

// batches reads the record batches of a shard whose head has been checked.
type batches struct{ reader *ipc.Reader }

func newBatches(file []byte) (b batches, err error) {
	defer recoverArrow(&err)
	m, err := newMessages(file)
	if err != nil {
		return b, err
	}
	b.reader, err = ipc.NewReaderFromMessageReader(m, ipc.WithAllocator(&limited{}))
	return b, err
}

// next returns the columns of the next batch, or io.EOF.
func (b batches) next() (c columns, err error) {
	defer recoverArrow(&err)
	var record arrow.Record
	if record, err = b.reader.Read(); err != nil {
		return c, err
	}
	return newColumns(record)
}

// recoverArrow turns a panic of Arrow, which is its answer to bytes that are not
// what they say, into an error.
func recoverArrow(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: Arrow: %v", store.ErrDamaged, p)
	}
}
