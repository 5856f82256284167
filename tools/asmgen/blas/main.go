// Command blas writes the assembly of package blas.
package main

import (
	"strconv"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	rows  = 6 // of the tile; with two registers a row twelve of sixteen hold it
	bytes = 32
)

func main() {
	tile()
	addScaled()
	Generate()
}

// parameter loads a parameter.
func parameter(name string) Register { return Load(Param(name), GP64()) }

// broadcast returns a register with a float32 parameter in every lane.
func broadcast(name string) VecVirtual {
	from, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	r := YMM()
	VBROADCASTSS(from.Addr, r)
	return r
}

func tile() {
	TEXT("tile", NOSPLIT, "func(k int, alpha float32, a *float32, rowStride, columnStride int, b *float32, ldb int, c *float32, ldc int)")
	Doc("tile adds alpha·a·b to the 6 rows and 16 columns of c. The strides of a, which has 6",
		"rows and k columns, say how far apart these are; b and c are row-major.")
	Pragma("noescape")
	k, a, b, c := parameter("k"), parameter("a"), parameter("b"), parameter("c")
	row, column := parameter("rowStride"), parameter("columnStride")
	ldb, ldc := parameter("ldb"), parameter("ldc")
	for _, stride := range []Register{row, column, ldb, ldc} {
		SHLQ(Imm(2), stride)
	}
	// Rows 0 to 2 are reached from a, 3 to 5 from a3.
	a3 := GP64()
	LEAQ(Mem{Base: row, Index: row, Scale: 2}, a3)
	ADDQ(a, a3)

	var sum [rows][2]VecVirtual
	for i := range sum {
		for j := range sum[i] {
			sum[i][j] = YMM()
			VXORPS(sum[i][j], sum[i][j], sum[i][j])
		}
	}
	left, right := YMM(), YMM()
	values := [2]VecVirtual{YMM(), YMM()}
	Label("column")
	VMOVUPS(Mem{Base: b}, left)
	VMOVUPS(Mem{Base: b, Disp: bytes}, right)
	for i := range sum {
		at := Mem{Base: a}
		if i >= 3 {
			at.Base = a3
		}
		if i%3 > 0 {
			at.Index, at.Scale = row, uint8(i%3)
		}
		value := values[i%2]
		VBROADCASTSS(at, value)
		VFMADD231PS(left, value, sum[i][0])
		VFMADD231PS(right, value, sum[i][1])
	}
	ADDQ(column, a)
	ADDQ(column, a3)
	ADDQ(ldb, b)
	DECQ(k)
	JNE(LabelRef("column"))

	alpha := broadcast("alpha")
	for i := range sum {
		for j, s := range sum[i] {
			at := Mem{Base: c, Disp: bytes * j}
			VFMADD213PS(at, alpha, s)
			VMOVUPS(s, at)
		}
		ADDQ(ldc, c)
	}
	VZEROUPPER()
	RET()
}

func addScaled() {
	TEXT("addScaled", NOSPLIT, "func(n int, alpha float32, x, y *float32)")
	Doc("addScaled adds alpha·x to the n elements of y, a multiple of 8.")
	Pragma("noescape")
	n, x, y := parameter("n"), parameter("x"), parameter("y")
	alpha := broadcast("alpha")
	for _, registers := range []int{4, 1} {
		name := strconv.Itoa(registers)
		size := bytes * registers
		Label("add" + name)
		SUBQ(Imm(uint64(size/4)), n)
		JLT(LabelRef("less" + name))
		sum := make([]VecVirtual, registers)
		for i := range sum {
			sum[i] = YMM()
			VMOVUPS(Mem{Base: x, Disp: bytes * i}, sum[i])
		}
		for i, s := range sum {
			at := Mem{Base: y, Disp: bytes * i}
			VFMADD213PS(at, alpha, s)
			VMOVUPS(s, at)
		}
		ADDQ(U32(size), x)
		ADDQ(U32(size), y)
		JMP(LabelRef("add" + name))
		Label("less" + name)
		ADDQ(Imm(uint64(size/4)), n)
	}
	VZEROUPPER()
	RET()
}
