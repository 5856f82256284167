package learn

import (
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"drafthorse/match"
	"drafthorse/run"
)

// measured gives a run lines of matches that nobody has played.
func measured(t *testing.T, r *Loop, lines ...run.MatchLine) {
	t.Helper()
	j, err := r.OpenJournal(run.MatchesName, json.Valid)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		j.Append(l)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// played returns the line of a match of 200 games of 8 visits with the given share
// of the points.
func played(first, second run.Player, share float64) run.MatchLine {
	half := int(math.Round(400 * share))
	score := match.Score{Wins: half / 2, Draws: half % 2}
	score.Losses = 200 - score.Games()
	return run.MatchLine{First: first.String(), Second: second.String(), Visits: 8, Result: score.Result()}
}

// by returns the line with the ids of its nets, "" for none.
func by(first, second string, l run.MatchLine) run.MatchLine {
	l.FirstID, l.SecondID = first, second
	return l
}

// TestMeasurements gives net 2, which comes second in a monitor of every net,
// results of different kinds and looks at what is to be played next.
func TestMeasurements(t *testing.T) {
	c := smallConfig()
	c.Monitor = run.Monitor{Every: 1, Games: 200, Depths: []int{1, 3, 5}}
	net, depth := func(g int) run.Player { return run.Player{Net: g} }, func(d int) run.Player { return run.Player{Depth: d} }
	r := open(t, t.TempDir(), c)
	if got, ok := r.state.measurement(); ok {
		t.Errorf("net 0 is to play %v: want nothing", got)
	}
	playAndTrain(t, r)
	playAndTrain(t, r)
	var ids [3]string
	for g := range ids {
		n, err := r.Net(g)
		if err != nil {
			t.Fatal(err)
		}
		ids[g] = n.ID()
	}
	for _, test := range []struct {
		name  string
		lines []run.MatchLine
		want  string // "" is none
	}{
		{"nothing is played", nil, "net 1"},
		{"another number of games", []run.MatchLine{{First: "net 2", Second: "net 1", Visits: 8, Result: match.Score{Wins: 2}.Result()}}, "net 1"},
		{"other visits", []run.MatchLine{{First: "net 2", Second: "net 1", Visits: 9, Result: match.Score{Wins: 200}.Result()}}, "net 1"},
		{"the nets' own", []run.MatchLine{by(ids[2], ids[1], played(net(2), net(1), 0.5))}, "reference depth 1"},
		{"another net 2", []run.MatchLine{by(ids[0], ids[1], played(net(2), net(1), 0.5))}, "net 1"},
		{"another net 1", []run.MatchLine{by(ids[2], ids[0], played(net(2), net(1), 0.5))}, "net 1"},
		{"another net 1 was far above a depth", []run.MatchLine{
			by(ids[0], "", played(net(1), depth(1), 1)), played(net(2), net(1), 0.5)}, "reference depth 1"},
		{"net 1 was", []run.MatchLine{
			by(ids[1], "", played(net(1), depth(1), 1)), played(net(2), net(1), 0.5)}, "reference depth 3"},
		{"the net before is done", []run.MatchLine{played(net(2), net(1), 0.5)}, "reference depth 1"},
		{"so is depth 1", []run.MatchLine{played(net(2), net(1), 0.5), played(net(2), depth(1), 1)}, "reference depth 3"},
		{"depths that net 1 was far above are left out", []run.MatchLine{
			played(net(1), depth(1), 0.98), played(net(1), depth(3), 0.975), played(net(2), net(1), 0.5)}, "reference depth 5"},
		{"only the last time counts", []run.MatchLine{
			played(net(0), depth(1), 0.98), played(net(1), depth(1), 0.9), played(net(2), net(1), 0.5)}, "reference depth 1"},
		{"what a later net did does not", []run.MatchLine{
			played(net(3), depth(1), 1), played(net(2), net(1), 0.5)}, "reference depth 1"},
		{"beyond a hopeless depth is none", []run.MatchLine{
			played(net(2), net(1), 0.5), played(net(2), depth(1), 0.6), played(net(2), depth(3), 0.02)}, ""},
		{"a net before without hope is no reason", []run.MatchLine{
			played(net(1), depth(1), 0.01), played(net(2), net(1), 0.5)}, "reference depth 1"},
		{"all is played", []run.MatchLine{
			played(net(2), net(1), 0.5), played(net(2), depth(1), 1), played(net(2), depth(3), 0.6), played(net(2), depth(5), 0.2)}, ""},
	} {
		if err := r.Manifest.Replace(run.MatchesName, func(io.Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
		measured(t, r, test.lines...)
		var err error
		r.state.Matches, err = r.Matches()
		got, ok := r.state.measurement()
		if err != nil || ok != (test.want != "") || ok && got.String() != test.want {
			t.Errorf("%s: next is %v, %t, %v: want %q", test.name, got, ok, err, test.want)
		}
	}
	if err := r.Manifest.Replace(run.MatchesName, func(io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	r.state.Matches, r.state.Unplayable = nil, []run.Player{net(1)}
	if got, ok := r.state.measurement(); !ok || got != depth(1) {
		t.Errorf("without net 1, next is %v, %t: want depth 1", got, ok)
	}
	r.state.Config.Monitor.Every = 3
	if got, ok := r.state.measurement(); ok {
		t.Errorf("net 2 is to play %v, though every third is measured", got)
	}
}

// TestMonitorLine checks what a line tells besides the score.
func TestMonitorLine(t *testing.T) {
	c := smallConfig()
	r := open(t, t.TempDir(), c)
	playAndTrain(t, r)
	line, err := r.match(t.Context(), run.Player{Net: 0}, 6, func(match.Score) {})
	if err != nil {
		t.Fatal(err)
	}
	one, _ := r.Net(1)
	zero, _ := r.Net(0)
	if line.FirstID != one.ID() || line.SecondID != zero.ID() || line.Games != 6 || line.Visits != c.Match.Visits {
		t.Errorf("%+v: want the ids %s and %s, 6 games, %d visits", line, one.ID(), zero.ID(), c.Match.Visits)
	}
	if line.Test == nil || line.Test.LLR != progress.Of(line.Score).LLR {
		t.Errorf("the test says %+v: want the LLR of %v", line.Test, line.Score)
	}
	line, err = r.match(t.Context(), run.Player{Depth: 1}, 2, func(match.Score) {})
	if err != nil || line.Test != nil || line.SecondID != "" {
		t.Errorf("against the reference player: %+v, %v: want no test and no id", line, err)
	}
	text := string(read(t, r, run.MatchesName))
	for _, want := range []string{`"first_id":"` + one.ID(), `"games":6,`, `"visits":8,`, `"elo":{"value":`, `"sprt":{"elo0":0,"elo1":50,"llr":`} {
		if !strings.Contains(text, want) {
			t.Errorf("matches.jsonl lacks %s:\n%s", want, text)
		}
	}
}
