package training

import "fmt"

// Config is how a network is trained. It is stored in every checkpoint.
type Config struct {
	Batch        int     `toml:"batch" json:"batch"`                 // rows a step
	LearnRate    float64 `toml:"learn_rate" json:"learn_rate"`       // the schedule's peak
	Warmup       int     `toml:"warmup" json:"warmup"`               // steps until the peak is reached; at most a tenth of the plan
	FinalShare   float64 `toml:"final_share" json:"final_share"`     // the last step's rate as a share of the peak
	Beta1        float64 `toml:"beta1" json:"beta1"`                 // Adam's decay of the mean gradient
	Beta2        float64 `toml:"beta2" json:"beta2"`                 // Adam's decay of the mean squared gradient
	Epsilon      float64 `toml:"epsilon" json:"epsilon"`             // Adam's guard against division by zero
	WeightDecay  float64 `toml:"weight_decay" json:"weight_decay"`   // times the rate: the share of each weight, biases aside, that a step takes off
	ClipNorm     float64 `toml:"clip_norm" json:"clip_norm"`         // the most the gradient's norm may be; 0 is no bound
	Average      float64 `toml:"average" json:"average"`             // share of the averaged weights that a step keeps; 0 averages nothing
	OutcomeShare float64 `toml:"outcome_share" json:"outcome_share"` // of the outcome in the value target, none where the length cap stopped the game; the rest is the search's
}

// DefaultConfig returns the settings used where none are asked for.
func DefaultConfig() Config {
	return Config{
		Batch:        1024,
		LearnRate:    4e-3,
		Warmup:       100,
		FinalShare:   0.05,
		Beta1:        0.9,
		Beta2:        0.999,
		Epsilon:      1e-8,
		WeightDecay:  0.01,
		ClipNorm:     5,
		Average:      0.999,
		OutcomeShare: 0.5,
	}
}

// maxBatch bounds the memory of a graph: its buffers grow with the batch.
const maxBatch = 1 << 16

// Validate names the first setting that cannot be trained with.
func (c Config) Validate() error {
	within := func(x, low, high float64) bool { return x >= low && x <= high }
	switch {
	case c.Batch < 1 || c.Batch > maxBatch:
		return fmt.Errorf("batch is %d: want 1 to %d", c.Batch, maxBatch)
	case !(c.LearnRate > 0 && c.LearnRate <= 1):
		return fmt.Errorf("learn_rate is %v: want more than 0, at most 1", c.LearnRate)
	case c.Warmup < 0:
		return fmt.Errorf("warmup is %d: want no less than 0", c.Warmup)
	case !within(c.FinalShare, 0, 1):
		return fmt.Errorf("final_share is %v: want 0 to 1", c.FinalShare)
	case !(c.Beta1 >= 0 && c.Beta1 < 1):
		return fmt.Errorf("beta1 is %v: want 0 or more, below 1", c.Beta1)
	case !(c.Beta2 >= 0 && c.Beta2 < 1):
		return fmt.Errorf("beta2 is %v: want 0 or more, below 1", c.Beta2)
	case !(c.Epsilon > 0 && c.Epsilon <= 1):
		return fmt.Errorf("epsilon is %v: want more than 0, at most 1", c.Epsilon)
	case !within(c.WeightDecay, 0, 1):
		return fmt.Errorf("weight_decay is %v: want 0 to 1", c.WeightDecay)
	case !within(c.ClipNorm, 0, 1e6):
		return fmt.Errorf("clip_norm is %v: want 0 to 1e6", c.ClipNorm)
	case !(c.Average >= 0 && c.Average < 1):
		return fmt.Errorf("average is %v: want 0 or more, below 1", c.Average)
	case !within(c.OutcomeShare, 0, 1):
		return fmt.Errorf("outcome_share is %v: want 0 to 1", c.OutcomeShare)
	}
	return nil
}
