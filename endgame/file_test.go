package endgame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

var small = Class{OwnMen: 1, OpponentKings: 1}

func smallFile(t testing.TB) []byte {
	file, err := tables().Encode(small)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestRoundTrip writes classes and reads them back.
func TestRoundTrip(t *testing.T) {
	for pieces := 2; pieces <= 3; pieces++ {
		for _, c := range Classes(pieces) {
			file, err := tables().Encode(c)
			if err != nil {
				t.Fatal(err)
			}
			back := &Tables{}
			if held, err := back.Decode(file); err != nil || held != c {
				t.Fatalf("%v: %v, %v", c, held, err)
			}
			if !bytes.Equal((*back.slot(c)).values, (*tables().slot(c)).values) {
				t.Errorf("%v: other values", c)
			}
		}
	}
}

// TestDamage refuses every file with a byte changed, missing or added.
func TestDamage(t *testing.T) {
	whole := smallFile(t)
	for i := range whole {
		changed := bytes.Clone(whole)
		changed[i] ^= 0x40
		if _, err := new(Tables).Decode(changed); err == nil {
			t.Errorf("byte %d changed: accepted", i)
		}
		if _, err := new(Tables).Decode(whole[:i]); err == nil {
			t.Errorf("cut to %d bytes: accepted", i)
		}
	}
	if _, err := new(Tables).Decode(append(bytes.Clone(whole), 0)); !errors.Is(err, ErrDamaged) {
		t.Errorf("a byte too many: %v", err)
	}
}

// forge returns a file with a right checksum around a header and a frame.
func forge(change func(file []byte), frame []byte) []byte {
	file := make([]byte, headerSize)
	copy(file, magic)
	copy(file[8:], []byte{version, 1, 0, 0, 1})
	s := newSpace(small)
	binary.LittleEndian.PutUint64(file[16:], uint64(len(frame)))
	binary.LittleEndian.PutUint64(file[24:], uint64(s.size()))
	change(file)
	sum := checksum(file, frame)
	copy(file[summedSize:], sum[:])
	return append(file, frame...)
}

// TestRefusals reads files that are whole but not ours to read, and says why.
func TestRefusals(t *testing.T) {
	z, _ := zstd.NewWriter(nil)
	zeros := func(n int) []byte { return z.EncodeAll(make([]byte, n), nil) }
	none := func([]byte) {}
	for _, c := range []struct {
		file []byte
		want string
	}{
		{nil, "not an endgame table"},
		{[]byte("GIF89a"), "not an endgame table"},
		{forge(func(f []byte) { f[8] = 2 }, zeros(2250)), "version 2: want version 1"},
		{forge(func(f []byte) { f[9] = 9 }, zeros(2250)), "at most 5"},
		{forge(func(f []byte) { f[12] = 0 }, zeros(2250)), "pieces on both sides"},
		{forge(func(f []byte) { f[24] = 1 }, zeros(2250)), "values of 1m-1k instead of 2250"},
		{forge(none, zeros(2249)), "2249 values instead of 2250"},
		{forge(none, zeros(1<<28)), "damaged"}, // 256 MB that is not to be unpacked
		{forge(none, []byte("no frame")), "damaged"},
	} {
		held := &Tables{}
		if _, err := held.Decode(c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: want %q", err, c.want)
		} else if held.Holds(small) {
			t.Errorf("%v, but the class is held", err)
		}
	}
	if _, err := new(Tables).Decode(forge(none, zeros(2250))); err != nil {
		t.Errorf("the forged file should be good but for what was changed: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(smallFile(f))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, file []byte) {
		held := &Tables{}
		c, err := held.Decode(file)
		if err == nil != held.Holds(c) && c != (Class{}) {
			t.Errorf("%v: %v, held %v", c, err, held.Holds(c))
		}
		if len(file) < headerSize {
			return
		}
		// Past the checksum, where damage by chance never comes.
		sum := checksum(file, file[headerSize:])
		copy(file[summedSize:], sum[:])
		held.Decode(file)
	})
}
