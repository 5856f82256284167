//go:build unix

package drafthorse

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// tinyRun are flags for a run that takes a second or two.
const tinyRun = "--games 40 --visits 16 --quick-visits 8 --match-games 4 --match-visits 8"

// documents says what to do with each block. What a block shows begins as the key
// does before its ellipsis.
var documents = []document{
	{"README.md", map[string]deed{
		"go run ./cmd/pipeline": types(whole),
		"games …":               shows(allOf),
		"go test ./...":         types(notRun("CI does")),
		"go run ./cmd/pipeline --run runs/long --generations 20 --games 10000 --visits 200": types(short("--generations 2 " + tinyRun)),
		"go run ./cmd/selfplay --run runs/first --games 2000":                               types(whole, whole, whole),
		"go run ./cmd/selfplay --run runs/first --watch":                                    types(starts(""), before(starts(""), func(r *reader) { await(`(?m)^net 3: `)(r); r.stop() })),
		"go run ./cmd/match --first runs/demo --second ref:5": types(
			before(whole, keepMatch), short("--games 20"), short("--games 4"), after(twoNets, short("--games 20"))),
		"first …": shows(keptMatch),
		"go run ./cmd/match --first shipped,search=alphabeta --second shipped --move-time 20ms --games 400 --journal games.jsonl": types(short("--games 4")),
		`go run ./cmd/match --first shipped,search=alphabeta,time=100ms --second "hub:engines/scan hub,time=100ms,param.threads=1"`: types(
			after(otherEngine, short("--games 2"))),
		"go build -o bin/ ./cmd/hub": types(before(whole, greetHub)),
		"go run ./cmd/hub --dxp-listen :27531": types(
			starts("--dxp-move-time 10ms"),
			after(await("waiting for a DXP peer"), short("--dxp-games 1 --dxp-move-time 10ms")),
			before(short("--games 2"), (*reader).stop)),
		"go run ./cmd/analyze cmd/pipeline/sample.pdn": types(before(whole, onTerminal), short("--visits 1000")),
		"...":      shows(lastLines),
		"8. 38-32": shows(blunder),
		"go run ./cmd/analyze --results runs/found.jsonl --out runs/annotated.pdn cmd/pipeline/sample.pdn":                                   types(whole, whole),
		"go run ./cmd/analyze --html sample --moves moves.csv --summary - --puzzles puzzles.pdn --out annotated.pdn cmd/pipeline/sample.pdn": types(whole),
		"game …": shows(figures),
		"[FEN …": shows(puzzle),
		"go run ./cmd/analyze check pdn/testdata/s07-nulls-ellipsis-setup.pdn pdn/testdata/s17-unclosed-comment.pdn": types(refuses),
		"duplicate: …": shows(allOf),
		`echo '{"id":"1","moves":["32-28","19-23"],"turns":[0,1,2]}' | go run ./cmd/analyze serve`: types(before(whole, threeAnswers)),
		`go run ./cmd/endgame probe "W:WK13,K18,K45:BK2"`:                                          types(whole),
		"W:WK13,K18,K45:BK2: …":        shows(firstLines),
		"go run ./cmd/perft --depth 9": types(before(whole, inReadme), short("--depth 11 --table 64"), whole),
		"require drafthorse v0.0.0":    asLibrary,
	}},
	{"cmd/analyze/README.md", map[string]deed{
		`{"id":"game","moves":…`: func(r *reader, b block) string {
			r.write("queries.jsonl", b.text, 0o666)
			r.run("go run ./cmd/analyze serve < queries.jsonl", 0)
			return b.text
		},
		`{"id":"typo",…`:          shows(inAnyOrder),
		"import json, subprocess": python,
	}},
	{"CONTRIBUTING.md", map[string]deed{
		"go test . -run TestDocuments -documents -v -timeout 30m":                                     types(notRun("this is it")),
		"go build -o /tmp/programs/ ./cmd/... && cd tools/diskfaults && go run . --bin /tmp/programs": types(notRun("it takes hours; CI makes some of its trials")),
		"go test ./rules -run TestPerft -perft-limit 4000000000000 -perft-table 8192 -timeout 2h": types(
			short("-perft-limit 1000000 -perft-table 16"),
			short("-twin-positions 1000"),
			short("-fuzztime 2s"),
			short("-fuzztime 2s"),
			short("-fuzztime 2s"),
			short("-matches 100"),
			short("-kills 2"),
			short("-match-kills 1")),
		"go test ./viewer -run Screenshots -screenshots /tmp": types(short(`-screenshots "$(mktemp -d)"`)),
		"cd tools/axecheck && npm install --ignore-scripts --no-package-lock": types(
			notRun("it installs from npm"), notRun("it needs what the line above installs")),
		"go test ./net -run ONNXSample -onnx-out /tmp": types(
			short(`-onnx-out "$(mktemp -d)"`), notRun("it installs 300 MB"), notRun("it needs what the line above installs")),
		"go test ./datasets -run Totals -totals-of $PWD/runs/demo -totals-out /tmp/totals.jsonl": types(
			short("-totals-out $PWD/bin/totals.jsonl"), notRun("it installs from npm"), notRun("it needs what the line above installs")),
	}},
	{"DESIGN.md", map[string]deed{
		"        rules.Game ◄────────── every room plays by it": isNoCommand,
		"runs/demo/": isNoCommand,
	}},
	{"RESULTS.md", nil},
	{"CHANGELOG.md", nil},
}

