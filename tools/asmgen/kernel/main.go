// Command kernel writes the assembly of package kernel.
package main

import (
	"math"
	"strconv"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	lanes = 8 // float32 in a register
	bytes = 32
)

func main() {
	masks := GLOBL("masks", RODATA|NOPTR)
	for i := range 2 * lanes {
		DATA(4*i, I32(int32(i/lanes-1)))
	}
	sumRows()
	update()
	dense(masks)
	dots()
	softmax(masks)
	Generate()
}

// column returns the i-th register's part of a row.
func column(row Register, index Register, i int) Mem {
	m := Mem{Base: row, Disp: bytes * i}
	if index != nil {
		m.Index, m.Scale = index, 1
	}
	return m
}

// registers returns n vector registers.
func registers(n int) []VecVirtual {
	r := make([]VecVirtual, n)
	for i := range r {
		r[i] = YMM()
	}
	return r
}

// argument loads a parameter.
func argument(name string) Register { return Load(Param(name), GP64()) }

// lastMask loads a register whose first lanes, as many as rest says, are all
// ones. It changes rest.
func lastMask(masks Mem, rest Register) VecVirtual {
	table, mask := GP64(), YMM()
	LEAQ(masks.Offset(bytes), table)
	NEGQ(rest)
	VMOVDQU(Mem{Base: table, Index: rest, Scale: 4}, mask)
	return mask
}

// blocks runs body on as many columns as fit into each count of registers, as
// long as so many are left. Body is to advance what it reads by size, in bytes.
func blocks(name string, counts []int, left Register, body func(label string, count, size int)) {
	for _, count := range counts {
		label := name + strconv.Itoa(count)
		Label(label)
		CMPQ(left, U32(lanes*count))
		JLT(LabelRef(label + "_end"))
		body(label, count, bytes*count)
		SUBQ(U32(lanes*count), left)
		JMP(LabelRef(label))
		Label(label + "_end")
	}
}

func sumRows() {
	TEXT("sumRows", NOSPLIT, "func(dst, bias, matrix *float32, width int, rows *uint16, n int)")
	Doc("sumRows is [SumRows] for the columns up to the last multiple of 8.")
	Pragma("noescape")
	dst, bias, matrix := argument("dst"), argument("bias"), argument("matrix")
	left, rows, n := argument("width"), argument("rows"), argument("n")
	stride := GP64()
	MOVQ(left, stride)
	SHLQ(Imm(2), stride)
	end := GP64()
	LEAQ(Mem{Base: rows, Index: n, Scale: 2}, end)
	blocks("sum", []int{16, 4, 1}, left, func(label string, count, size int) {
		sum := registers(count)
		for i, s := range sum {
			VMOVUPS(column(bias, nil, i), s)
		}
		next, row := GP64(), GP64()
		MOVQ(rows, next)
		JMP(LabelRef(label + "_test"))
		Label(label + "_row")
		MOVWQZX(Mem{Base: next}, row)
		IMULQ(stride, row)
		for i, s := range sum {
			VADDPS(column(matrix, row, i), s, s)
		}
		ADDQ(Imm(2), next)
		Label(label + "_test")
		CMPQ(next, end)
		JLT(LabelRef(label + "_row"))
		relu(dst, sum)
		for _, p := range []Register{dst, bias, matrix} {
			ADDQ(U32(size), p)
		}
	})
	VZEROUPPER()
	RET()
}

