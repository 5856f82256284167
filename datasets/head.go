package datasets

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"drafthorse/store"
)

// headOf returns the first bytes of a shard with the given schema: the magic and
// the schema message.
//
//	0   "ARROW1" 0 0
//	8   ff ff ff ff
//	12  n, length of the message
//	16  the message: a flatbuffer
func headOf(schema *arrow.Schema) ([]byte, error) {
	var empty bytes.Buffer
	w, err := ipc.NewFileWriter(&positioned{w: &empty}, ipc.WithSchema(schema))
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	head, _ := cutHead(empty.Bytes())
	return head, nil
}

// cutHead splits a file behind its schema message.
func cutHead(file []byte) (head, rest []byte) {
	if len(file) < 16 {
		return file, nil
	}
	n := min(16+int64(binary.LittleEndian.Uint32(file[12:])), int64(len(file)))
	return file[:n], file[n:]
}

// readHead reads a shard's metadata and makes sure that its head is byte for
// byte the one this package writes for them; rest is what follows.
//
// Arrow's own parser allocates whatever a vector's length asks for, and running
// out of memory cannot be recovered from. So the metadata are read here, by a
// parser that allocates nothing unusual and need not be right about damaged
// input: the comparison is.
func readHead(file []byte) (m Metadata, n counts, rest []byte, err error) {
	head, rest := cutHead(file)
	m, n, err = parseMetadata(flatbuffer(head[min(16, len(head)):]).schemaMetadata())
	if err != nil {
		return m, n, nil, err
	}
	want, err := headOf(schema(m, n))
	if err != nil {
		return m, n, nil, err
	}
	if !bytes.Equal(head, want) {
		at := 0
		for at < min(len(head), len(want)) && head[at] == want[at] {
			at++
		}
		return m, n, nil, fmt.Errorf("%w: the schema differs from that of version %d at byte %d", store.ErrDamaged, schemaVersion, at)
	}
	return m, n, rest, nil
}

// flatbuffer is a serialized Arrow message. Its accessors read zeros outside of
// it. The layout is https://flatbuffers.dev/internals; the numbers of the fields
// are those of format/Message.fbs and format/Schema.fbs of Apache Arrow.
type flatbuffer []byte

func (b flatbuffer) schemaMetadata() map[string]string {
	const (
		messageHeader        = 2
		schemaCustomMetadata = 2
		keyValueKey          = 0
		keyValueValue        = 1
	)
	message := b.follow(0)
	header := b.follow(b.field(message, messageHeader))
	vector := b.follow(b.field(header, schemaCustomMetadata))
	values := make(map[string]string)
	for i := range min(b.uint32(vector), len(b)/4) {
		pair := b.follow(vector + 4 + 4*i)
		values[b.text(b.field(pair, keyValueKey))] = b.text(b.field(pair, keyValueValue))
	}
	return values
}

// field returns where the n-th field of a table lies, or -1 if it is absent.
func (b flatbuffer) field(table, n int) int {
	vtable := table - int(int32(b.uint32(table)))
	if slot := 4 + 2*n; slot < b.uint16(vtable) {
		if offset := b.uint16(vtable + slot); offset != 0 {
			return table + offset
		}
	}
	return -1
}

// follow returns where the offset at at leads.
func (b flatbuffer) follow(at int) int { return at + b.uint32(at) }

func (b flatbuffer) text(at int) string {
	at = b.follow(at)
	from := at + 4
	to := from + b.uint32(at)
	if from < 4 || to > len(b) {
		return ""
	}
	return string(b[from:to])
}

func (b flatbuffer) uint16(at int) int {
	if at < 0 || at+2 > len(b) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(b[at:]))
}

func (b flatbuffer) uint32(at int) int {
	if at < 0 || at+4 > len(b) {
		return 0
	}
	return int(binary.LittleEndian.Uint32(b[at:]))
}

// positioned tells Arrow's file writer where it is; that is all the seeking it
// does.
type positioned struct {
	w  io.Writer
	at int64
}

func (p *positioned) Write(b []byte) (int, error) {
	n, err := p.w.Write(b)
	p.at += int64(n)
	return n, err
}

func (p *positioned) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		panic("BUG: Arrow's file writer moves in the file")
	}
	return p.at, nil
}
