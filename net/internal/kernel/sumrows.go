package kernel

// SumRows sets dst to bias plus the sum of the matrix's rows of the given
// numbers, then replaces what is negative by 0.
//
//	bias [len(dst)], matrix [., len(dst)]
func SumRows(dst, bias, matrix []float32, rows []uint16) {
	bias = bias[:len(dst)]
	from := sumRowsFast(dst, bias, matrix, rows)
	if from == len(dst) {
		return
	}
	rest := dst[from:]
	copy(rest, bias[from:])
	for _, r := range rows {
		addScaled(rest, 1, matrix[int(r)*len(dst)+from:])
	}
	relu(rest)
}

// addScaled adds x times the first len(dst) elements of row to dst.
func addScaled(dst []float32, x float32, row []float32) {
	row = row[:len(dst)]
	for i := range dst {
		dst[i] += x * row[i]
	}
}

// relu replaces what is negative by 0. NaN stays NaN.
func relu(x []float32) {
	for i := range x {
		x[i] = max(x[i], 0)
	}
}