func update() {
	TEXT("update", NOSPLIT, "func(dst, base, matrix *float32, width int, added *uint16, nAdded int, removed *uint16, nRemoved int)")
	Doc("update is [Update] for the columns up to the last multiple of 8.")
	Pragma("noescape")
	dst, base, matrix, left := argument("dst"), argument("base"), argument("matrix"), argument("width")
	stride := GP64()
	MOVQ(left, stride)
	SHLQ(Imm(2), stride)
	list := func(name, count string) (rows, end Register) {
		rows, end = argument(name), argument(count)
		LEAQ(Mem{Base: rows, Index: end, Scale: 2}, end)
		return rows, end
	}
	added, addedEnd := list("added", "nAdded")
	removed, removedEnd := list("removed", "nRemoved")
	blocks("update", []int{8, 1}, left, func(label string, count, size int) {
		sum := registers(count)
		for i, s := range sum {
			VMOVUPS(column(base, nil, i), s)
		}
		each := func(label string, rows, end Register, combine func(m Mem, s VecVirtual)) {
			next, row := GP64(), GP64()
			MOVQ(rows, next)
			JMP(LabelRef(label + "_test"))
			Label(label)
			MOVWQZX(Mem{Base: next}, row)
			IMULQ(stride, row)
			for i, s := range sum {
				combine(column(matrix, row, i), s)
			}
			ADDQ(Imm(2), next)
			Label(label + "_test")
			CMPQ(next, end)
			JLT(LabelRef(label))
		}
		each(label+"_added", added, addedEnd, func(m Mem, s VecVirtual) { VADDPS(m, s, s) })
		each(label+"_removed", removed, removedEnd, func(m Mem, s VecVirtual) { VSUBPS(m, s, s) })
		for i, s := range sum {
			VMOVUPS(s, column(dst, nil, i))
		}
		for _, p := range []Register{dst, base, matrix} {
			ADDQ(U32(size), p)
		}
	})
	VZEROUPPER()
	RET()
}

// relu stores the larger of each lane and 0; NaN stays NaN. The last register
// goes by way of the memory, so that there may be sixteen.
func relu(dst Register, from []VecVirtual) {
	last := len(from) - 1
	VMOVUPS(from[last], column(dst, nil, last))
	zero := from[last]
	VXORPS(zero, zero, zero)
	for i, f := range from[:last] {
		VMAXPS(f, zero, f)
		VMOVUPS(f, column(dst, nil, i))
	}
	VMAXPS(column(dst, nil, last), zero, zero)
	VMOVUPS(zero, column(dst, nil, last))
}

func dense(masks Mem) {
	notEqual := Imm(4) // or NaN
	TEXT("dense", NOSPLIT, "func(dst, bias, matrix, x *float32, in, out int)")
	Doc("dense is [Dense] for the columns up to the last multiple of 8.")
	Pragma("noescape")
	dst, bias, matrix := argument("dst"), argument("bias"), argument("matrix")
	x, in, left := argument("x"), argument("in"), argument("out")
	stride := GP64()
	MOVQ(left, stride)
	SHLQ(Imm(2), stride)
	blocks("dense", []int{8, 4, 1}, left, func(label string, count, size int) {
		// Even and odd inputs that are not 0 are summed apart where that
		// leaves registers: an addition waits for the one before.
		even, odd := registers(count), []VecVirtual(nil)
		if count < 8 {
			odd = registers(count)
		}
		for i, s := range even {
			VMOVUPS(column(bias, nil, i), s)
		}
		for _, s := range odd {
			VXORPS(s, s, s)
		}
		at, row, rest := GP64(), GP64(), GP64()
		MOVQ(x, at)
		MOVQ(matrix, row)
		MOVQ(in, rest)
		JMP(LabelRef(label + "_test"))

		// A mask of those of the next 64 inputs that are not 0.
		Label(label + "_inputs")
		zero, here := YMM(), YMM()
		VXORPS(zero, zero, zero)
		count64, i, mask, bit := GP64(), GP64(), GP64(), GP64()
		MOVQ(U32(64), count64)
		CMPQ(rest, count64)
		CMOVQLT(rest, count64)
		XORQ(mask, mask)
		XORQ(i, i)
		SUBQ(Imm(lanes), count64)
		JLT(LabelRef(label + "_partial"))
		compare := func() {
			VMOVMSKPS(here, bit.As32())
			SHLXQ(i, bit, bit)
			ORQ(bit, mask)
		}
		Label(label + "_mask")
		VCMPPS(notEqual, Mem{Base: at, Index: i, Scale: 4}, zero, here)
		compare()
		ADDQ(Imm(lanes), i)
		CMPQ(i, count64)
		JLE(LabelRef(label + "_mask"))
		Label(label + "_partial")
		ADDQ(Imm(lanes), count64)
		SUBQ(i, count64)
		JEQ(LabelRef(label + "_masked"))
		VMASKMOVPS(Mem{Base: at, Index: i, Scale: 4}, lastMask(masks, count64), here)
		VCMPPS(notEqual, here, zero, here)
		compare()
		Label(label + "_masked")
		TESTQ(mask, mask)
		JEQ(LabelRef(label + "_next"))

		add := func(input Register, sums []VecVirtual) {
			value := YMM()
			VBROADCASTSS(Mem{Base: at, Index: input, Scale: 4}, value)
			IMULQ(stride, input)
			for i, s := range sums {
				VFMADD231PS(column(row, input, i), value, s)
			}
		}
		first, second := GP64(), GP64()
		Label(label + "_input")
		TZCNTQ(mask, first)
		BLSRQ(mask, mask)
		if odd != nil {
			JEQ(LabelRef(label + "_single"))
			TZCNTQ(mask, second)
			BLSRQ(mask, mask)
			add(second, odd)
		}
		add(first, even)
		TESTQ(mask, mask)
		JNE(LabelRef(label + "_input"))
		if odd != nil {
			JMP(LabelRef(label + "_next"))
			Label(label + "_single")
			add(first, even)
		}
		Label(label + "_next")
		ADDQ(U32(64*4), at)
		MOVQ(stride, bit)
		SHLQ(Imm(6), bit)
		ADDQ(bit, row)
		SUBQ(Imm(64), rest)
		Label(label + "_test")
		CMPQ(rest, Imm(0))
		JGT(LabelRef(label + "_inputs"))

		for i, s := range odd {
			VADDPS(s, even[i], even[i])
		}
		relu(dst, even)
		for _, p := range []Register{dst, bias, matrix} {
			ADDQ(U32(size), p)
		}
	})
	VZEROUPPER()
	RET()
}

