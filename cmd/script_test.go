package cmd_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"drafthorse/datasets"
	"drafthorse/pdn"
	"drafthorse/rules"
	"drafthorse/run"
	"drafthorse/store"
)

// binFolder is where the commands are built to, once for all tests.
var binFolder string

func TestMain(m *testing.M) {
	var err error
	if binFolder, err = os.MkdirTemp("", "drafthorse"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(binFolder)
	os.Exit(code)
}

var programs = []string{"drafthorse/cmd/selfplay", "drafthorse/cmd/train", "drafthorse/cmd/analyze", "drafthorse/cmd/pipeline", "drafthorse/cmd/match", "drafthorse/cmd/endgame", "drafthorse/cmd/hub"}

var build = sync.OnceValue(func() error {
	if err := lookAtSources(); err != nil {
		return err
	}
	// Without its symbols a program is linked in half the time.
	args := []string{"build", "-ldflags=-s -w", "-o", binFolder + string(filepath.Separator)}
	if out, err := exec.Command("go", append(args, programs...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
})

// lookAtSources asks for the state of all files of this module that the programs
// are built from. The go command runs a test again when a file that it has asked
// for has changed; of what the test has others build it knows nothing.
func lookAtSources() error {
	const files = `{{if and .Module .Module.Main}}{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}
{{end}}{{range .SFiles}}{{$dir}}/{{.}}
{{end}}{{range .EmbedFiles}}{{$dir}}/{{.}}
{{end}}{{end}}`
	args := []string{"list", "-deps", "-f", files}
	out, err := exec.Command("go", append(args, programs...)...).Output()
	if err != nil {
		return err
	}
	for name := range strings.Lines(string(out)) {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		if _, err := os.Stat(name); err != nil {
			return err
		}
	}
	return nil
}

// bin returns the path of a command.
func bin(t *testing.T, name string) string {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(binFolder, name)
}

// tiny are flags for a run that takes a fraction of a second.
const tiny = "--games 12 --visits 8 --quick-visits 4 --width 16 --hidden 8 --match-games 4 --match-visits 8"

// TestScripts runs testdata/script. The scripts have, beside what testscript
// brings:
//
//	code N program args...   runs a program that must end with exit code N
//	tiny N program args...   the same, with the flags of a tiny run
//	flip file offset         flips a bit of the byte there; from the end if negative
//	cut file n               takes the last n bytes away
//	gzip file                writes file.gz
//	zip archive name=file... writes a zip archive
//	bomb file                writes a small gzip file of 64 MiB of blanks
//	holds a b                the bytes of file b stand in file a
//	games dir n              the shards hold the games 0 to n-1, each once
//	same-moves a b           two PDN files hold the same games, annotations aside
func TestScripts(t *testing.T) {
	if err := build(); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", binFolder+string(os.PathListSeparator)+e.Getenv("PATH"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code": func(ts *testscript.TestScript, _ bool, args []string) { code(ts, args) },
			"tiny": func(ts *testscript.TestScript, _ bool, args []string) {
				code(ts, slices.Concat(args, strings.Fields(tiny)))
			},
			"flip": func(ts *testscript.TestScript, _ bool, args []string) {
				at, err := strconv.Atoi(args[1])
				ts.Check(err)
				content := []byte(ts.ReadFile(args[0]))
				if at < 0 {
					at += len(content)
				}
				content[at] ^= 1
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), content, 0o666))
			},
			"cut": func(ts *testscript.TestScript, _ bool, args []string) {
				n, err := strconv.Atoi(args[1])
				ts.Check(err)
				content := ts.ReadFile(args[0])
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(content[:len(content)-n]), 0o666))
			},
			"gzip": func(ts *testscript.TestScript, _ bool, args []string) {
				var b bytes.Buffer
				w := gzip.NewWriter(&b)
				io.WriteString(w, ts.ReadFile(args[0]))
				ts.Check(w.Close())
				ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), b.Bytes(), 0o666))
			},
			"zip": func(ts *testscript.TestScript, _ bool, args []string) {
				var b bytes.Buffer
				w := zip.NewWriter(&b)
				for _, arg := range args[1:] {
					name, file, _ := strings.Cut(arg, "=")
					f, err := w.Create(name)
					ts.Check(err)
					io.WriteString(f, ts.ReadFile(file))
				}
				ts.Check(w.Close())
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o666))
			},
			"bomb": func(ts *testscript.TestScript, _ bool, args []string) {
				f, err := os.Create(ts.MkAbs(args[0]))
				ts.Check(err)
				w := gzip.NewWriter(f)
				blanks := bytes.Repeat([]byte{' '}, 1<<20)
				for range 64 {
					w.Write(blanks)
				}
				ts.Check(errors.Join(w.Close(), f.Close()))
			},
			"holds": func(ts *testscript.TestScript, neg bool, args []string) {
				if strings.Contains(ts.ReadFile(args[0]), ts.ReadFile(args[1])) == neg {
					ts.Fatalf("%s and %s are\n%q\n%q", args[0], args[1], ts.ReadFile(args[0]), ts.ReadFile(args[1]))
				}
			},
			"games": func(ts *testscript.TestScript, _ bool, args []string) {
				want, err := strconv.Atoi(args[1])
				ts.Check(err)
				games, err := readGames(ts.MkAbs(args[0]))
				ts.Check(err)
				if len(games) != want {
					ts.Fatalf("%s holds %d games, want %d", args[0], len(games), want)
				}
			},
			"same-moves": func(ts *testscript.TestScript, _ bool, args []string) {
				a, b := moves(ts, args[0]), moves(ts, args[1])
				if !slices.Equal(a, b) {
					ts.Fatalf("%s has\n%s\n%s has\n%s", args[0], strings.Join(a, "\n"), args[1], strings.Join(b, "\n"))
				}
			},
		},
	})
}

// code runs args[1:] and compares its exit code with args[0].
func code(ts *testscript.TestScript, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// moves returns a line for each game of a PDN file: the moves of its main line,
// and its result.
func moves(ts *testscript.TestScript, name string) []string {
	r := pdn.NewReader(strings.NewReader(ts.ReadFile(name)), name)
	var games []string
	for g := range r.All() {
		var b strings.Builder
		for _, e := range g.Movetext {
			if m, ok := e.(pdn.Move); ok {
				b.WriteString(m.Text + " ")
			}
		}
		games = append(games, b.String()+g.Result)
	}
	ts.Check(r.Err())
	return games
}

// readGames reads all shards of a run, in which the games must have the numbers
// 0, 1, 2, ... in this order, and returns each game as the bytes of a shard of
// its own.
func readGames(dir string) ([][]byte, error) {
	records, err := store.ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	var games [][]byte
	for _, r := range store.OfKind(records, run.KindShard) {
		shard, err := datasets.OpenShard(dir, r)
		if err != nil {
			return nil, err
		}
		for g, err := range shard.Games() {
			if err != nil {
				return nil, err
			}
			if g.ID != uint64(len(games)) {
				return nil, fmt.Errorf("%s: game %d, want %d", r.Name, g.ID, len(games))
			}
			if g.Start != rules.Start() {
				return nil, fmt.Errorf("%s: game %d begins at %s", r.Name, g.ID, g.Start.FEN())
			}
			var b bytes.Buffer
			if err := datasets.WriteShard(&b, shard.Metadata, []datasets.Game{*g}); err != nil {
				return nil, err
			}
			games = append(games, b.Bytes())
		}
	}
	return games, nil
}
