package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

const (
	kindShard Kind = "shard"
	kindNet   Kind = "net"
)

func open(t testing.TB, dir string) *Manifest {
	t.Helper()
	m, err := OpenManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func writing(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// second drops the value of a call whose error is wanted.
func second[T any](_ T, err error) error { return err }

func wantDamage(t *testing.T, err error, text string) {
	t.Helper()
	if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), text) {
		t.Fatalf("error %v, want damage with %q", err, text)
	}
}

// threeRecords commits three small files and returns the manifest's text.
func threeRecords(t *testing.T, dir string) (records []Record, content []byte) {
	t.Helper()
	m := open(t, dir)
	for i, name := range []string{"run.toml", "nets/00001.safetensors", "nets/old/00000.safetensors"} {
		r, err := m.Commit(kindNet, name, Facts{Generation: i, FirstGame: 1 << 63}, writing(fmt.Appendf(nil, "file %d", i)))
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		t.Fatal(err)
	}
	return records, content
}

func TestManifestRemembers(t *testing.T) {
	dir := t.TempDir()
	records, content := threeRecords(t, dir)
	m := open(t, dir)
	if got := m.Records(kindNet); !reflect.DeepEqual(got, records) {
		t.Errorf("records %+v, want %+v", got, records)
	}
	if got := m.Records(kindShard); len(got) != 0 {
		t.Errorf("shards %+v, want none", got)
	}
	for i, r := range records {
		if _, err := ReadFile(dir, r); err != nil {
			t.Error(err)
		}
		got, err := ReadFile(dir, r)
		if want := fmt.Sprintf("file %d", i); string(got) != want || err != nil {
			t.Errorf("%s holds %q, error %v, want %q", r.Name, got, err, want)
		}
	}
	// The line as a Python script makes it, with hashlib and a bitwise CRC-32C.
	const first = `{"seq":1,"kind":"net","name":"run.toml","size":6,"sha256":"4da94f7ab13842d92f35deb8983d2edfe02631ff460c4080f4733de155b57fd4","facts":{"first_game":9223372036854775808},"crc32c":"6d3b77ff"}` + "\n"
	if !bytes.HasPrefix(content, []byte(first)) {
		t.Errorf("the manifest is\n%s\nwant it to begin\n%s", content, first)
	}
}

// A crash may leave any part of the last line; the record before it stays and
// the next commit takes the place of the lost one.
func TestTornTailIsDropped(t *testing.T) {
	dir := t.TempDir()
	records, content := threeRecords(t, dir)
	start := bytes.LastIndexByte(content[:len(content)-1], '\n') + 1
	for _, tail := range []string{"", "\x00\x00\x00\x00"} {
		for cut := start; cut < len(content); cut++ {
			torn := append(bytes.Clone(content[:cut]), tail...)
			if err := os.WriteFile(filepath.Join(dir, manifestName), torn, 0o666); err != nil {
				t.Fatal(err)
			}
			if cut == len(content)-1 && tail != "" {
				continue // the whole record, then zeros: see below
			}
			if got, err := ReadManifest(dir); err != nil || !reflect.DeepEqual(got, records[:2]) {
				t.Fatalf("cut to %d bytes: %d records, error %v, want 2", cut, len(got), err)
			}
			m, err := OpenManifest(dir)
			if err != nil {
				t.Fatalf("cut to %d bytes: %v", cut, err)
			}
			if _, err := m.Commit(kindNet, records[2].Name, records[2].Facts, writing([]byte("file 2"))); err != nil {
				t.Fatal(err)
			}
			if err := m.Close(); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(filepath.Join(dir, manifestName)); err != nil || !bytes.Equal(got, content) {
				t.Fatalf("cut to %d bytes and committed again: %q, error %v, want %q", cut, got, err, content)
			}
		}
	}
}

