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
	var list [block]term
	for done := 0; done < len(x); done += block {
		n := 0
		for i, v := range x[done:min(done+block, len(x))] {
			// Written whatever v is: whether it is 0 cannot be foreseen, so a branch is slow.
			list[n] = term{v, (done+i)*len(dst) + from}
			if v != 0 {
				n++
			}
		}
		addTerms(rest, matrix, list[:n])
	}
	relu(rest)
}
