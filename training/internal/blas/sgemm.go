package blas

import "gonum.org/v1/gonum/blas"

// Sgemm sets C to alpha·A·B + beta·C. A and B are transposed first where tA and
// tB say so.
//
//	A [m, k], B [k, n], C [m, n]
func (g Implementation) Sgemm(tA, tB blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	if !fast || m*n*k < tiny {
		g.Implementation.Sgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	A, B, C := stored(tA, a, m, k, lda), stored(tB, b, k, n, ldb), stored(blas.NoTrans, c, m, n, ldc)
	C.scale(m, n, beta)
	var p product
	for from := 0; from < k; from += depth {
		for j := 0; j < n; j += tileColumns {
			p.add(m, min(tileColumns, n-j), min(depth, k-from), alpha, A.at(0, from), B.at(from, j), C.at(0, j))
		}
	}
}

// matrix is a matrix in any layout: element (i, j) is data[i*row+j*column].
type matrix struct {
	data        []float32
	row, column int
}

// stored returns the rows×columns matrix that is kept, transposed or not, in
// rows of the given distance.
func stored(t blas.Transpose, data []float32, rows, columns, distance int) matrix {
	m := matrix{data, distance, 1}
	if t != blas.NoTrans {
		m = matrix{data, 1, distance}
		rows, columns = columns, rows
	}
	if distance < columns || len(data) < (rows-1)*distance+columns {
		panic("blas: a matrix is larger than its memory")
	}
	return m
}

// at returns the part of m that begins at element (i, j).
func (m matrix) at(i, j int) matrix {
	m.data = m.data[i*m.row+j*m.column:]
	return m
}

// scale multiplies the rows×columns elements of m, whose rows are not
// transposed. Times 0 is 0 whatever they were.
func (m matrix) scale(rows, columns int, by float32) {
	for i := range rows {
		switch row := m.data[i*m.row:][:columns]; by {
		case 0:
			clear(row)
		case 1:
			return
		default:
			for j := range row {
				row[j] *= by
			}
		}
	}
}
