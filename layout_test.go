package drafthorse

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayImport holds, for each room, the rooms it may import. DESIGN.md draws it.
var mayImport = map[string][]string{
	"rules":     {},
	"parallel":  {},
	"stats":     {},
	"pdnfiles":  {},
	"store":     {},
	"pdn":       {"rules"},
	"mcts":      {"rules"},
	"net":       {"rules", "mcts", "net/internal/kernel", "internal/fault"},
	"datasets":  {"rules", "store"},
	"endgame":   {"rules", "parallel", "internal/fault"},
	"alphabeta": {"rules", "endgame", "mcts", "net", "parallel"},
	"selfplay":  {"rules", "mcts", "alphabeta", "datasets", "parallel"},
	"match":     {"rules", "mcts", "alphabeta", "parallel", "stats"},
	"hub":       {"rules", "endgame", "mcts", "net", "alphabeta", "match", "parallel"},
	"training":  {"rules", "net", "datasets", "parallel", "training/internal/blas", "training/internal/moments", "internal/fault"},
	"analysis":  {"rules", "endgame", "mcts", "net", "alphabeta", "pdn"},
	"query":     {"rules", "endgame", "mcts", "net", "alphabeta", "parallel"},
	"run":       {"endgame", "mcts", "net", "store", "selfplay", "match", "training", "internal/fault"},
	"report":    {"stats", "training", "run"},
	"learn":     {"rules", "mcts", "net", "alphabeta", "pdn", "analysis", "store", "datasets", "selfplay", "match", "training", "parallel", "run", "report", "internal/fault", "internal/memory"},
	"dxp":       {"rules", "match"},
	"viewer":    {"rules"},

	"cmd": {}, // the tests of the programs

	"net/internal/kernel":       {},
	"training/internal/blas":    {},
	"training/internal/moments": {},
	"internal/testgames":        {"rules", "pdn"}, // for tests
	"internal/words":            {},               // for tests
	"internal/fault":            {},
	"internal/plural":           {},
	"internal/memory":           {},
	"net/shipped":               {"net"},
}

// alone names what may be imported in one room only.
var alone = map[string]string{
	"gorgonia.org/":            "training",
	"github.com/apache/arrow/": "datasets",
	"github.com/chromedp/":     "tests",
}

// quiet are the rooms that start no goroutine and read no clock, flag, file or
// global random number; the packages through which they could are forbidden.
// Datasets may use files.
var quiet = []string{"rules", "stats", "mcts", "pdn", "endgame", "analysis", "net", "net/internal/kernel"}

var loud = []string{"os", "time", "flag", "sync", "log", "log/slog", "math/rand"}

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

func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		room := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "drafthorse"), "/")
		for _, imported := range p.Imports {
			ours, isOurs := strings.CutPrefix(imported, "drafthorse/")
			switch {
			case isOurs && strings.HasPrefix(ours, "cmd/"):
				if !strings.HasPrefix(room, "cmd/") {
					t.Errorf("%s imports %s: nothing imports a command", room, ours)
				}
			case isOurs && !strings.HasPrefix(room, "cmd/") && !slices.Contains(mayImport[room], ours):
				t.Errorf("%s imports %s: it may import %v", room, ours, mayImport[room])
			case slices.Contains(quiet, room) && slices.Contains(loud, imported):
				t.Errorf("%s imports %s: it is to stay free of files, clocks and goroutines", room, imported)
			}
			for prefix, home := range alone {
				if strings.HasPrefix(imported, prefix) && room != home {
					t.Errorf("%s imports %s: only %s may", room, imported, home)
				}
			}
		}
		if _, known := mayImport[room]; !known && room != "" && !strings.HasPrefix(room, "cmd/") {
			t.Errorf("package %s has no place in the layout", room)
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
