package pdnfiles

import (
	"bytes"
	"errors"
	"io"
	"regexp"
)

// What is not read is named if it may hold games: other archives, and files that
// begin like records under another name than *.pdn. Photos, letters and programs in
// a folder are passed over.
var (
	errArchive = errors.New("not read: it is an archive within a folder or archive; only a *.zip in a folder is opened: unpack it")
	errRecord  = errors.New("not read: it looks like game records, but its name ends neither in .pdn nor in .pdn.gz; rename it or name it by itself")
)

// sniffed is how much of a file is looked at, in bytes.
const sniffed = 4 << 10

// records matches what a record of games begins with: a tag that all records have, or
// a first move.
var records = regexp.MustCompile(`(?mi)^\s*\[(?:Event|Site|Date|Round|White|Black|Result|GameType|FEN)\s+["“„«]` +
	`|(?m)^\s*1\.\s*3[1-5]\s*[-‐‑‒–−]?\s*(?:2[6-9]|30)\b`)

// unread says why a file may hold games although its name is not that of a record. It
// returns nil if the file does not look so. A zip is known by its name, because
// documents of many programs are zip archives, too.
func unread(name string, r io.Reader) error {
	if isArchive(name) {
		return errArchive
	}
	head, _ := io.ReadAll(io.LimitReader(r, sniffed)) // what cannot be read looks like nothing
	for _, m := range packed {
		if bytes.HasPrefix(head, []byte(m.begin)) {
			return errArchive
		}
	}
	isTar := len(head) > 262 && string(head[257:262]) == "ustar"
	if isTar || bytes.HasPrefix(head, []byte("\x1f\x8b")) { // or gzip
		return errArchive
	}
	if plain := bytes.ReplaceAll(head, []byte{0}, nil); records.Match(plain) { // UTF-16, too
		return errRecord
	}
	return nil
}
