package store

// Follower sees what is added to a manifest, by any process and also while the
// manifest commits on another goroutine. It takes no lock and changes nothing.
type Follower struct {
	dir string
	lines
}

// Follow returns a follower of what is added to m from now on.
func (m *Manifest) Follow() *Follower {
	return &Follower{m.dir, lines{size: m.size, last: m.last}}
}

// Next returns the records added since the last call. A line that is just being
// appended comes with a later one.
func (f *Follower) Next() ([]Record, error) {
	if f.upToDate(f.dir) {
		return nil, nil
	}
	if _, err := f.readOn(f.dir); err != nil {
		return nil, err
	}
	added := f.records
	f.lines = lines{size: f.size, last: f.last}
	return added, nil
}
