package report

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
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
		wins := int(math.Round(20 * share))
		score := match.Score{Wins: wins, Losses: 20 - wins, Pairs: [5]int{2: 10 - abs(wins-10)}}
		score.Pairs[0], score.Pairs[4] = max(0, 10-wins), max(0, wins-10)
		return run.MatchLine{First: first, Second: second, Result: score.Result()}
	}
	return []run.MatchLine{
		line("net 1", "net 0", 0.9),
		line("net 1", "reference depth 1", 0.3),
		line("net 2", "net 1", 0.6),
		line("net 2", "net 0", 0.95),
		line("net 2", "reference depth 1", 0.5),
		line("reference depth 1", "net 2", 0.5), // nobody's strength
	}
}

func abs(n int) int { return max(n, -n) }

func twoGenerations() []run.GenerationLine {
	return []run.GenerationLine{
		{Net: 0, Games: 20, MeanPlies: 80, WhiteWins: 0.5, Draws: 0.125, BlackWins: 0.375, Adjudicated: 0.5, Unique10: 0.9, Unique20: 1},
		{Net: 1, Games: 20, MeanPlies: 90, WhiteWins: 0.4, Draws: 0.235, BlackWins: 0.365, Adjudicated: 0.4, Capped: 0.05, Unique10: 0.8, Unique20: 1},
	}
}

