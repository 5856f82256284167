package training

// Calibration compares what a network expects of games with how they ended, both
// in points of the side to move (a win is 1, a draw a half). Rows are gathered by
// the expected points in ten bins of equal width, the first from 0 to 0.1. Games
// that the length cap stopped are left out, as nobody knows how they would have ended.
type Calibration [10]Bin

// Bin is the rows of one bin of a [Calibration].
type Bin struct {
	Weight   float64 `json:"weight"`   // of the rows together
	Expected float64 `json:"expected"` // points, weighted mean
	Actual   float64 `json:"actual"`   // points, weighted mean
}

// add counts a batch's rows, for which the network gives the values.
func (c *Calibration) add(b *Batch, values []float32) {
	for i := range b.rows {
		if b.points[i] == undecided {
			continue
		}
		expected := float64(values[3*i]) + float64(values[3*i+1])/2
		k := max(0, min(int(expected*float64(len(c))), len(c)-1))
		c[k] = c[k].with(Bin{float64(b.weight[i]), expected, b.points[i]})
	}
}

// with returns the calibration of c's and d's rows together.
func (c Calibration) with(d Calibration) Calibration {
	for k := range c {
		c[k] = c[k].with(d[k])
	}
	return c
}

func (b Bin) with(d Bin) Bin {
	weight := b.Weight + d.Weight
	if weight == 0 {
		return Bin{}
	}
	return Bin{
		Weight:   weight,
		Expected: (b.Weight*b.Expected + d.Weight*d.Expected) / weight,
		Actual:   (b.Weight*b.Actual + d.Weight*d.Actual) / weight,
	}
}
