package drafthorse

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// effect is what a function does that its arguments and results do not tell.
type effect string

const (
	goroutines effect = "starts a goroutine"
	clocks     effect = "reads a clock or waits for one"
	system     effect = "uses files, processes or connections"
	chance     effect = "draws a random number without a seed"
	speech     effect = "writes to the terminal or a log"
)

// by has, for each effect, the functions of each package that have it. A star stands
// for all that a package has. A go statement starts a goroutine too.
var by = map[effect]map[string][]string{
	goroutines: {"time": {"AfterFunc"}, "context": {"AfterFunc"}},
	clocks: {
		"time":    {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"},
		"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
	},
	system: {
		"os": {"*"}, "os/exec": {"*"}, "os/signal": {"*"}, "os/user": {"*"}, "io/ioutil": {"*"}, "syscall": {"*"},
		"github.com/gofrs/flock": {"*"}, "golang.org/x/term": {"*"}, "github.com/KimMachineGun/automemlimit/memlimit": {"*"},
		"golang.org/x/sys/unix": {"*"}, "golang.org/x/sys/windows": {"*"}, "net": {"*"}, "net/http": {"*"},
		"path/filepath": {"Glob", "Walk", "WalkDir", "EvalSymlinks", "Abs"},
	},
	chance: {
		"math/rand": {"*"}, "crypto/rand": {"*"},
		"math/rand/v2": {
			"Int", "IntN", "Int32", "Int32N", "Int64", "Int64N", "Uint", "UintN", "Uint32", "Uint32N", "Uint64", "Uint64N",
			"N", "Float32", "Float64", "NormFloat64", "ExpFloat64", "Perm", "Shuffle",
		},
	},
	speech: {"fmt": {"Print", "Printf", "Println"}, "log": {"*"}, "log/slog": {"*"}},
}

// exceptions is the whole of what has an effect: a file, or all files of a folder.
// What stands nowhere here depends on its arguments alone.
var exceptions = []struct {
	where string
	what  effect
	why   string
}{
	{"parallel/parallel.go", goroutines, "runs jobs"},
	{"query/serve.go", goroutines, "reads queries while it searches and answers"},
	{"training/fit.go", goroutines, "draws the next batch while a step is made"},
	{"hub/engine.go", goroutines, "reads commands while it searches; its timers end a search"},
	{"hub/outbox.go", goroutines, "writes to a peer that may not read"},
	{"hub/player.go", goroutines, "its timer ends an engine that does not answer"},
	{"hub/process.go", goroutines, "its timer ends an engine that does not quit"},
	{"dxp/session.go", goroutines, "reads a peer's messages; its timer ends a write that is stuck"},
	{"cmd/analyze/serve.go", goroutines, "reads standard input, which cannot be interrupted"},
	{"cmd/hub/dxp.go", goroutines, "closes the listener when the command is stopped"},
	{"cmd/match/engine.go", goroutines, "ends an engine that starts when the command is stopped"},
	{"cmd/match/main.go", goroutines, "its timer says what the first game waits for"},
	{"cmd/internal/cli/cli.go", goroutines, "waits for the second Ctrl-C"},

	{"hub/engine.go", clocks, "a move has a time"},
	{"hub/search.go", clocks, "tells how long a search has taken"},
	{"hub/outbox.go", clocks, "how long the last lines may take"},
	{"hub/player.go", clocks, "how long an engine may think"},
	{"hub/process.go", clocks, "how long an engine may take to quit"},
	{"dxp/session.go", clocks, "a game has a time"},
	{"dxp/back.go", clocks, "a move taken back gives its time back"},
	{"learn/loop.go", clocks, "waits for another process; does not draw curves at each report"},
	{"learn/train.go", clocks, "tells how long a training has waited for its rows"},
	{"run/roles.go", clocks, "tells a second process since when the first holds a role"},
	{"cmd/internal/cli/progress.go", clocks, "a progress bar has a rate"},
	{"cmd/internal/console/observer.go", clocks, "tells games and positions a second"},
	{"cmd/*", clocks, "hands the clock to those who are to have one, and tells times"},

	{"store", system, "keeps files"},
	{"annotate", system, "reads collections, keeps what it finds and writes outputs that appear whole"},
	{"run", system, "keeps a run's folder"},
	{"learn/checkpoint.go", system, "reads the checkpoint of the training under way"},
	{"viewer/writer.go", system, "writes a folder of pages"},
	{"hub/process.go", system, "starts an engine"},
	{"hub/group.go", system, "ends an engine with all that it has started"},
	{"dxp/player.go", system, "its peer is at the other end of a connection"},
	{"internal/memory", system, "asks how much memory there is"},
	{"internal/testgames/testgames.go", system, "reads game records, for tests"},
	{"cmd/internal/cli", system, "meets the terminal, the signals and the files that a person names"},
	{"pdnfiles", system, "reads the files and folders that a person names"},
	{"cmd/internal/runflags/settings.go", system, "reads the configuration that a person names"},
	{"cmd/internal/tablefiles/tablefiles.go", system, "reads the endgame tables that a person names"},
	{"cmd/*", system, "opens the files that a person names"},
}

// effects calls found with each place of a file that has an effect.
func effects(file *ast.File, found func(effect, token.Pos)) {
	packages := map[string]string{} // by the name they have in the file
	for _, s := range file.Imports {
		imported, _ := strconv.Unquote(s.Path.Value)
		name := path.Base(strings.TrimSuffix(imported, "/v2"))
		if s.Name != nil {
			name = s.Name.Name
		}
		packages[name] = imported
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found(goroutines, n.Pos())
		case *ast.SelectorExpr:
			from := ""
			if x, ok := n.X.(*ast.Ident); ok && x.Obj == nil { // else it is a variable
				from = packages[x.Name]
			}
			if from == "" && n.Sel.Name == "Go" { // of a sync.WaitGroup or the like
				found(goroutines, n.Pos())
			}
			for e, functions := range by {
				if names := functions[from]; slices.Contains(names, n.Sel.Name) || slices.Contains(names, "*") {
					found(e, n.Pos())
				}
			}
		}
		return true
	})
}

