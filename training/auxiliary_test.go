package training

import (
	"math"
	"slices"
	"strings"
	"testing"

	"drafthorse/datasets"
	"drafthorse/net"
	"drafthorse/rules"
)

// TestAuxiliaryLosses compares the loss of each head with its definition, move by
// move and number by number on the plain hidden layer.
func TestAuxiliaryLosses(t *testing.T) {
	rows := append(playedRows(300, 3), sharedLogitRows(20, 3)...)
	n := livelyNetwork(net.Size{Width: 20, Hidden: 9, Buckets: 4}, 3)
	parameters := withLivelyHeads(n, 3)
	b := batchWith(t, len(rows), rows, withAllHeads)
	g, err := newGraph(parameters, len(rows), false, withAllHeads.heads()...)
	if err != nil {
		t.Fatal(err)
	}
	loss, err := g.run(b)
	if err != nil {
		t.Fatal(err)
	}
	heads := parameters[networkParameters:]
	var want [3]float64 // reply, plies, gain
	replies, ended := 0, 0
	for i := range rows {
		row := &rows[i]
		hidden := plainHidden(n, row)
		after := row.Position.Play(row.Candidates[row.Played].Move)
		if moves := after.AppendMoves(nil); row.Reply != (rules.Move{}) {
			var logits []float64
			for _, m := range moves {
				p := net.PolicyIndex(m, after.Turn())
				logits = append(logits, times(hidden, heads[0].data[p*n.Hidden:(p+1)*n.Hidden], heads[1].data[p:p+1])[0])
			}
			var prior float64 // of all moves with the squares of the reply
			for k, x := range normalized(logits) {
				if moves[k].From == row.Reply.From && moves[k].To == row.Reply.To {
					prior += x
				}
			}
			want[0] -= b.share(i) * math.Log(prior)
			replies++
		} else {
			ended++
		}
		plies := times(hidden, heads[2].data, heads[3].data)[0] - math.Log(float64(row.PliesLeft+1)/31)
		gain := times(hidden, heads[4].data, heads[5].data)[0] - float64(row.Gain)
		want[1] += b.share(i) * plies * plies / 2
		want[2] += b.share(i) * gain * gain / 2
	}
	if replies == 0 || ended == 0 {
		t.Errorf("%d rows with a reply and %d without: want both", replies, ended)
	}
	sum := g.policy.loss + g.value.loss
	for i, weight := range []float64{0.75, 0.5, 0.25} {
		if got := g.auxiliary[i].last(); relativeError(got, weight*want[i], 1) > 1e-5 {
			t.Errorf("head %d: the loss by its weight is %v, want %v", i, got, weight*want[i])
		}
		sum += weight * want[i]
	}
	if relativeError(float64(loss), sum, 1) > 1e-5 {
		t.Errorf("the whole loss is %v: want %v", loss, sum)
	}
}

// TestAddReply encodes the answer to a move by hand.
func TestAddReply(t *testing.T) {
	p, err := rules.ParseFEN("W:W32,48:B20,7")
	if err != nil {
		t.Fatal(err)
	}
	row := datasets.Row{Position: p, Draws: rules.NewDrawCounters(p), PliesLeft: 6, Gain: -2}
	row.Draw, row.Weight = 1, 1
	for _, m := range p.AppendMoves(nil) {
		row.Candidates = append(row.Candidates, datasets.Candidate{Move: m, Visits: 1})
	}
	row.Played = slices.IndexFunc(row.Candidates, func(c datasets.Candidate) bool { return c.Move.To == 28 })
	row.Reply = rules.Move{From: 20, To: 25}
	b := NewBatch(1)
	if err := b.Add(&row, withAllHeads); err != nil {
		t.Fatal(err)
	}
	// Black's moves 7-11, 7-12, 20-24 and 20-25, turned: 44-40, 44-39, 31-27, 31-26.
	policies := []int32{30*50 + 25, 30*50 + 26, 43*50 + 38, 43*50 + 39}
	if r := b.replies; !slices.Equal(r.policies, policies) || !slices.Equal(r.policyTarget, []float64{1, 0, 0, 0}) {
		t.Errorf("replies are %v with targets %v: want %v and all for the first", r.policies, r.policyTarget, policies)
	}
	if b.pliesTarget[0] != math.Log(7./31) || b.gainTarget[0] != -2 {
		t.Errorf("targets %v of the plies, %v of the gain: want log 7/31 and -2", b.pliesTarget[0], b.gainTarget[0])
	}
	b.Reset()
	row.Reply = rules.Move{From: 20, To: 26}
	if err := b.Add(&row, withAllHeads); err == nil || !strings.Contains(err.Error(), "reply 20 to 26") {
		t.Errorf("Add = %v: want an error that names the reply", err)
	}
	if b.Rows() != 0 || len(b.policies) != 0 || len(b.replies.policies) != 0 {
		t.Error("the refused row is in the batch")
	}
	if err := b.Add(&row, byVisits); err != nil || len(b.replies.policies) != 0 {
		t.Errorf("without the head Add = %v with %d replies: want none of both", err, len(b.replies.policies))
	}
}

// TestHeadsLearn fits a network to few rows: each head must come to foretell its
// targets far better than it does as zeros.
func TestHeadsLearn(t *testing.T) {
	config := DefaultConfig()
	config.Batch = 64
	config.ReplyWeight, config.PliesWeight, config.GainWeight = 1, 1, 1
	trainer, err := New(config, livelyNetwork(net.Size{Width: 64, Hidden: 32, Buckets: 2}, 3), 400, 3)
	if err != nil {
		t.Fatal(err)
	}
	b := batchWith(t, 64, playedRows(64, 4), &config)
	var first, last [3]float64
	for step := range 400 {
		m, err := trainer.Step(b)
		if err != nil {
			t.Fatal(err)
		}
		last = [3]float64{}
		for _, g := range trainer.learner.graphs {
			for i, a := range g.auxiliary {
				last[i] += a.last()
			}
		}
		if step == 0 {
			first = last
		}
		if sum := last[0] + last[1] + last[2]; relativeError(m.AuxiliaryLoss, sum, 1) > 1e-9 ||
			m.Loss != m.PolicyLoss+m.ValueLoss+m.AuxiliaryLoss {
			t.Fatalf("step %d: the metrics are %+v: want the heads' losses %v in them", step+1, m, last)
		}
	}
	t.Logf("reply, plies and gain: %.3f, after 400 steps %.3f", first, last)
	for i := range last {
		if !(last[i] < first[i]/10) {
			t.Errorf("head %d: loss %v, after 400 steps %v: want less than a tenth", i, first[i], last[i])
		}
	}
}
