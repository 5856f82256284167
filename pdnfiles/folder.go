package pdnfiles

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

var (
	errLink     = errors.New("a symbolic link that leads out of the folder is not followed: name the file itself")
	errDangling = errors.New("a symbolic link to a file that is not there: want it removed, or the file put back")
)

// folder gives the records and archives below a folder.
func (o *opener) folder(name string) bool {
	root, err := os.OpenRoot(name)
	if err != nil {
		return o.refuse(name, err)
	}
	defer root.Close()
	return walk(root, func(inner string, d fs.DirEntry, err error) bool {
		shown := filepath.Join(name, filepath.FromSlash(inner))
		switch {
		case err != nil:
			return o.refuse(shown, err)
		case d.Type().IsRegular():
			return o.inner(root, shown, inner)
		case !isOpened(inner):
		case d.Type()&fs.ModeSymlink != 0:
			// What a link leads to in the folder is read in its own place.
			if _, err := root.Stat(inner); err != nil {
				return o.refuse(shown, linkFault(shown))
			}
		}
		return true
	})
}

// linkFault says why a link is not followed.
func linkFault(link string) error {
	switch _, err := os.Stat(link); {
	case err == nil:
		return errLink
	case errors.Is(err, fs.ErrNotExist):
		return errDangling
	default:
		return err
	}
}

func (o *opener) inner(root *os.Root, shown, inner string) bool {
	f, err := root.Open(filepath.FromSlash(inner))
	if err != nil {
		return !isOpened(inner) || o.refuse(shown, err)
	}
	defer f.Close()
	if !isOpened(inner) {
		if isOutput(inner, f) {
			return true
		}
		err := unread(inner, f)
		return err == nil || o.refuse(shown, err)
	}
	return o.file(shown, f)
}

// isOutput reports whether a file is one that this program writes at the moment: a
// part, or what standard output goes to. It may look like records before it is done.
func isOutput(name string, f *os.File) bool {
	if strings.HasSuffix(name, ".partial") {
		return true
	}
	info, err := f.Stat()
	out, failed := os.Stdout.Stat()
	return err == nil && failed == nil && os.SameFile(info, out)
}

// isOpened reports whether a file in a folder is opened, by its name.
func isOpened(name string) bool { return isRecord(name) || isArchive(name) }

// walk calls visit, until it returns false, for the files below root that are not
// hidden, and for folders that cannot be read. It returns what visit has returned
// last.
func walk(root *os.Root, visit func(name string, d fs.DirEntry, err error) bool) bool {
	more := true
	fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case isHidden(name) && d.IsDir():
			return fs.SkipDir
		case isHidden(name) || d.IsDir():
			return nil
		}
		if more = visit(name, d, err); !more {
			return fs.SkipAll
		}
		return nil
	})
	return more
}

// Holds reports whether Files, given one argument, opens the file that info
// describes.
func Holds(arg string, info fs.FileInfo) bool {
	named, err := os.Stat(arg)
	if err != nil {
		return false
	}
	if !named.IsDir() {
		return os.SameFile(named, info)
	}
	root, err := os.OpenRoot(arg)
	if err != nil {
		return false
	}
	defer root.Close()
	return !walk(root, func(name string, d fs.DirEntry, err error) bool {
		if err != nil || !isOpened(name) {
			return true
		}
		found, err := d.Info()
		return err != nil || !os.SameFile(found, info)
	})
}
