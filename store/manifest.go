package store

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// ErrDamaged is wrapped by every error about bytes that are not what was
// written: a record of a manifest, a file that differs from its record, a value
// in a shard that this package would not have written.
var ErrDamaged error = damaged{}

type damaged struct{}

func (damaged) Error() string { return "damaged" }

// Damaged is the method by which a program chooses its exit code.
func (damaged) Damaged() {}

// Kind says what a recorded file is, in the words of whoever commits it.
type Kind string

// Record is a line of a manifest: a file that exists.
type Record struct {
	Seq    int    `json:"seq"`
	Kind   Kind   `json:"kind"`
	Name   string `json:"name"` // path from the manifest's folder, with slashes
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	Facts  Facts  `json:"facts"`
}

// Facts are what a run wants to know about a file without opening it. A zero is
// as good as no fact.
type Facts struct {
	Generation int    `json:"generation,omitempty"`
	FirstGame  uint64 `json:"first_game,omitempty"`
	Games      int    `json:"games,omitempty"`
	Rows       int    `json:"rows,omitempty"`
	HeldOut    int    `json:"held_out,omitempty"` // of the rows
	Seen       int    `json:"seen,omitempty"`     // of a net: how many of the shards its training saw, the first ones
}

const manifestName = "MANIFEST"

// partialSuffix marks a file that is being written, or was when a crash came.
const partialSuffix = ".partial"

// manifestLock is the file whose lock a process holds while it adds a line. Its name
// is part of the format: all that add lines have to lock the same file.
const manifestLock = manifestName + ".lock"

// Manifest is the list of the files that exist in a folder. Several processes may
// have it open and add to it, as long as no two of them write files of the same
// names: the caller sees to that.
type Manifest struct {
	lines   // as far as they are known here
	dir     string
	disk    disk
	file    file
	folders map[string]bool // known to be on the disk
	broken  error           // of an append; it ends the manifest's use
}

// OpenManifest opens the manifest of a folder for adding to it and makes it if
// there is none. It drops a last line that a crash has cut.
func OpenManifest(dir string) (*Manifest, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	m, err := openManifest(dir, rootDisk{root})
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return m, nil
}

