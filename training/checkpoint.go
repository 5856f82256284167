package training

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"drafthorse/internal/fault"
	"drafthorse/net"
)

// A checkpoint is all that a training needs to go on as if it had never stopped.
// Numbers are little-endian.
//
//	0     "drafthorse-train"
//	16    uint32  checkpointVersion
//	20    uint32  n, the header's length
//	24    the header: checkpointHeader as JSON
//	24+n  float32 all weights, in the order of [net.Network.Tensors]
//	      float32 Adam's mean gradients, in the same order
//	      float32 Adam's mean squared gradients, in the same order
//	      float32 the averaged weights, in the same order
//	      32 bytes: SHA-256 of everything before
const (
	checkpointMagic   = "drafthorse-train"
	checkpointVersion = 3
	checkpointPrefix  = len(checkpointMagic) + 8
)

type checkpointHeader struct {
	FeaturesVersion int    `json:"features_version"`
	Width           int    `json:"width"`
	Hidden          int    `json:"hidden"`
	Generation      int    `json:"generation"`
	NetworkStep     int    `json:"network_step"`
	Planned         int    `json:"planned"`
	Done            int    `json:"done"`
	Sampler         []byte `json:"sampler"`          // state of the random generator
	Shards          int    `json:"shards,omitempty"` // [Trainer.Shards]
	From            string `json:"from,omitempty"`   // [Trainer.From]
	Config          Config `json:"config"`
}

// ErrCheckpoint is wrapped by every error of [ReadCheckpoint].
var ErrCheckpoint = fault.Damaged("bad checkpoint")

func checkpointError(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCheckpoint, fmt.Sprintf(format, args...))
}

// array is one of a checkpoint's arrays.
type array struct {
	name     string
	data     []float32
	positive bool // nothing below 0 is allowed
}

// arrays returns all arrays that make up t's state, in the checkpoint's order.
func (t *Trainer) arrays() []array {
	tensors := t.network.Tensors()
	var list []array
	for _, w := range tensors {
		list = append(list, array{w.Name, w.Data, false})
	}
	for i, w := range tensors {
		list = append(list, array{"mean gradient of " + w.Name, t.optimizer.mean[i], false})
	}
	for i, w := range tensors {
		list = append(list, array{"mean squared gradient of " + w.Name, t.optimizer.power[i], true})
	}
	for i, w := range tensors {
		list = append(list, array{"average of " + w.Name, t.optimizer.average[i], false})
	}
	return list
}

// check refuses numbers that no training can go on from.
func (a array) check() error {
	for i, x := range a.data {
		if v := float64(x); math.IsNaN(v) || math.IsInf(v, 0) || a.positive && v < 0 {
			return fmt.Errorf("%s holds %v at element %d", a.name, x, i)
		}
	}
	return nil
}

// WriteCheckpoint writes t's state between two steps. It refuses to write what
// [ReadCheckpoint] would refuse to read.
func (t *Trainer) WriteCheckpoint(w io.Writer) error {
	sampler, err := t.sampler.MarshalBinary()
	if err != nil {
		return err
	}
	header, err := json.Marshal(checkpointHeader{
		FeaturesVersion: net.FeaturesVersion,
		Width:           t.network.Width,
		Hidden:          t.network.Hidden,
		Generation:      t.network.Generation,
		NetworkStep:     t.network.Step,
		Planned:         t.planned,
		Done:            t.done,
		Sampler:         sampler,
		Shards:          t.Shards,
		From:            t.From,
		Config:          t.config,
	})
	if err != nil {
		return err
	}
	b := []byte(checkpointMagic)
	b = binary.LittleEndian.AppendUint32(b, checkpointVersion)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	b = append(b, header...)
	for _, a := range t.arrays() {
		if err := a.check(); err != nil {
			return fmt.Errorf("writing a checkpoint: %w", err)
		}
		for _, x := range a.data {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	sum := sha256.Sum256(b)
	_, err = w.Write(append(b, sum[:]...))
	return err
}

// ReadCheckpoint returns the trainer whose checkpoint the bytes are, with a
// network of its own. Anything but a whole, undamaged checkpoint of this version
// is refused with an error that wraps [ErrCheckpoint].
func ReadCheckpoint(data []byte) (*Trainer, error) {
	header, floats, err := splitCheckpoint(data)
	if err != nil {
		return nil, err
	}
	var h checkpointHeader
	d := json.NewDecoder(bytes.NewReader(header))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		return nil, checkpointError("its header: %v", err)
	}
	if h.FeaturesVersion != net.FeaturesVersion {
		return nil, checkpointError("its network's features have version %d: this program has %d", h.FeaturesVersion, net.FeaturesVersion)
	}
	size := net.Size{Width: h.Width, Hidden: h.Hidden}
	if err := size.Validate(); err != nil {
		return nil, checkpointError("%v", err)
	}
	if want := 4 * 4 * size.Weights(); len(floats) != want {
		return nil, checkpointError("it has %d bytes of numbers: want %d for width %d and hidden %d",
			len(floats), want, size.Width, size.Hidden)
	}
	if h.Done < 0 || h.NetworkStep < h.Done {
		return nil, checkpointError("it claims %d steps done of the network's %d", h.Done, h.NetworkStep)
	}
	if h.Shards < 0 {
		return nil, checkpointError("it claims %d shards", h.Shards)
	}
	network := net.Zero(size)
	network.Generation, network.Step = h.Generation, h.NetworkStep
	t, err := New(h.Config, network, h.Planned, 0)
	if err != nil {
		return nil, checkpointError("%v", err)
	}
	t.Shards, t.From, t.done, t.optimizer.steps = h.Shards, h.From, h.Done, h.Done
	if err := t.sampler.UnmarshalBinary(h.Sampler); err != nil {
		return nil, checkpointError("its sampler: %v", err)
	}
	for _, a := range t.arrays() {
		for i := range a.data {
			a.data[i] = math.Float32frombits(binary.LittleEndian.Uint32(floats[4*i:]))
		}
		floats = floats[4*len(a.data):]
		if err := a.check(); err != nil {
			return nil, checkpointError("%v", err)
		}
	}
	return t, nil
}

// splitCheckpoint checks a checkpoint's frame and returns what is in it.
func splitCheckpoint(data []byte) (header, floats []byte, err error) {
	if len(data) < checkpointPrefix+sha256.Size {
		return nil, nil, checkpointError("%d bytes are too few", len(data))
	}
	if magic := data[:len(checkpointMagic)]; string(magic) != checkpointMagic {
		return nil, nil, checkpointError("it begins with %q: want %q", magic, checkpointMagic)
	}
	if version := binary.LittleEndian.Uint32(data[len(checkpointMagic):]); version != checkpointVersion {
		return nil, nil, checkpointError("it has version %d: this program reads %d", version, checkpointVersion)
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if want := sha256.Sum256(body); !bytes.Equal(sum, want[:]) {
		return nil, nil, checkpointError("its checksum does not fit its %d bytes: it is cut or damaged", len(data))
	}
	n := binary.LittleEndian.Uint32(data[checkpointPrefix-4:])
	if int64(n) > int64(len(body)-checkpointPrefix) {
		return nil, nil, checkpointError("its header claims %d bytes: it has %d", n, len(body)-checkpointPrefix)
	}
	return body[checkpointPrefix : checkpointPrefix+int(n)], body[checkpointPrefix+int(n):], nil
}
