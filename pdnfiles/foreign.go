package pdnfiles

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// magic is what files of a kind begin with.
type magic struct{ begin, what string }

// packed are archives and compressed files that are not opened.
var packed = []magic{
	{"Rar!", "a RAR archive: want it unpacked"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive: want it unpacked"},
	{"BZh", "compressed by bzip2: want it unpacked"},
	{"\xfd7zXZ\x00", "compressed by xz: want it unpacked"},
	{"\x28\xb5\x2f\xfd", "compressed by zstd: want it unpacked"},
}

// others are files that people have beside game records.
var others = []magic{
	{"%PDF-", "a PDF document: want game records as PDN"},
	{"\xd0\xcf\x11\xe0", "a document of an office program: want game records as PDN"},
	{"\x89PNG", "a picture: want game records as PDN"},
	{"ARROW1\x00\x00", "an Arrow dataset: want game records as PDN"},
}

// mostHeader is more than the header of a weights file has.
const mostHeader = 1 << 27

// foreign says, by the first bytes of a text, why it can hold no games; nil if it may.
func foreign(head []byte) error {
	for _, m := range slices.Concat(packed, others) {
		if bytes.HasPrefix(head, []byte(m.begin)) {
			return errors.New("this is " + m.what)
		}
	}
	if len(head) > 9 && head[8] == '{' && head[9] == '"' && binary.LittleEndian.Uint64(head) < mostHeader {
		return errors.New("this is a net's weights file: want it behind --net, and game records as PDN")
	}
	if n := controls(head); n >= 8 && n >= len(head)/8 {
		return fmt.Errorf("this is no text (%d of its first %d bytes are control characters): want game records as PDN", n, len(head))
	}
	return nil
}

// controls counts the bytes that texts do not have, in UTF-16 those of the characters'
// upper halves aside.
func controls(head []byte) int {
	var zeros [2]int // at even and odd places
	n := 0
	for i, b := range head {
		switch {
		case b == 0:
			zeros[i%2]++
		case b < ' ' && (b < '\t' || b > '\r') && b != 0x1a:
			n++
		}
	}
	// Of the two halves one is zero for nearly all characters of a game record.
	return n + min(zeros[0], zeros[1])
}
