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

// Size is the size of a network's two inner layers, and how many copies there
// are of what follows the first.
type Size struct {
	Width   int `toml:"width"`   // neurons of the first layer
	Hidden  int `toml:"hidden"`  // neurons of the second
	Buckets int `toml:"buckets"` // of positions by their number of pieces, see [Bucket]
}

// DefaultSize returns the size used where none is asked for.
func DefaultSize() Size { return Size{Width: 256, Hidden: 64, Buckets: 1} }

// The bounds within which a size is accepted.
const (
	maxWidth   = 4096
	maxHidden  = 512
	maxBuckets = mostPieces
)

// Validate refuses sizes that no network here can have.
func (s Size) Validate() error {
	if s.Width < 1 || s.Width > maxWidth {
		return fmt.Errorf("width is %d: want 1 to %d", s.Width, maxWidth)
	}
	if s.Hidden < 1 || s.Hidden > maxHidden {
		return fmt.Errorf("hidden is %d: want 1 to %d", s.Hidden, maxHidden)
	}
	if s.Buckets < 1 || s.Buckets > maxBuckets {
		return fmt.Errorf("buckets is %d: want 1 to %d", s.Buckets, maxBuckets)
	}
	return nil
}

// Weights returns how many weights a network of size s has.
func (s Size) Weights() int {
	return (Features+1)*s.Width + s.Buckets*((s.Width+1)*s.Hidden+(s.Hidden+1)*3) + (s.Hidden+1)*Policies
}

// mostPieces is how many pieces a game begins with.
const mostPieces = 40

// Bucket returns the bucket, of so many, of a position with the given number of
// pieces of both sides. The numbers from 1 to 40 are divided evenly, few pieces
// first: of 4 buckets, bucket 0 has 1 to 10 pieces and bucket 3 has 31 to 40. The
// last also takes the set-up positions with more.
func Bucket(pieces, buckets int) int {
	return min((pieces-1)*buckets/mostPieces, buckets-1)
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

	// Row-major, the shape behind each. Where that has Buckets as a factor, the
	// buckets' arrays lie one behind the other.
	Input      []float32 // [Features, Width]
	InputBias  []float32 // [Width]
	Dense      []float32 // [Buckets·Width, Hidden]
	DenseBias  []float32 // [Buckets·Hidden]
	Value      []float32 // [Buckets·Hidden, 3], columns win, draw, loss
	ValueBias  []float32 // [Buckets·3]
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
		{"dense.weight", []int{n.Buckets * n.Width, n.Hidden}, n.Dense},
		{"dense.bias", []int{n.Buckets * n.Hidden}, n.DenseBias},
		{"value.weight", []int{n.Buckets * n.Hidden, 3}, n.Value},
		{"value.bias", []int{n.Buckets * 3}, n.ValueBias},
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
		Dense:      make([]float32, s.Buckets*s.Width*s.Hidden),
		DenseBias:  make([]float32, s.Buckets*s.Hidden),
		Value:      make([]float32, s.Buckets*s.Hidden*3),
		ValueBias:  make([]float32, s.Buckets*3),
		Policy:     make([]float32, Policies*s.Hidden),
		PolicyBias: make([]float32, Policies),
	}
}

// typicalActive is about how many inputs are active in a game's position.
const typicalActive = 30

// Random returns a network with random weights: He's initialisation (He et al.,
// "Delving deep into rectifiers", 2015, section 2.2), with the first layer's
// fan-in taken as the inputs active at once, and small heads, so that all moves
// and results are nearly alike to it. All buckets begin with the same weights.
func Random(s Size, rng *rand.Rand) *Network {
	n := Zero(s)
	fill := func(data []float32, deviation float64) {
		for i := range data {
			data[i] = float32(rng.NormFloat64() * deviation)
		}
	}
	fillFirst := func(data []float32, deviation float64) {
		first := data[:len(data)/s.Buckets]
		fill(first, deviation)
		for rest := data[len(first):]; len(rest) > 0; rest = rest[len(first):] {
			copy(rest, first)
		}
	}
	fill(n.Input, math.Sqrt(2./typicalActive))
	fillFirst(n.Dense, math.Sqrt(2/float64(s.Width)))
	fillFirst(n.Value, 0.1/math.Sqrt(float64(s.Hidden)))
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
