package console

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

// Progress shows how far a long piece of work has come: by a bar where the
// stream is a terminal, by a line now and then where it is not.
type Progress struct {
	out   io.Writer
	label string
	total int
	unit  string

	bar           *progressbar.ProgressBar // nil where there is no terminal
	terminal      *os.File
	began, spoken time.Time
	first, done   int
}

// NewProgress begins to show a piece of work of total units, or of an unknown
// number if total is -1, of which done are done before it begins.
func NewProgress(out io.Writer, label, unit string, done, total int) *Progress {
	now := time.Now()
	p := &Progress{out: out, label: label, unit: unit, total: total, first: done, done: done, began: now, spoken: now}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.terminal = f
		if done > 0 {
			fmt.Fprintf(out, "%s: going on after %d of %d %s\n", label, done, total, unit)
		}
		// The bar counts what is left to do, so that its rate is that of this call.
		p.bar = progressbar.NewOptions(max(total-done, -1),
			progressbar.OptionSetWriter(out),
			progressbar.OptionSetDescription(p.label),
			progressbar.OptionSetItsString(unit),
			progressbar.OptionShowIts(),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetWidth(8),
			progressbar.OptionUseANSICodes(os.Getenv("NO_COLOR") == ""),
		)
	}
	return p
}

// statistics is the room on a line that the bar's own figures may need.
const statistics = 58

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
	// A line wider than the terminal would be drawn below itself each time.
	width, _, err := term.GetSize(int(p.terminal.Fd()))
	if err != nil {
		width = 80
	}
	p.bar.Describe(describe(p.label, notes, max(0, width-statistics)))
	p.bar.Set(done - p.first)
}

// describe joins a label and as many notes as there is room for. If there is none
// for the first note, of a label like "self-play, net 3" only the net stays.
func describe(label string, notes []string, room int) string {
	if _, net, ok := strings.Cut(label, ", "); ok && len(notes) > 0 && len(label)+2+len(notes[0]) > room && len(net)+2+len(notes[0]) <= room {
		label = net
	}
	text := label
	for _, note := range notes {
		if len(text)+2+len(note) > room {
			break
		}
		text += "  " + note
	}
	return text[:min(len(text), room)]
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
		text += fmt.Sprintf(", %.1f/s", rate)
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
