package pdnfiles

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// opened is what Files gives for a file: its text as far as it can be read, and
// the error that opening or reading it gave.
type opened struct {
	name, text, err string
}

func readAll(args []string, stdin io.Reader) []opened {
	var all []opened
	for f, err := range Files(args, stdin) {
		got := opened{name: f.Name}
		if err == nil {
			var text []byte
			text, err = io.ReadAll(f)
			got.text = string(text)
		}
		if err != nil {
			got.err = err.Error()
		}
		all = append(all, got)
	}
	return all
}

// check compares what Files gives with what is wanted; of an error, want has
// some of its words.
func check(t *testing.T, got, want []opened) {
	t.Helper()
	same := func(a, b opened) bool {
		return a.name == b.name && a.text == b.text && strings.Contains(a.err, b.err) && (a.err == "") == (b.err == "")
	}
	if !slices.EqualFunc(got, want, same) {
		t.Errorf("Files gives\n%q\nwant\n%q", got, want)
	}
}

func compress(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// entry is a name in an archive and its text.
type entry struct{ name, text string }

func archive(t *testing.T, entries ...entry) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		f, err := w.Create(e.name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, e.text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// write makes a file below dir and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	pdn := write(t, dir, "a.pdn", "A")
	other := write(t, dir, "b.txt", "B")
	packed := write(t, dir, "c.PDN.GZ", compress("C1")+compress("C2"))
	unnamed := write(t, dir, "d.pdn", compress("D"))
	zipped := write(t, dir, "e.zip", archive(t, entry{"z/1.pdn", "E1"}, entry{"readme.txt", "no"}, entry{"z/", ""},
		entry{"__MACOSX/._1.pdn", "no"}, entry{".git/1.pdn", "no"}, entry{"0.pdn.gz", compress("E2")}))
	empty := write(t, dir, "f.pdn", "")
	args := []string{zipped, pdn, "-", other, packed, unnamed, empty}
	check(t, readAll(args, strings.NewReader("IN")), []opened{
		{zipped + "/z/1.pdn", "E1", ""},
		{zipped + "/0.pdn.gz", "E2", ""},
		{pdn, "A", ""},
		{"standard input", "IN", ""},
		{other, "B", ""},
		{packed, "C1C2", ""},
		{unnamed, "D", ""},
		{empty, "", ""},
	})
	check(t, readAll([]string{"-"}, strings.NewReader(compress("IN"))), []opened{{"standard input", "IN", ""}})
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	outside := write(t, t.TempDir(), "outside.pdn", "O")
	write(t, dir, "b/2.pdn", "B2")
	write(t, dir, "b/1.pdn.gz", compress("B1"))
	write(t, dir, "b/notes.txt", "no")
	write(t, dir, "b/.1.pdn.swp", "no")
	write(t, dir, ".git/x.pdn", "no")
	write(t, dir, "a.zip", archive(t, entry{"a.pdn", "A"}))
	write(t, dir, "photos.zip", archive(t, entry{"a.jpg", "no"}))
	write(t, dir, "c.pdn", "C")
	for link, to := range map[string]string{
		"inside.pdn": "c.pdn", "loop": ".", "out.pdn": outside, "nowhere.pdn": "missing.pdn", "up.pdn": "../x.pdn", "round.pdn": "round.pdn",
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	check(t, readAll([]string{dir}, nil), []opened{
		{in("a.zip") + "/a.pdn", "A", ""},
		{in("b/1.pdn.gz"), "B1", ""},
		{in("b/2.pdn"), "B2", ""},
		{in("c.pdn"), "C", ""},
		{in("nowhere.pdn"), "", "symbolic link to a file that is not there"},
		{in("out.pdn"), "", "symbolic link that leads out of the folder"},
		{in("round.pdn"), "", "too many levels of symbolic links"},
		{in("up.pdn"), "", "symbolic link to a file that is not there"},
	})
	// A link that is named is followed.
	check(t, readAll([]string{in("out.pdn")}, nil), []opened{{in("out.pdn"), "O", ""}})
	check(t, readAll([]string{in("loop/b")}, nil), []opened{{in("loop/b/1.pdn.gz"), "B1", ""}, {in("loop/b/2.pdn"), "B2", ""}})
}

func TestWhatCannotBeOpened(t *testing.T) {
	dir := t.TempDir()
	whole := archive(t, entry{"1.pdn", strings.Repeat("text ", 1000)})
	locked := []byte(archive(t, entry{"1.pdn", "secret"}))
	// The flags stand 8 bytes behind the signature of the entry's record in the
	// directory, by the format's description (APPNOTE.TXT, 4.3.12).
	locked[bytes.Index(locked, []byte("PK\x01\x02"))+8] |= 1
	for _, c := range []struct{ name, content, inner, err string }{
		{"missing.pdn", "", "", "no such file"},
		{"prose.gz", "not compressed", "", "the gzip stream is damaged"},
		{"empty.gz", "", "", "the gzip stream is damaged"},
		{"prose.zip", "not an archive", "", "the zip archive is damaged"},
		{"cut.zip", whole[:len(whole)-30], "", "the zip archive is damaged"},
		{"nothing.zip", archive(t), "", "there is no PDN file in it"},
		{"photos.zip", archive(t, entry{"a.jpg", "x"}), "", "there is no PDN file in it"},
		{"locked.zip", string(locked), "/1.pdn", "encrypted"},
		{"named.pdn", whole, "", "a zip archive"},
	} {
		path := filepath.Join(dir, c.name)
		if c.name != "missing.pdn" {
			write(t, dir, c.name, c.content)
		}
		good := write(t, dir, "good.pdn", "G")
		check(t, readAll([]string{path, good}, nil), []opened{{path + c.inner, "", c.err}, {good, "G", ""}})
	}
	none := filepath.Join(dir, "none")
	write(t, none, "notes.txt", "no")
	check(t, readAll([]string{none}, nil), []opened{{none, "", "there is no PDN file in it"}})
}

// What stands before the damage is kept, and what follows the damaged file.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	good := write(t, dir, "good.pdn", "G")
	text := strings.Repeat("1. 32-28 19-23 ", 10_000)

	packed := compress(text)
	cut := write(t, dir, "cut.pdn.gz", packed[:len(packed)-20])
	got := readAll([]string{cut, good}, nil)
	if len(got[0].text) < len(text)/2 || !strings.HasPrefix(text, got[0].text) {
		t.Errorf("%d bytes of the %d before the damage are kept", len(got[0].text), len(text))
	}
	got[0].text = ""
	check(t, got, []opened{{cut, "", "the gzip stream is damaged: unexpected EOF"}, {good, "G", ""}})

	flipped := []byte(packed)
	flipped[len(flipped)-5] ^= 1 // of the checksum
	wrong := write(t, dir, "wrong.pdn.gz", string(flipped))
	check(t, readAll([]string{wrong, good}, nil), []opened{{wrong, text, "the gzip stream is damaged: gzip: invalid checksum"}, {good, "G", ""}})

	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{"1.pdn", "2.pdn"} {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, "ENTRY "+name)
	}
	w.Close()
	zipped := write(t, dir, "z.zip", strings.Replace(b.String(), "ENTRY 1", "ENTRY !", 1))
	check(t, readAll([]string{zipped, good}, nil), []opened{
		{zipped + "/1.pdn", "ENTRY !.pdn", "the zip archive is damaged: zip: checksum error"},
		{zipped + "/2.pdn", "ENTRY 2.pdn", ""},
		{good, "G", ""},
	})
}

