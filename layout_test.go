package drafthorse

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// rooms returns what each room imports of ours, by the table of folders in DESIGN.md;
// nil is any room.
func rooms(t *testing.T) map[string][]string {
	text, err := os.ReadFile("DESIGN.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| folder | what lives there | imports |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	all := map[string][]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 3 {
			t.Fatalf("DESIGN.md: %q has %d cells: want 3", line, len(cells))
		}
		imports := strings.Split(strings.TrimSpace(cells[2]), ", ")
		switch imports[0] {
		case "nothing of ours":
			imports = []string{}
		case "any room":
			imports = nil
		}
		for name := range strings.SplitSeq(cells[0], ",") {
			room := strings.Trim(strings.TrimSpace(name), "`/")
			if _, twice := all[room]; twice {
				t.Errorf("DESIGN.md has %s twice", room)
			}
			all[room] = imports
		}
	}
	return all
}

// alone names what may be imported in one room, and the folders in it, only.
var alone = map[string]string{
	"gorgonia.org/":            "training",
	"github.com/apache/arrow/": "datasets",
	"github.com/spf13/":        "cmd",
	"flag":                     "tests",
	"github.com/chromedp/":     "tests",
}

type listed struct {
	ImportPath, Name, Doc string
	Imports               []string
}

func packages(t *testing.T) []listed {
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Doc,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestImports holds every arrow between rooms to the table in DESIGN.md: none is
// missing there, and none there is missing here.
func TestImports(t *testing.T) {
	table := rooms(t)
	seen := map[string]bool{"": true} // the folder of all rooms
	for _, p := range packages(t) {
		room := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "drafthorse"), "/")
		seen[room] = true
		mayImport, known := table[room]
		if !known && room != "" {
			t.Errorf("DESIGN.md has no line for %s in its table of folders", room)
			continue
		}
		for _, imported := range p.Imports {
			ours, isOurs := strings.CutPrefix(imported, "drafthorse/")
			switch {
			case isOurs && strings.HasPrefix(ours, "cmd/") && !strings.HasPrefix(room, "cmd/"):
				t.Errorf("%s imports %s: nothing imports a command", room, ours)
			case isOurs && mayImport != nil && !slices.Contains(mayImport, ours):
				t.Errorf("%s imports %s: by DESIGN.md it imports %v", room, ours, mayImport)
			}
			for prefix, home := range alone {
				if strings.HasPrefix(imported, prefix) && !strings.HasPrefix(room+"/", home+"/") {
					t.Errorf("%s imports %s: only %s may", room, imported, home)
				}
			}
		}
		for _, ours := range mayImport {
			if !slices.Contains(p.Imports, "drafthorse/"+ours) {
				t.Errorf("%s does not import %s: want it out of its line in DESIGN.md", room, ours)
			}
		}
	}
	for room := range table {
		if !seen[room] {
			t.Errorf("DESIGN.md has a line for %s in its table of folders, but there is none", room)
		}
	}
}

func TestEveryPackageIsDocumented(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" {
			t.Errorf("%s has no package documentation", p.ImportPath)
		}
	}
}