func TestEveryFlippedByteOfAManifestIsDamage(t *testing.T) {
	dir := t.TempDir()
	_, content := threeRecords(t, dir)
	for i := range content {
		for bit := range 8 {
			content[i] ^= 1 << bit
			var l lines
			err := l.read(content)
			content[i] ^= 1 << bit
			if !errors.Is(err, ErrDamaged) {
				t.Fatalf("bit %d of byte %d flipped: %d records, error %v, want damage", bit, i, len(l.records), err)
			}
			line := bytes.Count(content[:i], []byte("\n")) + 1
			if want := fmt.Sprintf("line %d: ", line); !strings.HasPrefix(err.Error(), want) {
				t.Fatalf("bit %d of byte %d flipped: %v, want %s", bit, i, err, want)
			}
		}
	}
	content[0] ^= 1
	if err := os.WriteFile(filepath.Join(dir, manifestName), content, 0o666); err != nil {
		t.Fatal(err)
	}
	wantDamage(t, second(OpenManifest(dir)), filepath.Join(dir, manifestName)+": line 1: ")
}

// Lines with a right checksum can still be wrong.
func TestManifestLinesAreChecked(t *testing.T) {
	hash := strings.Repeat("0", 64)
	good := Record{Seq: 1, Kind: kindNet, Name: "a", SHA256: hash}
	tests := []struct {
		breaks func(r *Record)
		want   string
	}{
		{func(r *Record) { r.Seq = 2 }, "line 1: damaged: sequence number 2: want 1"},
		{func(r *Record) { r.Size = -1 }, "size -1: want 0 or more"},
		{func(r *Record) { r.SHA256 = "12" }, `sha256 "12": want 64 hexadecimal digits`},
		{func(r *Record) { r.Name = "../a" }, `name "../a": want a path inside the folder`},
	}
	for _, test := range tests {
		r := good
		test.breaks(&r)
		line, err := r.line()
		if err != nil {
			t.Fatal(err)
		}
		var l lines
		wantDamage(t, l.read(line), test.want)
	}
	again := good
	again.Seq = 2
	one, _ := good.line()
	two, _ := again.line()
	var l lines
	wantDamage(t, l.read(append(one, two...)), "line 2: damaged: a is recorded twice")
}

