// Package report draws a run's trainings and matches as curves, on one page of
// HTML that needs nothing else: the drawings are SVG in it, and there is no
// script.
//
// Losses, accuracy, learning rate and gradient norm stand over the steps of all
// trainings in a row; a vertical line says with which net a training ended. The
// losses come with the entropy of their targets, which they cannot fall below:
// their distance from it is what is left to learn. Strength and the figures of
// self-play stand over the nets. Each drawing is also told in words, and the page
// has the run's configuration.
package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"

	"drafthorse/run"
	"drafthorse/training"
)

//go:embed page.html
var text string

var page = template.Must(template.New("page").Parse(text))

// Journals are a run's files of JSON lines.
type Journals struct {
	Metrics  []run.MetricsLine
	Matches  []run.MatchLine
	SelfPlay []run.GenerationLine
}

// About says which run it is.
type About struct {
	Run     string // its name
	Program string // version that draws the page
	Config  run.Config
}

// Write writes the page of a run.
func Write(w io.Writer, about About, j Journals) error {
	learning := append(trainingCharts(j.Metrics), calibrationChart(j.Metrics))
	return page.Execute(w, struct {
		About
		Configuration string
		Trainings     []summary
		Groups        [][]chart // of charts of one size each
	}{about, string(about.Config.TOML()), summaries(j.Metrics), [][]chart{
		drawn(strengthChart(once(j.Matches)), eloChart(once(j.Matches))),
		drawn(selfPlayCharts(j.SelfPlay)...),
		drawn(learning...),
	}})
}

// drawn leaves the empty charts out.
func drawn(charts ...chart) []chart { return slices.DeleteFunc(charts, chart.empty) }

// summary is what the page's table says of a training.
type summary struct {
	Net           int
	Steps, Of     int // made and planned
	Before, After *training.Evaluation
}

func summaries(metrics []run.MetricsLine) []summary {
	var list []summary
	for _, m := range metrics {
		if n := len(list); n == 0 || list[n-1].Net != m.Generation {
			list = append(list, summary{Net: m.Generation})
		}
		last := &list[len(list)-1]
		last.Steps, last.Of = m.Step, m.Steps
		if e := m.HeldOut; e != nil && e.Rows > 0 {
			if last.Before == nil {
				last.Before = e
			}
			last.After = e
		}
	}
	return list
}

// Accuracy says how it changed, in percent.
func (s summary) Accuracy() string {
	return fmt.Sprintf("%.1f → %.1f", 100*s.Before.Accuracy, 100*s.After.Accuracy)
}

