// Diskfaults disturbs the programs of drafthorse and looks whether anything is lost.
// It runs tiny pipelines, trainings, matches and analyses and has
//
//	fail   a call of the file system fail, once or for good: each number of each
//	       kind (open, read, write, fsync, rename, ...), with EIO and ENOSPC
//	kill   the process killed at a random moment
//	cut    the power cut behind each change of the folder, by the trace of changes:
//	       what was not synced is not there, all there, or there in part
//	flip   a bit flipped in a file that the command then finds
//
// After each it looks whether a file is neither old nor new, a file of the manifest
// is missing, a success was reported that was none, or an error of the device was
// taken for damage. Then the same command goes on undisturbed. It has to end with
// the very files of a run that was never disturbed, and no other.
//
// From the root of the repository:
//
//	go build -o /tmp/diskfaults-bin/ ./cmd/...
//	cd tools/diskfaults
//	go run . --bin /tmp/diskfaults-bin                 every trial, some hours
//	go run . --bin /tmp/diskfaults-bin --most 20       at most 20 of each way in each scenario
//
// It needs Linux, /dev/fuse and the right to mount. The exit code is 1 if there are
// findings, each of which is printed with what the command said.
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	findings, err := disturb()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "diskfaults:", err)
		os.Exit(2)
	case findings > 0:
		os.Exit(1)
	}
}

func disturb() (findings int, err error) {
	bin := flag.String("bin", "", "folder of the built programs (needed)")
	most := flag.Int("most", 0, "trials of each way in each scenario, spread evenly; 0 is all, and 200 kills and flips")
	only := flag.String("only", "", "scenarios, with commas between; all if empty")
	ways := flag.String("ways", "fail,kill,cut,flip", "ways of disturbing")
	seed := flag.Uint64("seed", 1, "seed of all chance")
	flag.Parse()
	l := &lab{}
	if l.bin, err = filepath.Abs(*bin); err != nil {
		return 0, err
	}
	if l.dir, err = os.MkdirTemp("", "diskfaults-"); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(l.dir)) }()
	for _, s := range scenarios {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), s.name) {
			continue
		}
		w, err := l.undisturbed(s)
		if err != nil {
			return findings, err
		}
		t := trials{lab: l, whole: w, most: *most, rng: rand.New(rand.NewPCG(*seed, 0))}
		for _, way := range strings.Split(*ways, ",") {
			made, began := t.made, time.Now()
			do := map[string]func() error{"fail": t.fail, "kill": t.kill, "cut": t.cut, "flip": t.flip}[way]
			if do == nil {
				return findings, fmt.Errorf("--ways %s: want some of fail, kill, cut and flip", way)
			}
			if err := do(); err != nil {
				return findings, fmt.Errorf("%s, %s: %w", s.name, way, err)
			}
			fmt.Printf("%-9s %-5s %4d trials, %d findings, %.0f s\n", s.name, way, t.made-made, t.findings, time.Since(began).Seconds())
			findings += t.findings
			t.findings = 0
		}
	}
	return findings, nil
}

// trials are those of one scenario.
type trials struct {
	*lab
	*whole
	most           int
	rng            *rand.Rand
	made, findings int
}

// find prints a finding.
func (t *trials) find(trial, what string, o outcome) {
	t.findings++
	fmt.Printf("FINDING %s, %s: %s\n", t.name, trial, what)
	for line := range strings.Lines(o.said) {
		fmt.Printf("        | %s", line)
	}
	fmt.Println()
}

// some returns at most as many of n numbers as are wanted, spread evenly from a
// random one on.
func (t *trials) some(n int) []int {
	if t.most == 0 || n <= t.most {
		t := make([]int, n)
		for i := range t {
			t[i] = i
		}
		return t
	}
	var some []int
	from := t.rng.IntN(n)
	for i := range t.most {
		some = append(some, (from+i*n/t.most)%n)
	}
	return some
}

