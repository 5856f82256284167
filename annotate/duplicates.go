package annotate

// duplicates knows the games that have been seen, by a hash of their moves. A
// game costs some 30 bytes, and its file's name once.
type duplicates struct {
	first map[uint64]ordinal
	files []string
}

// ordinal is a game's place with its file as an index of files.
type ordinal struct{ file, game uint32 }

// add notes a game, and returns the place of the first one with the same hash
// if there is one. Games of one file come in a row.
func (d *duplicates) add(moves uint64, p place) (first place, ok bool) {
	if at, ok := d.first[moves]; ok {
		return place{d.files[at.file], int(at.game)}, true
	}
	if n := len(d.files); n == 0 || d.files[n-1] != p.File {
		d.files = append(d.files, p.File)
	}
	d.first[moves] = ordinal{uint32(len(d.files) - 1), uint32(p.Game)}
	return place{}, false
}

// place names a game.
type place struct {
	File string `json:"file"`
	Game int    `json:"game"`
}
