package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// scenario is a command and the folder that it works in.
type scenario struct {
	name    string
	before  []string // commands that make the folder
	command string
	run     bool // it works on the run r, and the same command may go on beyond its end
}

// config is a run of a second: trainings have three checkpoints.
const config = `seed = 5
games = 24
[net]
width = 8
hidden = 8
[selfplay]
visits = 6
quick_visits = 3
max_plies = 90
[window]
uses = 60.0
held_out = 4
[training]
batch = 64
[match]
games = 2
visits = 4
[monitor]
every = 1
games = 2
depths = [1]
`

const (
	begin = "selfplay --run r --config run.cfg --workers 1"
	play  = "selfplay --run r --workers 1"
	train = "train --run r --workers 1"
)

var scenarios = []scenario{
	{"pipeline", nil, "pipeline --run r --config run.cfg --generations 2 --workers 1", true},
	{"selfplay", []string{begin, train}, play, true},
	{"train", []string{begin, train, play}, train, true},
	{"trial", []string{begin}, "train --run r --trial --out t.safetensors --set net.width=16 --workers 1", false},
	{"onnx", []string{begin}, "train --run r --export-onnx o.onnx", false},
	{"match", nil, "match --first shipped,visits=6 --second ref:1 --games 10 --opening-plies 6 --workers 1 --journal m.jsonl --pdn m.pdn", false},
	{"analyze", nil, "analyze --visits 8 --workers 1 --out a.pdn --html report --moves m.csv --summary s.txt --puzzles p.pdn games.pdn", false},
	{"report", []string{"analyze --visits 4 --workers 1 --out a.pdn --html report --moves m.csv games.pdn"},
		"analyze --visits 8 --workers 1 --out b.pdn --html report --moves m.csv games.pdn", false},
	{"results", nil, "analyze --visits 8 --workers 1 --results f.jsonl --out a.pdn games.pdn", false},
	{"strip", []string{"analyze --visits 4 --workers 1 --out in.pdn games.pdn"}, "analyze strip --out s.pdn in.pdn", false},
	{"tables", nil, "endgame build --out tables --pieces 2 --workers 1", false},
}

// games are what is annotated.
const games = `[Event "One"]
[White "A"]
[Black "B"]
[Result "2-0"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 5. 34-30 20-25 2-0

[Event "Two"]
[White "B"]
[Black "A"]
[Result "1-1"]

1. 33-28 18-22 2. 39-33 12-18 3. 44-39 7-12 1-1
`

// lab has the programs and makes folders.
type lab struct {
	bin, dir string
	made     int
}

func (l *lab) folder() string {
	l.made++
	return filepath.Join(l.dir, fmt.Sprintf("%06d", l.made))
}

// outcome is how a command ended.
type outcome struct {
	code int // -1 after a kill, or unending
	said string
}

// patience is how long a command may take; then it is unending.
const (
	patience = 2 * time.Minute
	unending = -2

	// Exit codes of the programs.
	refused = 3 // some input
	damaged = 4
)

// do runs a command in a folder, for as long as life if that is not 0.
func (l *lab) do(dir, command string, life time.Duration) (outcome, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	if life > 0 {
		ctx, cancel = context.WithTimeout(context.Background(), life)
	}
	defer cancel()
	words := strings.Fields(command)
	// The shell goes to the folder, for Go waits for a child until it is where it
	// begins, and this process has to answer for the folder meanwhile.
	words[0] = filepath.Join(l.bin, words[0])
	c := exec.CommandContext(ctx, "/bin/sh", slices.Concat([]string{"-c", `cd "$0" && exec "$@"`, dir}, words)...)
	c.WaitDelay = 5 * time.Second
	said, err := c.CombinedOutput()
	if c.ProcessState == nil { // it was not started
		return outcome{}, err
	}
	if ctx.Err() != nil && life == 0 {
		return outcome{unending, string(said)}, nil
	}
	return outcome{c.ProcessState.ExitCode(), string(said)}, nil
}

