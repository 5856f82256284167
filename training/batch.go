package training

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drafthorse/datasets"
	"drafthorse/net"
)

// Batch is the encoded rows of one step, in flat arrays. It always counts as
// full: the places not filled are padding of weight 0, which changes nothing.
//
// Row i's active inputs are features[featureStart[i]:featureStart[i+1]] and its
// legal moves' policy logits policies[moveStart[i]:moveStart[i+1]]. In a part of
// a batch, which [Batch.part] makes, the first row does not begin at 0.
type Batch struct {
	rows int // filled; the rest is padding

	features     []int32
	featureStart []int32 // [size+1]

	policies     []int32   // ascending within a row, none twice
	logSharers   []float32 // beside policies: logarithm of how many moves share the logit
	policyTarget []float64 // beside policies; sums to 1 over a row
	moveStart    []int32   // [size+1]

	valueTarget []float64 // [size, 3]: win, draw, loss; sums to 1 over a row
	points      []float64 // [size]: how the game ended for the side to move: 1, 0.5, 0, or undecided
	weight      []float32 // [size]
	totalWeight float64   // of the whole batch

	games []uint64 // of each row

	active  [net.MaxActive]uint16 // Add's own
	targets []moveTarget          // Add's own
}

// moveTarget is a policy logit, the number of moves that share it and their
// share of the visits.
type moveTarget struct {
	policy int32
	moves  int
	share  float64
}

// NewBatch returns a batch with room for size rows, all of them padding.
func NewBatch(size int) *Batch {
	return &Batch{
		featureStart: make([]int32, size+1),
		moveStart:    make([]int32, size+1),
		valueTarget:  make([]float64, 3*size),
		points:       make([]float64, size),
		weight:       make([]float32, size),
	}
}

// Size returns how many rows the batch has room for.
func (b *Batch) Size() int { return len(b.weight) }

// Rows returns how many rows have been added.
func (b *Batch) Rows() int { return b.rows }

// Reset makes padding of all rows and keeps the memory.
func (b *Batch) Reset() {
	b.rows, b.totalWeight = 0, 0
	b.features, b.policies = b.features[:0], b.policies[:0]
	b.logSharers, b.policyTarget = b.logSharers[:0], b.policyTarget[:0]
	b.games = b.games[:0]
	clear(b.featureStart)
	clear(b.moveStart)
	clear(b.valueTarget)
	clear(b.weight)
}

// undecided stands for the points of a game that the length cap stopped.
const undecided = -1

// Add encodes a row, of whose value target the game's outcome makes up the
// given share, but none if the length cap stopped the game. The batch must have
// room and the row be one that datasets lets pass: legal moves with visits and a
// verdict that sums to 1. A row whose numbers do not allow a target is an error
// and leaves b as it was.
func (b *Batch) Add(row *datasets.Row, outcomeShare float64) error {
	if b.rows == b.Size() {
		panic(fmt.Sprintf("BUG: a batch of %d rows is full", b.Size()))
	}
	value, err := valueTarget(row, outcomeShare)
	if err != nil {
		return err
	}
	if err := b.setTargets(row); err != nil {
		return err
	}
	for _, f := range net.AppendFeatures(b.active[:0], &row.Position, row.Draws) {
		b.features = append(b.features, int32(f))
	}
	for _, t := range b.targets {
		b.policies = append(b.policies, t.policy)
		b.logSharers = append(b.logSharers, float32(math.Log(float64(t.moves))))
		b.policyTarget = append(b.policyTarget, t.share)
	}
	copy(b.valueTarget[3*b.rows:], value[:])
	b.points[b.rows] = undecided
	if row.Decided() {
		b.points[b.rows] = float64(1+row.Outcome) / 2
	}
	b.games = append(b.games, row.GameID)
	b.weight[b.rows] = row.Weight
	b.totalWeight += float64(row.Weight)
	b.rows++
	b.featureStart[b.rows] = int32(len(b.features))
	b.moveStart[b.rows] = int32(len(b.policies))
	return nil
}

