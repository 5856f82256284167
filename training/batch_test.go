package training

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"drafthorse/datasets"
	"drafthorse/net"
	"drafthorse/rules"
	"drafthorse/store"
)

// TestAdd encodes a row by hand: Black to move, so that the board is turned.
func TestAdd(t *testing.T) {
	p, err := rules.ParseFEN("B:W31:B20")
	if err != nil {
		t.Fatal(err)
	}
	row := datasets.Row{Position: p, Draws: rules.NewDrawCounters(p), Outcome: -1}
	row.Win, row.Draw, row.Loss, row.Weight = 0.5, 0.25, 0.25, 3
	for i, m := range p.AppendMoves(nil) {
		row.Candidates = append(row.Candidates, datasets.Candidate{Move: m, Visits: uint32(3 - 2*i)})
	}
	b := NewBatch(2)
	if err := b.Add(&row, 0.5); err != nil {
		t.Fatal(err)
	}
	// Turned, Black's man on 20 is an own man on 31, White's on 31 an enemy's on 20.
	want := []int32{31 - 1, 100 + 20 - 1}
	if len(b.features) != 2 || b.features[0] != want[0] || b.features[1] != want[1] {
		t.Errorf("features = %v: want %v", b.features, want)
	}
	// 20-24 and 20-25 turned are 31-27 and 31-26.
	if b.policies[0] != 30*50+25 || b.policies[1] != 30*50+26 {
		t.Errorf("policies = %v: want %v", b.policies, []int32{30*50 + 25, 30*50 + 26})
	}
	for k, c := range row.Candidates {
		at := 0
		if int(b.policies[1]) == net.PolicyIndex(c.Move, rules.Black) {
			at = 1
		}
		if got, want := b.policyTarget[at], []float64{0.75, 0.25}[k]; got != want {
			t.Errorf("target of %v = %v: want %v", c.Move, got, want)
		}
	}
	for j, want := range []float64{0.25, 0.125, 0.625} {
		if b.valueTarget[j] != want {
			t.Errorf("value target = %v: want win 0.25, draw 0.125, loss 0.625", b.valueTarget[:3])
			break
		}
	}
	if b.weight[0] != 3 || b.Rows() != 1 {
		t.Errorf("weight %v in %d rows: want 3 in 1", b.weight[0], b.Rows())
	}
}

// TestValueTarget works targets out by hand: half of each is the outcome, and half
// the verdict of the search. What the length cap has cut has no outcome.
func TestValueTarget(t *testing.T) {
	for _, c := range []struct {
		ending  datasets.Ending
		outcome int
		share   float64
		want    [3]float64 // win, draw, loss
		points  float64
	}{
		{datasets.NoMoves, 1, 0.5, [3]float64{0.75, 0.125, 0.125}, 1},
		{datasets.TwentyFiveMoves, 0, 0.5, [3]float64{0.25, 0.625, 0.125}, 0.5},
		{datasets.Adjudicated, 0, 1, [3]float64{0, 1, 0}, 0.5},
		{datasets.LengthCap, 0, 0.5, [3]float64{0.5, 0.25, 0.25}, undecided},
		{datasets.LengthCap, 0, 1, [3]float64{0.5, 0.25, 0.25}, undecided},
	} {
		row := playedRows(1, 1)[0]
		row.Win, row.Draw, row.Loss = 0.5, 0.25, 0.25
		row.Ending, row.Outcome = c.ending, c.outcome
		b := NewBatch(1)
		if err := b.Add(&row, c.share); err != nil {
			t.Fatal(err)
		}
		if got := [3]float64(b.valueTarget); got != c.want || b.points[0] != c.points {
			t.Errorf("%s, outcome %d, share %v: target %v and points %v, want %v and %v",
				c.ending, c.outcome, c.share, got, b.points[0], c.want, c.points)
		}
	}
}

