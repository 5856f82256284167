package pdnfiles

import (
	"archive/zip"
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// besides are files that stand beside records, and what is said of them: the words of
// an error, or nothing.
func besides(t *testing.T) map[string]entry {
	const record = "[Event \"x\"]\n[White \"y\"]\n\n1. 32-28 19-23 *\n"
	wide := "\xff\xfe"
	for _, c := range record {
		wide += string([]byte{byte(c), 0})
	}
	return map[string]entry{
		"inner.ZIP":      {archive(t, entry{"a.pdn", record}), "an archive within"},
		"games.txt":      {"games of our club\r\n\r\n" + record, "looks like game records"},
		"x.pgn":          {record, "looks like game records"},
		"lower.fen":      {`  [fen "W:W31:B1"]`, "looks like game records"},
		"wide.txt":       {wide, "looks like game records"},
		"curly.md":       {"# Games\n[White “A”] 1. 32-28 *", "looks like game records"},
		"moves":          {"Jansen - Pietersen\n  1. 33-28 18-23\n", "looks like game records"},
		"joined.log":     {"1.3228 1923", "looks like game records"},
		"old.pdn.bak":    {record, "looks like game records"},
		"games.pdn.bz2":  {"BZh91AY&SY", "an archive within"},
		"games.7z":       {"7z\xbc\xaf\x27\x1c\x00\x04", "an archive within"},
		"games.rar":      {"Rar!\x1a\x07\x01\x00", "an archive within"},
		"games.pdn.xz":   {"\xfd7zXZ\x00\x00", "an archive within"},
		"backup.tgz":     {compress(record), "an archive within"},
		"backup.tar":     {"a.pdn" + strings.Repeat("\x00", 252) + "ustar\x0000" + strings.Repeat("\x00", 300), "an archive within"},
		"readme.txt":     {"Our games. The first was won by 2-0 on 12.5.2024.\n1. Jansen 2. Pietersen\n", ""},
		"photo.jpg":      {"\xff\xd8\xff\xe0\x00\x10JFIF", ""},
		"letter.docx":    {archive(t, entry{"word/document.xml", "<w/>"}), ""},
		"moves.csv":      {"file,game,ply,move\nclub.pdn,1,1,32-28\n", ""},
		"notes.md":       {"See [the rules](rules.md) and [Event list] of 1. May.", ""},
		"empty":          {"", ""},
		".hidden.txt":    {record, ""},
		"sub/.git/x.txt": {record, ""},
	}
}

// In a folder and in an archive, what may hold games and is not read is named.
func TestUnread(t *testing.T) {
	dir := t.TempDir()
	var entries []entry
	want := map[string]string{"good.pdn": ""}
	for name, e := range besides(t) {
		write(t, dir, name, e.name)
		entries = append(entries, entry{name, e.name})
		if e.text != "" {
			want[name] = e.text
		}
	}
	write(t, dir, "good.pdn", "G")
	entries = append(entries, entry{"good.pdn", "G"})
	zipped := write(t, t.TempDir(), "all.zip", archive(t, entries...))
	for _, where := range []string{dir, zipped} {
		expected := map[string]string{}
		for name, words := range want {
			expected[where+"/"+name] = words
		}
		if where == dir { // read, as all archives in a folder
			delete(expected, where+"/inner.ZIP")
			expected[where+"/inner.ZIP/a.pdn"] = ""
		}
		for _, got := range readAll([]string{where}, nil) {
			name := filepath.ToSlash(got.name)
			words, ok := expected[name]
			if !ok || (got.err == "") != (words == "") || !strings.Contains(got.err, words) {
				t.Errorf("%s: error %q, want %q (expected: %v)", name, got.err, words, ok)
			}
			delete(expected, name)
		}
		for name := range expected {
			t.Errorf("nothing is said of %s", name)
		}
	}
}

// What is named by itself is read whatever its name is.
func TestUnreadByName(t *testing.T) {
	path := write(t, t.TempDir(), "games.txt", "1. 32-28 *")
	check(t, readAll([]string{path}, nil), []opened{{path, "1. 32-28 *", ""}})
}

func TestTwiceCompressed(t *testing.T) {
	dir := t.TempDir()
	twice := write(t, dir, "a.pdn.gz", compress(compress("A")))
	packed := write(t, dir, "b.zip.gz", compress(archive(t, entry{"b.pdn", "B"})))
	check(t, readAll([]string{twice, packed}, nil), []opened{{twice, "", "compressed, too"}, {packed, "", "compressed, too"}})
}

// However an archive is cut, it is not read as an archive that lies in it.
func TestCutArchive(t *testing.T) {
	inner := archive(t, entry{"inside.pdn", "I"})
	store := func(entries ...entry) string {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for _, e := range entries {
			f, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Store})
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(f, e.text)
		}
		w.Close()
		return b.String()
	}
	dir := t.TempDir()
	padded := write(t, dir, "padded.zip", inner+"\r\n\x00\x00")
	check(t, readAll([]string{padded}, nil), []opened{{padded + "/inside.pdn", "I", ""}})
	for name, outer := range map[string]string{
		"last":   store(entry{"a.pdn", "A"}, entry{"inner.zip", inner}),
		"first":  store(entry{"inner.zip", inner}, entry{"a.pdn", "A"}),
		"empty":  store(entry{"inner.zip", archive(t)}, entry{"a.pdn", "A"}),
		"joined": archive(t, entry{"a.pdn", "A"}) + inner + " ",
	} {
		most := len(outer)
		if name == "joined" { // what is left of the second must be known for an archive
			most = len(inner) + 1 - len(localRecord)
		}
		for cut := 1; cut < most; cut++ {
			path := write(t, dir, name+".zip", outer[:len(outer)-cut])
			got := readAll([]string{path}, nil)
			if len(got) == 0 || got[0].err == "" {
				t.Fatalf("%s, cut by %d of %d bytes, is read as %q", name, cut, len(outer), got)
			}
		}
	}
}
