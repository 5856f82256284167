package report

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"drafthorse/match"
	"drafthorse/run"
	"drafthorse/training"
)

// twoTrainings are the lines of two trainings of 100 and 60 steps.
func twoTrainings() []run.MetricsLine {
	evaluation := func(policy float64) *training.Evaluation {
		e := &training.Evaluation{Rows: 40, Weight: 10, PolicyLoss: policy, PolicyEntropy: 1, Accuracy: 0.25}
		e.Calibration[7] = training.Bin{Weight: 2.5, Expected: 0.75, Actual: 0.5}
		return e
	}
	return []run.MetricsLine{
		{Generation: 1, Step: 0, Steps: 100, HeldOut: evaluation(3)},
		{Generation: 1, Step: 50, Steps: 100, Train: &training.Metrics{PolicyLoss: 2.5}},
		{Generation: 1, Step: 100, Steps: 100, Train: &training.Metrics{PolicyLoss: 2}, HeldOut: evaluation(2)},
		{Generation: 2, Step: 0, Steps: 60, HeldOut: evaluation(2.2)},
		{Generation: 2, Step: 50, Steps: 60, Train: &training.Metrics{PolicyLoss: 1.9}},
	}
}

func someMatches() []run.MatchLine {
	line := func(first, second string, share float64) run.MatchLine {
		return run.MatchLine{First: first, Second: second, Score: match.Score{Wins: 3, Draws: 4, Losses: 3}, Share: share, Margin: 0.2}
	}
	return []run.MatchLine{
		line("net 1", "net 0", 0.9), // the one before
		line("net 1", "reference depth 1", 0.3),
		line("net 2", "net 1", 0.6),
		line("net 2", "net 0", 0.95),
		line("net 2", "reference depth 1", 0.5),
		line("reference depth 1", "net 2", 0.5), // nobody's strength
	}
}

func points(s series) (list [][2]float64) {
	for _, p := range s.points {
		list = append(list, [2]float64{p.x, p.y})
	}
	return list
}

func TestTrainingsStandInARow(t *testing.T) {
	c := trainingCharts(twoTrainings())[0]
	if got, want := points(c.Series[0]), [][2]float64{{50, 2.5}, {100, 2}, {150, 1.9}}; !slices.Equal(got, want) {
		t.Errorf("batches' losses are drawn at %v: want %v", got, want)
	}
	if got, want := points(c.Series[1]), [][2]float64{{0, 3}, {100, 2}, {100, 2.2}}; !slices.Equal(got, want) {
		t.Errorf("held-out losses are drawn at %v: want %v", got, want)
	}
	if !c.Series[0].points[2].begins || c.Series[0].points[1].begins || !c.Series[1].points[2].begins {
		t.Error("the trainings are joined, or a training is not")
	}
	if want := []mark{{100, "net 1"}, {150, "net 2"}}; !slices.Equal(c.Marks, want) {
		t.Errorf("marks %v: want %v", c.Marks, want)
	}
}

func TestStrengthByOpponent(t *testing.T) {
	got := map[string][][2]float64{}
	for _, s := range strengthChart(someMatches()).Series {
		got[s.Name] = points(s)
	}
	want := map[string][][2]float64{
		"against the net before":    {{1, 90}, {2, 60}},
		"against net 0":             {{2, 95}},
		"against reference depth 1": {{1, 30}, {2, 50}},
	}
	if len(got) != len(want) {
		t.Errorf("curves %v: want %v", got, want)
	}
	for name := range want {
		if !slices.Equal(got[name], want[name]) {
			t.Errorf("%s: %v, want %v", name, got[name], want[name])
		}
	}
}

// TestDrawing has the middle of both axes in the middle of the frame.
func TestDrawing(t *testing.T) {
	c := chart{
		X:      axis{high: 10, whole: true},
		Y:      axis{low: -1, high: 1},
		Series: []series{{Joined: true, Dots: true, points: []point{{x: 0, y: -1}, {x: 5, y: 0, margin: 0.5}, {x: 10, y: 1, margin: 9, begins: true}}}},
	}
	d := c.Drawing()
	midX, midY, quarter := (d.Left+d.Right)/2, (d.Top+d.Bottom)/2, (d.Bottom-d.Top)/4
	if got := d.Dots[1]; got.X != midX || got.Y != midY {
		t.Errorf("the middle is at %v, %v: want %v, %v", got.X, got.Y, midX, midY)
	}
	if got := d.Dots[0]; got.X != d.Left || got.Y != d.Bottom {
		t.Errorf("the lowest point is at %v, %v: want %v, %v", got.X, got.Y, d.Left, d.Bottom)
	}
	if got := d.Bars[0]; got.From != midY-quarter || got.To != midY+quarter {
		t.Errorf("the bar goes from %v to %v: want %v to %v", got.From, got.To, midY-quarter, midY+quarter)
	}
	if got := d.Bars[1]; got.From != d.Top || got.To != d.Bottom {
		t.Errorf("the bar goes from %v to %v: want it cut at the frame", got.From, got.To)
	}
	if got, want := d.Curves[0].Path, "M72 256L389 138M706 20"; got != want {
		t.Errorf("the curve is %q: want %q", got, want)
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		a     axis
		about int
		want  string
	}{
		{axis{low: 0, high: 1}, 5, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{axis{low: -0.1, high: 0.9}, 4, "0.0 0.2 0.4 0.6 0.8"},
		{axis{low: 0, high: 2.5, whole: true}, 8, "0 1 2"},
		{axis{low: 2.13, high: 2.31}, 5, "2.14 2.16 2.18 2.20 2.22 2.24 2.26 2.28 2.30"},
		{axis{low: 0, high: 123456}, 5, "0 20000 40000 60000 80000 100000 120000"},
		{axis{low: 0, high: 0.001}, 5, "0.0000 0.0002 0.0004 0.0006 0.0008 0.0010"},
	} {
		var words []string
		for _, tick := range test.a.ticks(test.about, func(v float64) float64 { return v }) {
			words = append(words, tick.Word)
		}
		if got := strings.Join(words, " "); got != test.want {
			t.Errorf("ticks of %+v: %s, want %s", test.a, got, test.want)
		}
	}
}

// TestPageStandsAlone looks for anything that a browser would fetch or run, and
// reads every drawing as XML.
func TestPageStandsAlone(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, "runs/<b>&x", twoTrainings(), someMatches()); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	for _, bad := range []string{"http:", "https:", "<script", "src=", "href=", "url(", "@import", "<b>", "NaN", "Inf", "ZgotmplZ", "%!"} {
		if strings.Contains(html, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	for _, want := range []string{
		"<h1>runs/&lt;b&gt;&amp;x</h1>", "Policy loss", "Value loss", "Accuracy", "Learning rate", "Gradient norm", "Calibration", "Strength",
		"<td>1</td><td>100</td><td>40</td><td>3.000 → 2.000</td>", "<td>2</td><td>50 of 60</td>",
		"net 2 against the net before, 10 games: &#43;3 =4 -3", "25.0 % of the positions", "prefers-color-scheme: dark",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	drawings := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(html, -1)
	if len(drawings) < 7 {
		t.Errorf("%d drawings, want one for each of 7 charts and its legend", len(drawings))
	}
	for _, svg := range drawings {
		for d := xml.NewDecoder(strings.NewReader(svg)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v in\n%s", err, svg)
			}
		}
	}
}

func TestPageOfAnEmptyRun(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, "x", nil, nil); err != nil || !strings.Contains(b.String(), "No training yet") || strings.Contains(b.String(), "<svg") {
		t.Errorf("Write = %v\n%s", err, &b)
	}
}
