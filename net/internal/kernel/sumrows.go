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
	width, rest := len(dst), dst[from:]
	copy(rest, bias[from:])
	for ; len(rows) >= 4; rows = rows[4:] {
		a, b := matrix[int(rows[0])*width+from:][:len(rest)], matrix[int(rows[1])*width+from:][:len(rest)]
		c, d := matrix[int(rows[2])*width+from:][:len(rest)], matrix[int(rows[3])*width+from:][:len(rest)]
		for i := range rest {
			rest[i] = rest[i] + a[i] + b[i] + c[i] + d[i]
		}
	}
	for _, r := range rows {
		row := matrix[int(r)*width+from:][:len(rest)]
		for i := range rest {
			rest[i] += row[i]
		}
	}
	relu(rest)
}

// relu replaces what is negative by 0. NaN stays NaN.
func relu(x []float32) {
	for i := range x {
		x[i] = max(x[i], 0)
	}
}
