package annotate

import (
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What a person reads names no folders that tell where somebody keeps the files, and
// still tells the files apart.
func TestShownNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths are written in another way")
	}
	for _, c := range []struct{ args, file, want string }{
		{"/home/anna/club.pdn", "/home/anna/club.pdn", "club.pdn"},
		{"/home//anna/club.pdn", "/home//anna/club.pdn", "club.pdn"},
		{"/home/anna/records/", "/home/anna/records/2019/final.pdn", "records/2019/final.pdn"},
		{"/home/anna/club.zip", "/home/anna/club.zip/2024/final.pdn", "club.zip/2024/final.pdn"},
		{"/home/anna/club.pdn /home/bob/club.pdn", "/home/bob/club.pdn", "bob/club.pdn"},
		{"/home/anna/club.pdn /home/bob/club.pdn", "/home/anna/club.pdn", "anna/club.pdn"},
		{"/a/x/club.pdn /b/x/club.pdn", "/b/x/club.pdn", "b/x/club.pdn"},
		{"/a/club.pdn club.pdn", "/a/club.pdn", "a/club.pdn"},
		{"/a/club.pdn /a/club.pdn", "/a/club.pdn", "club.pdn"},
		{"/a /a/b/c.pdn", "/a/b/c.pdn", "c.pdn"},
		{"/home/anna/club.pdn", "/home/anna/club.pdn2", "/home/anna/club.pdn2"}, // no file of that argument
		{"../games/club.pdn", "../games/club.pdn", "../games/club.pdn"},         // as it was typed
		{"-", "standard input", "standard input"},
		{"/", "/x.pdn", "/x.pdn"},
	} {
		if got := shownNames(strings.Fields(c.args))(c.file); got != c.want {
			t.Errorf("of %s the file %s is called %s, want %s", c.args, c.file, got, c.want)
		}
	}
}

// Two files are never called the same, whatever their paths.
func TestShownNamesDiffer(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	path := func() string {
		b := make([]byte, 1+random.IntN(8))
		for i := range b {
			b[i] = "//ab."[random.IntN(5)]
		}
		return string(b)
	}
	for range 20000 {
		a, b := path(), path()
		one, other := shownNames([]string{a, b})(a), shownNames([]string{a, b})(b)
		if filepath.Clean(a) != filepath.Clean(b) && filepath.Clean(one) == filepath.Clean(other) {
			t.Fatalf("%q and %q are called %q and %q", a, b, one, other)
		}
	}
}
