package main

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
	"strings"
	"sync"

	"drafthorse/analysis"
	"drafthorse/cmd/internal/console"
)

// results keeps findings in a file, one a line, and finds them again by their
// keys. It is the memory of an analysis, in which a position of several games is
// searched once, and its journal: a finding is in it when its line is whole,
// newline included, and what a kill has cut short is dropped. A line is the JSON of
// an [analysis.Finding] with one field more at its end, a checksum of what stands
// before it:
//
//	{"schema":1,"fen":"W:W31...","played":"32-28",...,"crc32":"8f3a20c1"}
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
	os.Remove(f.Name()) // where an open file has to stay, close removes it
	return newResults("", f), nil
}

// openResults opens a file of findings, for adding to it or for reading only, and
// says on stderr which lines are damaged. A file of anything else is refused and
// left as it is.
func openResults(path string, adding bool, stderr io.Writer) (*results, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, console.Usage("%s is no file: want the name of one", path)
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
				return console.Usage("%s holds no findings of schema %d: want a file that --results has written, or the name of a new one", r.name, analysis.Schema)
			}
			break
		} else if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		lines++
		key, bad := keyOf(line)
		switch {
		case errors.Is(bad, analysis.ErrSchema):
			return console.Usage("%s: line %d: %w: want the name of a new file", r.name, lines, bad)
		case bad != nil && len(damaged) == mostDamaged:
			more++
		case bad != nil:
			damaged = append(damaged, fmt.Sprintf("line %d is damaged and counts for nothing: %v", lines, bad))
		default:
			d := digestOf(key)
			if _, there := r.at[d]; !there {
				r.at[d] = span{r.end, int32(length)}
				r.settings[key.Settings]++
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

// findingStart is how the line of a finding begins.
var findingStart = fmt.Sprintf(`{"schema":%d,"fen":"`, analysis.Schema)

// The end of a line: a checksum (CRC-32 of IEEE 802.3, 8 hexadecimal digits) of all
// that stands before its comma.
const (
	sumFormat = `,"crc32":"%08x"}` + "\n"
	sumLength = len(`,"crc32":"00000000"}` + "\n")
)

// lineOf returns the line of a finding.
func lineOf(f *analysis.Finding) ([]byte, error) {
	line, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	line = bytes.TrimSuffix(line, []byte("}"))
	return fmt.Appendf(line, sumFormat, crc32.ChecksumIEEE(line)), nil
}

// keyOf returns the key of the finding in a line with a true checksum.
func keyOf(line []byte) (analysis.Key, error) {
	body := line[:max(0, len(line)-sumLength)]
	if len(body) == 0 || string(line[len(body):]) != fmt.Sprintf(sumFormat, crc32.ChecksumIEEE(body)) {
		return analysis.Key{}, errors.New("it does not end in its checksum")
	}
	return analysis.ParseKey(line)
}

func digestOf(k analysis.Key) digest {
	h := sha256.New()
	fmt.Fprintf(h, "%d %d %d %d %d %q %q %d", k.Position.Pieces(), k.Position.Turn(), k.Draws, k.History, k.Played, k.Net, k.Tables, k.Limits)
	return digest(h.Sum(nil)[:16])
}

// errMissing is the error of find for what is not there and may not be searched.
var errMissing = errors.New("there is no such finding")

// find returns the finding of a key. What is not there it has search find, once
// for all goroutines that ask for it, and keeps. With a nil search that is
// errMissing.
func (r *results) find(k analysis.Key, search func() analysis.Finding) (analysis.Finding, error) {
	d := digestOf(k)
	for {
		r.mu.Lock()
		at, there := r.at[d]
		wait, waits := r.flying[d]
		failed := r.failed
		if !there && !waits && search != nil {
			r.flying[d] = make(chan struct{})
		}
		r.mu.Unlock()
		switch {
		case there:
			f, err := r.read(at)
			if err == nil && f.Key == k {
				r.countKnown(at)
				return f, nil
			}
			if _, ok := errors.AsType[*os.PathError](err); ok {
				return f, err
			}
			r.forget(d)
		case waits:
			<-wait
		case failed != nil:
			return analysis.Finding{}, failed
		case search == nil:
			return analysis.Finding{}, errMissing
		default:
			f := search()
			return f, r.add(d, &f)
		}
	}
}

func (r *results) read(at span) (f analysis.Finding, err error) {
	line := make([]byte, at.length)
	if _, err := r.file.ReadAt(line, at.offset); err != nil {
		return f, err
	}
	return f, json.Unmarshal(line, &f)
}

func (r *results) countKnown(at span) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at.offset < r.earlier {
		r.known++
	} else {
		r.repeated++
	}
}

// forget gives up a line that is of no use, though its checksum is true.
func (r *results) forget(d digest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.at, d)
}

// add appends what was found and tells those who wait for it.
func (r *results) add(d digest, f *analysis.Finding) error {
	line, err := lineOf(f)
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
		r.searched++
	}
	r.failed = err
	close(r.flying[d])
	delete(r.flying, d)
	return err
}

// empty reports whether nothing was found.
func (r *results) empty() bool { return len(r.at) == 0 }

// close sees to it that what was added is on the disk.
func (r *results) close() error {
	if r.name == "" {
		err := r.file.Close()
		os.Remove(r.file.Name())
		return err
	}
	var err error
	if r.end > r.earlier {
		err = r.file.Sync()
	}
	return errors.Join(err, r.file.Close())
}