// trainingCharts draws what there is over the steps.
func trainingCharts(metrics []run.MetricsLine) []chart {
	fitted := func(name, style string, of func(*training.Metrics) float64) series {
		return overSteps(series{Name: name, Style: style, Joined: true}, metrics, func(m run.MetricsLine) (float64, bool) {
			if m.Train == nil {
				return 0, false
			}
			return of(m.Train), true
		})
	}
	heldOut := func(s series, of func(*training.Evaluation) float64) series {
		return overSteps(s, metrics, func(m run.MetricsLine) (float64, bool) {
			if m.HeldOut == nil || m.HeldOut.Rows == 0 {
				return 0, false
			}
			return of(m.HeldOut), true
		})
	}
	loss := series{Name: "held-out games", Style: "one", Joined: true, Dots: true}
	floor := series{Name: "entropy of their targets", Style: "floor", Joined: true, Dashed: true}
	x := axis{Label: "steps of all trainings", whole: true}
	charts := []chart{
		{
			Title: "Policy loss",
			Note:  "Cross-entropy of the moves' priors against the shares of the visits.",
			Y:     axis{Label: "nats"},
			Series: []series{
				fitted("batch of the step", "faint", func(m *training.Metrics) float64 { return m.PolicyLoss }),
				heldOut(loss, func(e *training.Evaluation) float64 { return e.PolicyLoss }),
				heldOut(floor, func(e *training.Evaluation) float64 { return e.PolicyEntropy }),
			},
		},
		{
			Title: "Value loss",
			Note:  "Cross-entropy of win, draw and loss against the games' outcomes mixed with the searches' verdicts.",
			Y:     axis{Label: "nats"},
			Series: []series{
				fitted("batch of the step", "faint", func(m *training.Metrics) float64 { return m.ValueLoss }),
				heldOut(loss, func(e *training.Evaluation) float64 { return e.ValueLoss }),
				heldOut(floor, func(e *training.Evaluation) float64 { return e.ValueEntropy }),
			},
		},
		{
			Title:  "Accuracy of the top move",
			Note:   "How often the likeliest move is one with the most visits.",
			Y:      axis{Label: "% of positions"},
			Series: []series{heldOut(loss, func(e *training.Evaluation) float64 { return 100 * e.Accuracy })},
		},
		{
			Title:  "Learning rate",
			Y:      axis{Label: "per step"},
			Series: []series{fitted("learning rate", "one", func(m *training.Metrics) float64 { return m.LearnRate })},
		},
		{
			Title:  "Gradient norm",
			Note:   "Of all weights together, before it is cut.",
			Y:      axis{Label: "nats per unit of weight"},
			Series: []series{fitted("gradient norm", "one", func(m *training.Metrics) float64 { return m.GradientNorm })},
		},
	}
	marks := ends(metrics)
	if n := len(marks); n > 0 {
		x.high = marks[n-1].x
	}
	for i := range charts {
		charts[i].X, charts[i].Marks = x, marks
	}
	return charts
}

// overSteps gives s a point for each line that has a value. The steps are counted
// from the run's first training on; trainings are not joined.
func overSteps(s series, metrics []run.MetricsLine, value func(run.MetricsLine) (float64, bool)) series {
	before, last := 0, 0
	for i, m := range metrics {
		if i > 0 && m.Generation != metrics[i-1].Generation {
			before += metrics[i-1].Step
		}
		if y, ok := value(m); ok {
			s.points = append(s.points, point{
				x: float64(before + m.Step), y: y, begins: m.Generation != last,
				what: fmt.Sprintf("net %d, step %d: %.4g", m.Generation, m.Step, y),
			})
			last = m.Generation
		}
	}
	return s
}

// ends marks where each training ended.
func ends(metrics []run.MetricsLine) []mark {
	var list []mark
	step := 0
	for _, t := range summaries(metrics) {
		step += t.Steps
		list = append(list, mark{float64(step), fmt.Sprintf("net %d", t.Net)})
	}
	return list
}

// calibrationChart draws the calibration after the last training that has one.
func calibrationChart(metrics []run.MetricsLine) chart {
	c := chart{
		Title: "Calibration of the value",
		X:     axis{Label: "points expected by the net (win 1, draw 0.5)", high: 1},
		Y:     axis{Label: "points scored in the games", high: 1},
	}
	for i := len(metrics) - 1; i >= 0; i-- {
		e := metrics[i].HeldOut
		if e == nil || e.Weight == 0 {
			continue
		}
		dots := series{Name: "held-out positions, by tenths of the points expected", Style: "one", Dots: true}
		for _, b := range e.Calibration {
			if share := b.Weight / e.Weight; share > 0 {
				dots.points = append(dots.points, point{
					x: b.Expected, y: b.Actual, radius: max(2, 16*math.Sqrt(share)),
					what: fmt.Sprintf("expected %.3f, scored %.3f, %.1f %% of the positions", b.Expected, b.Actual, 100*share),
				})
			}
		}
		if len(dots.points) == 0 {
			continue
		}
		c.Note = fmt.Sprintf("Net %d after %d steps, %d held-out positions. A dot's area is its share of them.", metrics[i].Generation, metrics[i].Step, e.Rows)
		c.Series = []series{
			{Name: "as expected", Style: "floor", Joined: true, Dashed: true, points: []point{{}, {x: 1, y: 1}}},
			dots,
		}
		break
	}
	return c
}
