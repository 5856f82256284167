//go:build openblas

package training

// #cgo LDFLAGS: -lopenblas
import "C" // without cgo there is no OpenBLAS: blas.go takes its place

import (
	"gonum.org/v1/netlib/blas/netlib"
	"gorgonia.org/gorgonia"
)

func init() { gorgonia.Use(netlib.Implementation{}) }