// twoNets gives the nets of the README's example a place.
func twoNets(r *reader) {
	r.write("new.safetensors", r.file("runs/demo/nets/00004.safetensors"), 0o666)
	r.write("old.safetensors", r.file("runs/demo/nets/00003.safetensors"), 0o666)
}

// otherEngine puts our engine where the README has somebody else's.
func otherEngine(r *reader) {
	r.run("go build -o bin/ ./cmd/hub", 0)
	r.write("engines/scan", "#!/bin/sh\nexec ../bin/hub\n", 0o777)
}

// greetHub has the engine that was built introduce itself.
func greetHub(r *reader) {
	r.run("printf 'hub\\nquit\\n' | bin/hub", 0)
	r.want("the engine's answer", r.stdout, "(?m)^id name=.*\n(.*\n)*wait\n$")
}

// Of several matches in a block the document shows the first.
const matchFile = "match.out"

func keepMatch(r *reader)                 { r.write(filepath.Join("bin", matchFile), r.stdout, 0o666) }
func keptMatch(r *reader, _ block) string { return r.file(filepath.Join("bin", matchFile)) }

// onTerminal does the last command again on a terminal, and keeps both.
func onTerminal(r *reader) {
	r.write("bin/sample.pdn", r.stdout, 0o666)
	if _, err := exec.LookPath("script"); err != nil {
		r.Skip("there is no script(1) to have a terminal by")
	}
	r.run(`script --quiet --return --command 'go run ./cmd/analyze cmd/pipeline/sample.pdn 2> /dev/null' /dev/null`, 0)
	r.write("bin/sample.txt", strings.ReplaceAll(r.stdout, "\r\n", "\n"), 0o666)
}

// lastLines is the end of the game on a terminal, of as many lines as the block has, of
// which the first is an ellipsis.
func lastLines(r *reader, b block) string {
	lines := strings.SplitAfter(r.file("bin/sample.txt"), "\n")
	n := strings.Count(b.text, "\n")
	return "...\n" + strings.Join(lines[max(0, len(lines)-n):], "")
}

// blunder is the record from White's eighth move to the eleventh.
func blunder(r *reader, _ block) string {
	text := r.file("bin/sample.pdn")
	_, text, ok := strings.Cut(text, "8. 38-32")
	text, _, found := strings.Cut(text, "11. 44-39")
	if !ok || !found {
		r.Errorf("the sample has no moves 8. 38-32 to 11. 44-39:\n%s", text)
	}
	return "8. 38-32" + text + "11. 44-39\n"
}

// figures are the tables of --summary on standard error.
func figures(r *reader, _ block) string {
	begin := strings.Index(r.stderr, "game ")
	text := r.stderr[max(begin, 0):]
	if end := strings.Index(text, "\n1 game:"); end >= 0 {
		text = text[:end+1]
	}
	return strings.TrimRight(text, "\n") + "\n"
}

// puzzle is the first puzzle from its position on.
func puzzle(r *reader, _ block) string {
	text := r.file("puzzles.pdn")
	text = text[max(strings.Index(text, "[FEN "), 0):]
	if end := strings.Index(text, "*\n"); end >= 0 {
		text = text[:end+2]
	}
	return text
}

func threeAnswers(r *reader) {
	if n := strings.Count(r.stdout, `"to_move"`); n != 3 {
		r.Errorf("%d answers, want 3:\n%s", n, r.stdout)
	}
}

// firstLines are as many lines as the block has, of which the last is an ellipsis.
func firstLines(r *reader, b block) string {
	n := strings.Count(b.text, "\n") - 1
	return strings.Join(strings.SplitAfter(r.stdout, "\n")[:n], "") + "  ...\n"
}

// inReadme is a count that the text around the commands says.
func inReadme(r *reader) {
	if n := strings.TrimSpace(r.stdout); !strings.Contains(r.file("README.md"), n+" at depth 9") {
		r.Errorf("the README does not say %q at depth 9", n)
	}
}

// inAnyOrder are the answers, in the document's order where they are the same.
func inAnyOrder(r *reader, b block) string {
	if slices.Equal(slices.Sorted(strings.Lines(r.stdout)), slices.Sorted(strings.Lines(b.text))) {
		return b.text
	}
	return r.stdout
}

// python runs a block as a program.
func python(r *reader, b block) string {
	if _, err := exec.LookPath("python3"); err != nil {
		r.Log("not run: there is no Python")
		return b.text
	}
	r.write("bin/example.py", b.text, 0o666)
	r.run("python3 bin/example.py", 0)
	r.want("what the program prints", r.stdout, `^(\d (white|black) \S+ [0-9.]+( \S+)+\n){7}$`)
	return b.text
}

// asLibrary has a program in a folder beside the clone use the rules.
func asLibrary(r *reader, b block) string {
	r.run("mkdir ../mine && cd ../mine && go mod init mine", 0)
	r.write("../mine/go.mod", r.file("../mine/go.mod")+b.text, 0o666)
	r.write("../mine/main.go", `package main

import (
	"fmt"

	"drafthorse/rules"
)

func main() {
	p := rules.Start()
	fmt.Println(len(p.AppendMoves(nil)))
}
`, 0o666)
	r.run("cd ../mine && go run .", 0)
	r.want("the number of first moves", r.stdout, "^9\n$")
	return b.text
}
