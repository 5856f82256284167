//go:build !amd64

package moments

var fast = false

func update(n int, table *float32, weights, gradient, mean, power, average *float32) {
	panic("BUG: no assembly here")
}
