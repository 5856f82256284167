package training

import (
	"gorgonia.org/gorgonia"

	"drafthorse/training/internal/blas"
)

func init() { gorgonia.Use(blas.Implementation{}) }
