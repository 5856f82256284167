package training

import (
	"fmt"
	"math"
	"math/rand/v2"

	"drafthorse/net"

	"gorgonia.org/gorgonia"
)

// Trainer is one training of a network: a planned number of steps from a fresh
// optimizer. It is for one goroutine.
type Trainer struct {
	config  Config
	network *net.Network
	planned int
	done    int
	sampler *rand.PCG

	optimizer *adam
	learner   *graph[float32] // with gradients
	judge     *graph[float32] // without
}

// Metrics is what one step did.
type Metrics struct {
	Step         int     `json:"step"` // of this training; the first is 1
	Loss         float64 `json:"loss"` // PolicyLoss + ValueLoss, before the step
	PolicyLoss   float64 `json:"policy_loss"`
	ValueLoss    float64 `json:"value_loss"`
	GradientNorm float64 `json:"gradient_norm"` // before clipping
	LearnRate    float64 `json:"learn_rate"`
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
	parameters := parametersOf(network)
	t := &Trainer{
		config:    config,
		network:   network,
		planned:   steps,
		sampler:   rand.NewPCG(seed, 0),
		optimizer: newAdam(config, parameters),
	}
	var err error
	if t.learner, err = newGraph(parameters, config.Batch, true); err != nil {
		return nil, err
	}
	if t.judge, err = newGraph(parameters, config.Batch, false); err != nil {
		return nil, err
	}
	return t, nil
}

// Config returns the configuration that t was made with.
func (t *Trainer) Config() Config { return t.config }

// Network returns the network that is trained.
func (t *Trainer) Network() *net.Network { return t.network }

// Planned returns how many steps the learning rate is planned for.
func (t *Trainer) Planned() int { return t.planned }

// Done returns how many steps have been made.
func (t *Trainer) Done() int { return t.done }

// NewBatch returns an empty batch of the size that t takes.
func (t *Trainer) NewBatch() *Batch { return NewBatch(t.config.Batch) }

// Step fits the network to a batch once. If the loss or its gradient is not
// finite, that is an error and the weights and the optimizer are as before.
func (t *Trainer) Step(b *Batch) (Metrics, error) {
	fault := func(err error) (Metrics, error) {
		return Metrics{}, fmt.Errorf("training step %d: %w", t.done+1, err)
	}
	loss, err := t.learner.run(b)
	if err != nil {
		return fault(err)
	}
	defer t.learner.clearGradients()
	if x := float64(loss); math.IsNaN(x) || math.IsInf(x, 0) {
		return fault(fmt.Errorf("the loss is %v (policy %v, value %v)", loss, t.learner.policy.loss, t.learner.value.loss))
	}
	t.optimizer.rate = t.config.learnRate(t.done, t.planned)
	if err := t.optimizer.Step(gorgonia.NodesToValueGrads(t.learner.parameters)); err != nil {
		return fault(err)
	}
	t.done++
	t.network.Step++
	return Metrics{
		Step:         t.done,
		Loss:         t.learner.policy.loss + t.learner.value.loss,
		PolicyLoss:   t.learner.policy.loss,
		ValueLoss:    t.learner.value.loss,
		GradientNorm: t.optimizer.norm,
		LearnRate:    t.optimizer.rate,
	}, nil
}

// Evaluate judges the network by a batch and changes nothing.
func (t *Trainer) Evaluate(b *Batch) (Evaluation, error) {
	loss, err := t.judge.run(b)
	if err != nil {
		return Evaluation{}, fmt.Errorf("evaluating: %w", err)
	}
	if x := float64(loss); math.IsNaN(x) || math.IsInf(x, 0) {
		return Evaluation{}, fmt.Errorf("evaluating: the loss is %v (policy %v, value %v)", loss, t.judge.policy.loss, t.judge.value.loss)
	}
	e := Evaluation{
		Rows:       b.rows,
		Weight:     b.totalWeight,
		PolicyLoss: t.judge.policy.loss,
		ValueLoss:  t.judge.value.loss,
		Accuracy:   b.accuracy(t.judge.policy.priors),
	}
	e.PolicyEntropy, e.ValueEntropy = b.entropies()
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
	}
}
