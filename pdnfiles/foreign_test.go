package pdnfiles

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestForeign has files of other kinds that are named in the place of game records.
func TestForeign(t *testing.T) {
	weights, err := os.ReadFile("../results/180k/00018.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	picture, err := os.ReadFile("../docs/report.png")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		program = make([]byte, 1024)
	}
	for what, head := range map[string][]byte{
		"a net's weights file": weights, "a picture": picture, "no text": program,
		"a RAR archive": []byte("Rar!\x1a\x07\x01\x00..."), "a PDF document": []byte("%PDF-1.7\n"),
	} {
		head = head[:min(len(head), 1024)]
		if err := foreign(head); err == nil || !strings.HasPrefix(err.Error(), "this is "+what) || !strings.Contains(err.Error(), ": want ") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestRecordsAreNotForeign has every game record of the project, as it is and as
// UTF-16, and what is odd but text.
func TestRecordsAreNotForeign(t *testing.T) {
	names, err := filepath.Glob("../pdn/testdata/*")
	if err != nil || len(names) < 10 {
		t.Fatalf("%d records, %v", len(names), err)
	}
	texts := map[string]string{"nothing": "", "a NUL in a short game": "1. 32-28\x00 19-23\x00 *", "the end by DOS": "1. 32-28 *\n\x1a\x1a\x1a"}
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || info.IsDir() || strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".zip") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	for name, text := range texts {
		head := text[:min(len(text), 1024)]
		if err := foreign([]byte(head)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var little, big []byte
		for _, unit := range utf16.Encode([]rune(head)) {
			little = append(little, byte(unit), byte(unit>>8))
			big = append(big, byte(unit>>8), byte(unit))
		}
		for _, text := range [][]byte{little, big} {
			if err := foreign(text[:min(len(text), 1024)]); err != nil && !strings.Contains(name, "NUL") {
				t.Errorf("%s as UTF-16: %v", name, err)
			}
		}
	}
}
