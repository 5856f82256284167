package annotate

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"drafthorse/analysis"
	"drafthorse/endgame"
	"drafthorse/internal/fault"
	"drafthorse/net"
	"drafthorse/store"
)

// Options say which games are judged, by whom, and what is written. Paths that are
// empty name nothing.
type Options struct {
	Inputs []string  // as package pdnfiles opens them
	Stdin  io.Reader // read where Inputs have "-"

	Out    string    // the annotated games as PDN; Stdout if it is empty
	Stdout io.Writer // a terminal gets the first games as players write them
	Stderr io.Writer // what came of it

	HTML    string // folder of a report for a browser
	Title   string // of that report; the name of the input if it is empty
	Moves   string // a row for each move: .csv or .jsonl
	Summary string // the figures of games and players: .txt, .json or .csv; - is Stderr
	Puzzles string // the shots of the games as PDN

	Config     analysis.Config // of the searches
	Thresholds analysis.Thresholds
	Knowledge  func() (*net.Network, *endgame.Tables, error) // who judges; asked for once it is needed

	Results string                                              // file that keeps what is found, and from which it is taken again
	From    string                                              // such a file, by which everything is judged without a search
	Fits    func(there []analysis.Settings) []analysis.Settings // those of From's settings that are wanted

	Workers  int
	Program  string // version, for the games' tag
	Progress func(label string, total int) Progress
}

// Progress shows how far long work is. A total of -1 is not known.
type Progress interface {
	Set(done int, notes ...string)
	Skip(n int) // took no time
	End(note string)
}

// CheckThere refuses inputs of which none is there: they are mistyped, rather than a
// collection that lacks some.
func CheckThere(inputs []string) error {
	for _, name := range inputs {
		if _, err := os.Stat(name); name == "-" || !errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return fault.Usage("there is no file or folder %s: want PDN files, archives or folders with some, or - for standard input", strings.Join(inputs, ", "))
}

// Output is a file or folder that the options name, with the flag that names it for a
// person.
type Output struct{ Flag, Path string }

// Outputs returns the outputs that have names of their own.
func (o *Options) Outputs() (all []Output) {
	for _, t := range []Output{{"out", o.Out}, {"html", o.HTML}, {"moves", o.Moves}, {"summary", o.Summary}, {"puzzles", o.Puzzles}} {
		if t.Path != "" && t != (Output{"summary", "-"}) {
			all = append(all, t)
		}
	}
	return all
}

// Journal returns the name of the file that keeps the findings for Out until that is
// whole.
func Journal(out string) string { return store.Part(out) + ".jsonl" }