// mounted runs the command in a copy of the start through a layer. It returns the
// folder below.
func (t *trials) mounted(f fault) (dir string, l *layer, o outcome, err error) {
	dir = t.folder()
	at := t.folder()
	if err = os.Mkdir(at, 0o755); err != nil {
		return
	}
	if err = os.CopyFS(dir, os.DirFS(t.start)); err != nil {
		return
	}
	if l, err = mount(dir, at, f); err != nil {
		return
	}
	o, err = t.do(at, t.command, 0)
	err = errors.Join(err, l.unmount(), os.Remove(at))
	return
}

// fail fails calls.
func (t *trials) fail() error {
	dir, l, o, err := t.mounted(fault{})
	if err != nil || o.code != 0 {
		return fmt.Errorf("undisturbed: %w: %s", err, o.said)
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	var all []fault
	for _, kind := range l.kinds() {
		errnos := []syscall.Errno{syscall.EIO}
		if slices.Contains([]string{"create", "write", "fsync", "close", "mkdir", "rename", "truncate"}, kind) {
			errnos = append(errnos, syscall.ENOSPC)
		}
		for n := range l.counts[kind] {
			for _, errno := range errnos {
				all = append(all, fault{kind, n + 1, false, errno}, fault{kind, n + 1, true, errno})
			}
		}
	}
	for _, i := range t.some(len(all)) {
		f := all[i]
		dir, l, o, err := t.mounted(f)
		if err != nil {
			return fmt.Errorf("%v: %w", f, err)
		}
		if l.failed == 0 {
			continue
		}
		// An input that cannot be read is refused; what a program has written is not.
		if o.code == damaged || o.code == refused && t.run {
			t.find(f.String(), fmt.Sprintf("exit code %d, as if something were damaged", o.code), o)
		}
		if err := t.goOn(f.String(), dir, o); err != nil {
			return err
		}
	}
	return nil
}

// kill kills processes.
func (t *trials) kill() error {
	n := t.most
	if n == 0 {
		n = 200
	}
	for i := range n {
		dir := t.folder()
		if err := os.CopyFS(dir, os.DirFS(t.start)); err != nil {
			return err
		}
		life := t.took*time.Duration(i)/time.Duration(n) + time.Duration(t.rng.Int64N(int64(t.took)))/time.Duration(n) + time.Millisecond
		o, err := t.do(dir, t.command, life)
		if err != nil {
			return err
		}
		if err := t.goOn(fmt.Sprintf("killed after %v", life), dir, o); err != nil {
			return err
		}
	}
	return nil
}

// cut cuts the power.
func (t *trials) cut() error {
	dir, l, o, err := t.mounted(fault{})
	if err != nil || o.code != 0 {
		return fmt.Errorf("undisturbed: %w: %s", err, o.said)
	}
	defer os.RemoveAll(dir)
	for _, n := range append(t.some(len(l.trace)), len(l.trace)) {
		d, err := readDisk(t.start, l.begun)
		if err != nil {
			return err
		}
		left := t.folder()
		if err := t.replay(d, l.trace[:n], left); err != nil {
			return err
		}
		trial, cut := fmt.Sprintf("power cut after %d changes of %d", n, len(l.trace)), outcome{-1, ""}
		if n == len(l.trace) { // it has reported a success; a lock is there again until the next call
			cut.code = 0
			locks, err := filepath.Glob(filepath.Join(left, "*.lock"))
			for _, name := range locks {
				if _, stays := t.end[filepath.Base(name)]; stays {
					continue
				}
				err = errors.Join(err, os.Remove(name))
			}
			if err != nil {
				return err
			}
		}
		if err := t.goOn(trial, left, cut); err != nil {
			return err
		}
	}
	return nil
}

// replay writes what the changes leave behind a power cut. It enters them into the
// disk as it was at the start.
func (t *trials) replay(start *disk, changes []change, left string) error {
	for _, c := range changes {
		start.apply(c)
	}
	return start.cut(left, t.rng)
}

// flip flips bits. The command finds the folder as a power cut has left it that
// lost nothing.
func (t *trials) flip() error {
	n := t.most
	if n == 0 {
		n = 200
	}
	for range n {
		dir := t.folder()
		if err := os.CopyFS(dir, os.DirFS(t.start)); err != nil {
			return err
		}
		life := time.Duration(t.rng.Int64N(int64(t.took))) + time.Millisecond
		if _, err := t.do(dir, t.command, life); err != nil {
			return err
		}
		if err := t.flipOne(dir); err != nil {
			return err
		}
	}
	return nil
}

// unguarded reports whether nothing in a file tells that a bit of it was flipped:
// what people write and read, and what is only of use to a process that runs.
func unguarded(name string) bool {
	switch filepath.Base(name) {
	case "run.cfg", "games.pdn", "in.pdn", "metrics.jsonl", "matches.jsonl", "selfplay.jsonl", "report.html":
		return true
	}
	return strings.HasPrefix(filepath.Base(name), "LOCK") || strings.HasSuffix(name, ".lock") || strings.HasSuffix(name, ".partial")
}

// flipOne flips a bit of a file that a killed command has left, and has it go on. It
// ends as if there were no flip, or it names the file.
func (t *trials) flipOne(dir string) error {
	defer os.RemoveAll(dir)
	now, err := readTree(dir)
	if err != nil {
		return err
	}
	if t.run && now["r/MANIFEST"] == t.end["r/MANIFEST"] {
		return nil // it would go on to more
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if now[name] != "" && !unguarded(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	t.made++
	name := names[t.rng.IntN(len(names))]
	content := []byte(now[name])
	at, bit := t.rng.IntN(len(content)), t.rng.IntN(8)
	content[at] ^= 1 << bit
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
		return err
	}
	o, err := t.do(dir, t.command, 0)
	if err != nil {
		return err
	}
	trial := fmt.Sprintf("bit %d of byte %d of %s flipped", bit, at, name)
	if now, err = readTree(dir); err != nil {
		return err
	}
	d := t.differences(now, name)
	told := strings.Contains(o.said, filepath.Base(name)) || strings.Contains(o.said, filepath.Base(filepath.Dir(name)))
	switch {
	case strings.Contains(o.said, "panic:") || strings.Contains(o.said, "goroutine "):
		t.find(trial, "a panic", o)
	case o.code == 0 && len(d) > 0 && !told:
		t.find(trial, "a success with "+strings.Join(d, ", "), o)
	case o.code != 0 && !told:
		t.find(trial, fmt.Sprintf("exit code %d without its name", o.code), o)
	}
	return nil
}

// goOn looks at the folder that a disturbed command has left, has the command go on
// and looks again.
func (t *trials) goOn(trial, dir string, o outcome) error {
	t.made++
	defer os.RemoveAll(dir)
	now, err := readTree(dir)
	if err != nil {
		return err
	}
	if o.code == unending {
		t.find(trial, "it has not ended", o)
	}
	// After a refusal of input the outputs are whole, but of what could be read.
	if o.code != refused || t.run {
		for _, what := range t.unsound(now) {
			t.find(trial, what, o)
		}
	}
	if o.code == 0 {
		if d := t.differences(now); len(d) > 0 {
			t.find(trial, "a success with "+strings.Join(d, ", "), o)
		}
		return nil
	}
	// A run whose command has added all it adds would go on to more. What is left of
	// the files made last goes when the run is opened.
	if t.run && now["r/MANIFEST"] == t.end["r/MANIFEST"] {
		maps.DeleteFunc(now, func(name, _ string) bool { return strings.HasSuffix(name, ".partial") })
		if d := t.differences(now, "r/report.html", "r/selfplay.jsonl"); len(d) > 0 {
			t.find(trial, "all is committed, yet "+strings.Join(d, ", "), o)
		}
		return nil
	}
	again, err := t.do(dir, t.command, 0)
	if err != nil {
		return fmt.Errorf("%s: going on: %w", trial, err)
	}
	both := outcome{again.code, o.said + "--- going on\n" + again.said}
	if again.code != 0 {
		t.find(trial, fmt.Sprintf("going on ends with %d", again.code), both)
		return nil
	}
	if now, err = readTree(dir); err != nil {
		return err
	}
	if d := t.differences(now); len(d) > 0 {
		t.find(trial, "after going on "+strings.Join(d, ", "), both)
	}
	return nil
}
