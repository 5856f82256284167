package training

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"drafthorse/net"
)

// Trainer is one training of a network: a planned number of steps from a fresh
// optimizer. It is for one goroutine, which has others help it.
type Trainer struct {
	// Workers is how many goroutines may work on a step at once; 0 is one. It
	// makes no difference but in time.
	Workers int

	// Shards is how many shards the rows come from, the first of a run. It
	// stands in the checkpoint, for who goes on, and does nothing here; 0 is not
	// known.
	Shards int

	// From is the identity of the network that it began with. It stands in the
	// checkpoint; "" is not known.
	From string

	config  Config
	network *net.Network // the weights that the steps change
	average *net.Network // their average
	planned int
	done    int
	sampler *rand.PCG // state after the rows of the steps done

	optimizer *adamW
	learner   *replicas // of network, with gradients
	judge     *replicas // of average, without
}

// Metrics is what one step did.
type Metrics struct {
	Step         int     `json:"step"` // of this training; the first is 1
	Loss         float64 `json:"loss"` // PolicyLoss + ValueLoss, before the step
	PolicyLoss   float64 `json:"policy_loss"`
	ValueLoss    float64 `json:"value_loss"`
	GradientNorm float64 `json:"gradient_norm"` // before clipping
	LearnRate    float64 `json:"learn_rate"`

	Waited time.Duration `json:"-"` // for its rows, by [Hooks.Clock]
}

// Evaluation is how a network does on rows it is not fitted to: weighted means,
// losses and entropies in nats.
type Evaluation struct {
	Rows          int     `json:"rows"`
	Weight        float64 `json:"weight"` // of all rows together
	PolicyLoss    float64 `json:"policy_loss"`
	PolicyEntropy float64 `json:"policy_entropy"` // of the targets: no policy loss is lower
	ValueLoss     float64 `json:"value_loss"`
	ValueEntropy  float64 `json:"value_entropy"` // of the targets: no value loss is lower
	Accuracy      float64 `json:"accuracy"`      // how often the likeliest move is one with the most visits

	Calibration Calibration `json:"calibration"`
}

// New prepares a training of network, which it will change in place, over the
// given number of steps. The seed decides which rows [Fit] samples.
func New(config Config, network *net.Network, steps int, seed uint64) (*Trainer, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if steps < 1 {
		return nil, fmt.Errorf("%d steps: want at least 1", steps)
	}
	t := &Trainer{
		From:    network.ID(),
		config:  config,
		network: network,
		average: network.Clone(),
		planned: steps,
		sampler: rand.NewPCG(seed, 0),
	}
	parameters, averages := parametersOf(network), parametersOf(t.average)
	t.optimizer = newAdamW(config, parameters, averages)
	var err error
	if t.learner, err = newReplicas(parameters, config.Batch, true); err != nil {
		return nil, err
	}
	if t.judge, err = newReplicas(averages, config.Batch, false); err != nil {
		return nil, err
	}
	return t, nil
}

// Config returns the configuration that t was made with.
func (t *Trainer) Config() Config { return t.config }

// Network returns what the training has made so far: the average of the weights
// over the last steps ([Config.Average]), which plays better than they do
// themselves. It is not the network given to [New], and it changes with every
// step; before the first it has the same weights.
func (t *Trainer) Network() *net.Network { return t.average }

// Planned returns how many steps the learning rate is planned for.
func (t *Trainer) Planned() int { return t.planned }

// Done returns how many steps have been made.
func (t *Trainer) Done() int { return t.done }

// NewBatch returns an empty batch of the size that t takes.
func (t *Trainer) NewBatch() *Batch { return NewBatch(t.config.Batch) }

// ErrDiverged is wrapped by the error of a step whose loss or gradient is no
// longer that of a network that learns. The error names the games of its rows.
var ErrDiverged = errors.New("the training has diverged")

// exploded is a loss, in nats, that no network reaches which learns: one that
// takes all moves and results for equally likely has some 3.
const exploded = 100

// Step fits the network to a batch once. If the loss is not finite or has
// exploded, or its gradient is not finite, that is [ErrDiverged] and the weights
// and the optimizer are as before.
func (t *Trainer) Step(b *Batch) (Metrics, error) {
	fault := func(err error) (Metrics, error) {
		return Metrics{}, fmt.Errorf("training step %d: %w", t.done+1, err)
	}
	policy, value, err := t.learner.run(b, t.Workers)
	if err != nil {
		return fault(err)
	}
	diverged := func(what string) (Metrics, error) {
		return fault(fmt.Errorf("%w: %s (policy loss %v, value loss %v), in a batch with rows of the games %s",
			ErrDiverged, what, policy, value, b.gameList()))
	}
	if loss := policy + value; !(loss < exploded) {
		return diverged(fmt.Sprintf("the loss is %v", loss))
	}
	t.optimizer.rate = t.config.learnRate(t.done, t.planned)
	t.optimizer.workers = t.Workers
	if err := t.optimizer.Step(t.learner.model); errors.Is(err, errGradient) {
		return diverged(err.Error())
	} else if err != nil {
		return fault(err)
	}
	t.done++
	t.network.Step++
	t.average.Step = t.network.Step
	return Metrics{
		Step:         t.done,
		Loss:         policy + value,
		PolicyLoss:   policy,
		ValueLoss:    value,
		GradientNorm: t.optimizer.norm,
		LearnRate:    t.optimizer.rate,
	}, nil
}

// Evaluate judges the averaged network by a batch and changes nothing.
func (t *Trainer) Evaluate(b *Batch) (Evaluation, error) {
	policy, value, err := t.judge.run(b, t.Workers)
	if err != nil {
		return Evaluation{}, fmt.Errorf("evaluating: %w", err)
	}
	if x := policy + value; math.IsNaN(x) || math.IsInf(x, 0) {
		return Evaluation{}, fmt.Errorf("evaluating: the loss is %v (policy %v, value %v)", x, policy, value)
	}
	e := Evaluation{
		Rows:       b.rows,
		Weight:     b.totalWeight,
		PolicyLoss: policy,
		ValueLoss:  value,
	}
	e.PolicyEntropy, e.ValueEntropy = b.entropies()
	for i, g := range t.judge.graphs {
		part := &t.judge.parts[i]
		e.Accuracy += part.accuracy(g.policy.priors)
		e.Calibration.add(part, g.value.values)
	}
	return e, nil
}

// With returns the evaluation of e's and f's rows together.
func (e Evaluation) With(f Evaluation) Evaluation {
	weight := e.Weight + f.Weight
	if weight == 0 {
		return Evaluation{Rows: e.Rows + f.Rows}
	}
	mean := func(x, y float64) float64 { return (e.Weight*x + f.Weight*y) / weight }
	return Evaluation{
		Rows:          e.Rows + f.Rows,
		Weight:        weight,
		PolicyLoss:    mean(e.PolicyLoss, f.PolicyLoss),
		PolicyEntropy: mean(e.PolicyEntropy, f.PolicyEntropy),
		ValueLoss:     mean(e.ValueLoss, f.ValueLoss),
		ValueEntropy:  mean(e.ValueEntropy, f.ValueEntropy),
		Accuracy:      mean(e.Accuracy, f.Accuracy),
		Calibration:   e.Calibration.with(f.Calibration),
	}
}