// sources calls visit with each file of the program's own code.
func sources(t *testing.T, visit func(name string, positions *token.FileSet, file *ast.File)) {
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "tools" || d.Name() == "testdata" || len(name) > 1 && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		positions := token.NewFileSet()
		file, err := parser.ParseFile(positions, name, nil, 0)
		if err == nil {
			visit(filepath.ToSlash(name), positions, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestEffects finds every goroutine, clock, file and random number of the program
// among the exceptions, and no exception without one. It looks at the files of
// all systems, not only at those that are built here.
func TestEffects(t *testing.T) {
	files, used := 0, make([]bool, len(exceptions))
	sources(t, func(name string, positions *token.FileSet, file *ast.File) {
		files++
		for _, i := range file.Imports {
			if i.Name != nil && i.Name.Name == "." {
				t.Errorf("%s has functions of %s without its name, which hides their effects", name, i.Path.Value)
			}
		}
		effects(file, func(e effect, at token.Pos) {
			known := false
			for i, x := range exceptions {
				folder, _ := path.Match(x.where, path.Dir(name))
				if x.what == e && (folder || x.where == name) {
					known, used[i] = true, true
				}
			}
			if !known {
				t.Errorf("%s %s: want it done elsewhere, or the reason in effects_test.go", positions.Position(at), e)
			}
		})
	})
	for i, x := range exceptions {
		if !used[i] {
			t.Errorf("%s is an exception, but nothing there %s", x.where, x.what)
		}
	}
	if files < 200 {
		t.Errorf("%d files were looked at: want all", files)
	}
}

// TestEffectsAreSeen shows what is seen in a file, line by line, and what is not.
func TestEffectsAreSeen(t *testing.T) {
	const text = `package p
import ("context"; "fmt"; "os"; "sync"; clock "time"; "math/rand/v2"; "drafthorse/net")
func f(w *sync.WaitGroup, ctx context.Context, r *rand.Rand) {
	go f(nil, nil, nil)
	w.Go(func() {})
	defer context.AfterFunc(ctx, nil)()
	now := clock.Now
	clock.AfterFunc(1, nil)
	var d clock.Duration = clock.Second
	_, err := os.ReadFile("a")
	_ = rand.IntN(3)
	_ = rand.New(rand.NewPCG(1, 1)).IntN(3) + r.IntN(3)
	fmt.Println(now, d, err)
	_ = fmt.Sprintln(net.Features)
	os := struct{ Exit func(int) }{}
	os.Exit(1)
}`
	want := []string{
		"4 " + string(goroutines), "5 " + string(goroutines), "6 " + string(goroutines), "7 " + string(clocks),
		"8 " + string(goroutines), "8 " + string(clocks), "10 " + string(system), "11 " + string(chance), "13 " + string(speech),
	}
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	effects(file, func(e effect, at token.Pos) { got = append(got, fmt.Sprintf("%d %s", positions.Position(at).Line, e)) })
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("seen are %q, want %q", got, want)
	}
}
