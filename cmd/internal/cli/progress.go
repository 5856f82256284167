package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// interval is the time between two lines of progress where there is no
// terminal.
const interval = 30 * time.Second

// redrawn is the time between two drawings of a bar.
const redrawn = 100 * time.Millisecond

// Progress shows how far a long piece of work has come: by a bar where the
// stream is a terminal, by a line now and then where it is not.
type Progress struct {
	out   io.Writer
	label string
	total int
	unit  string

	bar           *progressbar.ProgressBar // nil where there is no terminal
	columns       func() int               // of the terminal
	figures       int                      // columns that the bar's own figures may need
	notes         []string                 // of the last Set
	began, spoken time.Time                // spoken: when it was last shown
	first, done   int
}

// NewProgress begins to show a piece of work of total units, or of an unknown
// number if total is -1, of which done are done before it begins.
func NewProgress(out io.Writer, label, unit string, done, total int) *Progress {
	now := time.Now()
	p := &Progress{out: out, label: label, unit: unit, total: total, first: done, done: done, began: now, spoken: now}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.draw(func() int {
			width, _, err := term.GetSize(int(f.Fd()))
			if err != nil {
				return 80
			}
			return width
		})
	}
	return p
}

// draw has the work shown by a bar on a terminal of so many columns. Narrow ones get
// less of its figures, so that there is room for what they are about.
func (p *Progress) draw(columns func() int) {
	p.columns = columns
	if p.first > 0 {
		fmt.Fprintf(p.out, "%s: going on after %d of %d %s\n", p.label, p.first, p.total, p.unit)
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(p.out),
		progressbar.OptionSetDescription(p.label),
		progressbar.OptionSetItsString(p.unit),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetWidth(8),
		progressbar.OptionUseANSICodes(os.Getenv("NO_COLOR") == ""),
		// At an interval it would be drawn by a goroutine that Exit does not end.
		progressbar.OptionSetSpinnerChangeInterval(0),
	}
	// Such as " 100% |████████| (20000/20000, 1234 games/s) [1m30s:2m10s]".
	p.figures = 30
	width := columns()
	if width >= 60 {
		options = append(options, progressbar.OptionShowCount())
		p.figures += 13
	}
	if width >= 80 {
		options = append(options, progressbar.OptionShowIts())
		p.figures += 15
	}
	// The bar counts what is left to do, so that its rate is that of this call.
	p.bar = progressbar.NewOptions(max(p.total-p.first, -1), options...)
}

// Set says how many units are done, and how it goes in a few notes, of which the
// first is the most important.
func (p *Progress) Set(done int, notes ...string) {
	p.done = done
	if p.bar == nil {
		if now := time.Now(); now.Sub(p.spoken) >= interval {
			p.spoken = now
			p.line(strings.Join(notes, ", "), now)
		}
		return
	}
	p.notes = notes
	if now := time.Now(); done == p.total || now.Sub(p.spoken) >= redrawn {
		p.spoken = now
		p.redraw()
	}
}

// redraw draws the bar as it stands. A line wider than the terminal would be drawn
// below itself each time.
func (p *Progress) redraw() {
	p.bar.Describe(describe(p.label, p.notes, max(0, p.columns()-p.figures)))
	p.bar.Set(p.done - p.first)
}

// describe joins a label and as many notes as there is room for. Where the label or the
// first note would have none, of one like "self-play, net 3" only the net stays.
func describe(label string, notes []string, room int) string {
	need := len(label)
	if len(notes) > 0 && need <= room {
		need += 2 + len(notes[0])
	}
	if _, net, ok := strings.Cut(label, ", "); ok && need > room && (len(label) > room || len(net)+2+len(notes[0]) <= room) {
		label = net
	}
	if len(label) > room {
		return ""
	}
	text := label
	for _, note := range notes {
		if len(text)+2+len(note) > room {
			break
		}
		text += "  " + note
	}
	return text
}

// Skip says that so many units of the work needed next to no time, as if they had
// been done before it began.
func (p *Progress) Skip(n int) {
	p.first += n
	if p.bar != nil && p.total >= 0 {
		p.bar.ChangeMax(p.total - p.first)
	}
}

// End says the last word about the work.
func (p *Progress) End(note string) {
	if p.bar != nil {
		if p.done != p.total && p.done > p.first {
			p.redraw()
		}
		p.bar.Exit()
		fmt.Fprintln(p.out)
		return
	}
	p.line(note, time.Now())
}

func (p *Progress) line(note string, now time.Time) {
	elapsed := now.Sub(p.began)
	rate := float64(p.done-p.first) / max(elapsed.Seconds(), 1e-3)
	text := fmt.Sprintf("%s: %d", p.label, p.done)
	if p.total >= 0 {
		text += fmt.Sprintf(" of %d", p.total)
	}
	unit := p.unit
	if p.done == 1 && p.total < 0 {
		unit = strings.TrimSuffix(unit, "s")
	}
	text += " " + unit
	if p.done > p.first || p.first == 0 {
		text += ", " + PerTime(rate, "%.1f")
	}
	if left := p.total - p.done; left > 0 && rate > 0 {
		text += fmt.Sprintf(", %s left", (time.Duration(float64(left)/rate) * time.Second).Round(time.Second))
	} else {
		text += fmt.Sprintf(", in %s", elapsed.Round(100*time.Millisecond))
	}
	if note != "" {
		text += ", " + note
	}
	fmt.Fprintln(p.out, text)
}

// PerTime writes a rate for each second, or for a longer time if it is below one.
func PerTime(rate float64, format string) string {
	for _, unit := range []string{"s", "min"} {
		if rate >= 1 {
			return fmt.Sprintf(format+"/"+unit, rate)
		}
		rate *= 60
	}
	return fmt.Sprintf(format+"/h", rate)
}