func points(s series) (list [][2]float64) {
	for _, p := range s.points {
		list = append(list, [2]float64{p.x, math.Round(p.y*1e6) / 1e6})
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
		"against the net measured before": {{2, 60}},
		"against net 0":                   {{1, 90}, {2, 95}},
		"against reference depth 1":       {{1, 30}, {2, 50}},
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

// TestLongestMatchCounts has two matches of net 2 against net 0, of which one is the
// beginning of the other, and one twice.
func TestLongestMatchCounts(t *testing.T) {
	line := func(first, second string, wins, losses int) run.MatchLine {
		return run.MatchLine{First: first, Second: second, Result: match.Score{Wins: wins, Losses: losses}.Result()}
	}
	lines := []run.MatchLine{
		line("net 2", "net 0", 4, 0), line("net 2", "reference depth 1", 1, 1), line("net 2", "net 0", 5, 5),
		line("net 2", "reference depth 1", 1, 1), line("net 3", "net 0", 2, 0),
	}
	want := []run.MatchLine{lines[1], lines[2], lines[4]}
	if got := once(lines); !slices.Equal(got, want) {
		t.Errorf("%v are left, want %v", got, want)
	}
	var b strings.Builder
	if err := Write(&b, About{Run: "r"}, Journals{Matches: lines}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "net 2 against net 0, 4 games") || !strings.Contains(b.String(), "net 2 against net 0, 10 games") {
		t.Error("the page shows the shorter match, or not the longer one")
	}
}

// TestEloAddsUp has a chain from net 0 by way of 5 to 10, and matches beside it:
// those of net 4 and 8 make no longer one.
func TestEloAddsUp(t *testing.T) {
	line := func(first, second string, pairs [5]int) run.MatchLine {
		s := match.Score{Pairs: pairs}
		for half, n := range pairs {
			s.Wins, s.Draws, s.Losses = s.Wins+n*(half/2), s.Draws+n*(half%2), s.Losses+n*(2-half/2-half%2)
		}
		return run.MatchLine{First: first, Second: second, Result: s.Result()}
	}
	won, even, better := [5]int{0, 0, 0, 0, 100}, [5]int{25, 0, 50, 0, 25}, [5]int{0, 0, 50, 0, 50}
	c := eloChart([]run.MatchLine{
		line("net 4", "net 0", even),
		line("net 5", "net 0", won),
		line("net 5", "reference depth 1", even),
		line("net 8", "net 0", even),
		line("net 10", "net 5", better),
		line("net 11", "net 10", [5]int{1, 0, 0, 0, 0}), // says nothing
	})
	// With half a pair lost and half a pair more won, 100 won pairs are 100.5 of 101:
	// 400·log10(100.5/0.5) = 921.28. 75 of 100 are 75.5 of 101: 188.56 more.
	s := c.Series[0]
	want := [][2]float64{{0, 0}, {5, 921.28}, {10, 1109.84}}
	for i, p := range points(s) {
		if len(s.points) != len(want) || p[0] != want[i][0] || math.Abs(p[1]-want[i][1]) > 0.01 {
			t.Fatalf("Elo %v: want %v", points(s), want)
		}
	}
	// 100 won pairs prove 603.86 Elo and have no upper end. The next match proves
	// no less than 148 Elo, so the sum has a little more below it.
	if p := s.points[1]; math.Abs(p.below-(921.28-603.86)) > 0.01 || !math.IsInf(p.above, 1) {
		t.Errorf("error bar %v below, %v above: want 317.42 and no end", p.below, p.above)
	}
	if p := s.points[2]; math.Abs(p.below-math.Hypot(317.42, 188.56-148)) > 1 || !math.IsInf(p.above, 1) {
		t.Errorf("error bar %v below, %v above: want %.1f and no end", p.below, p.above, math.Hypot(317.42, 188.56-148))
	}
	if !eloChart(nil).empty() {
		t.Error("there is a curve of no matches")
	}
}

// TestDrawing has the middle of both axes in the middle of the frame.
func TestDrawing(t *testing.T) {
	c := chart{
		X:      axis{high: 10, whole: true},
		Y:      axis{low: -1, high: 1},
		Series: []series{{Joined: true, Dots: true, points: []point{{x: 0, y: -1}, {x: 5, y: 0, below: 0.5, above: 0.5}, {x: 10, y: 1, below: 9, above: math.Inf(1), begins: true}}}},
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
	config := run.DefaultConfig()
	config.Seed = 4711
	if err := Write(&b, About{"runs/<b>&x", "v9.9", config}, Journals{twoTrainings(), someMatches(), twoGenerations()}); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	for _, bad := range []string{"http:", "https:", "<script", "src=", "href=", "url(", "@import", "<b>", "NaN", "Inf", "ZgotmplZ", "%!"} {
		if strings.Contains(html, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	for _, want := range []string{
		"<h1>runs/&lt;b&gt;&amp;x</h1>", "Policy loss", "Value loss", "Accuracy", "Learning rate", "Gradient norm", "Calibration", "Strength", "Elo gained", "Results of self-play", "How games end", "Mean length", "position of their own",
		"net 1, 20 games: 23.5",
		"<td>1</td><td>100</td><td>40</td><td>3.000 → 2.000</td>", "<td>2</td><td>50 of 60</td>",
		"net 2 against net 1, 20 games: &#43;12 =0 -8", "25.0 % of the positions", "prefers-color-scheme: dark",
		"Seed 4711, 5000 games a net. Drawn by drafthorse v9.9.", "seed = 4711", "[monitor]", "<main>",
		`aria-label="Policy loss: nats over steps of all trainings. batch of the step: 2.5 at 50, 1.9 at 150, between 1.9 and 2.5 in 3 points. held-out games: 3 at 0, 2.2 at 100, between 2 and 3 in 3 points.`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	drawings := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(html, -1)
	if len(drawings) < 2*12 {
		t.Errorf("%d drawings, want one for each of 12 charts and its legend", len(drawings))
	}
	for _, svg := range drawings {
		if image, hidden := strings.Contains(svg, `role="img" aria-label="`), strings.Contains(svg, `aria-hidden="true"`); image == hidden {
			t.Errorf("a drawing is neither named nor hidden from those who cannot see it, or both:\n%.200s", svg)
		}
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
	if err := Write(&b, About{Run: "x"}, Journals{}); err != nil || !strings.Contains(b.String(), "No training yet") || strings.Contains(b.String(), "<svg") {
		t.Errorf("Write = %v\n%s", err, &b)
	}
}
