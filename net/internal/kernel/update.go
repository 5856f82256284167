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
	var memory [block]term
	list := memory[:0]
	for i := range len(added) + len(removed) {
		if len(list) == block {
			addTerms(rest, matrix, list)
			list = list[:0]
		}
		if i < len(added) {
			list = append(list, term{1, int(added[i])*len(dst) + from})
		} else {
			list = append(list, term{-1, int(removed[i-len(added)])*len(dst) + from})
		}
	}
	addTerms(rest, matrix, list)
}
