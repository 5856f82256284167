package blas

// The product is computed in tiles that fit into the processor's registers, over
// at most depth of the columns of A and rows of B at a time: of B a tile then
// uses 16 KiB, which stay in the first-level cache while the tiles above one
// another are computed. (Goto and van de Geijn, "Anatomy of high-performance
// matrix multiplication", 2008, without the packing of A: with so few columns in
// C it costs more than it saves.)
const (
	tileRows    = 6
	tileColumns = 16
	depth       = 256
)

// tiny is the number of multiplications below which Gonum's loops are as fast.
const tiny = 512

// product has room for what is not as the assembly wants it, filled up with
// zeros.
type product struct {
	a    [depth * tileRows]float32 // the last rows of A, transposed
	b    [depth * tileColumns]float32
	tile [tileRows * tileColumns]float32
}

// add adds alpha·A·B to C, which has m rows and at most a tile's columns.
//
//	A [m, k], B [k, n], C [m, n]
func (p *product) add(m, n, k int, alpha float32, A, B, C matrix) {
	if n < tileColumns || B.column != 1 {
		clear(p.b[:k*tileColumns])
		for i := range k {
			for j := range n {
				p.b[i*tileColumns+j] = B.data[i*B.row+j*B.column]
			}
		}
		B = matrix{p.b[:], tileColumns, 1}
	}
	for ; m > 0; m -= tileRows {
		rows := min(m, tileRows)
		if rows < tileRows {
			clear(p.a[:k*tileRows])
			for i := range rows {
				for j := range k {
					p.a[j*tileRows+i] = A.data[i*A.row+j*A.column]
				}
			}
			A = matrix{p.a[:], 1, tileRows}
		}
		if rows == tileRows && n == tileColumns {
			tile(k, alpha, &A.data[0], A.row, A.column, &B.data[0], B.row, &C.data[0], C.row)
		} else {
			clear(p.tile[:])
			tile(k, alpha, &A.data[0], A.row, A.column, &B.data[0], B.row, &p.tile[0], tileColumns)
			for i := range rows {
				for j := range n {
					C.data[i*C.row+j] += p.tile[i*tileColumns+j]
				}
			}
		}
		if m > tileRows {
			A, C = A.at(tileRows, 0), C.at(tileRows, 0)
		}
	}
}