func openManifest(dir string, d disk) (*Manifest, error) {
	m := &Manifest{dir: dir, disk: d, folders: make(map[string]bool)}
	err := m.locked(func() (err error) {
		if m.file, err = d.appendTo(manifestName); err != nil {
			return err
		}
		return m.settle()
	})
	if err == nil {
		err = m.broken
	}
	if err != nil && m.file != nil {
		err = errors.Join(err, m.file.Close())
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// locked does work while no other process adds to the manifest. What has been
// done stays done if the lock cannot be given back; then the manifest is of no
// more use here, and the lock ends with the process.
func (m *Manifest) locked(work func() error) error {
	unlock, err := m.disk.lock(manifestLock)
	if err != nil {
		return err
	}
	err = work()
	if failure := unlock(); failure != nil && m.broken == nil {
		m.broken = failure
	}
	return err
}

// settle reads the lines there are and leaves nothing else on the disk.
func (m *Manifest) settle() error {
	if err := m.catchUp(); err != nil {
		return err
	}
	if err := m.file.Sync(); err != nil {
		return err
	}
	return m.disk.syncFolder(".")
}

// catchUp reads the lines behind those that are known and cuts off what a process
// has left that died while it added one. It is called with the lock held, so
// nobody is adding one now.
func (m *Manifest) catchUp() error {
	size, err := m.readOn(m.dir)
	if err == nil && m.size < size {
		err = m.file.Truncate(m.size)
	}
	return err
}

// Refresh takes in the records that other processes have added.
func (m *Manifest) Refresh() error {
	if m.broken != nil {
		return m.broken
	}
	if m.upToDate(m.dir) {
		return nil
	}
	return m.locked(m.catchUp)
}

// Sweep removes from the named folders what a crash has left of files that were
// being written. No other process may write there.
func (m *Manifest) Sweep(folders ...string) error {
	for _, folder := range folders {
		entries, err := fs.ReadDir(os.DirFS(m.dir), folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		for _, e := range entries {
			if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), partialSuffix) {
				continue
			}
			if err := m.disk.remove(path.Join(folder, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// Close closes the manifest's files.
func (m *Manifest) Close() error {
	return errors.Join(m.file.Close(), m.disk.close())
}

// Records returns the records of a kind in the order of their commits. The slice
// belongs to the manifest and must not be changed.
func (m *Manifest) Records(kind Kind) []Record {
	return slices.Clip(m.kinds[kind])
}

// All returns all records in the order of their commits. The slice belongs to the
// manifest and must not be changed.
func (m *Manifest) All() []Record { return slices.Clip(m.records) }

// ReadManifest returns the records of a folder's manifest, none if there is no
// manifest. It changes nothing, so it may be called while another process
// commits; a line that is just being appended is not seen yet.
func ReadManifest(dir string) ([]Record, error) {
	path := filepath.Join(dir, manifestName)
	content, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var l lines
	if err := l.read(content); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l.records, nil
}

// OfKind returns those of the records that are of a kind.
func OfKind(records []Record, kind Kind) []Record {
	var some []Record
	for _, r := range records {
		if r.Kind == kind {
			some = append(some, r)
		}
	}
	return some
}

// lines are the lines of a manifest from its beginning.
type lines struct {
	size    int64 // in bytes
	last    int   // number of the last line
	records []Record
	kinds   map[Kind][]Record // the same, so that no question for a kind looks at all of them
	names   map[string]bool
}

// add appends a record whose line has size bytes.
func (l *lines) add(r Record, size int) {
	if l.names == nil {
		l.kinds, l.names = make(map[Kind][]Record), make(map[string]bool)
	}
	l.size += int64(size)
	l.last = r.Seq
	l.records = append(l.records, r)
	l.kinds[r.Kind] = append(l.kinds[r.Kind], r)
	l.names[r.Name] = true
}

// upToDate reports whether the manifest of folder dir has no byte that is not known.
func (l *lines) upToDate(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, manifestName))
	return err == nil && info.Size() == l.size
}

// readOn appends the lines of the manifest of folder dir behind those that are
// known, and returns the size of the file. A last line without its end is left out.
func (l *lines) readOn(dir string) (size int64, err error) {
	path := filepath.Join(dir, manifestName)
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if info.Size() < l.size {
		return 0, fmt.Errorf("%s: %w: %d bytes: %d were there", path, ErrDamaged, info.Size(), l.size)
	}
	content, err := io.ReadAll(io.NewSectionReader(f, l.size, info.Size()-l.size))
	if err != nil {
		return 0, err
	}
	if err := l.read(content); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return info.Size(), nil
}

// read appends the lines that stand in content, up to one that was not written
// to its end.
func (l *lines) read(content []byte) error {
	for len(content) > 0 {
		seq := l.last + 1
		line, rest, whole := bytes.Cut(content, []byte("\n"))
		r, err := parseRecord(line)
		if !whole {
			// A cut line is a part of a record, or the whole of one. If it is one
			// and a byte more, that byte has been the newline.
			if _, err := parseRecord(line[:len(line)-1]); err == nil {
				return fmt.Errorf("line %d: %w: it ends in byte %#x: want a newline", seq, ErrDamaged, line[len(line)-1])
			}
			break
		}
		if err == nil {
			err = r.check(seq)
		}
		if err == nil && l.names[r.Name] {
			err = fmt.Errorf("%s is recorded twice", r.Name)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w: %w", seq, ErrDamaged, err)
		}
		l.add(r, len(line)+1)
		content = rest
	}
	return nil
}

func (r *Record) check(seq int) error {
	if r.Seq != seq {
		return fmt.Errorf("sequence number %d: want %d", r.Seq, seq)
	}
	if r.Size < 0 {
		return fmt.Errorf("size %d: want 0 or more", r.Size)
	}
	if hash, err := hex.DecodeString(r.SHA256); err != nil || len(hash) != 32 {
		return fmt.Errorf("sha256 %q: want 64 hexadecimal digits", r.SHA256)
	}
	return checkName(r.Kind, r.Name)
}

// checkName refuses names that lead out of the folder, that other systems read
// otherwise or that the manifest needs for itself.
func checkName(kind Kind, name string) error {
	if kind == "" {
		return fmt.Errorf("%s has no kind", name)
	}
	odd := strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == 0x7f || c == '\\' || c == ':' })
	if !fs.ValidPath(name) || name == "." || odd {
		return fmt.Errorf("name %q: want a path inside the folder, with slashes", name)
	}
	if name == manifestName || name == manifestLock || strings.HasSuffix(name, partialSuffix) {
		return fmt.Errorf("name %q: reserved for the manifest", name)
	}
	return nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// crcField is what a line ends in: a last field with the checksum of all bytes
// before it.
const crcField = `,"crc32c":"%08x"}`

var crcLength = len(fmt.Sprintf(crcField, 0))

// line writes r as a line of a manifest.
func (r *Record) line() ([]byte, error) {
	object, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	open := object[:len(object)-1]
	return fmt.Appendf(open, crcField+"\n", crc32.Checksum(open, castagnoli)), nil
}

// parseRecord reads a line without its newline.
func parseRecord(line []byte) (Record, error) {
	if len(line) < crcLength {
		return Record{}, fmt.Errorf("%d bytes: too short for a record", len(line))
	}
	open, end := line[:len(line)-crcLength], line[len(line)-crcLength:]
	if want := fmt.Appendf(nil, crcField, crc32.Checksum(open, castagnoli)); !bytes.Equal(end, want) {
		return Record{}, fmt.Errorf("it ends in %q: want %q", end, want)
	}
	var r Record
	err := json.Unmarshal(line, &r)
	return r, err
}
