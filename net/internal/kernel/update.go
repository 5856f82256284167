package kernel

// Update sets dst to base plus the matrix's rows of the numbers added, less those
// of the numbers removed. Dst may be base.
//
//	base [len(dst)], matrix [., len(dst)]
func Update(dst, base, matrix []float32, added, removed []uint16) {
	base = base[:len(dst)]
	from := updateFast(dst, base, matrix, added, removed)
	if from == len(dst) {
		return
	}
	rest := dst[from:]
	copy(rest, base[from:])
	for _, r := range added {
		addScaled(rest, 1, matrix[int(r)*len(dst)+from:])
	}
	for _, r := range removed {
		addScaled(rest, -1, matrix[int(r)*len(dst)+from:])
	}
}
