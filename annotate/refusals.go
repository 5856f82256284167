package annotate

import (
	"fmt"
	"io"
	"text/tabwriter"

	"drafthorse/internal/fault"
	"drafthorse/internal/plural"
	"drafthorse/pdn"
)

// errRefused is wrapped by the error of work that is done but for some of the input.
var errRefused = fault.Refused("some input was refused")

// mostRefusals is how many refusals are listed one by one. The others are
// counted: memory must not grow with a collection in which all is wrong.
const mostRefusals = 1000

// refusals are the games that could not be used and the files that could not be
// read whole.
type refusals struct {
	games, files int
	first        []*pdn.Error
}

func (r *refusals) add(e *pdn.Error) {
	if e.Game > 0 {
		r.games++
	} else {
		r.files++
	}
	if len(r.first) < mostRefusals {
		r.first = append(r.first, e)
	}
}

func (r *refusals) count() int { return r.games + r.files }

// table writes a line for each refusal.
func (r *refusals) table(out io.Writer) error {
	if r.count() == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nrefused\tgame\tline\treason")
	for _, e := range r.first {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", printable(e.File), number(e.Game), number(e.Line), printable(reason(e)))
	}
	if more := r.count() - len(r.first); more > 0 {
		fmt.Fprintf(w, "%d more, which analyze check --json lists\n", more)
	}
	fmt.Fprintln(w)
	return w.Flush()
}

func number(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

// reason says what e says, but not where.
func reason(e *pdn.Error) string {
	return (&pdn.Error{Ply: e.Ply, Problem: e.Problem, Want: e.Want}).Error()
}

// err returns an error that counts the games and files in the words of format,
// or nil if there are none.
func (r *refusals) err(format string) error {
	if r.count() == 0 {
		return nil
	}
	text := fmt.Sprintf(format, plural.Count(r.games, "game"), plural.Count(r.files, "file"))
	return fmt.Errorf("%w: %s", errRefused, text)
}
