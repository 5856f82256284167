package annotate

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"drafthorse/analysis"
	"drafthorse/internal/fault"
	"drafthorse/store"
)

// results keeps findings and solutions of puzzles in a file, one a line, and finds
// them again by their keys. It is the memory of an analysis, in which a position of
// several games is searched once, and its journal: a finding is in it when its line
// is whole, newline included, and what a kill has cut short is dropped. A line is the
// JSON of an [analysis.Finding] or [analysis.Solution] with one field more at its end,
// a checksum of what stands before it:
//
//	{"schema":1,"fen":"W:W31...","played":"32-28",...,"crc32":"8f3a20c1"}
//	{"schema":1,"puzzle":"W:W31...","net":...,"crc32":"1b0c77e2"}
//
// The findings stay in the file. In memory a position has some 60 bytes, whatever
// was found. Any number of goroutines may ask.
type results struct {
	name     string // for a person; "" if the file goes with the process
	file     *os.File
	adding   bool
	settings map[analysis.Settings]int // of the lines that were there when it was opened, and how many
	earlier  int64                     // their bytes

	mu     sync.Mutex
	at     map[digest]span
	flying map[digest]chan struct{} // searched now; closed when that is done
	end    int64
	failed error // of writing: no more is written
	tally
}

// tally is where findings came from.
type tally struct {
	searched int // by this process
	known    int // in the file when it was opened
	repeated int // searched by this process earlier
}

type digest [16]byte

type span struct {
	offset int64
	length int32
}

// longestLine is more than any finding takes: 128 moves have some 30 KB.
const longestLine = 1 << 20

// mostDamaged is how many damaged lines are told one by one.
const mostDamaged = 5

func newResults(name string, f *os.File) *results {
	return &results{
		name: name, file: f, settings: map[analysis.Settings]int{},
		at: map[digest]span{}, flying: map[digest]chan struct{}{},
	}
}

// passingResults returns results in a file without a name, which goes with the
// process.
func passingResults() (*results, error) {
	f, err := os.CreateTemp("", "drafthorse-*.jsonl")
	if err != nil {
		return nil, fmt.Errorf("keeping findings: %w", err)
	}
	return newResults("", f), os.Remove(f.Name())
}

// openResults opens a file of findings, for adding to it or for reading only, and
// says on stderr which lines are damaged. A file of anything else is refused and
// left as it is.
func openResults(path string, adding bool, stderr io.Writer) (*results, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fault.Usage("%s is no file: want the name of one", path)
	}
	flags := os.O_RDONLY
	if adding {
		flags = os.O_RDWR | os.O_CREATE | os.O_APPEND
	}
	f, err := os.OpenFile(path, flags, 0o666)
	if err != nil {
		return nil, err
	}
	r := newResults(path, f)
	r.adding = adding
	err = r.load(stderr)
	if err == nil && adding {
		err = f.Truncate(r.end)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return r, nil
}

// load takes up the lines of the file up to its last newline.
func (r *results) load(stderr io.Writer) error {
	in := bufio.NewReaderSize(r.file, longestLine)
	lines, more, alike := 0, 0, false
	var damaged []string
	for {
		line, err := in.ReadSlice('\n')
		start := string(line[:min(len(line), len(findingStart))])
		alike = alike || start != "" && strings.HasPrefix(findingStart, start)
		length := int64(len(line))
		for err == bufio.ErrBufferFull {
			line = nil // no finding
			var more []byte
			more, err = in.ReadSlice('\n')
			length += int64(len(more))
		}
		if err == io.EOF {
			empty := lines == 0 && length == 0
			if len(r.at) == 0 && !alike && !empty {
				return fault.Usage("%s holds no findings of schema %d: want a file that --results has written, or the name of a new one", r.name, analysis.Schema)
			}
			break
		} else if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		lines++
		d, by, bad := keyOf(line)
		switch {
		case errors.Is(bad, analysis.ErrSchema):
			return fault.Usage("%s: line %d: %w: want the name of a new file", r.name, lines, bad)
		case bad != nil && len(damaged) == mostDamaged:
			more++
		case bad != nil:
			damaged = append(damaged, fmt.Sprintf("line %d is damaged and counts for nothing: %v", lines, bad))
		default:
			if _, there := r.at[d]; !there {
				r.at[d] = span{r.end, int32(length)}
				if by != nil {
					r.settings[*by]++
				}
			}
		}
		r.end += length
	}
	if more > 0 {
		damaged = append(damaged, fmt.Sprintf("%d more lines are damaged", more))
	}
	for _, text := range damaged {
		fmt.Fprintf(stderr, "warning: %s: %s\n", printable(r.name), printable(text))
	}
	r.earlier = r.end
	return nil
}

// How the lines of a finding and of a solution begin. The first line of a file is
// that of a finding.
var (
	findingStart  = fmt.Sprintf(`{"schema":%d,"fen":"`, analysis.Schema)
	solutionStart = fmt.Sprintf(`{"schema":%d,"puzzle":"`, analysis.Schema)
)

// The end of a line: a checksum (CRC-32 of IEEE 802.3, 8 hexadecimal digits) of all
// that stands before its comma.
const (
	sumFormat = `,"crc32":"%08x"}` + "\n"
	sumLength = len(`,"crc32":"00000000"}` + "\n")
)

