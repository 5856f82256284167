package store

import (
	"bytes"
	"slices"
	"testing"
)

// A manifest of any bytes is refused as damaged or read; what was read stays
// the same when it is read in two pieces and the torn tail is cut off.
func FuzzManifest(f *testing.F) {
	var content []byte
	for i, name := range []string{"a", "games/1.arrow"} {
		r := Record{Seq: i + 1, Kind: kindShard, Name: name, SHA256: string(bytes.Repeat([]byte("0"), 64))}
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
