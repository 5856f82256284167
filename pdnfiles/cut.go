package pdnfiles

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

// An archive's list of names stands at its end. Where that is cut off, the list of
// another archive may be found: of one that lies in it, or that it was joined to.
var errForeign = errors.New("its list of names is cut off; the one found is that of another archive in the file")

// The records of an archive begin with these bytes (APPNOTE.TXT, 4.3.7, 4.3.12, 4.3.16).
const (
	localRecord = "PK\x03\x04"
	listRecord  = "PK\x01\x02"
	endRecord   = "PK\x05\x06"
)

// listsFirst reports whether the list of an archive that begins with an entry names
// that entry.
func listsFirst(archive io.ReaderAt, list []*zip.File) bool {
	// The lengths of name and extra field stand at 26 and 28 of 30 bytes.
	var head [30]byte
	if _, err := archive.ReadAt(head[:], 0); err != nil || !bytes.HasPrefix(head[:], []byte(localRecord)) {
		return true
	}
	first := int64(len(head)) + int64(binary.LittleEndian.Uint16(head[26:])) + int64(binary.LittleEndian.Uint16(head[28:]))
	return slices.ContainsFunc(list, func(e *zip.File) bool {
		at, err := e.DataOffset()
		return err == nil && at == first
	})
}

// goesOn reports whether records follow the end of an archive.
func goesOn(archive io.ReaderAt, size int64) bool {
	// The end has 22 bytes, the last two of them the length of the comment after it.
	const end = 22
	tail := make([]byte, min(size, end+1<<16))
	if _, err := archive.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return false
	}
	for to := len(tail); to >= 0; {
		at := bytes.LastIndex(tail[:to], []byte(endRecord))
		if at < 0 {
			return false
		}
		if at+end <= len(tail) {
			behind := at + end + int(binary.LittleEndian.Uint16(tail[at+end-2:]))
			if behind <= len(tail) {
				return bytes.Contains(tail[behind:], []byte(localRecord)) || bytes.Contains(tail[behind:], []byte(listRecord))
			}
		}
		to = at
	}
	return false
}