// valueTarget mixes how row's game ended with its search's verdict. Of a game that
// was not decided it takes the verdict alone.
func valueTarget(row *datasets.Row, outcomeShare float64) (target [3]float64, err error) {
	win, draw, loss := float64(row.Win), float64(row.Draw), float64(row.Loss)
	sum := win + draw + loss
	if !(min(win, draw, loss) >= 0 && sum > 0) || math.IsInf(sum, 0) {
		return target, fmt.Errorf("verdict %v, %v, %v: want probabilities with sum 1", row.Win, row.Draw, row.Loss)
	}
	if !(row.Weight >= 0) || math.IsInf(float64(row.Weight), 0) {
		return target, fmt.Errorf("weight %v: want a number, 0 or more", row.Weight)
	}
	if !row.Decided() {
		outcomeShare = 0
	}
	verdict := (1 - outcomeShare) / sum
	target = [3]float64{win * verdict, draw * verdict, loss * verdict}
	target[1-row.Outcome] += outcomeShare
	return target, nil
}

// setTargets sets b.targets to the policy logits of row's moves, in order and
// each once, and their shares of the visits.
func (b *Batch) setTargets(row *datasets.Row) error {
	var visits uint64
	for i := range row.Candidates {
		visits += uint64(row.Candidates[i].Visits)
	}
	if visits == 0 {
		return fmt.Errorf("no visits in %d moves: want at least one", len(row.Candidates))
	}
	b.targets = b.targets[:0]
	turn := row.Position.Turn()
	for i := range row.Candidates {
		c := &row.Candidates[i]
		policy := int32(net.PolicyIndex(c.Move, turn))
		at, have := slices.BinarySearchFunc(b.targets, policy, func(t moveTarget, p int32) int { return int(t.policy - p) })
		if !have {
			b.targets = slices.Insert(b.targets, at, moveTarget{policy: policy})
		}
		b.targets[at].moves++
		b.targets[at].share += float64(c.Visits) / float64(visits)
	}
	return nil
}

// part returns the places from to to of b as a batch, whose rows count for as
// much as they do in b. The memory is b's, and only b may be added to.
func (b *Batch) part(from, to int) Batch {
	return Batch{
		rows:         max(0, min(b.rows, to)-from),
		features:     b.features,
		featureStart: b.featureStart[from : to+1],
		policies:     b.policies,
		logSharers:   b.logSharers,
		policyTarget: b.policyTarget,
		moveStart:    b.moveStart[from : to+1],
		valueTarget:  b.valueTarget[3*from : 3*to],
		points:       b.points[from:to],
		weight:       b.weight[from:to],
		totalWeight:  b.totalWeight,
	}
}

// moves returns the elements of x for row i's moves. X has one for each move of
// b's rows in their order.
func (b *Batch) moves(i int, x []float32) []float32 {
	return x[b.moveStart[i]-b.moveStart[0] : b.moveStart[i+1]-b.moveStart[0]]
}

// mostNamed is how many games an error names.
const mostNamed = 20

// gameList names the games of b's rows, for an error.
func (b *Batch) gameList() string {
	games := slices.Clone(b.games)
	slices.Sort(games)
	games = slices.Compact(games)
	text := strings.Trim(fmt.Sprint(games[:min(len(games), mostNamed)]), "[]")
	if more := len(games) - mostNamed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// share returns the i-th row's share of the batch's weight.
func (b *Batch) share(i int) float64 { return float64(b.weight[i]) / b.totalWeight }

// entropies returns the weighted mean entropy of the policy and the value
// targets, in nats: what the cross-entropies cannot fall below.
func (b *Batch) entropies() (policy, value float64) {
	for i := range b.rows {
		w := b.share(i)
		policy += w * entropy(b.policyTarget[b.moveStart[i]:b.moveStart[i+1]])
		value += w * entropy(b.valueTarget[3*i:3*i+3])
	}
	return policy, value
}

// accuracy returns the share of the weight of the rows whose largest prior is
// that of a move with the largest target. The priors are those of b's moves in
// their order.
func (b *Batch) accuracy(priors []float32) float64 {
	var right float64
	for i := range b.rows {
		of, target := b.moves(i, priors), b.policyTarget[b.moveStart[i]:b.moveStart[i+1]]
		best := slices.Index(of, slices.Max(of))
		if target[best] == slices.Max(target) {
			right += b.share(i)
		}
	}
	return right
}

func entropy(p []float64) float64 {
	var h float64
	for _, x := range p {
		if x > 0 {
			h -= x * math.Log(x)
		}
	}
	return h
}