// TestCappedGameInAShard writes a game that the length cap stopped, as every
// program of this schema has written it, and trains on what the search says.
func TestCappedGameInAShard(t *testing.T) {
	g := rules.NewGame(rules.Start())
	search := datasets.Search{Win: 0.75, Draw: 0.25, Weight: 1}
	for _, m := range g.Moves() {
		search.Candidates = append(search.Candidates, datasets.Candidate{Move: m, Visits: 1})
	}
	game := datasets.Game{
		Start: g.Start(), Moves: g.Moves()[:1], Result: rules.Draw, Ending: datasets.LengthCap,
		Searches: []datasets.Search{search},
	}
	dir := t.TempDir()
	m, err := store.OpenManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	record, err := m.Commit("shard", "games/0.arrow", store.Facts{Games: 1, Rows: 1}, func(w io.Writer) error {
		return datasets.WriteShard(w, datasets.Metadata{}, []datasets.Game{game})
	})
	if err != nil {
		t.Fatal(err)
	}
	w, faults, err := datasets.LoadWindow(dir, []store.Record{record}, 1, 0)
	if err != nil || len(faults) > 0 || w.Len() != 1 {
		t.Fatalf("%d rows, faults %v, error %v", w.Len(), faults, err)
	}
	b := NewBatch(1)
	if err := b.Add(w.Row(0), 0.5); err != nil {
		t.Fatal(err)
	}
	if got, want := [3]float64(b.valueTarget), [3]float64{0.75, 0.25, 0}; got != want {
		t.Errorf("value target %v, want the search's verdict %v", got, want)
	}
}

// TestAddSharedLogit sums up the visits of captures that share a logit.
func TestAddSharedLogit(t *testing.T) {
	row := &sharedLogitRows(1, 2)[0]
	b := batchOf(t, 1, []datasets.Row{*row})
	var visits float64
	want := make(map[int32]float64)
	moves := make(map[int32]int)
	for _, c := range row.Candidates {
		p := int32(net.PolicyIndex(c.Move, row.Position.Turn()))
		want[p] += float64(c.Visits)
		visits += float64(c.Visits)
		moves[p]++
	}
	for k, p := range b.policies {
		if math.Abs(b.policyTarget[k]-want[p]/visits) > 1e-12 {
			t.Errorf("target of policy %d = %v: want %v", p, b.policyTarget[k], want[p]/visits)
		}
		if b.logSharers[k] != float32(math.Log(float64(moves[p]))) {
			t.Errorf("policy %d is shared by e^%v moves: want %d", p, b.logSharers[k], moves[p])
		}
		delete(want, p)
	}
	if len(want) != 0 {
		t.Errorf("policies %v are missing", want)
	}
}

func TestAddRefuses(t *testing.T) {
	nan := float32(math.NaN())
	for want, spoil := range map[string]func(*datasets.Row){
		"no visits": func(r *datasets.Row) {
			for i := range r.Candidates {
				r.Candidates[i].Visits = 0
			}
		},
		"verdict NaN": func(r *datasets.Row) { r.Win = nan },
		"weight NaN":  func(r *datasets.Row) { r.Weight = nan },
		"weight -1":   func(r *datasets.Row) { r.Weight = -1 },
	} {
		rows := playedRows(1, 1)
		spoil(&rows[0])
		b := NewBatch(1)
		if err := b.Add(&rows[0], 0.5); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Add = %v: want an error with %q", err, want)
		}
		if b.Rows() != 0 || len(b.features) != 0 || len(b.policies) != 0 {
			t.Errorf("%s: the refused row is in the batch", want)
		}
	}
}

// TestAccuracyByHand has three rows of weights 1, 2 and 5. In the first the likeliest
// move has the most visits, in the second it has as many as another, in the third it
// has not: 3 of 8 parts are right.
func TestAccuracyByHand(t *testing.T) {
	rows := playedRows(3, 1)
	var priors []float32
	for i, c := range []struct {
		weight      float32
		first, last uint32 // visits of two moves
	}{{1, 9, 3}, {2, 5, 5}, {5, 3, 9}} {
		row := &rows[i]
		row.Position, row.Weight = rules.Start(), c.weight
		row.Candidates = row.Candidates[:0]
		for _, m := range rules.NewGame(rules.Start()).Moves() {
			row.Candidates = append(row.Candidates, datasets.Candidate{Move: m})
		}
		// Logits, and so priors, stand in the order of the policies.
		slices.SortFunc(row.Candidates, func(a, b datasets.Candidate) int {
			return net.PolicyIndex(a.Move, rules.White) - net.PolicyIndex(b.Move, rules.White)
		})
		n := len(row.Candidates)
		row.Candidates[0].Visits, row.Candidates[n-1].Visits = c.first, c.last
		priors = append(priors, 0.5)
		priors = append(priors, make([]float32, n-1)...)
	}
	b := batchOf(t, 4, rows)
	if got := b.accuracy(priors); got != 3./8 {
		t.Errorf("the accuracy is %v: want 3/8", got)
	}
}
