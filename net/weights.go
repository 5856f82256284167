package net

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"drafthorse/internal/fault"
)

// A weights file is in the safetensors format: eight bytes with the length of a
// JSON header (little-endian), the header, then the tensors' bytes one after
// another. All tensors are F32, named and ordered as [Network.Tensors], and
// "__metadata__" holds, as strings:
//
//	format            "drafthorse-net"
//	format_version    [FormatVersion]
//	features_version  [FeaturesVersion]
//	architecture      "mlp": the one described in the package documentation
//	width, hidden     the inner layers' sizes
//	generation, step  how far the weights have been trained
//	id                [Network.ID], which is a checksum of all weights
//	config, program   what made it, if that is known
const (
	FormatVersion = 1
	formatName    = "drafthorse-net"
	maxHeader     = 1 << 16
	architecture  = "mlp"

	// of networks with weights of their own for each range of pieces
	architectureBuckets = "mlp-buckets"
)

// ErrWeights is wrapped by every error of [Read] that the file itself causes.
var ErrWeights = fault.Damaged("bad weights file")

func weightsError(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrWeights, fmt.Sprintf(format, args...))
}

// readError is the error of a read that has not given all its bytes: that of the
// device, or that the file is too short, as the text says.
func readError(err error, format string, args ...any) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return weightsError(format, args...)
	}
	return err
}

type tensorHeader struct {
	Dtype   string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"`
}

// metadata is what a file says of n beside its weights.
func (n *Network) metadata() map[string]string {
	meta := map[string]string{
		"format":           formatName,
		"format_version":   strconv.Itoa(FormatVersion),
		"features_version": strconv.Itoa(FeaturesVersion),
		"architecture":     architecture,
		"width":            strconv.Itoa(n.Width),
		"hidden":           strconv.Itoa(n.Hidden),
		"generation":       strconv.Itoa(n.Generation),
		"step":             strconv.Itoa(n.Step),
		"id":               n.ID(),
	}
	if n.Config != "" {
		meta["config"] = n.Config
	}
	if n.Program != "" {
		meta["program"] = n.Program
	}
	return meta
}

// header lays out n's file: the JSON object's values by name and the number of
// bytes of all tensors.
func (n *Network) header() (map[string]any, int) {
	h := map[string]any{"__metadata__": n.metadata()}
	at := 0
	for _, t := range n.Tensors() {
		end := at + 4*len(t.Data)
		h[t.Name] = tensorHeader{"F32", t.Shape, [2]int{at, end}}
		at = end
	}
	return h, at
}

// Write writes n to w. The same network gives the same bytes.
func Write(w io.Writer, n *Network) error {
	h, size := n.header()
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	for len(text)%8 != 0 { // safetensors aligns the data by spaces after the header
		text = append(text, ' ')
	}
	b := binary.LittleEndian.AppendUint64(make([]byte, 0, 8+len(text)+size), uint64(len(text)))
	b = append(b, text...)
	for _, t := range n.Tensors() {
		b = appendFloats(b, t.Data)
	}
	_, err = w.Write(b)
	return err
}

// Read reads a network from the size bytes of r. A file of another format,
// version or architecture, one that is cut or damaged and one with a weight
// that is not finite are refused with an error that wraps [ErrWeights]; nothing
// is allocated by a size that the file only claims.
func Read(r io.Reader, size int64) (*Network, error) {
	var prefix [8]byte
	if _, err := io.ReadFull(r, prefix[:]); err != nil {
		return nil, readError(err, "%d bytes are too few for a header", size)
	}
	length := binary.LittleEndian.Uint64(prefix[:])
	if length > maxHeader || int64(length) > size-8 {
		return nil, weightsError("the header claims %d bytes: want at most %d and no more than the file has", length, maxHeader)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, fmt.Errorf("reading the header: %w", err)
	}
	shape, tensors, err := parseHeader(text)
	if err != nil {
		return nil, err
	}
	if want := 8 + int64(length) + 4*int64(shape.size.Weights()); size != want {
		return nil, weightsError("the file has %d bytes: want %d for width %d and hidden %d",
			size, want, shape.size.Width, shape.size.Hidden)
	}
	n := Zero(shape.size)
	n.Generation, n.Step = shape.generation, shape.step
	n.Config, n.Program = shape.config, shape.program
	if err := n.checkLayout(tensors); err != nil {
		return nil, err
	}
	for _, t := range n.Tensors() {
		if err := readFloats(r, t); err != nil {
			return nil, err
		}
	}
	if id := n.ID(); id != shape.id {
		return nil, weightsError("the weights' checksum is %s: want %s, so they are damaged", id, shape.id)
	}
	return n, nil
}