// A name in an archive is a text to show. It opens nothing and makes nothing.
func TestHostileNames(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "dir")
	write(t, parent, "x.pdn", "outside")
	long := strings.Repeat("n", 60_000) + ".pdn"
	names := []string{"../x.pdn", filepath.Join(parent, "x.pdn"), `..\x.pdn`, `C:\x.pdn`, "nul\x00.pdn", "\x1b[2J\n.pdn", "\xff\xfe.pdn", "//./x.pdn", long}
	var entries []entry
	var want []opened
	path := filepath.Join(dir, "a.zip")
	for _, name := range names {
		entries = append(entries, entry{name, "inside"})
		want = append(want, opened{path + "/" + name[:min(len(name), 256)], "inside", ""})
	}
	write(t, dir, "a.zip", archive(t, entries...))
	check(t, readAll([]string{dir}, nil), want)
	var found []string
	filepath.WalkDir(parent, func(path string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			found = append(found, path)
		}
		return err
	})
	if want := []string{path, filepath.Join(parent, "x.pdn")}; !slices.Equal(found, want) {
		t.Errorf("on the disk are %q, want %q", found, want)
	}
}

func TestFilesStops(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.zip", archive(t, entry{"1.pdn", ""}, entry{"2.pdn", ""}))
	write(t, dir, "b.pdn", "")
	for most := 1; most <= 5; most++ {
		n := 0
		for range Files([]string{dir, "missing", dir}, nil) {
			if n++; n == most {
				break
			}
		}
		if n != most {
			t.Errorf("%d files, want to stop after %d", n, most)
		}
	}
}

func TestHolds(t *testing.T) {
	dir := t.TempDir()
	in := write(t, dir, "sub/in.pdn", "")
	beside := write(t, dir, "sub/in.txt", "")
	link := filepath.Join(dir, "link.pdn")
	if err := os.Link(in, link); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		arg, path string
		want      bool
	}{
		{in, in, true}, {link, in, true}, {beside, in, false}, {beside, beside, true},
		{dir, in, true}, {dir, link, true}, {dir, beside, false}, {"missing", in, false}, {"-", in, false},
	} {
		info, err := os.Stat(c.path)
		if err != nil {
			t.Fatal(err)
		}
		if got := Holds(c.arg, info); got != c.want {
			t.Errorf("Holds(%s, %s) = %v", c.arg, c.path, got)
		}
	}
}
