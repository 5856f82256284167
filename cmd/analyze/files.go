package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drafthorse/cmd/internal/cli"
	"drafthorse/pdnfiles"
	"drafthorse/store"
)

// part and journal return the names of what belongs to a file or folder that is
// being written: as much of it as there is, and the findings that go into it.
func part(out string) string    { return store.Part(out) }
func journal(out string) string { return part(out) + ".jsonl" }

// checkThere refuses a call of which no input is there: it is mistyped, rather than a
// collection that lacks some.
func checkThere(args []string) error {
	for _, arg := range args {
		if _, err := os.Stat(arg); arg == "-" || !errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return cli.Usage("there is no file or folder %s: want PDN files, archives or folders with some, or - for standard input", strings.Join(args, ", "))
}

// inputs are the files that are read.
type inputs struct {
	args  []string    // as package collection opens them
	files []string    // others
	stdin fs.FileInfo // nil if it is not read, or no file
}

// inputs returns what a call with these arguments reads.
func (o options) inputs(args []string, stdin io.Reader) inputs {
	in := inputs{args: args}
	for _, name := range []string{o.from, o.net} {
		if name != "" {
			in.files = append(in.files, name)
		}
	}
	folders := []string{o.endgames}
	if o.run != "" {
		folders = append(folders, filepath.Join(o.run, "nets"))
	}
	for _, folder := range folders {
		entries, _ := os.ReadDir(folder) // an error is told where it is read
		for _, e := range entries {
			in.files = append(in.files, filepath.Join(folder, e.Name()))
		}
	}
	if slices.Contains(args, "-") {
		in.stdin = regular(stdin)
	}
	return in
}

// regular describes a stream that is a file on the disk; nil if it is none.
func regular(stream any) fs.FileInfo {
	if f, ok := stream.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return info
		}
	}
	return nil
}

// holds returns the name by which a file is read; "" if it is not.
func (in inputs) holds(file fs.FileInfo) string {
	for _, arg := range in.args {
		if arg != "-" && pdnfiles.Holds(arg, file) {
			return arg
		}
	}
	for _, name := range in.files {
		if info, err := os.Stat(name); err == nil && os.SameFile(info, file) {
			return name
		}
	}
	if in.stdin != nil && os.SameFile(in.stdin, file) {
		return "standard input"
	}
	return ""
}

// spareStdout refuses a standard output that is one of the inputs: it would be read
// as it grows, without end, and the shell may have emptied it already.
func (in inputs) spareStdout(stdout io.Writer) error {
	if out := regular(stdout); out != nil {
		if name := in.holds(out); name != "" {
			return cli.Usage("standard output goes into %s, which is read: send it elsewhere, the input is never changed", name)
		}
	}
	return nil
}

// target is a file or folder that a flag names, or one that is made on its way.
type target struct{ flag, path string }

// targets returns the outputs that the flags name.
func (o options) targets() (all []target) {
	for _, t := range []target{{"out", o.out}, {"html", o.html}, {"moves", o.moves}, {"summary", o.summary}, {"puzzles", o.puzzles}} {
		if t.path != "" && t != (target{"summary", "-"}) {
			all = append(all, t)
		}
	}
	return all
}

// checkName refuses the name of an output that would not hold what it says.
func (t target) checkName() error {
	switch ext := strings.ToLower(filepath.Ext(t.path)); {
	case t.path == "-" && t.flag == "html":
		return cli.Usage("--html -: a report is a folder of pages: want the name of a folder")
	case t.path == "-" && t.flag != "moves": // its suffix is missed
		return cli.Usage("--%s -: want the name of a file", t.flag)
	case (t.flag == "out" || t.flag == "puzzles") && (ext == ".gz" || ext == ".zip"):
		return cli.Usage("--%s %s: nothing is compressed here: want a .pdn file; compress it afterwards", t.flag, t.path)
	case t.flag == "out" || t.flag == "puzzles":
		return cli.CheckOutput(t.flag, t.path, ".pdn")
	case t.flag == "results":
		return cli.CheckOutput(t.flag, t.path, ".jsonl", ".json")
	case t.flag == "moves" || t.flag == "summary": // of which the ending decides the format
		return cli.CheckFolder(t.flag, t.path)
	}
	return nil
}

// checkFiles refuses outputs that would harm an input or each other.
func (o options) checkFiles(args []string, stdin io.Reader, stdout io.Writer) error {
	in := o.inputs(args, stdin)
	if o.out == "" {
		if err := in.spareStdout(stdout); err != nil {
			return err
		}
	}
	named := o.targets()
	var written []target
	for _, t := range named {
		written = append(written, t, target{t.flag, part(t.path)})
	}
	switch {
	case o.results != "":
		t := target{"results", o.results}
		named, written = append(named, t), append(written, t)
	case o.out != "" && o.from == "" && !o.strip:
		written = append(written, target{"out", journal(o.out)})
	}
	out := regular(stdout)
	for i, t := range written {
		there, err := os.Stat(t.path)
		exists := err == nil
		if exists && in.holds(there) != "" {
			return cli.Usage("--%s %s is one of the files to read: choose another name, the input is never changed", t.flag, t.path)
		}
		if exists && o.out == "" && out != nil && os.SameFile(there, out) {
			return cli.Usage("standard output and --%s both write %s: give each a name of its own", t.flag, t.path)
		}
		for _, other := range written[:i] {
			info, err := os.Stat(other.path)
			if resolved(other.path) == resolved(t.path) || exists && err == nil && os.SameFile(info, there) {
				return cli.Usage("--%s and --%s both write %s: give each a name of its own", other.flag, t.flag, t.path)
			}
		}
	}
	for _, t := range named {
		if err := t.checkName(); err != nil {
			return err
		}
	}
	if o.html != "" {
		return o.checkReport(written, append(in.files, args...))
	}
	return nil
}

// checkReport refuses a report in whose folder something else is to stand, for it is
// replaced whole.
func (o options) checkReport(written []target, read []string) error {
	folder := resolved(o.html)
	if within(resolved("."), folder) {
		return cli.Usage("--html %s is the folder that the program runs in, or holds it; a report replaces a folder whole: want one of its own, as %s", o.html, filepath.Join(o.html, "report"))
	}
	for _, t := range written {
		if t.flag != "html" && within(resolved(t.path), folder) {
			return cli.Usage("--%s %s lies in the folder of --html, which holds a report and nothing else: want a name outside %s", t.flag, t.path, o.html)
		}
	}
	for _, name := range read {
		if name != "-" && resolved(name) != folder && within(resolved(name), folder) {
			return cli.Usage("--html %s holds %s, which is read; a report replaces a folder whole: want one of its own", o.html, name)
		}
	}
	return nil
}

// resolved returns the one path of a file, by whatever links it is named; it need not
// be there.
func resolved(path string) string {
	whole, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	if real, err := filepath.EvalSymlinks(whole); err == nil {
		return real
	}
	if parent := filepath.Dir(whole); parent != whole {
		return filepath.Join(resolved(parent), filepath.Base(whole))
	}
	return whole
}

// within reports whether a resolved path is that of a folder or of something in it.
func within(path, folder string) bool {
	inner, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inner)
}
