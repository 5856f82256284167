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
	i := 3
	for ; i < len(x); i += 4 {
		a += x[i-3] * row[i-3]
		b += x[i-2] * row[i-2]
		c += x[i-1] * row[i-1]
		d += x[i] * row[i]
	}
	for i -= 3; i < len(x); i++ {
		a += x[i] * row[i]
	}
	return a + b + (c + d)
}
