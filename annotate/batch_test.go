package annotate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"drafthorse/analysis"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/pdn"
)

// newBatch returns a batch that searches and keeps what it finds for the test.
func newBatch(t testing.TB, newFinder func() *analysis.Finder, stderr io.Writer) *batch {
	t.Helper()
	kept, err := passingResults()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.close() })
	return &batch{
		searches:   searches{settings: newFinder().Settings(), results: kept, newFinder: newFinder},
		thresholds: analysis.DefaultThresholds(), signature: "signed", stderr: stderr, progress: unseen,
	}
}

// A game that is as large as can be read has no room for the tag of its
// annotation. It is copied, and the next one is annotated.
func TestNoRoomForTheSignature(t *testing.T) {
	var full strings.Builder
	for i := range 1000 { // the most tags that a game holds, says package pdn
		fmt.Fprintf(&full, "[T%d   \"x\"]\n", i)
	}
	full.WriteString("1.32-28  *")
	path := write(t, "full.pdn", full.String()+"\n\n[Event \"Next\"]\n1. 32-28 19-23 *\n")

	n := net.Random(net.Size{Width: 16, Hidden: 8}, rand.New(rand.NewPCG(1, 1)))
	config := analysis.Config{Limits: analysis.Limits{Visits: 10}, Search: mcts.DefaultConfig()}
	b := newBatch(t, func() *analysis.Finder { return analysis.NetFinder(config, n, &endgame.Tables{}) }, io.Discard)
	var out bytes.Buffer
	if err := b.run(context.Background(), 2, games([]string{path}, nil), -1, &out); err != nil {
		t.Fatal(err)
	}
	if got := [...]int{b.games, b.annotated, b.before, b.refused.games}; got != [...]int{2, 1, 0, 1} {
		t.Errorf("games, annotated, before, copied are %v, want 2 1 0 1", got)
	}
	if text := out.String(); !strings.HasPrefix(text, full.String()+"\n\n[Event \"Next\"]\n[Drafthorse \"signed\"]\n") {
		t.Errorf("the output begins\n%s\n...\n%s", text[:50], text[max(0, len(text)-200):])
	}
}

// recorder is an output that notes what it is told.
type recorder struct{ said []string }

func (r *recorder) add(number int, g *pdn.Game, findings []analysis.Finding, judgements []analysis.Judgement) error {
	r.said = append(r.said, fmt.Sprintf("add %d %s %d %d", number, g.Tag("Event"), len(findings), len(judgements)))
	if g.Tag("Event") == "full" {
		return errors.New("no room")
	}
	return nil
}

func (r *recorder) refuse(number int, g *pdn.Game, err *pdn.Error) error {
	if g == nil {
		r.said = append(r.said, "refuse "+err.File)
	} else {
		r.said = append(r.said, fmt.Sprintf("refuse %d %s", number, g.Tag("Event")))
	}
	return nil
}

func (r *recorder) close() error {
	r.said = append(r.said, "close")
	return nil
}

func (r *recorder) discard() { r.said = append(r.said, "discard") }

// Outputs are told of all games in their order, those that were annotated before,
// too, and closed or discarded.
func TestOutputs(t *testing.T) {
	const one, two = "[Event \"one\"]\n\n1. 32-28 19-23 *\n\n", "[Event \"two\"]\n\n1. 32-28 32-28 *\n\n"
	told := func(ctx context.Context, wantErr string, text string, more ...string) string {
		t.Helper()
		r := &recorder{}
		b := newBatch(t, shippedFinder(t, 10), io.Discard)
		b.outputs = []output{r}
		path := write(t, "in.pdn", text)
		err := b.run(ctx, 2, games(append([]string{path}, more...), nil), -1, io.Discard)
		if fmt.Sprint(err) != wantErr {
			t.Errorf("error %v, want %s", err, wantErr)
		}
		return strings.Join(r.said, ", ")
	}
	const before = "[Event \"before\"]\n[Drafthorse \"signed\"]\n\n1. 32-28 *\n\n"
	got := told(t.Context(), "<nil>", one+two+before, "missing.pdn")
	if want := "add 1 one 2 2, refuse 2 two, add 3 before 1 1, refuse missing.pdn, close, discard"; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
	got = told(t.Context(), "no room", one+"[Event \"full\"]\n\n1. 32-28 *\n\n"+two)
	if want := "add 1 one 2 2, add 2 full 1 1, discard"; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
	if got := told(stopped(t), "interrupted", one); got != "discard" {
		t.Errorf("told %s, want discard", got)
	}
}
