//go:build unix

package drafthorse

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/cpu"
)

var (
	runDocuments = flag.Bool("documents", false, "run every command of the documents in a fresh clone, which takes minutes")
	update       = flag.Bool("update", false, "with -documents: write into the documents what the commands print now")
)

// document is a file with the deeds of its blocks, by their first lines; an ellipsis
// stands for the rest of one. No block may be left without a deed, and no deed
// without its block.
type document struct {
	name  string
	deeds map[string]deed
}

// block is what stands between two fences of a document.
type block struct {
	line int // of the first fence
	text string
}

func (b block) first() string { return strings.SplitN(b.text, "\n", 2)[0] }

// deed does what a block says and returns what the block should say: what it says,
// or what the commands before it have printed.
type deed func(r *reader, b block) string

// reader is a person who has just cloned the project and does what a document
// says, from its beginning to its end.
type reader struct {
	*testing.T
	dir            string // the clone
	stdout, stderr string // of the last command
	services       []*service
}

// TestDocuments does what the documents say in a fresh clone, in which every
// command must work and print what the document shows. The shortened commands
// are those of documents_plan_test.go; all others are run as they stand there.
func TestDocuments(t *testing.T) {
	if !*runDocuments {
		t.Skip("it takes minutes: -documents has it run")
	}
	dir := freshClone(t)
	for _, d := range documents {
		t.Run(d.name, func(t *testing.T) {
			r := &reader{T: t, dir: dir}
			r.read(d)
			r.stop()
		})
	}
	t.Run("versions", func(t *testing.T) { (&reader{T: t, dir: dir}).checkVersions() })
	t.Run("other commands", func(t *testing.T) { (&reader{T: t, dir: dir}).checkOthers() })
}

// TestEveryBlockIsKnown has all blocks of all documents in the plan, each once, and
// no document without one.
func TestEveryBlockIsKnown(t *testing.T) {
	planned := map[string]bool{}
	for _, d := range documents {
		planned[d.name] = true
		text, err := os.ReadFile(d.name)
		if err != nil {
			t.Fatal(err)
		}
		done := map[string]bool{}
		for _, b := range blocks(string(text)) {
			key, do := d.deed(b)
			if do == nil || done[key] {
				t.Errorf("%s:%d: the test does not know the block %q: want it in documents_plan_test.go", d.name, b.line, b.first())
			}
			done[key] = true
		}
		for key := range d.deeds {
			if !done[key] {
				t.Errorf("%s has no block %q: want it out of documents_plan_test.go", d.name, key)
			}
		}
	}
	for _, depth := range []string{"*.md", "*/*.md", "*/*/*.md"} {
		names, err := filepath.Glob(depth)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !planned[filepath.ToSlash(name)] {
				t.Errorf("%s is not in documents_plan_test.go", name)
			}
		}
	}
}

// freshClone clones the checkout with what has changed in its files since the last
// commit. Files that git does not know stay behind.
func freshClone(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "drafthorse")
	git(t, ".", "clone", "--quiet", "--shared", ".", dir)
	if changed := git(t, ".", "stash", "create"); changed != "" {
		git(t, dir, "checkout", "--quiet", "--detach", changed)
	}
	return dir
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("git", args...)
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out))
}

// blocks returns the blocks of a document.
func blocks(text string) (all []block) {
	var open *block
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "```") && open == nil:
			open = &block{line: i + 1}
		case strings.HasPrefix(line, "```"):
			all, open = append(all, *open), nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	return all
}

// deed returns what to do with a block, and its key; nil if that is not known.
func (d document) deed(b block) (string, deed) {
	for key, do := range d.deeds {
		if begin, open := strings.CutSuffix(key, "…"); b.first() == key || open && strings.HasPrefix(b.first(), begin) {
			return key, do
		}
	}
	return "", nil
}

// read does what a document says.
func (r *reader) read(d document) {
	content, err := os.ReadFile(filepath.Join(r.dir, d.name))
	if err != nil {
		r.Fatal(err)
	}
	text := string(content)
	for _, b := range blocks(text) {
		_, do := d.deed(b)
		if do == nil {
			continue
		}
		want := do(r, b)
		if want == b.text {
			continue
		}
		if *update {
			text = strings.Replace(text, "\n"+b.text+"```", "\n"+want+"```", 1)
			continue
		}
		r.Errorf("%s:%d: the document shows\n%s\nand it is\n%s", d.name, b.line, b.text, want)
	}
	if *update && text != string(content) {
		if err := os.WriteFile(d.name, []byte(text), 0o666); err != nil {
			r.Fatal(err)
		}
	}
}

