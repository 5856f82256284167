package pdn

// isRemark reports whether the token at hand, on the line of a result, is part of a
// text and begins no game. A result that comes again is, and so is what looks like a
// move but cannot be a first one, as the times 1:45 2:10 do.
func (r *Reader) isRemark(b *builder) bool {
	switch t := r.token; t.kind {
	case tokResult:
		return true
	case tokMove:
		return !isOpening(t.text) && !isFile(t.text[0])
	}
	return r.isOutside(b)
}
