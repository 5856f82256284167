package kernel

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

var fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasBMI1 && cpu.X86.HasBMI2

// The fast versions return how many columns they have done, or whether all.

func sumRowsFast(dst, bias, matrix []float32, rows []uint16) int {
	if !fast || len(dst) < 8 || len(rows) == 0 {
		return 0
	}
	sumRows(&dst[0], &bias[0], &matrix[0], len(dst), &rows[0], len(rows))
	return len(dst) &^ 7
}

func updateFast(dst, base, matrix []float32, added, removed []uint16) int {
	if !fast || len(dst) < 8 {
		return 0
	}
	update(&dst[0], &base[0], &matrix[0], len(dst), unsafe.SliceData(added), len(added), unsafe.SliceData(removed), len(removed))
	return len(dst) &^ 7
}

func denseFast(dst, bias, matrix, x []float32) int {
	if !fast || len(dst) < 8 || len(x) == 0 {
		return 0
	}
	dense(&dst[0], &bias[0], &matrix[0], &x[0], len(x), len(dst))
	return len(dst) &^ 7
}

func dotsFast(dst, matrix, x []float32, rows []uint16) int {
	columns := len(x) &^ 7
	if !fast || columns == 0 || len(rows) == 0 {
		clear(dst)
		return 0
	}
	whole := len(rows) &^ 3
	if whole > 0 {
		dots(&dst[0], &matrix[0], &x[0], columns, len(x), &rows[0], whole/4)
	}
	if whole < len(rows) {
		last := [4]uint16{rows[whole], rows[whole], rows[whole], rows[whole]}
		var sums [4]float32
		copy(last[:], rows[whole:])
		dots(&sums[0], &matrix[0], &x[0], columns, len(x), &last[0], 1)
		copy(dst[whole:], sums[:])
	}
	return columns
}

func softmaxFast(x []float32) bool {
	if !fast {
		return false
	}
	softmax(&x[0], len(x))
	return true
}
