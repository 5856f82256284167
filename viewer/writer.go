package viewer

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// PageGames is how many games a page holds at most: some 1.7 MB.
const PageGames = 100

// generator is the mark by which a report is known as one.
const generator = `<meta name="generator" content="drafthorse">`

// Writer writes a report, game by game; its memory holds a row of the index for
// each. The report appears under its name when it is whole. Until then it stands
// next to it, under its name with .partial added. The report that it replaces has
// .replaced added for the moment in which the new one takes its name. If a kill
// falls into that moment, the next Create puts the old one back.
type Writer struct {
	dir        string
	collection Collection
	rows       []row
	file       *os.File // the page being written
	out        *bufio.Writer
}

// ErrForeign is wrapped by the error of Create or Close for what is in the way of a
// report and is none.
var ErrForeign = errors.New("no part of a report")

// Create begins a report in the folder dir. If there is one, Close replaces it;
// a folder that holds anything else is refused. No two may write a report of the
// same name at once.
func Create(dir string, c Collection) (*Writer, error) {
	if c.Dialect != FMJD && c.Dialect != Chess {
		return nil, fmt.Errorf("dialect %q: want %s or %s", c.Dialect, FMJD, Chess)
	}
	w := &Writer{dir: filepath.Clean(dir), collection: c}
	if err := w.recover(); err != nil {
		return nil, err
	}
	if err := checkReport(w.dir); err != nil {
		return nil, err
	}
	if err := w.removePartial(); err != nil { // a killed process left it
		return nil, err
	}
	if err := os.MkdirAll(w.partial(), 0o777); err != nil {
		return nil, err
	}
	if err := w.begin("index.html"); err != nil {
		w.Discard()
		return nil, err
	}
	return w, nil
}

func (w *Writer) partial() string  { return w.dir + ".partial" }
func (w *Writer) replaced() string { return w.dir + ".replaced" }

// removePartial removes what there is of a report that is being written.
func (w *Writer) removePartial() error { return removePages(w.partial()) }

// removePages removes a folder if it holds nothing but pages of ours.
func removePages(dir string) error {
	if _, err := checkFolder(dir); err != nil {
		return err
	}
	return os.RemoveAll(dir)
}

// recover ends what a killed Close has begun: a report that was moved away for a
// new one gets its name back, or goes if the new one has it.
func (w *Writer) recover() error {
	whole, err := checkFolder(w.replaced())
	if err != nil {
		return err
	}
	if _, err := os.Lstat(w.dir); whole && errors.Is(err, fs.ErrNotExist) {
		return os.Rename(w.replaced(), w.dir)
	}
	return os.RemoveAll(w.replaced())
}

// checkReport returns an error if dir is there and is neither empty nor a report.
func checkReport(dir string) error {
	indexed, err := checkFolder(dir)
	if err != nil || indexed {
		return err
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("%s holds %s without our index.html, %w: want another folder", dir, entries[0].Name(), ErrForeign)
	}
	return err
}

// pagePath matches the path of a page in a report's folder.
var pagePath = regexp.MustCompile(`^(index\.html|games/[0-9]{4,}\.html)$`)

// checkFolder returns an error if dir is there and holds anything but pages of ours,
// and reports whether the index is one of them: what a killed process leaves of a
// report may lack it.
func checkFolder(dir string) (indexed bool, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case path == dir && errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case path == dir && d.IsDir():
			return nil
		case path == dir:
			if d, err := os.Stat(dir); err == nil && d.IsDir() { // by a link
				return fmt.Errorf("%s is a link to a folder, %w: want the folder itself", dir, ErrForeign)
			}
			return fmt.Errorf("%s is a file, %w: want the name of a folder", dir, ErrForeign)
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() && name == "games" {
			return nil
		}
		if !d.Type().IsRegular() || !pagePath.MatchString(name) || !isReport(path) {
			return fmt.Errorf("%s holds %s, %w: want another folder", dir, name, ErrForeign)
		}
		indexed = indexed || name == "index.html"
		return nil
	})
	return indexed, err
}

