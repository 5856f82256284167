package blas

// Saxpy adds alpha·x to y, every incX-th and every incY-th element of them.
func (g Implementation) Saxpy(n int, alpha float32, x []float32, incX int, y []float32, incY int) {
	if !fast || n < 8 || incX != 1 || incY != 1 {
		g.Implementation.Saxpy(n, alpha, x, incX, y, incY)
		return
	}
	x, y = x[:n], y[:n]
	addScaled(n&^7, alpha, &x[0], &y[0])
	for i := n &^ 7; i < n; i++ {
		y[i] += alpha * x[i]
	}
}
