// Package blas is Gonum's BLAS with two single-precision routines of our own,
// matrix product and scaled sum, where the processor has AVX2 and FMA. They run
// on the caller's goroutine and add up each element in an order that the sizes
// alone decide.
package blas

import "gonum.org/v1/gonum/blas/gonum"

//go:generate go -C ../../../tools/asmgen run ./blas -out ../../training/internal/blas/asm_amd64.s -stubs ../../training/internal/blas/asm_amd64.go -pkg blas

// Implementation is Gonum's BLAS, but for Sgemm and Saxpy.
type Implementation struct{ gonum.Implementation }