// lineOf returns the line of a finding or solution.
func lineOf(v any) ([]byte, error) {
	line, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	line = bytes.TrimSuffix(line, []byte("}"))
	return fmt.Appendf(line, sumFormat, crc32.ChecksumIEEE(line)), nil
}

// keyOf returns the digest of the key in a line with a true checksum, and the
// settings if it is a finding's.
func keyOf(line []byte) (digest, *analysis.Settings, error) {
	body := line[:max(0, len(line)-sumLength)]
	if len(body) == 0 || string(line[len(body):]) != fmt.Sprintf(sumFormat, crc32.ChecksumIEEE(body)) {
		return digest{}, nil, errors.New("it does not end in its checksum")
	}
	if bytes.HasPrefix(line, []byte(solutionStart)) {
		key, err := analysis.ParseSolutionKey(line)
		return digestOfSolution(key), nil, err
	}
	key, err := analysis.ParseKey(line)
	return digestOf(key), &key.Settings, err
}

func digestOf(k analysis.Key) digest {
	h := sha256.New()
	fmt.Fprintf(h, "%d %d %d %d %d %q %q %d", k.Position.Pieces(), k.Position.Turn(), k.Draws, k.History, k.Played, k.Net, k.Tables, k.Limits)
	return digest(h.Sum(nil)[:16])
}

func digestOfSolution(k analysis.SolutionKey) digest {
	h := sha256.New()
	fmt.Fprintf(h, "solution %d %d %q %q %d", k.Position.Pieces(), k.Position.Turn(), k.Net, k.Tables, k.Nodes)
	return digest(h.Sum(nil)[:16])
}

// errMissing is the error of what is not there and may not be searched.
var errMissing = errors.New("there is no such finding")

// find returns the finding of a key. What is not there it has search find, once
// for all goroutines that ask for it, and keeps. With a nil search that is
// errMissing.
func (r *results) find(k analysis.Key, search func() analysis.Finding) (analysis.Finding, error) {
	var made func() (analysis.Finding, error)
	if search != nil {
		made = func() (analysis.Finding, error) { return search(), nil }
	}
	f, offset, err := recall(r, digestOf(k), func(f analysis.Finding) bool { return f.Key == k }, made)
	if err == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		switch {
		case offset == madeNow:
			r.searched++
		case offset < r.earlier:
			r.known++
		default:
			r.repeated++
		}
	}
	return f, err
}

// solution returns the solution of a key, as find does a finding. What solve
// returns with an error is not kept.
func (r *results) solution(k analysis.SolutionKey, solve func() (analysis.Solution, error)) (analysis.Solution, error) {
	s, _, err := recall(r, digestOfSolution(k), func(s analysis.Solution) bool { return s.SolutionKey == k }, solve)
	return s, err
}

// madeNow is the offset of what was not in the file.
const madeNow = -1

// recall returns what the file has under a digest, if it is the same as wanted, and
// its offset. What is not there it has made, once for all goroutines that ask for
// it, and keeps.
func recall[T any](r *results, d digest, same func(T) bool, made func() (T, error)) (v T, offset int64, err error) {
	for {
		r.mu.Lock()
		at, there := r.at[d]
		wait, waits := r.flying[d]
		failed := r.failed
		if !there && !waits && failed == nil && made != nil {
			r.flying[d] = make(chan struct{})
		}
		r.mu.Unlock()
		switch {
		case there:
			var v T
			err := r.read(at, &v)
			if err == nil && same(v) {
				return v, at.offset, nil
			}
			if _, ok := errors.AsType[*os.PathError](err); ok {
				return v, 0, err
			}
			r.forget(d)
		case waits:
			<-wait
		case failed != nil:
			return v, 0, failed
		case made == nil:
			return v, 0, errMissing
		default:
			v, err := made()
			if err != nil {
				r.land(d)
				return v, 0, err
			}
			return v, madeNow, r.add(d, v)
		}
	}
}

func (r *results) read(at span, v any) error {
	line := make([]byte, at.length)
	if _, err := r.file.ReadAt(line, at.offset); err != nil {
		return err
	}
	return json.Unmarshal(line, v)
}

// forget gives up a line that is of no use, though its checksum is true.
func (r *results) forget(d digest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.at, d)
}

// add appends what was found and tells those who wait for it.
func (r *results) add(d digest, v any) error {
	defer r.land(d)
	line, err := lineOf(v)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		err = r.failed
	}
	if err == nil {
		if _, err = r.file.Write(line); err != nil && r.name == "" {
			err = fmt.Errorf("keeping findings: %w", err)
		}
	}
	if err == nil {
		r.at[d] = span{r.end, int32(len(line))}
		r.end += int64(len(line))
	}
	r.failed = err
	return err
}

// land tells those who wait for a digest to look again.
func (r *results) land(d digest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.flying[d])
	delete(r.flying, d)
}

// empty reports whether nothing was found.
func (r *results) empty() bool { return len(r.at) == 0 }

// close sees to it that what was added is on the disk.
func (r *results) close() error {
	if r.name == "" {
		return r.file.Close()
	}
	var err error
	if r.end > r.earlier {
		err = errors.Join(r.file.Sync(), store.SyncFolder(filepath.Dir(r.name)))
	}
	return errors.Join(err, r.file.Close())
}
