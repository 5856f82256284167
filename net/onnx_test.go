package net

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"drafthorse/internal/testgames"
	"drafthorse/rules"
)

var (
	onnxOut = flag.String("onnx-out", "", "folder for the model, its weights and the sample that tools/onnxcheck compares")
)

// Recorded games, and captures with the same ends, which these seldom have.
const (
	recordedGames = "../pdn/testdata/s18-match.pdn"
	sameEnds      = "../pdn/testdata/s15-ambiguous-captures.pdn"
)

// sample returns 1000 positions of recorded games and 1000 of random ones.
func sample(t *testing.T) []testgames.Position {
	positions, err := testgames.Positions(1000, recordedGames, sameEnds)
	if err != nil {
		t.Fatal(err)
	}
	recorded := len(positions)
	visit(20, func(g *rules.Game) {
		if len(positions) < recorded+1000 {
			positions = append(positions, testgames.Position{Position: g.Position(), Draws: g.Draws(), Moves: slices.Clone(g.Moves())})
		}
	})
	var forced, ambiguous int
	for i := range positions {
		if positions[i].Forced() {
			forced++
		}
		if positions[i].Ambiguous() {
			ambiguous++
		}
	}
	t.Logf("%d positions, %d of them from game records; forced captures %d, ambiguous %d", len(positions), recorded, forced, ambiguous)
	return positions
}

// evaluated is a position as tools/onnxcheck reads it: the active features, the
// policy index of each legal move, and what the network says of them here.
type evaluated struct {
	FEN      string     `json:"fen"`
	Features []uint16   `json:"features"`
	Policies []int      `json:"policies"`
	Value    [3]float32 `json:"value"`
	Priors   []float32  `json:"priors"`
}

func evaluate(e *Evaluator, p *testgames.Position) evaluated {
	priors := make([]float32, len(p.Moves))
	v := e.Evaluate(&p.Position, p.Draws, p.Moves, priors)
	line := evaluated{p.FEN(), AppendFeatures(nil, &p.Position, p.Draws), nil, [3]float32{v.Win, v.Draw, v.Loss}, priors}
	for _, m := range p.Moves {
		line.Policies = append(line.Policies, PolicyIndex(m, p.Turn()))
	}
	return line
}

