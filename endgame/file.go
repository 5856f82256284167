package endgame

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/klauspost/compress/zstd"

	"drafthorse/internal/fault"
)

// A table file is a header and one zstd frame:
//
//	 0  8  "DHENDGAM"
//	 8  1  version of the format: 1
//	 9  4  own men, own kings, opponent's men, opponent's kings
//	13  3  zero
//	16  8  bytes of the frame, little-endian
//	24  8  numbers of the class, little-endian
//	32 32  SHA-256 of bytes 0 to 31 and the frame
//	64     the frame: a byte for each number, see Value
const (
	magic      = "DHENDGAM"
	version    = 1
	headerSize = 64
	summedSize = 32
)

// Extension is how the name of a table file ends.
const Extension = ".dhe"

// FileName returns the name of a class's file.
func FileName(c Class) string { return c.String() + Extension }

// ErrDamaged is wrapped by the error of a table file that is not whole.
var ErrDamaged = fault.Damaged("damaged")

// Encode returns the file of a class that t holds.
func (t *Tables) Encode(c Class) ([]byte, error) {
	at := *t.slot(c)
	if at == nil {
		return nil, fmt.Errorf("class %v is not held", c)
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithWindowSize(8<<20), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		return nil, err
	}
	frame := z.EncodeAll(at.values, nil)
	file := make([]byte, headerSize, headerSize+len(frame))
	copy(file, magic)
	copy(file[8:], []byte{version, byte(c.OwnMen), byte(c.OwnKings), byte(c.OpponentMen), byte(c.OpponentKings)})
	binary.LittleEndian.PutUint64(file[16:], uint64(len(frame)))
	binary.LittleEndian.PutUint64(file[24:], uint64(len(at.values)))
	sum := checksum(file, frame)
	copy(file[summedSize:], sum[:])
	return append(file, frame...), nil
}

func checksum(file, frame []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(file[:summedSize])
	h.Write(frame)
	return [sha256.Size]byte(h.Sum(nil))
}

// Decode adds the class of a table file to t and returns it. Files that are
// damaged, of another version or no table files are refused before memory is
// set aside for what they claim to hold.
func (t *Tables) Decode(file []byte) (Class, error) {
	c, err := Inspect(file)
	if err != nil {
		return Class{}, err
	}
	s := newSpace(c)
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(s.size())))
	if err != nil {
		return Class{}, err
	}
	defer z.Close()
	values, err := z.DecodeAll(file[headerSize:], make([]byte, 0, s.size()))
	if err != nil {
		return Class{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if len(values) != s.size() {
		return Class{}, fmt.Errorf("%w: %d values instead of %d", ErrDamaged, len(values), s.size())
	}
	t.add(c, values)
	return c, nil
}

// Inspect returns the class of a table file, after it has verified all that can
// be verified without decompressing it.
func Inspect(file []byte) (Class, error) {
	if len(file) < headerSize || !bytes.HasPrefix(file, []byte(magic)) {
		return Class{}, fmt.Errorf("not an endgame table: want a file of at least %d bytes that begins with %s", headerSize, magic)
	}
	if v := file[8]; v != version {
		return Class{}, fmt.Errorf("endgame table of version %d: want version %d; build it anew", v, version)
	}
	if n, want := len(file)-headerSize, binary.LittleEndian.Uint64(file[16:]); uint64(n) != want {
		return Class{}, fmt.Errorf("%w: %d bytes behind the header instead of %d", ErrDamaged, n, want)
	}
	if sum := checksum(file, file[headerSize:]); !bytes.Equal(sum[:], file[summedSize:headerSize]) {
		return Class{}, fmt.Errorf("%w: its checksum is %x, written in it is %x", ErrDamaged, sum[:4], file[summedSize:summedSize+4])
	}
	c := Class{int(file[9]), int(file[10]), int(file[11]), int(file[12])}
	if c.OwnMen+c.OwnKings == 0 || c.OpponentMen+c.OpponentKings == 0 || c.Pieces() > MaxPieces {
		return Class{}, fmt.Errorf("endgame table of the class %v: want one with pieces on both sides and at most %d", c, MaxPieces)
	}
	if s, n := newSpace(c), binary.LittleEndian.Uint64(file[24:]); n != uint64(s.size()) {
		return Class{}, fmt.Errorf("%w: %d values of %v instead of %d", ErrDamaged, n, c, s.size())
	}
	return c, nil
}