func TestCommitRefusesNames(t *testing.T) {
	dir := t.TempDir()
	m := open(t, dir)
	commit := func(kind Kind, name string) error {
		return second(m.Commit(kind, name, Facts{}, writing(nil)))
	}
	names := []string{"", ".", "..", "../a", "/a", "a/../b", "a//b", "a/", `a\b`, "c:a", "a\nb", "a\x00", manifestName, manifestLock, "a.partial", "\xff"}
	for _, name := range names {
		if err := commit(kindNet, name); err == nil {
			t.Errorf("committed %q", name)
		}
	}
	if err := commit("", "a"); err == nil {
		t.Errorf("committed a file without a kind")
	}
	if err := commit(kindNet, "a"); err != nil {
		t.Fatal(err)
	}
	if err := commit(kindNet, "a"); err == nil {
		t.Errorf("committed a name twice")
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	if err := commit(kindNet, "out/a"); err == nil {
		t.Errorf("committed a file outside of the folder, by a symbolic link")
	}
}

// What a crash leaves behind: a partial file goes where its folder is swept, a
// file without a record is replaced by the next commit of its name.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	threeRecords(t, dir)
	for _, name := range []string{"a.partial", "nets/b.partial", "nets/old/c.partial", "nets/00002.safetensors"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte("half"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m := open(t, dir)
	if err := m.Sweep(".", "nets", "games"); err != nil {
		t.Fatal(err)
	}
	if left := partials(t, dir); len(left) != 1 || left[0] != "nets/old/c.partial" {
		t.Errorf("sweeping left %v, want what lies in another folder and nothing else", left)
	}
	r, err := m.Commit(kindNet, "nets/00002.safetensors", Facts{}, writing([]byte("whole")))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(dir, r); string(got) != "whole" || err != nil {
		t.Errorf("the file holds %q, error %v, want the new content", got, err)
	}
}

func partials(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, partialSuffix) {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestWritersShareAManifest lets two add to one folder at once. The numbers of
// the lines have no gap, and both see all of them.
func TestWritersShareAManifest(t *testing.T) {
	const each = 40
	dir := t.TempDir()
	writers := []*Manifest{open(t, dir), open(t, dir)}
	var done sync.WaitGroup
	for w, m := range writers {
		done.Go(func() {
			for i := range each {
				name := fmt.Sprintf("%d/%d", w, i)
				r, err := m.Commit(kindShard, name, Facts{Games: i}, writing([]byte(name)))
				if err != nil || r.Name != name {
					t.Errorf("Commit of %s = %+v, %v", name, r, err)
				}
				if err := m.Refresh(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done.Wait()
	records, err := ReadManifest(dir)
	if err != nil || len(records) != 2*each {
		t.Fatalf("%d records, error %v, want %d", len(records), err, 2*each)
	}
	for _, r := range records {
		if _, err := ReadFile(dir, r); err != nil {
			t.Error(err)
		}
	}
	for w, m := range writers {
		if err := m.Refresh(); err != nil {
			t.Fatal(err)
		}
		if got := m.Records(kindShard); !slices.Equal(got, records) {
			t.Errorf("writer %d knows %+v, want %+v", w, got, records)
		}
	}
}

// TestWriterMeetsATornLine cuts a line that another writer adds, at every byte,
// as a kill does. This one cuts it off with its next look or commit.
func TestWriterMeetsATornLine(t *testing.T) {
	torn, err := (&Record{Seq: 4, Kind: kindNet, Name: "b", SHA256: strings.Repeat("0", 64)}).line()
	if err != nil {
		t.Fatal(err)
	}
	for cut := 1; cut < len(torn); cut += 3 {
		dir := t.TempDir()
		records, content := threeRecords(t, dir)
		m := open(t, dir)
		path := filepath.Join(dir, manifestName)
		if err := os.WriteFile(path, append(bytes.Clone(content), torn[:cut]...), 0o666); err != nil {
			t.Fatal(err)
		}
		if cut%2 == 0 {
			if err := m.Refresh(); err != nil {
				t.Fatalf("cut to %d bytes: %v", cut, err)
			}
			if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, content) {
				t.Fatalf("cut to %d bytes: the manifest is %q, error %v, want %q", cut, got, err, content)
			}
		}
		r, err := m.Commit(kindNet, "a", Facts{}, writing(nil))
		if err != nil || r.Seq != 4 {
			t.Fatalf("cut to %d bytes: Commit = %+v, %v", cut, r, err)
		}
		if got, err := ReadManifest(dir); err != nil || !slices.Equal(got, append(records, r)) {
			t.Fatalf("cut to %d bytes: records %+v, error %v, want three and %+v", cut, got, err, r)
		}
	}
}

// TestWriterSeesDamage has what no other writer leaves behind.
func TestWriterSeesDamage(t *testing.T) {
	for _, test := range []struct {
		now  func(content []byte) []byte
		want string
	}{
		{func(content []byte) []byte { return content[:len(content)-1] }, "were there"},
		{func(content []byte) []byte { return append(content, content...) }, "line 4: damaged: sequence number 1: want 4"},
		{func(content []byte) []byte { return append(content, "{}\n"...) }, "line 4: damaged"},
	} {
		dir := t.TempDir()
		_, content := threeRecords(t, dir)
		m := open(t, dir)
		if err := os.WriteFile(filepath.Join(dir, manifestName), test.now(content), 0o666); err != nil {
			t.Fatal(err)
		}
		wantDamage(t, m.Refresh(), test.want)
		wantDamage(t, second(m.Commit(kindNet, "a", Facts{}, writing(nil))), test.want)
	}
}

func TestReadFileFindsEveryChange(t *testing.T) {
	dir := t.TempDir()
	records, _ := threeRecords(t, dir)
	r := records[1]
	path := filepath.Join(dir, filepath.FromSlash(r.Name))
	for _, content := range []string{"", "file", "file 2", "file 11"} {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		wantDamage(t, second(ReadFile(dir, r)), r.Name)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wantDamage(t, second(ReadFile(dir, r)), "it is not there")
}

func TestRecordsOfAKindKeepTheirOrder(t *testing.T) {
	records := []Record{{Seq: 1, Kind: kindShard}, {Seq: 2, Kind: kindNet}, {Seq: 3, Kind: kindShard}}
	got := OfKind(records, kindShard)
	if want := []Record{records[0], records[2]}; !slices.Equal(got, want) {
		t.Errorf("shards %v, want %v", got, want)
	}
}
