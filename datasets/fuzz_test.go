package datasets

import (
	"bytes"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"
)

// A manifest of any bytes is refused as damaged or read; what was read stays
// the same when it is read in two pieces and the torn tail is cut off.
func FuzzManifest(f *testing.F) {
	var content []byte
	for i, name := range []string{"a", "games/1.arrow"} {
		r := Record{Seq: i + 1, Kind: KindShard, Name: name, SHA256: string(bytes.Repeat([]byte("0"), 64))}
		line, err := r.line()
		if err != nil {
			f.Fatal(err)
		}
		content = append(content, line...)
	}
	f.Add(content)
	f.Add(content[:len(content)-1])
	f.Add([]byte("\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		var all lines
		if err := all.read(content); err != nil {
			wantDamage(t, err, "line ")
			return
		}
		// The same in two pieces, as a process reads it that others add to.
		var again lines
		half := bytes.LastIndexByte(content[:len(content)/2], '\n') + 1
		err := again.read(content[:half])
		if err == nil {
			err = again.read(content[again.size:all.size])
		}
		if err != nil || again.size != all.size || !slices.Equal(again.records, all.records) {
			t.Errorf("read again: %v in %d bytes, error %v, want %v in %d", again.records, again.size, err, all.records, all.size)
		}
	})
}

// Whatever stands behind the head of a shard, reading it gives an error or games
// that can be written again.
//
// Raw Arrow could not be fuzzed: its parser of schemas runs out of memory where
// a length is wrong, and that ends the process. But it never sees a head that
// has not been compared; behind it the lengths of messages are bounded by the
// file and those of buffers by the allocator.
func FuzzShard(f *testing.F) {
	file := shardBytes(f, smallShard())
	head, rest := cutHead(file)
	f.Add(rest)
	_, rest = cutHead(uncompressed(f, file))
	f.Add(rest)
	f.Fuzz(func(t *testing.T, rest []byte) {
		shard, err := parseShard("x.arrow", slices.Concat(head, rest))
		if err != nil {
			t.Fatalf("the head is whole, yet %v", err)
		}
		games, err := readGames(shard)
		if err != nil {
			return
		}
		if err := WriteShard(&bytes.Buffer{}, shard.Metadata, games); err != nil {
			t.Errorf("games were read that cannot be written: %v", err)
		}
	})
}

// uncompressed writes a shard again without compression, whose checksums would
// keep most changes of a fuzzer from getting anywhere.
func uncompressed(f *testing.F, file []byte) []byte {
	reader, err := ipc.NewFileReader(bytes.NewReader(file))
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	writer, err := ipc.NewFileWriter(&positioned{w: &b}, ipc.WithSchema(reader.Schema()))
	if err != nil {
		f.Fatal(err)
	}
	for i := range reader.NumRecords() {
		record, err := reader.Record(i)
		if err != nil {
			f.Fatal(err)
		}
		if err := writer.Write(record); err != nil {
			f.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		f.Fatal(err)
	}
	return b.Bytes()
}