// claims is what a header says of its network.
type claims struct {
	size             Size
	generation, step int
	id               string
	config, program  string
}

func parseHeader(text []byte) (c claims, tensors map[string]tensorHeader, err error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		return c, nil, weightsError("the header is not a JSON object: %v", err)
	}
	var meta map[string]string
	if err := json.Unmarshal(raw["__metadata__"], &meta); err != nil {
		return c, nil, weightsError("the header has no readable __metadata__: %v", err)
	}
	delete(raw, "__metadata__")
	for _, want := range [][2]string{
		{"format", formatName},
		{"format_version", strconv.Itoa(FormatVersion)},
		{"features_version", strconv.Itoa(FeaturesVersion)},
	} {
		if got := meta[want[0]]; got != want[1] {
			return c, nil, weightsError("its %s is %q: this program reads %q", want[0], got, want[1])
		}
	}
	type number struct {
		name string
		to   *int
	}
	numbers := []number{
		{"width", &c.size.Width}, {"hidden", &c.size.Hidden},
		{"generation", &c.generation}, {"step", &c.step},
	}
	switch got := meta["architecture"]; got {
	case architecture:
	case architectureBuckets:
		return c, nil, weightsError("its architecture is %q, with %s buckets of weights: this program reads %q, and commit 4cbaaa4 reads both",
			got, meta["buckets"], architecture)
	default:
		return c, nil, weightsError("its architecture is %q: this program reads %q", got, architecture)
	}
	for _, number := range numbers {
		n, err := strconv.Atoi(meta[number.name])
		if err != nil || n < 0 {
			return c, nil, weightsError("its %s is %q: want a number", number.name, meta[number.name])
		}
		*number.to = n
	}
	if err := c.size.Validate(); err != nil {
		return c, nil, weightsError("%v", err)
	}
	c.id, c.config, c.program = meta["id"], meta["config"], meta["program"]
	tensors = make(map[string]tensorHeader, len(raw))
	for name, value := range raw {
		var t tensorHeader
		if err := json.Unmarshal(value, &t); err != nil {
			return c, nil, weightsError("tensor %q: %v", name, err)
		}
		tensors[name] = t
	}
	return c, tensors, nil
}

// checkLayout compares the tensors of a header with those n has.
func (n *Network) checkLayout(have map[string]tensorHeader) error {
	at := 0
	for _, t := range n.Tensors() {
		h, ok := have[t.Name]
		end := at + 4*len(t.Data)
		switch {
		case !ok:
			return weightsError("tensor %q is missing", t.Name)
		case h.Dtype != "F32" || !slices.Equal(h.Shape, t.Shape) || h.Offsets != [2]int{at, end}:
			return weightsError("tensor %q is %s %v at %v: want F32 %v at [%d %d]", t.Name, h.Dtype, h.Shape, h.Offsets, t.Shape, at, end)
		}
		at = end
	}
	if len(have) != len(n.Tensors()) {
		return weightsError("it has %d tensors: want %d", len(have), len(n.Tensors()))
	}
	return nil
}

func readFloats(r io.Reader, t Tensor) error {
	b := make([]byte, 4*len(t.Data))
	if _, err := io.ReadFull(r, b); err != nil {
		return readError(err, "tensor %q is cut: %v", t.Name, err)
	}
	for i := range t.Data {
		x := math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
			return weightsError("tensor %q holds %v at element %d", t.Name, x, i)
		}
		t.Data[i] = x
	}
	return nil
}
