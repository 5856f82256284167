package datasets

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// ErrDamaged is wrapped by every error about bytes that are not what was
// written: a record of a manifest, a file that differs from its record, a value
// in a shard that this package would not have written.
var ErrDamaged = errors.New("damaged")

// Kind says what a recorded file is. Other packages may add their own.
type Kind string

const (
	KindShard Kind = "shard"
	KindNet   Kind = "net"
)

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
}

const manifestName = "MANIFEST"

// partialSuffix marks a file that is being written, or was when a crash came.
const partialSuffix = ".partial"

// Manifest is the list of the files that exist in a folder. One Manifest at a
// time may be open for a folder; the caller holds a lock for it.
type Manifest struct {
	dir     string
	disk    disk
	file    file
	size    int64 // of MANIFEST, as far as it is good
	records []Record
	names   map[string]bool
	folders map[string]bool // known to be on the disk
	broken  error           // of an append; it ends the manifest's use
}

// OpenManifest opens the manifest of a folder for adding to it and makes it if
// there is none. It drops a last line that a crash has cut and removes the files
// that were being written beside recorded ones.
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
	records, size, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	m := &Manifest{
		dir: dir, disk: d, size: size, records: records,
		names: make(map[string]bool), folders: make(map[string]bool),
	}
	for _, r := range records {
		m.names[r.Name] = true
	}
	if m.file, err = d.appendTo(manifestName); err != nil {
		return nil, err
	}
	if err := m.settle(); err != nil {
		return nil, errors.Join(err, m.file.Close())
	}
	return m, nil
}

// settle leaves on the disk just what the records say.
func (m *Manifest) settle() error {
	if err := m.file.Truncate(m.size); err != nil {
		return err
	}
	if err := m.file.Sync(); err != nil {
		return err
	}
	if err := m.disk.syncFolder("."); err != nil {
		return err
	}
	return m.sweep()
}

// sweep removes what was being written, in the folders of recorded files only:
// elsewhere a file of such a name may be somebody's own.
func (m *Manifest) sweep() error {
	folders := make(map[string]bool)
	for _, r := range m.records {
		folders[path.Dir(r.Name)] = true
	}
	for folder := range folders {
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

// Records returns the records of a kind in the order of their commits.
func (m *Manifest) Records(kind Kind) []Record {
	return OfKind(m.records, kind)
}

// ReadManifest returns the records of a folder's manifest, none if there is no
// manifest. It changes nothing, so it may be called while another process
// commits; a line that is just being appended is not seen yet.
func ReadManifest(dir string) ([]Record, error) {
	records, _, err := readManifest(dir)
	return records, err
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

func readManifest(dir string) (records []Record, size int64, err error) {
	path := filepath.Join(dir, manifestName)
	content, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, 0, err
	}
	records, good, err := replay(content)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	return records, int64(good), nil
}

// replay reads the lines of a manifest. The first good bytes hold the records;
// what follows is a line that was not written to its end.
func replay(content []byte) (records []Record, good int, err error) {
	seen := make(map[string]bool)
	for good < len(content) {
		seq := len(records) + 1
		line, _, whole := bytes.Cut(content[good:], []byte("\n"))
		r, err := parseRecord(line)
		if !whole {
			// A cut line is a part of a record, or the whole of one. If it is one
			// and a byte more, that byte has been the newline.
			if _, err := parseRecord(line[:len(line)-1]); err == nil {
				return nil, 0, fmt.Errorf("line %d: %w: it ends in byte %#x: want a newline", seq, ErrDamaged, line[len(line)-1])
			}
			break
		}
		if err == nil {
			err = r.check(seq)
		}
		if err == nil && seen[r.Name] {
			err = fmt.Errorf("%s is recorded twice", r.Name)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w: %w", seq, ErrDamaged, err)
		}
		seen[r.Name] = true
		records = append(records, r)
		good += len(line) + 1
	}
	return records, good, nil
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
	if name == manifestName || strings.HasSuffix(name, partialSuffix) {
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