func dots() {
	const group = 4
	TEXT("dots", NOSPLIT, "func(dst, matrix, x *float32, columns, stride int, rows *uint16, groups int)")
	Doc("dots sets dst to the inner products of x and groups of 4 rows, over a multiple of 8 columns.")
	Pragma("noescape")
	dst, matrix, x := argument("dst"), argument("matrix"), argument("x")
	columns, stride := argument("columns"), argument("stride")
	rows, groups := argument("rows"), argument("groups")
	SHLQ(Imm(2), columns)
	SHLQ(Imm(2), stride)
	var row [group]Register
	var sum [group]VecVirtual
	at, here := GP64(), YMM()
	Label("dots_group")
	for i := range row {
		r := GP64()
		MOVWQZX(Mem{Base: rows, Disp: 2 * i}, r)
		IMULQ(stride, r)
		ADDQ(matrix, r)
		row[i], sum[i] = r, YMM()
		VXORPS(sum[i], sum[i], sum[i])
	}
	XORQ(at, at)
	Label("dots_columns")
	VMOVUPS(Mem{Base: x, Index: at, Scale: 1}, here)
	for i, s := range sum {
		VFMADD231PS(Mem{Base: row[i], Index: at, Scale: 1}, here, s)
	}
	ADDQ(Imm(bytes), at)
	CMPQ(at, columns)
	JLT(LabelRef("dots_columns"))
	VHADDPS(sum[1], sum[0], sum[0])
	VHADDPS(sum[3], sum[2], sum[2])
	VHADDPS(sum[2], sum[0], sum[0])
	high := XMM()
	VEXTRACTF128(Imm(1), sum[0], high)
	VADDPS(high, sum[0].AsX(), high)
	VMOVUPS(high, Mem{Base: dst})
	ADDQ(Imm(4*group), dst)
	ADDQ(Imm(2*group), rows)
	DECQ(groups)
	JNE(LabelRef("dots_group"))
	VZEROUPPER()
	RET()
}

