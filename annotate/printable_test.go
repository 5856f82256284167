package annotate

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// Names of files may hold any bytes. In JSON each stays another one, and shows them as
// the tables do.
func TestNamesThatAreNoText(t *testing.T) {
	for name, want := range map[string]string{
		"café.pdn": "café.pdn", "caf\xe9.pdn": `caf\xe9.pdn`, "\xff\xc3\xa9\ufffd\x80": `\xffé` + "\ufffd" + `\x80`,
	} {
		if got := inUTF8(name); got != want || !utf8.ValidString(got) {
			t.Errorf("inUTF8(%q) = %q, want %q", name, got, want)
		}
	}
	dir := t.TempDir()
	for _, name := range []string{"caf\xe8.pdn", "caf\xe9.pdn"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("1. 32-28 (31-26 1-2) *"), 0o666); err != nil {
			t.Skip(err)
		}
	}
	seen := map[string]bool{}
	for line := range strings.Lines(checked(t, true, 1, dir)) {
		var f finding
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		if f.Type == "duplicate" && f.SameAs.File != filepath.Join(dir, `caf\xe8.pdn`) {
			t.Errorf("a duplicate of %q", f.SameAs.File)
		}
		if f.Type != "summary" {
			seen[filepath.Base(f.File)] = true
		}
	}
	if len(seen) != 2 || !seen[`caf\xe8.pdn`] || !seen[`caf\xe9.pdn`] {
		t.Errorf("files %v", seen)
	}
	if text := checked(t, false, 1, dir); !strings.Contains(text, `caf\xe9.pdn`) {
		t.Errorf("the table lacks the name:\n%s", text)
	}
}
