package kernel

// Dense sets dst to bias plus x times the matrix, then replaces what is negative
// by 0. Zeros in x are skipped, of which a layer with ReLU leaves many.
//
//	bias [len(dst)], matrix [len(x), len(dst)]
func Dense(dst, bias, matrix, x []float32) {
	bias, matrix = bias[:len(dst)], matrix[:len(x)*len(dst)]
	from := denseFast(dst, bias, matrix, x)
	if from == len(dst) {
		return
	}
	rest := dst[from:]
	copy(rest, bias[from:])
	for i, v := range x {
		if v != 0 {
			addScaled(rest, v, matrix[i*len(dst)+from:])
		}
	}
	relu(rest)
}