// single returns the bits of x as a float32.
func single(x float64) U32 { return U32(math.Float32bits(float32(x))) }

// constant returns a register with x in every lane.
func constant(name string, x float64) VecVirtual {
	m := GLOBL(name, RODATA|NOPTR)
	DATA(0, single(x))
	r := YMM()
	VBROADCASTSS(m, r)
	return r
}

func softmax(masks Mem) {
	nearest := Imm(0)
	TEXT("softmax", NOSPLIT, "func(x *float32, n int)")
	Doc("softmax is [Softmax] of at least one logit.")
	Pragma("noescape")
	x, n := argument("x"), argument("n")
	whole := GP64()
	MOVQ(n, whole)
	ANDQ(I32(-lanes), whole)
	SUBQ(whole, n)
	end := GP64()
	LEAQ(Mem{Base: x, Index: whole, Scale: 4}, end)
	mask := lastMask(masks, n)

	// each runs body on the registers that x fills.
	each := func(name string, body func(here Mem)) {
		at := GP64()
		MOVQ(x, at)
		JMP(LabelRef(name + "_test"))
		Label(name)
		body(Mem{Base: at})
		ADDQ(Imm(bytes), at)
		Label(name + "_test")
		CMPQ(at, end)
		JLT(LabelRef(name))
	}

	last, top := YMM(), YMM()
	VBROADCASTSS(Mem{Base: x}, top)
	VMASKMOVPS(Mem{Base: end}, mask, last)
	VBLENDVPS(mask, last, top, last)
	each("top", func(here Mem) { VMAXPS(here, top, top) })
	VMAXPS(last, top, top)
	other := YMM()
	VPERM2F128(Imm(1), top, top, other)
	VMAXPS(other, top, top)
	VPERMILPS(Imm(0b01_00_11_10), top, other)
	VMAXPS(other, top, top)
	VPERMILPS(Imm(0b10_11_00_01), top, other)
	VMAXPS(other, top, top)

	least := constant("least", -88)
	log2e := constant("log2e", math.Log2E)
	ln2high := constant("ln2high", 355./512)
	ln2low := constant("ln2low", math.Ln2-355./512)
	one := constant("one", 1)
	var terms []Mem
	factorial := 1.
	for i := 2; i <= 7; i++ {
		factorial *= float64(i)
		m := GLOBL("term"+strconv.Itoa(i), RODATA|NOPTR)
		for lane := range lanes {
			DATA(4*lane, single(1/factorial))
		}
		terms = append(terms, m)
	}
	exp := func(v VecVirtual) {
		twos, sum, power := YMM(), YMM(), YMM()
		VSUBPS(top, v, v)
		VMAXPS(v, least, v) // NaN stays NaN
		VMULPS(log2e, v, twos)
		VROUNDPS(nearest, twos, twos)
		VFNMADD231PS(ln2high, twos, v)
		VFNMADD231PS(ln2low, twos, v)
		VMOVUPS(terms[5], sum)
		for i := 4; i >= 0; i-- {
			VFMADD213PS(terms[i], v, sum)
		}
		VFMADD213PS(one, v, sum)
		VFMADD213PS(one, v, sum)
		VCVTPS2DQ(twos, power)
		VPSLLD(Imm(23), power, power)
		VPADDD(one, power, power)
		VMULPS(power, sum, v)
	}
	total, value := YMM(), YMM()
	exp(last)
	VANDPS(mask, last, total)
	each("exp", func(here Mem) {
		VMOVUPS(here, value)
		exp(value)
		VMOVUPS(value, here)
		VADDPS(value, total, total)
	})
	VPERM2F128(Imm(1), total, total, other)
	VADDPS(other, total, total)
	VHADDPS(total, total, total)
	VHADDPS(total, total, total)
	scale := one
	VDIVPS(total, one, scale)
	each("scale", func(here Mem) {
		VMULPS(here, scale, value)
		VMOVUPS(value, here)
	})
	VMULPS(scale, last, last)
	VMASKMOVPS(last, mask, Mem{Base: end})
	VZEROUPPER()
	RET()
}