// prepare makes the folder in which a scenario begins.
func (l *lab) prepare(s scenario) (string, error) {
	dir := l.folder()
	err := errors.Join(os.Mkdir(dir, 0o755),
		os.WriteFile(filepath.Join(dir, "run.cfg"), []byte(config), 0o644),
		os.WriteFile(filepath.Join(dir, "games.pdn"), []byte(games), 0o644))
	for _, command := range s.before {
		if err != nil {
			break
		}
		var o outcome
		if o, err = l.do(dir, command, 0); err == nil && o.code != 0 {
			err = fmt.Errorf("%s ended with %d and said\n%s", command, o.code, o.said)
		}
	}
	return dir, err
}

// tree is the content of every file below a folder, by name; a folder has "" and a
// name with a slash behind.
type tree map[string]string

func readTree(dir string) (tree, error) {
	t := tree{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			t[name+"/"] = ""
			return nil
		}
		content, err := os.ReadFile(path)
		t[name] = string(content)
		return err
	})
	return t, err
}

// whole is a scenario that nothing has disturbed.
type whole struct {
	scenario
	start    string // folder in which it begins
	began    tree
	end      tree
	volatile map[string]bool // names of files that are others each time
	took     time.Duration
}

// undisturbed carries a scenario out twice, to see what is the same each time.
func (l *lab) undisturbed(s scenario) (w *whole, err error) {
	w = &whole{scenario: s, volatile: map[string]bool{}}
	if w.start, err = l.prepare(s); err != nil {
		return nil, err
	}
	if w.began, err = readTree(w.start); err != nil {
		return nil, err
	}
	for i := range 2 {
		dir := l.folder()
		if err := os.CopyFS(dir, os.DirFS(w.start)); err != nil {
			return nil, err
		}
		began := time.Now()
		o, err := l.do(dir, s.command, 0)
		w.took = time.Since(began)
		if err != nil || o.code != 0 {
			return nil, fmt.Errorf("%s: %w: exit code %d: %s", s.command, err, o.code, o.said)
		}
		t, err := readTree(dir)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			w.end = t
		}
		for name := range t {
			if t[name] != w.end[name] {
				w.volatile[name] = true
			}
		}
	}
	return w, nil
}

// differences says in what a folder is not as at the end of the undisturbed run.
func (w *whole) differences(t tree, without ...string) []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if _, there := w.end[name]; !there {
			all = append(all, name+" is left")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.end)) {
		content, there := t[name]
		switch {
		case slices.Contains(without, name):
		case !there:
			all = append(all, name+" is missing")
		case !w.volatile[name] && content != w.end[name]:
			all = append(all, name+" is another")
		}
	}
	return all
}

// unsound says what is wrong in a folder whose command did not come to its end: a
// file under its name is whole or was there before, and what the manifest names is
// there.
func (w *whole) unsound(t tree) []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(w.end)) {
		content, there := t[name]
		grows := strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, "MANIFEST")
		switch {
		case !there || content == w.end[name] || content == w.began[name] || w.volatile[name] && !grows:
		case grows:
			lines := content[:strings.LastIndexByte(content, '\n')+1]
			if !w.volatile[name] && !strings.HasPrefix(w.end[name], lines) && !strings.HasPrefix(w.began[name], lines) {
				all = append(all, name+" has other lines")
			}
		case name == "r/report.html" || name == "r/train/checkpoint" || strings.HasPrefix(name, "r/LOCK"):
		default:
			all = append(all, name+" is neither old nor new")
		}
	}
	for line := range bytes.Lines([]byte(t["r/MANIFEST"])) {
		var r struct{ Name, SHA256 string }
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		if err := json.Unmarshal(line, &r); err != nil {
			all = append(all, "r/MANIFEST: "+err.Error())
			continue
		}
		sum := sha256.Sum256([]byte(t["r/"+r.Name]))
		if hex.EncodeToString(sum[:]) != r.SHA256 {
			all = append(all, r.Name+" is not what the manifest says")
		}
	}
	return all
}