// shell returns a command as a person types it.
func (r *reader) shell(command string) *exec.Cmd {
	c := exec.CommandContext(r.Context(), "bash", "-c", command)
	c.Dir = r.dir
	c.Env = append(os.Environ(), "GOFLAGS=-buildvcs=auto", "NO_COLOR=1")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	return c
}

// run runs a command that must end with that code, and keeps what it prints.
func (r *reader) run(command string, code int) {
	r.Helper()
	var stdout, stderr bytes.Buffer
	c := r.shell(command)
	c.Stdout, c.Stderr = &stdout, &stderr
	began := time.Now()
	err := c.Run()
	r.stdout, r.stderr = stdout.String(), stderr.String()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		r.Fatalf("%s: %v", command, err)
	}
	if got := c.ProcessState.ExitCode(); got != code {
		r.Errorf("%s: exit code %d, want %d:\n%s%s", command, got, code, r.stdout, r.stderr)
	}
	r.Logf("%5.1f s  %s", time.Since(began).Seconds(), command)
}

// line does what one line of a block says.
type line func(r *reader, command string)

// whole runs a command as it stands there.
func whole(r *reader, command string) { r.run(command, 0) }

// short runs a command with more flags behind its own, of which the last counts.
func short(flags string) line {
	return func(r *reader, command string) { r.run(command+" "+flags, 0) }
}

// refuses runs a command that does its work but refuses some of the input. Go run
// makes 1 of every exit code.
func refuses(r *reader, command string) { r.run(command, 1) }

// notRun is a command that somebody else runs, or whose needs are too great.
func notRun(why string) line {
	return func(r *reader, command string) { r.Logf("not run, %s: %s", why, command) }
}

// after does something first.
func after(first func(*reader), do line) line {
	return func(r *reader, command string) {
		first(r)
		do(r, command)
	}
}

// before does something behind a command.
func before(do line, then func(*reader)) line {
	return func(r *reader, command string) {
		do(r, command)
		then(r)
	}
}

// types types the lines of a block, one after another. Blank lines and what stands
// behind the first one are no commands: they are what the last command prints.
func types(lines ...line) deed {
	return func(r *reader, b block) string {
		commands, _, _ := strings.Cut(b.text, "\n\n")
		typed := strings.Split(strings.TrimSuffix(commands, "\n"), "\n")
		if len(typed) != len(lines) {
			r.Errorf("line %d: the block has %d commands, the test knows %d: want them all in documents_plan_test.go", b.line, len(typed), len(lines))
			return b.text
		}
		for i, command := range typed {
			lines[i](r, command)
		}
		return b.text
	}
}

// isNoCommand is a block in which there is nothing to do.
func isNoCommand(_ *reader, b block) string { return b.text }

// shows is a block of what the last command has printed. Figures hold where the
// processor has fused multiply-add.
func shows(printed func(r *reader, b block) string) deed {
	return func(r *reader, b block) string {
		text := printed(r, b)
		if runtime.GOARCH != "amd64" || !cpu.X86.HasFMA {
			return b.text
		}
		return text
	}
}

// allOf is all that it has printed on standard output.
func allOf(r *reader, _ block) string { return strings.TrimPrefix(r.stdout, "\n") }

// service is a command that goes on until it is stopped.
type service struct {
	command string
	cmd     *exec.Cmd
	output  lockedBuffer
}

// starts starts a command that goes on until stop.
func starts(flags string) line {
	return func(r *reader, command string) {
		s := &service{command: command}
		s.cmd = r.shell(command + " " + flags)
		s.cmd.Stdout, s.cmd.Stderr = &s.output, &s.output
		if err := s.cmd.Start(); err != nil {
			r.Fatal(err)
		}
		r.services = append(r.services, s)
	}
}

// await waits until one of the services has said something that the pattern matches.
func await(pattern string) func(*reader) {
	said := regexp.MustCompile(pattern)
	return func(r *reader) {
		for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			for _, s := range r.services {
				if said.MatchString(s.output.String()) {
					return
				}
			}
		}
		for _, s := range r.services {
			r.Errorf("%s does not say %s:\n%s", s.command, pattern, &s.output)
		}
	}
}

