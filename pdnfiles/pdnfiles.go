// Package pdnfiles opens what a person names as a collection of game records:
//
//	club.pdn  any other name    a file
//	club.pdn.gz                 the same, compressed
//	club.zip                    every *.pdn and *.pdn.gz in it, in its order
//	club/                       every *.pdn, *.pdn.gz and *.zip below it, by name
//	-                           standard input
//
// What is compressed by gzip is known by its first bytes, too, so that a wrong
// name and standard input do no harm. Hidden files and folders, whose names
// begin with a dot, are passed over in folders and archives. Symbolic links in a
// folder are not followed. Other files are not read. One that is an archive or
// begins like a record gives an error that says so, unless this program writes it: a
// *.partial, or what standard output goes to.
//
// Nothing is unpacked to the disk and no name in an archive is used as a path.
// Everything streams: memory grows with the number of names in one folder or
// archive, not with what the files hold. What is damaged or expands without
// measure gives an error in its place, and the rest is read all the same.
package pdnfiles

import (
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"
)

// File is one text of a collection. It can be read until the next one is asked
// for; errors of reading do not repeat the name.
type File struct {
	Name string // for a person, as club.zip/2024/final.pdn; it may hold any byte
	io.Reader
}

// Files yields the files that the arguments name, in their order. Beside an
// error, which says why a file could not be opened, the File has its name only.
func Files(args []string, stdin io.Reader) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		o := opener{yield: yield, left: maxTotal}
		for _, arg := range args {
			if !o.argument(arg, stdin) {
				return
			}
		}
	}
}

// opener opens files for one call of Files. Its methods report whether more
// files are wanted.
type opener struct {
	yield func(File, error) bool
	left  int64 // bytes to which compressed input may still expand
	given int   // files and errors yielded
}

func (o *opener) give(name string, r io.Reader) bool {
	o.given++
	return o.yield(File{name, r}, nil)
}

// refuse yields an error of the file system without the path that it repeats.
func (o *opener) refuse(name string, err error) bool {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	o.given++
	return o.yield(File{Name: name}, err)
}

var errNothing = errors.New("there is no PDN file in it")

func (o *opener) argument(name string, stdin io.Reader) bool {
	if name == "-" {
		return o.stream("standard input", stdin)
	}
	before := o.given
	if !o.path(name) {
		return false
	}
	return o.given > before || o.refuse(name, errNothing)
}

func (o *opener) path(name string) bool {
	info, err := os.Stat(name)
	if err != nil {
		return o.refuse(name, err)
	}
	if info.IsDir() {
		return o.folder(name)
	}
	f, err := os.Open(name)
	if err != nil {
		return o.refuse(name, err)
	}
	defer f.Close()
	return o.file(name, f)
}

func (o *opener) file(name string, f *os.File) bool {
	if isArchive(name) {
		return o.archive(name, f)
	}
	return o.stream(name, f)
}

// Names are compared by these in lower case.

func isArchive(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".zip") }

func isGzip(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".gz") }

// isRecord reports whether a file that nobody has named holds games.
func isRecord(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".pdn") || strings.HasSuffix(name, ".pdn.gz")
}

// isHidden reports whether a part of a path begins with a dot. In archives made
// by some programs the parts are separated by backslashes.
func isHidden(name string) bool {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '\\' })
	return slices.ContainsFunc(parts, func(part string) bool {
		return strings.HasPrefix(part, ".") && part != "." && part != ".."
	})
}
