package net

import (
	"io"
	"maps"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// The versions that a model asks of its reader. Both are old enough for any
// reader of today and have all that the network needs.
const (
	onnxFormat    = 8  // the file's: ir_version
	onnxOperators = 13 // the operators': opset
)

// The field numbers of onnx.proto3 (github.com/onnx/onnx) for what a model here
// is made of.
const (
	modelFormat    protowire.Number = 1 // ModelProto.ir_version
	modelProducer  protowire.Number = 2 // producer_name
	modelGraph     protowire.Number = 7
	modelOperators protowire.Number = 8  // opset_import
	modelMetadata  protowire.Number = 14 // metadata_props

	operatorsVersion protowire.Number = 2 // OperatorSetIdProto.version

	entryKey   protowire.Number = 1 // StringStringEntryProto
	entryValue protowire.Number = 2

	graphNode    protowire.Number = 1 // GraphProto
	graphName    protowire.Number = 2
	graphWeights protowire.Number = 5 // initializer
	graphInput   protowire.Number = 11
	graphOutput  protowire.Number = 12

	nodeInput     protowire.Number = 1 // NodeProto
	nodeOutput    protowire.Number = 2
	nodeName      protowire.Number = 3
	nodeOperator  protowire.Number = 4 // op_type
	nodeAttribute protowire.Number = 5

	attributeName   protowire.Number = 1 // AttributeProto
	attributeNumber protowire.Number = 3 // i
	attributeType   protowire.Number = 20

	tensorShape protowire.Number = 1 // TensorProto.dims
	tensorType  protowire.Number = 2 // data_type
	tensorName  protowire.Number = 8
	tensorData  protowire.Number = 9 // raw_data, little-endian

	infoName protowire.Number = 1 // ValueInfoProto
	infoType protowire.Number = 2

	typeTensor  protowire.Number = 1 // TypeProto.tensor_type
	typeElement protowire.Number = 1 // TypeProto.Tensor.elem_type
	typeShape   protowire.Number = 2
	shapeSize   protowire.Number = 1 // TensorShapeProto.dim
	sizeNumber  protowire.Number = 1 // Dimension.dim_value
	sizeName    protowire.Number = 2 // dim_param: a size that the reader is free in

	elementFloat   = 1 // TensorProto.FLOAT
	elementInt64   = 7 // TensorProto.INT64
	attributeIsInt = 2 // AttributeProto.INT
)

// WriteONNX writes n as an ONNX model for other programs. The same network
// gives the same bytes.
//
//	features  [batch, Features]  in: 1 for an active input, 0 for the others
//	value     [batch, 3]         out: win, draw and loss for the side to move
//	policy    [batch, Policies]  out: the logit of each pair of squares
//
// The caller takes the softmax of the policy over the legal moves, as captures
// that share a logit count one by one. The model's metadata are those of the
// weights file; its features_version says what the inputs and the policy's
// order mean.
func (n *Network) WriteONNX(w io.Writer) error {
	meta := n.metadata()
	model := message(nil).
		number(modelFormat, onnxFormat).
		text(modelProducer, "drafthorse").
		nested(modelGraph, n.onnxGraph()).
		nested(modelOperators, message(nil).number(operatorsVersion, onnxOperators))
	for _, key := range slices.Sorted(maps.Keys(meta)) {
		model = model.nested(modelMetadata, message(nil).text(entryKey, key).text(entryValue, meta[key]))
	}
	_, err := w.Write(model)
	return err
}

func (n *Network) onnxGraph() message {
	graph := message(nil).
		nested(graphNode, onnxNode("Gemm", "input", "features", "input.weight", "input.bias")).
		nested(graphNode, onnxNode("Relu", "first", "input")).
		nested(graphNode, onnxNode("Gemm", "dense", "first", "dense.weight", "dense.bias")).
		nested(graphNode, onnxNode("Relu", "hidden", "dense")).
		nested(graphNode, onnxNode("Gemm", "results", "hidden", "value.weight", "value.bias")).
		nested(graphNode, onnxNode("Softmax", "value", "results")).
		nested(graphNode, onnxNode("Gemm", "policy", "hidden", "policy.weight", "policy.bias").
			nested(nodeAttribute, message(nil).
				text(attributeName, "transB"). // its rows are the policies
				number(attributeNumber, 1).
				number(attributeType, attributeIsInt))).
		text(graphName, architecture)
	for _, t := range n.Tensors() {
		graph = graph.nested(graphWeights, onnxArray(t.Name, elementFloat, t.Shape, appendFloats(nil, t.Data)))
	}
	return graph.
		nested(graphInput, onnxBatch("features", Features)).
		nested(graphOutput, onnxBatch("value", 3)).
		nested(graphOutput, onnxBatch("policy", Policies))
}

// onnxArray is numbers that are part of the model, in little-endian bytes.
func onnxArray(name string, element int, shape []int, data []byte) message {
	var m message
	for _, size := range shape {
		m = m.number(tensorShape, size)
	}
	return m.number(tensorType, element).text(tensorName, name).nested(tensorData, data)
}

// onnxNode is one operation, named for its only output.
func onnxNode(operator, output string, inputs ...string) message {
	var m message
	for _, input := range inputs {
		m = m.text(nodeInput, input)
	}
	return m.text(nodeOutput, output).text(nodeName, output).text(nodeOperator, operator)
}

// onnxBatch describes an input or output of the model: rows of width numbers, as
// many as the reader likes.
func onnxBatch(name string, width int) message {
	shape := message(nil).
		nested(shapeSize, message(nil).text(sizeName, "batch")).
		nested(shapeSize, message(nil).number(sizeNumber, width))
	tensor := message(nil).number(typeElement, elementFloat).nested(typeShape, shape)
	return message(nil).text(infoName, name).nested(infoType, message(nil).nested(typeTensor, tensor))
}

// message is a protocol buffer message being written, field after field.
type message []byte

func (m message) number(field protowire.Number, x int) message {
	return protowire.AppendVarint(protowire.AppendTag(m, field, protowire.VarintType), uint64(x))
}

func (m message) text(field protowire.Number, s string) message {
	return protowire.AppendString(protowire.AppendTag(m, field, protowire.BytesType), s)
}

// nested appends another message, or any other bytes.
func (m message) nested(field protowire.Number, inner []byte) message {
	return protowire.AppendBytes(protowire.AppendTag(m, field, protowire.BytesType), inner)
}