// isReport reports whether a file is a page of ours, or empty: a killed process
// may leave that.
func isReport(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 1024))
	return err == nil && (len(head) == 0 || strings.Contains(string(head), generator))
}

// begin opens a page.
func (w *Writer) begin(name string) error {
	f, err := os.Create(filepath.Join(w.partial(), name))
	if err != nil {
		return err
	}
	w.file, w.out = f, bufio.NewWriterSize(f, 1<<16)
	return writeHead(w.out, w.collection)
}

// end closes the page.
func (w *Writer) end(p place) error {
	if err := writeTail(w.out, w.collection, p); err != nil {
		return err
	}
	if err := w.out.Flush(); err != nil {
		return err
	}
	err := errors.Join(w.file.Sync(), w.file.Close()) // the old report goes only when the new one is on the disk
	w.file = nil
	return err
}

// Add adds the next game. It keeps no part of g. An error about the game itself
// leaves the report as it was.
func (w *Writer) Add(g *Game) error {
	number := len(w.rows) + 1
	if err := g.check(); err != nil {
		return fmt.Errorf("game %d of the report: %w", number, err)
	}
	if number > 1 && number%PageGames == 1 {
		if err := w.turnPage(number); err != nil {
			return err
		}
	}
	w.rows = append(w.rows, rowOf(g))
	return writeGame(w.out, number, g)
}

// turnPage ends the page before game number and begins the one for it.
func (w *Writer) turnPage(number int) error {
	if err := w.end(place{Home: "../index.html", First: number - PageGames, Last: number - 1, More: true}); err != nil {
		return err
	}
	if number == PageGames+1 { // the games do not fit into the index
		if err := os.Mkdir(filepath.Join(w.partial(), "games"), 0o777); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(w.partial(), "index.html"), filepath.Join(w.partial(), pageName(1))); err != nil {
			return err
		}
	}
	return w.begin(pageName(number))
}

// pageName returns the name of the page whose first game has that number.
func pageName(first int) string { return filepath.Join("games", fmt.Sprintf("%04d.html", first)) }

// Close writes the index and puts the report under its name.
func (w *Writer) Close(all Summary) error {
	for i := range all.Players {
		p := &all.Players[i]
		if err := p.check(len(w.rows), len(all.Players)); err != nil {
			return fmt.Errorf("player %q: %w", p.Name, err)
		}
	}
	games := len(w.rows)
	whole := place{First: 1, Index: &index{w.rows, all.Players, all.Notes}}
	if games <= PageGames {
		whole.Last = games
	} else {
		last := place{Home: "../index.html", First: (games-1)/PageGames*PageGames + 1, Last: games}
		if err := w.end(last); err != nil {
			return err
		}
		if err := w.begin("index.html"); err != nil {
			return err
		}
	}
	if err := w.end(whole); err != nil {
		return err
	}
	return w.replace()
}

// replace puts the new report in the place of the old one, if nothing else has come
// to that since Create. At each moment both are there whole, by whatever name. When
// it returns, the new one is on the disk with its name.
func (w *Writer) replace() error {
	if err := checkReport(w.dir); err != nil {
		return err
	}
	for _, folder := range []string{filepath.Join(w.partial(), "games"), w.partial()} {
		if err := syncFolder(folder); err != nil && !errors.Is(err, fs.ErrNotExist) { // a small report has no games folder
			return err
		}
	}
	err := os.Rename(w.dir, w.replaced())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(w.partial(), w.dir); err != nil {
		return errors.Join(err, w.recover())
	}
	if err := syncFolder(filepath.Dir(w.dir)); err != nil {
		return err
	}
	return removePages(w.replaced())
}

// syncFolder returns when the names in a folder are on the disk.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Discard gives the report up and removes what was written of it. After Close it
// does nothing.
func (w *Writer) Discard() error {
	if w.file != nil {
		w.file.Close() // what it holds is removed
		w.file = nil
	}
	return w.removePartial()
}
