package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// chart is a drawing of curves over one horizontal axis.
type chart struct {
	Title  string
	Note   string // what there is to know about it
	X, Y   axis
	Series []series
	Marks  []mark
	Small  bool // half as wide
}

// axis is one of a chart's axes. If low and high are both 0 it spans the data.
type axis struct {
	Label     string // with the unit
	low, high float64
	whole     bool // only whole numbers are marked
}

// series is a curve, or points that are not joined.
type series struct {
	Name   string
	Style  string // class in the style sheet
	Joined bool
	Dashed bool
	Dots   bool
	shift  float64 // to the right, in units of the drawing
	points []point
}

// point is a point of a series.
type point struct {
	x, y         float64
	below, above float64 // how far its error bar reaches; infinite is to the end of the axis
	radius       float64 // of its dot; 0 is the usual one
	begins       bool    // it is not joined to the point before
	what         string  // shown when the pointer rests on the dot
}

// bar returns the ends of the error bar that the axis has to reach.
func (p point) bar() (low, high float64) {
	low, high = p.y, p.y
	if !math.IsInf(p.below, 1) {
		low -= p.below
	}
	if !math.IsInf(p.above, 1) {
		high += p.above
	}
	return low, high
}

// mark is a vertical line with a word above it.
type mark struct {
	x    float64
	word string
}

// The sizes of drawings and of their margins, in units of the drawing.
const (
	width, height            = 720., 300.
	smallWidth, smallHeight  = 354., 190.
	left, right, top, bottom = 72., 14., 20., 44.
)

// drawing is a chart with all its places worked out, for the template.
type drawing struct {
	Width, Height            float64
	Left, Right, Top, Bottom float64 // of the frame
	XLabel, YLabel           string
	XTicks, YTicks, Marks    []tick
	Curves                   []curve
	Bars                     []bar
	Dots                     []dot
}

type tick struct {
	At    float64
	Word  string
	Dense bool // the word has no room where a page is narrow and its letters are larger
}

type curve struct{ Style, Path string }

type bar struct {
	Style       string
	X, From, To float64
}

type dot struct {
	Style   string
	X, Y, R float64
	What    string
}

// empty reports whether there is nothing to draw.
func (c chart) empty() bool {
	for _, s := range c.Series {
		if len(s.points) > 0 {
			return false
		}
	}
	return true
}

// Alt says in words what the drawing shows: where each curve begins and ends, and
// between which values it stays.
func (c chart) Alt() string {
	texts := []string{fmt.Sprintf("%s: %s over %s.", c.Title, c.Y.Label, c.X.Label)}
	for _, s := range c.Series {
		n := len(s.points)
		if n == 0 {
			continue
		}
		low, high := s.points[0].y, s.points[0].y
		for _, p := range s.points {
			low, high = min(low, p.y), max(high, p.y)
		}
		first, last := s.points[0], s.points[n-1]
		text := fmt.Sprintf("%s: %.4g at %.4g", s.Name, first.y, first.x)
		if n > 1 {
			text += fmt.Sprintf(", %.4g at %.4g, between %.4g and %.4g in %d points", last.y, last.x, low, high, n)
		}
		texts = append(texts, text+".")
	}
	return strings.Join(texts, " ")
}

// Drawing works out the places.
func (c chart) Drawing() drawing {
	x, y := c.X, c.Y
	x.span(c, func(p point) (float64, float64) { return p.x, p.x })
	y.span(c, point.bar)
	d := drawing{Width: width, Height: height, XLabel: c.X.Label, YLabel: c.Y.Label}
	if c.Small {
		d.Width, d.Height = smallWidth, smallHeight
	}
	d.Left, d.Right, d.Top, d.Bottom = left, d.Width-right, top, d.Height-bottom
	atX := func(v float64) float64 { return d.Left + (d.Right-d.Left)*(v-x.low)/(x.high-x.low) }
	atY := func(v float64) float64 {
		at := d.Bottom - (d.Bottom-d.Top)*(v-y.low)/(y.high-y.low)
		return min(max(at, d.Top), d.Bottom) // an error bar may go beyond what is possible
	}
	d.XTicks, d.YTicks = x.ticks(int(d.Width/90), atX), y.ticks(int(d.Height/60), atY)
	d.Marks = c.marks(atX)
	for _, s := range c.Series {
		var path strings.Builder
		for i, p := range s.points {
			px, py := round(atX(p.x)+s.shift), round(atY(p.y))
			to := byte('L')
			if i == 0 || p.begins {
				to = 'M'
			}
			fmt.Fprintf(&path, "%c%v %v", to, px, py)
			if p.below > 0 || p.above > 0 {
				d.Bars = append(d.Bars, bar{s.Style, px, round(atY(p.y + p.above)), round(atY(p.y - p.below))})
			}
			if s.Dots {
				r := p.radius
				if r == 0 {
					r = 2.5
				}
				d.Dots = append(d.Dots, dot{s.Style, px, py, round(r), p.what})
			}
		}
		if s.Joined {
			style := s.Style
			if s.Dashed {
				style += " dashed"
			}
			d.Curves = append(d.Curves, curve{style, path.String()})
		}
	}
	return d
}

// marks places the marks and leaves out words that have no room, left of them.
func (c chart) marks(at func(float64) float64) []tick {
	const letter, large = 7, 13 // its width, at most; on a narrow page
	free, freeNarrow := 0., 0.
	var list []tick
	for _, m := range c.Marks {
		t := tick{At: round(at(m.x))}
		if t.At-letter*float64(len(m.word)) >= free {
			t.Word = m.word
			free = t.At + letter
			if t.Dense = t.At-large*float64(len(m.word)) < freeNarrow; !t.Dense {
				freeNarrow = t.At + large
			}
		}
		list = append(list, t)
	}
	return list
}

// span widens an axis that has no ends to those of the data, and a bit more.
func (a *axis) span(c chart, of func(point) (low, high float64)) {
	if a.low != 0 || a.high != 0 {
		return
	}
	a.low, a.high = math.Inf(1), math.Inf(-1)
	for _, s := range c.Series {
		for _, p := range s.points {
			low, high := of(p)
			a.low, a.high = min(a.low, low), max(a.high, high)
		}
	}
	more := 0.04 * (a.high - a.low)
	if more == 0 {
		more = max(math.Abs(a.high)/10, 1e-9)
	}
	if a.low != 0 {
		a.low -= more
	}
	a.high += more
}

// ticks returns about so many ticks, at steps of 1, 2 or 5 times a power of ten.
func (a axis) ticks(about int, at func(float64) float64) []tick {
	rough := (a.high - a.low) / float64(about)
	power := math.Floor(math.Log10(rough))
	if a.whole {
		power = max(0, power)
	}
	step := math.Pow(10, power)
	for _, times := range []float64{5, 2} {
		if step*times <= rough {
			step *= times
			break
		}
	}
	var list []tick
	// The slack lets an end that is a multiple be one in spite of rounding.
	for k := math.Ceil(a.low/step - 1e-9); k*step <= a.high+1e-9*step; k++ {
		v := k*step + 0 // not -0
		list = append(list, tick{At: round(at(v)), Word: strconv.FormatFloat(v, 'f', max(0, -int(power)), 64)})
	}
	return list
}

// round keeps the file short: a hundredth of a unit can't be seen.
func round(v float64) float64 { return math.Round(v*100) / 100 }
