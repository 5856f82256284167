package net

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Size is the size of a network's two inner layers.
type Size struct {
	Width  int `toml:"width"`  // neurons of the first layer
	Hidden int `toml:"hidden"` // neurons of the second
}

// DefaultSize returns the size used where none is asked for.
func DefaultSize() Size { return Size{Width: 256, Hidden: 64} }

// The bounds within which a size is accepted.
const (
	maxWidth  = 4096
	maxHidden = 512
)

// Validate refuses sizes that no network here can have.
func (s Size) Validate() error {
	if s.Width < 1 || s.Width > maxWidth {
		return fmt.Errorf("width is %d: want 1 to %d", s.Width, maxWidth)
	}
	if s.Hidden < 1 || s.Hidden > maxHidden {
		return fmt.Errorf("hidden is %d: want 1 to %d", s.Hidden, maxHidden)
	}
	return nil
}

// Weights returns how many weights a network of size s has.
func (s Size) Weights() int {
	return (Features+1)*s.Width + (s.Width+1)*s.Hidden + (s.Hidden+1)*3 + (s.Hidden+1)*Policies
}

// Network is a network's weights. They may be read by any number of goroutines
// as long as none writes.
type Network struct {
	Size
	Generation int // how many trainings of its run led here
	Step       int // optimizer steps since random weights

	// What made it: the configuration of its run as TOML and the version of the
	// program. Empty where nobody knows.
	Config, Program string

	// Row-major, with the shape of each.
	Input      []float32 // [Features, Width]
	InputBias  []float32 // [Width]
	Dense      []float32 // [Width, Hidden]
	DenseBias  []float32 // [Hidden]
	Value      []float32 // [Hidden, 3], columns win, draw, loss
	ValueBias  []float32 // [3]
	Policy     []float32 // [Policies, Hidden]
	PolicyBias []float32 // [Policies]
}

// Tensor is one named array of weights.
type Tensor struct {
	Name  string
	Shape []int
	Data  []float32 // shared with the network
}

// Tensors returns all weights of n, always in the same order.
func (n *Network) Tensors() []Tensor {
	return []Tensor{
		{"input.weight", []int{Features, n.Width}, n.Input},
		{"input.bias", []int{n.Width}, n.InputBias},
		{"dense.weight", []int{n.Width, n.Hidden}, n.Dense},
		{"dense.bias", []int{n.Hidden}, n.DenseBias},
		{"value.weight", []int{n.Hidden, 3}, n.Value},
		{"value.bias", []int{3}, n.ValueBias},
		{"policy.weight", []int{Policies, n.Hidden}, n.Policy},
		{"policy.bias", []int{Policies}, n.PolicyBias},
	}
}

// Zero returns a network of the given size with all weights zero.
func Zero(s Size) *Network {
	return &Network{
		Size:       s,
		Input:      make([]float32, Features*s.Width),
		InputBias:  make([]float32, s.Width),
		Dense:      make([]float32, s.Width*s.Hidden),
		DenseBias:  make([]float32, s.Hidden),
		Value:      make([]float32, s.Hidden*3),
		ValueBias:  make([]float32, 3),
		Policy:     make([]float32, Policies*s.Hidden),
		PolicyBias: make([]float32, Policies),
	}
}

// typicalActive is about how many inputs are active in a game's position.
const typicalActive = 30

// Random returns a network with random weights: He's initialisation (He et al.,
// "Delving deep into rectifiers", 2015, section 2.2), with the first layer's
// fan-in taken as the inputs active at once, and small heads, so that all moves
// and results are nearly alike to it.
func Random(s Size, rng *rand.Rand) *Network {
	n := Zero(s)
	fill := func(data []float32, deviation float64) {
		for i := range data {
			data[i] = float32(rng.NormFloat64() * deviation)
		}
	}
	fill(n.Input, math.Sqrt(2./typicalActive))
	fill(n.Dense, math.Sqrt(2/float64(s.Width)))
	fill(n.Value, 0.1/math.Sqrt(float64(s.Hidden)))
	fill(n.Policy, 0.1/math.Sqrt(float64(s.Hidden)))
	return n
}

// Clone returns an independent copy of n.
func (n *Network) Clone() *Network {
	c := *n
	for _, t := range []*[]float32{
		&c.Input, &c.InputBias, &c.Dense, &c.DenseBias,
		&c.Value, &c.ValueBias, &c.Policy, &c.PolicyBias,
	} {
		*t = slices.Clone(*t)
	}
	return &c
}

// ID returns a short name that two networks share only if their weights are the
// same bits: twelve hexadecimal digits of a SHA-256 over all of them.
func (n *Network) ID() string {
	h := sha256.New()
	var buf []byte
	for _, t := range n.Tensors() {
		buf = appendFloats(buf[:0], t.Data)
		h.Write(buf)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// appendFloats appends data in little-endian byte order.
func appendFloats(dst []byte, data []float32) []byte {
	for _, x := range data {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(x))
	}
	return dst
}
