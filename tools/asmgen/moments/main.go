// Command moments writes the assembly of package moments.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const bytes = 32 // of a register

// The rows of the table of coefficients, in package moments's order.
const (
	keepMean = iota
	takeMean
	keepPower
	takePower
	rate
	correct
	epsilon
	scale
	shrink
	keepAverage
	takeAverage
	negligible
	magnitude // the bits of a float32 without its sign
)

// notLess is VCMPPS's predicate that is false only of numbers, the first of
// which is less.
const notLess = 5

func main() {
	TEXT("update", NOSPLIT, "func(n int, table *float32, weights, gradient, mean, power, average *float32)")
	Doc("update is Coefficients.Update for n elements, a positive multiple of 8.")
	Pragma("noescape")
	n := Load(Param("n"), GP64())
	table := Mem{Base: Load(Param("table"), GP64())}
	of := func(row int) Mem { return table.Offset(bytes * row) }
	array := func(name string) Mem { return Mem{Base: Load(Param(name), GP64())} }
	weights, gradient, mean, power, average := array("weights"), array("gradient"), array("mean"), array("power"), array("average")
	i := GP64()
	XORQ(i, i)
	for _, a := range []*Mem{&weights, &gradient, &mean, &power, &average} {
		a.Index, a.Scale = i, 4
	}
	load := func(from Op) VecVirtual {
		r := YMM()
		VMOVUPS(from, r)
		return r
	}

	Label("eight")
	g := load(gradient)
	VMULPS(of(scale), g, g)

	m, t := load(mean), YMM()
	VMULPS(of(keepMean), m, m)
	VMULPS(of(takeMean), g, t)
	VADDPS(t, m, m)
	mask := YMM()
	VANDPS(of(magnitude), m, mask)
	VCMPPS(Imm(notLess), of(negligible), mask, mask)
	VANDPS(mask, m, m)
	VMOVUPS(m, mean)

	v := load(power)
	VMULPS(of(keepPower), v, v)
	VMULPS(of(takePower), g, t)
	VMULPS(g, t, t)
	VADDPS(t, v, v)
	VCMPPS(Imm(notLess), of(negligible), v, mask)
	VANDPS(mask, v, v)
	VMOVUPS(v, power)

	VMULPS(of(correct), v, v)
	VSQRTPS(v, v)
	VADDPS(of(epsilon), v, v)
	VMULPS(of(rate), m, m)
	VDIVPS(v, m, m)
	w := load(weights)
	VMULPS(of(shrink), w, w)
	VSUBPS(m, w, w)
	VMOVUPS(w, weights)

	a := load(average)
	VMULPS(of(keepAverage), a, a)
	VMULPS(of(takeAverage), w, w)
	VADDPS(w, a, a)
	VMOVUPS(a, average)

	ADDQ(Imm(8), i)
	CMPQ(i, n)
	JLT(LabelRef("eight"))
	VZEROUPPER()
	RET()
	Generate()
}
