package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drafthorse/annotate"
	"drafthorse/cmd/internal/cli"
	"drafthorse/pdnfiles"
	"drafthorse/store"
)

// read is what is read.
type read struct {
	args  []string    // as package pdnfiles opens them
	files []string    // others
	stdin fs.FileInfo // nil if it is not read, or no file
}

// inputsOf returns what a command reads that is given only games.
func inputsOf(args []string, stdin io.Reader) read {
	in := read{args: args}
	if slices.Contains(args, "-") {
		in.stdin = regular(stdin)
	}
	return in
}

// reads returns what the flags name besides the games, too.
func (o *options) reads(args []string, stdin io.Reader) read {
	in := inputsOf(args, stdin)
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
func (in read) holds(file fs.FileInfo) string {
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
func (in read) spareStdout(stdout io.Writer) error {
	if out := regular(stdout); out != nil {
		if name := in.holds(out); name != "" {
			return cli.Usage("standard output goes into %s, which is read: send it elsewhere, the input is never changed", name)
		}
	}
	return nil
}

// checkName refuses the name of an output that would not hold what it says.
func checkName(t annotate.Output) error {
	switch ext := strings.ToLower(filepath.Ext(t.Path)); {
	case t.Path == "-" && t.Flag == "html":
		return cli.Usage("--html -: a report is a folder of pages: want the name of a folder")
	case t.Path == "-" && t.Flag != "moves": // its suffix is missed
		return cli.Usage("--%s -: want the name of a file", t.Flag)
	case (t.Flag == "out" || t.Flag == "puzzles") && (ext == ".gz" || ext == ".zip"):
		return cli.Usage("--%s %s: nothing is compressed here: want a .pdn file; compress it afterwards", t.Flag, t.Path)
	case t.Flag == "out" || t.Flag == "puzzles":
		return cli.CheckOutput(t.Flag, t.Path, ".pdn")
	case t.Flag == "results":
		return cli.CheckOutput(t.Flag, t.Path, ".jsonl", ".json")
	case t.Flag == "moves" || t.Flag == "summary": // of which the ending decides the format
		return cli.CheckFolder(t.Flag, t.Path)
	}
	return nil
}

// checkFiles refuses outputs that would harm what is read, or each other.
func checkFiles(of *annotate.Options, in read) error {
	if of.Out == "" {
		if err := in.spareStdout(of.Stdout); err != nil {
			return err
		}
	}
	named := of.Outputs()
	var written []annotate.Output
	for _, t := range named {
		written = append(written, t, annotate.Output{Flag: t.Flag, Path: store.Part(t.Path)})
	}
	switch {
	case of.Results != "":
		t := annotate.Output{Flag: "results", Path: of.Results}
		named, written = append(named, t), append(written, t)
	case of.Out != "" && of.From == "" && of.Knowledge != nil:
		written = append(written, annotate.Output{Flag: "out", Path: annotate.Journal(of.Out)})
	}
	if err := in.spare(written, of); err != nil {
		return err
	}
	for _, t := range named {
		if err := checkName(t); err != nil {
			return err
		}
	}
	if of.HTML != "" {
		return checkReport(of.HTML, written, slices.Concat(in.files, in.args))
	}
	return nil
}

// spare refuses files to be written that are read, or written twice.
func (in read) spare(written []annotate.Output, of *annotate.Options) error {
	out := regular(of.Stdout)
	for i, t := range written {
		there, err := os.Stat(t.Path)
		exists := err == nil
		if exists && in.holds(there) != "" {
			return cli.Usage("--%s %s is one of the files to read: choose another name, the input is never changed", t.Flag, t.Path)
		}
		if exists && of.Out == "" && out != nil && os.SameFile(there, out) {
			return cli.Usage("standard output and --%s both write %s: give each a name of its own", t.Flag, t.Path)
		}
		for _, other := range written[:i] {
			info, err := os.Stat(other.Path)
			if resolved(other.Path) == resolved(t.Path) || exists && err == nil && os.SameFile(info, there) {
				return cli.Usage("--%s and --%s both write %s: give each a name of its own", other.Flag, t.Flag, t.Path)
			}
		}
	}
	return nil
}

// checkReport refuses a report in whose folder something else is to stand, for it is
// replaced whole.
func checkReport(html string, written []annotate.Output, read []string) error {
	folder := resolved(html)
	if within(resolved("."), folder) {
		return cli.Usage("--html %s is the folder that the program runs in, or holds it; a report replaces a folder whole: want one of its own, as %s", html, filepath.Join(html, "report"))
	}
	for _, t := range written {
		if t.Flag != "html" && within(resolved(t.Path), folder) {
			return cli.Usage("--%s %s lies in the folder of --html, which holds a report and nothing else: want a name outside %s", t.Flag, t.Path, html)
		}
	}
	for _, name := range read {
		if name != "-" && resolved(name) != folder && within(resolved(name), folder) {
			return cli.Usage("--html %s holds %s, which is read; a report replaces a folder whole: want one of its own", html, name)
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
