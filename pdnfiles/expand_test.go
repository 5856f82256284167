package pdnfiles

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// blanks gives n blanks, of which deflate makes a thousandth.
func blanks(n int64) io.Reader { return io.LimitReader(nothing{}, n) }

type nothing struct{}

func (nothing) Read(p []byte) (int, error) {
	copy(p, bytes.Repeat([]byte{' '}, len(p)))
	return len(p), nil
}

// bombs are 64 MiB of blanks in each kind of compressed file.
func bombs(t *testing.T) map[string]string {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	io.Copy(w, blanks(64<<20))
	w.Close()
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	f, err := z.Create("in.pdn")
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(f, blanks(64<<20))
	if f, err = z.Create("in.pdn.gz"); err != nil {
		t.Fatal(err)
	}
	f.Write(packed.Bytes())
	z.Close()
	return map[string]string{"bomb.pdn.gz": packed.String(), "bomb.zip": archive.String()}
}

func TestBombs(t *testing.T) {
	dir := t.TempDir()
	for name, content := range bombs(t) {
		path := write(t, dir, name, content)
		for f, err := range Files([]string{path}, nil) {
			if err != nil {
				t.Fatal(err)
			}
			n, err := io.Copy(io.Discard, f)
			if !errors.Is(err, errRatio) || n < freeSize || n > 2*maxRatio*int64(len(content)) {
				t.Errorf("%s: %d bytes of %d packed ones, error %v", f.Name, n, len(content), err)
			}
		}
		good := write(t, dir, "good.pdn", "G")
		got := readAll([]string{path, good}, nil)
		if last := got[len(got)-1]; last != (opened{good, "G", ""}) {
			t.Errorf("behind %s: %q", name, last)
		}
	}
}

// Real collections stay far from the bounds; a small file may repeat itself.
func TestWhatIsNoBomb(t *testing.T) {
	dir := t.TempDir()
	var games strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&games, "[Event \"Club evening\"]\n[Round \"%d\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1\n\n", i)
	}
	for name, text := range map[string]string{"games": games.String(), "same": strings.Repeat("1. 32-28 *\n", 90_000)} {
		packed := write(t, dir, name+".pdn.gz", compress(text))
		zipped := write(t, dir, name+".zip", archive(t, entry{"in.pdn", text}))
		check(t, readAll([]string{packed, zipped}, nil), []opened{{packed, text, ""}, {zipped + "/in.pdn", text, ""}})
	}
}

func TestTotal(t *testing.T) {
	left := int64(10)
	read := func(text string) (string, error) {
		got, err := io.ReadAll(&expansion{r: strings.NewReader(text), packed: func() int64 { return 1 }, left: &left})
		return string(got), err
	}
	for _, want := range []error{nil, nil, errTotal, errTotal} {
		if got, err := read("four"); err != want {
			t.Errorf("read %q, error %v, want %v", got, err, want)
		}
	}
}

// Entries that share their bytes would multiply what an archive holds.
func TestOverlappingEntries(t *testing.T) {
	var numbers strings.Builder
	for i := range 10_000 {
		fmt.Fprint(&numbers, i*i, " ")
	}
	text := []byte(archive(t, entry{"1.pdn", numbers.String()}))
	// One record of the directory, many times: its bytes stand between the
	// offset and the end record, which names their number and size (APPNOTE.TXT,
	// 4.3.16).
	end := bytes.LastIndex(text, []byte("PK\x05\x06"))
	from := int(binary.LittleEndian.Uint32(text[end+16:]))
	const n = 1000
	overlapping := bytes.Repeat(text[from:end], n)
	tail := bytes.Clone(text[end:])
	binary.LittleEndian.PutUint16(tail[8:], n)
	binary.LittleEndian.PutUint16(tail[10:], n)
	binary.LittleEndian.PutUint32(tail[12:], uint32(len(overlapping)))
	path := write(t, t.TempDir(), "a.zip", string(text[:from])+string(overlapping)+string(tail))
	check(t, readAll([]string{path}, nil), []opened{{path, "", "they overlap"}})
}

// A long list of names is refused before it is in memory.
func TestLongDirectory(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	long := strings.Repeat("n", 60_000)
	for i := range 200 {
		if _, err := w.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("%s%d.pdn", long, i), Method: zip.Store}); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	path := write(t, t.TempDir(), "a.zip", b.String())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	check(t, readAll([]string{path}, nil), []opened{{path, "", "larger than 8 MiB"}})
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 40<<20 {
		t.Errorf("%d bytes were allocated for a directory of %d", got, b.Len())
	}
}