// stop ends the services by Ctrl-C, which must be all that ends them.
func (r *reader) stop() {
	for _, s := range r.services {
		if err := syscall.Kill(-s.cmd.Process.Pid, syscall.SIGINT); err != nil {
			r.Errorf("%s: %v:\n%s", s.command, err, &s.output)
		}
		s.cmd.Wait()
		if !strings.Contains(s.output.String(), "interrupted") && !strings.Contains(s.output.String(), "stopping") {
			r.Errorf("%s has ended by itself:\n%s", s.command, &s.output)
		}
	}
	r.services = nil
}

// lockedBuffer keeps what one process writes while another goroutine reads.
type lockedBuffer struct {
	mutex sync.Mutex
	b     bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.b.String()
}

// file returns a file of the clone.
func (r *reader) file(name string) string {
	r.Helper()
	text, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		r.Error(err)
	}
	return string(text)
}

// write writes one.
func (r *reader) write(name, text string, mode os.FileMode) {
	r.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		r.Fatal(err)
	}
}

// want reports a text that does not match.
func (r *reader) want(what, text, pattern string) {
	r.Helper()
	if !regexp.MustCompile(pattern).MatchString(text) {
		r.Errorf("%s is\n%s\nand does not match %s", what, text, pattern)
	}
}

// checkVersions has programs say which state of the source they were made of. What
// the documents' commands have written must not count as a change of it.
func (r *reader) checkVersions() {
	if changed := git(r.T, r.dir, "status", "--porcelain"); changed != "" {
		r.Errorf("after all commands git finds changes, want .gitignore to name them:\n%s", changed)
	}
	commit := git(r.T, r.dir, "rev-parse", "--short=12", "HEAD")
	r.run("go build -o bin/ ./cmd/perft && bin/perft --version", 0)
	r.want("the version of a program that was built", r.stdout, "^perft v.*-"+commit+` \(go1`)
	r.run("go run ./cmd/perft --version", 0)
	r.want("the version by go run", r.stdout, `^perft \(devel\) `+commit+` \(go1`)
	r.run("go run ./cmd/selfplay --run runs/version --width 16 --hidden 8 "+tinyRun, 0)
	r.want("a run's version", r.file("runs/version/run.toml"), commit+` \(go1`)

	r.write("doc.go", r.file("doc.go")+"\n// Changed.\n", 0o666)
	r.run("go run ./cmd/perft --version", 0)
	r.want("the version by go run of a changed clone", r.stdout, `^perft \(devel\) `+commit+`\+dirty \(go1`)
	git(r.T, r.dir, "checkout", "doc.go")

	// The folder above is another project's, of which the clone is no part.
	above := filepath.Dir(r.dir)
	git(r.T, above, "init", "--quiet")
	git(r.T, above, "-c", "user.name=x", "-c", "user.email=x@x", "commit", "--quiet", "--allow-empty", "-m", "x")
	r.run("mv .git ../git && go run ./cmd/perft --version; mv ../git .git", 0)
	r.want("the version of a clone without its history", r.stdout, `^perft \(devel\) \(go1`)
	os.RemoveAll(filepath.Join(above, ".git"))
}

// checkOthers has every other command of the documents, and of the programs' own
// help, understand its flags.
func (r *reader) checkOthers() {
	commands := map[string]bool{}
	inline := regexp.MustCompile("`((?:go run \\./cmd/|bin/)[^`]+)`")
	names, err := filepath.Glob("*.md")
	if err != nil {
		r.Fatal(err)
	}
	for _, name := range append(names, "cmd/analyze/README.md") {
		for _, found := range inline.FindAllStringSubmatch(r.file(name), -1) {
			commands[strings.Join(strings.Fields(found[1]), " ")] = true
		}
	}
	r.run("go build -o bin/ ./cmd/...", 0)
	example := regexp.MustCompile(`(?m)^  ((?:go run \./cmd/|bin/).*)$`)
	for _, program := range []string{"analyze", "endgame build", "endgame list", "endgame probe", "hub", "match", "perft", "pipeline", "selfplay", "train"} {
		r.run("bin/"+program+" --help", 0)
		all := example.FindAllStringSubmatch(r.stdout, -1)
		if len(all) == 0 {
			r.Errorf("%s --help has no example", program)
		}
		for _, found := range all {
			commands[found[1]] = true
		}
	}
	redirected := regexp.MustCompile(` [<>] \S+`)
	for command := range commands {
		command = strings.Replace(redirected.ReplaceAllString(command, ""), "go run ./cmd/", "bin/", 1)
		r.run(command+" --help", 0)
		r.want(fmt.Sprintf("%q with --help", command), r.stdout, "(?m)^Usage:")
	}
}
