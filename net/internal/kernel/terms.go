package kernel

// term is a multiple of a row, which begins at the matrix's element at.
type term struct {
	x  float32
	at int
}

// block is how many terms are collected before they are added up.
const block = 64

// addTerms adds the terms to dst, each as far as dst is long.
//
// Four terms share a load and a store of each column. A column adds its terms in
// their order, so it has the bits that it gets from one term after another.
func addTerms(dst, matrix []float32, list []term) {
	for ; len(list) >= 4; list = list[4:] {
		a, b, c, d := list[0].x, list[1].x, list[2].x, list[3].x
		rowA, rowB := matrix[list[0].at:][:len(dst)], matrix[list[1].at:][:len(dst)]
		rowC, rowD := matrix[list[2].at:][:len(dst)], matrix[list[3].at:][:len(dst)]
		for i := range dst {
			dst[i] = dst[i] + a*rowA[i] + b*rowB[i] + c*rowC[i] + d*rowD[i]
		}
	}
	for _, term := range list {
		row := matrix[term.at:][:len(dst)]
		for i := range dst {
			dst[i] += term.x * row[i]
		}
	}
}