func onnx(t *testing.T, n *Network) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := n.WriteONNX(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestONNXAgreesWithEvaluator reads a model back by the format's description and
// does what its nodes say, one number at a time.
func TestONNXAgreesWithEvaluator(t *testing.T) {
	n := lively(DefaultSize())
	n.Generation = 12
	m := parseModel(t, onnx(t, n))
	if m.format != 8 || m.operators != 13 {
		t.Errorf("format %d, operators %d, want 8 and 13", m.format, m.operators)
	}
	for key, want := range map[string]string{"format": "drafthorse-net", "features_version": "1", "generation": "12", "id": n.ID()} {
		if m.metadata[key] != want {
			t.Errorf("%s is %q, want %q", key, m.metadata[key], want)
		}
	}
	for _, want := range []onnxInfo{{"features", "batch", 212}, {"value", "batch", 3}, {"policy", "batch", 2500}} {
		if !slices.Contains(m.infos, want) {
			t.Errorf("inputs and outputs are %v, want %v among them", m.infos, want)
		}
	}
	e := NewEvaluator(n)
	worst := 0.
	for _, p := range sample(t) {
		want := evaluate(e, &p)
		x := make([]float64, Features)
		for _, f := range want.Features {
			x[f] = 1
		}
		out := m.run(t, x)
		var priors []float64
		for _, k := range want.Policies {
			priors = append(priors, out["policy"][k])
		}
		priors = softened(priors)
		for i, y := range want.Value {
			worst = max(worst, math.Abs(out["value"][i]-float64(y)))
		}
		for i, y := range want.Priors {
			worst = max(worst, math.Abs(priors[i]-float64(y)))
		}
	}
	t.Logf("largest difference %.2g", worst)
	if !(worst <= 1e-5) {
		t.Errorf("a probability differs by %g, want at most 1e-5", worst)
	}
}

func TestONNXSameBytes(t *testing.T) {
	n := lively(Size{24, 8})
	if !bytes.Equal(onnx(t, n), onnx(t, n.Clone())) {
		t.Error("the same network gives two models")
	}
}

// TestONNXSample writes what tools/onnxcheck reads.
func TestONNXSample(t *testing.T) {
	if *onnxOut == "" {
		t.Skip("no -onnx-out folder is given")
	}
	write := func(name string, content []byte) {
		if err := os.WriteFile(filepath.Join(*onnxOut, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	n := lively(DefaultSize())
	var lines bytes.Buffer
	e, encoder := NewEvaluator(n), json.NewEncoder(&lines)
	for _, p := range sample(t) {
		if err := encoder.Encode(evaluate(e, &p)); err != nil {
			t.Fatal(err)
		}
	}
	write("net.onnx", onnx(t, n))
	write("net.safetensors", file(t, n))
	write("sample.jsonl", lines.Bytes())
}

// The rest is a small reader of models, with the field numbers written out again.

type onnxModel struct {
	format, operators uint64
	metadata          map[string]string
	nodes             []onnxOperation
	tensors           map[string]onnxTensor
	infos             []onnxInfo
}

type onnxOperation struct {
	operator, output string
	inputs           []string
	transposed       bool
}

type onnxTensor struct {
	shape []int
	data  []float64
}

type onnxInfo struct {
	name, batch string
	width       int
}

// onnxFields holds a message's numbers and byte strings by field.
type onnxFields struct {
	numbers map[protowire.Number][]uint64
	bytes   map[protowire.Number][][]byte
}

func (f onnxFields) number(field protowire.Number) uint64 {
	if len(f.numbers[field]) == 0 {
		return 0
	}
	return f.numbers[field][0]
}

func (f onnxFields) text(field protowire.Number) string {
	if len(f.bytes[field]) == 0 {
		return ""
	}
	return string(f.bytes[field][0])
}

func parseFields(t *testing.T, b []byte) onnxFields {
	t.Helper()
	f := onnxFields{make(map[protowire.Number][]uint64), make(map[protowire.Number][][]byte)}
	for len(b) > 0 {
		field, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		b = b[n:]
		switch kind {
		case protowire.VarintType:
			x, k := protowire.ConsumeVarint(b)
			f.numbers[field], n = append(f.numbers[field], x), k
		case protowire.BytesType:
			x, k := protowire.ConsumeBytes(b)
			f.bytes[field], n = append(f.bytes[field], x), k
		default:
			t.Fatalf("field %d has wire type %d", field, kind)
		}
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		b = b[n:]
	}
	return f
}

func parseModel(t *testing.T, b []byte) onnxModel {
	t.Helper()
	model := parseFields(t, b)
	m := onnxModel{format: model.number(1), metadata: make(map[string]string), tensors: make(map[string]onnxTensor)}
	m.operators = parseFields(t, model.bytes[8][0]).number(2)
	for _, b := range model.bytes[14] {
		entry := parseFields(t, b)
		m.metadata[entry.text(1)] = entry.text(2)
	}
	graph := parseFields(t, model.bytes[7][0])
	for _, b := range graph.bytes[1] {
		node := parseFields(t, b)
		o := onnxOperation{operator: node.text(4), output: node.text(2)}
		for _, input := range node.bytes[1] {
			o.inputs = append(o.inputs, string(input))
		}
		for _, b := range node.bytes[5] {
			attribute := parseFields(t, b)
			switch value := attribute.number(3); {
			case attribute.number(20) != 2:
				t.Fatalf("attribute %q of type %d", attribute.text(1), attribute.number(20))
			case attribute.text(1) == "transB":
				o.transposed = value == 1
			case attribute.text(1) != "to" || value != 7: // Cast to integers is the only one there is
				t.Fatalf("attribute %q is %d", attribute.text(1), value)
			}
		}
		m.nodes = append(m.nodes, o)
	}
	for _, b := range graph.bytes[5] {
		tensor := parseFields(t, b)
		kind := tensor.number(2)
		if kind != 1 && kind != 7 {
			t.Fatalf("tensor %s is of type %d, want 1 or 7", tensor.text(8), kind)
		}
		var x onnxTensor
		for _, size := range tensor.numbers[1] {
			x.shape = append(x.shape, int(size))
		}
		if kind == 1 {
			for raw := range slices.Chunk(tensor.bytes[9][0], 4) {
				x.data = append(x.data, float64(math.Float32frombits(binary.LittleEndian.Uint32(raw))))
			}
		} else {
			for raw := range slices.Chunk(tensor.bytes[9][0], 8) {
				x.data = append(x.data, float64(int64(binary.LittleEndian.Uint64(raw))))
			}
		}
		count := 1
		for _, size := range x.shape {
			count *= size
		}
		if len(x.data) != count {
			t.Fatalf("tensor %s has %d numbers, want those of shape %v", tensor.text(8), len(x.data), x.shape)
		}
		m.tensors[tensor.text(8)] = x
	}
	for _, b := range slices.Concat(graph.bytes[11], graph.bytes[12]) {
		info := parseFields(t, b)
		tensor := parseFields(t, parseFields(t, info.bytes[2][0]).bytes[1][0])
		sizes := parseFields(t, tensor.bytes[2][0]).bytes[1]
		if tensor.number(1) != 1 || len(sizes) != 2 {
			t.Fatalf("%s is of type %d with %d dimensions, want 1 with 2", info.text(1), tensor.number(1), len(sizes))
		}
		m.infos = append(m.infos, onnxInfo{info.text(1), parseFields(t, sizes[0]).text(2), int(parseFields(t, sizes[1]).number(1))})
	}
	return m
}

// run returns all that the nodes put out for one row of features.
func (m onnxModel) run(t *testing.T, features []float64) map[string][]float64 {
	t.Helper()
	values := map[string][]float64{"features": features}
	for _, o := range m.nodes {
		x := values[o.inputs[0]]
		if x == nil && o.operator != "Gather" {
			t.Fatalf("%s comes before its input %s", o.output, o.inputs[0])
		}
		switch o.operator {
		case "Gemm":
			values[o.output] = gemm(t, x, m.tensors[o.inputs[1]], m.tensors[o.inputs[2]], o.transposed)
		case "Relu":
			y := slices.Clone(x)
			for i := range y {
				y[i] = max(0, y[i])
			}
			values[o.output] = y
		case "Softmax":
			values[o.output] = softened(x)
		case "Clip":
			low, high := m.tensors[o.inputs[1]], m.tensors[o.inputs[2]]
			values[o.output] = []float64{min(max(x[0], low.data[0]), high.data[0])}
		case "Cast":
			values[o.output] = []float64{math.Trunc(x[0])}
		case "Gather":
			of, k := m.tensors[o.inputs[0]], int(values[o.inputs[1]][0])
			size := len(of.data) / of.shape[0]
			values[o.output] = of.data[k*size : (k+1)*size]
		case "Reshape", "Unsqueeze", "Squeeze": // of one row: its numbers stay
			values[o.output] = x
		case "MatMul":
			w := values[o.inputs[1]]
			y := make([]float64, len(w)/len(x))
			for i, v := range x {
				for j := range y {
					y[j] += v * w[i*len(y)+j]
				}
			}
			values[o.output] = y
		case "Add":
			y := slices.Clone(x)
			for i, v := range values[o.inputs[1]] {
				y[i] += v
			}
			values[o.output] = y
		default:
			t.Fatalf("unknown operator %q", o.operator)
		}
	}
	return values
}

func gemm(t *testing.T, x []float64, w, bias onnxTensor, transposed bool) []float64 {
	t.Helper()
	inner, row, column := 0, w.shape[1], 1
	if transposed {
		inner, row, column = 1, 1, w.shape[1]
	}
	if w.shape[inner] != len(x) || w.shape[1-inner] != bias.shape[0] {
		t.Fatalf("a row of %d times %v plus %v", len(x), w.shape, bias.shape)
	}
	out := slices.Clone(bias.data)
	for i, v := range x {
		if v == 0 {
			continue
		}
		for j := range out {
			out[j] += v * w.data[i*row+j*column]
		}
	}
	return out
}

// softened returns the softmax of x.
func softened(x []float64) []float64 {
	y := make([]float64, len(x))
	top, sum := slices.Max(x), 0.
	for i := range x {
		y[i] = math.Exp(x[i] - top)
		sum += y[i]
	}
	for i := range y {
		y[i] /= sum
	}
	return y
}
