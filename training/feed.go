package training

// feed is the batch that a graph's ops look at, and the size it must have.
type feed struct {
	size  int
	batch *Batch
}
