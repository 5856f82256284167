package kernel

// Logits sets each element of dst to the inner product of x and the matrix's row
// of the number beside it, plus that row's bias.
//
//	bias [.], matrix [., len(x)], rows [len(dst)]
func Logits(dst, bias, matrix, x []float32, rows []uint16) {
	dst = dst[:len(rows)]
	from := dotsFast(dst, matrix, x, rows)
	rest := x[from:]
	for i, r := range rows {
		dst[i] += bias[r]
		if len(rest) > 0 {
			dst[i] += dot(rest, matrix[int(r)*len(x)+from:])
		}
	}
}

// dot returns the inner product of x and the first len(x) elements of row.
func dot(x, row []float32) float32 {
	row = row[:len(x)]
	var a, b, c, d float32
	for len(x) >= 4 && len(row) >= 4 {
		a += x[0] * row[0]
		b += x[1] * row[1]
		c += x[2] * row[2]
		d += x[3] * row[3]
		x, row = x[4:], row[4:]
	}
	for i, v := range x {
		a += v * row[i]
	}
	return a + b + (c + d)
}
