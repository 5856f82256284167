package datasets

import (
	"bytes"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"
)

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
