// Package kernel has the loops that evaluating a network is made of. Each is
// written twice: in plain Go, and for amd64 with AVX2 and FMA in assembly, which
// is taken where the processor has these. The two add up in different orders, so
// they agree but for rounding; each alone gives the same bits always. Those of the
// Go loops are the bits of the simplest loop, term after term, which the tests have.
//
// Matrices are row-major and without gaps. That they are large enough is the
// caller's care: the assembly does not look.
package kernel

//go:generate go -C ../../../tools/asmgen run ./kernel -out ../../net/internal/kernel/asm_amd64.s -stubs ../../net/internal/kernel/asm_amd64.go -pkg kernel
