package main

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// change is what a call has changed in a folder.
type change struct {
	kind   int
	folder uint64 // that has the name
	name   string
	file   uint64
	other  uint64 // folder of a new name
	to     string // new name
	at     int64
	data   []byte
}

const (
	created = iota
	madeFolder
	removed
	renamed
	exchanged
	linked
	written
	truncated
	synced
	syncedFolder
)

// disk is a folder on a disk whose power may be cut. What was synced is there
// after the cut. Of what was not, each file has kept the writes up to any one,
// which may be torn, and each folder its changes up to any one, whatever order
// they had among each other.
type disk struct {
	root  *object
	known map[uint64]*object // by inode, as the calls know them
}

// object is a file or a folder.
type object struct {
	folder  bool
	mode    os.FileMode
	content []byte
	names   map[string]*object
	pending []change // not synced
	objects []*object
}

// readDisk reads the folder with which a run begins, which is whole on the disk. Its
// files have the numbers that the calls had for them.
func readDisk(path string, numbers map[string]uint64) (*disk, error) {
	d := &disk{known: map[uint64]*object{}}
	var err error
	d.root, err = d.read(path, ".", numbers)
	return d, err
}

func (d *disk) read(path, name string, numbers map[string]uint64) (*object, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	o := &object{folder: info.IsDir(), mode: info.Mode().Perm(), names: map[string]*object{}}
	d.known[numbers[name]] = o
	if !o.folder {
		o.content, err = os.ReadFile(path)
		return o, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if o.names[e.Name()], err = d.read(filepath.Join(path, e.Name()), filepath.Join(name, e.Name()), numbers); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// apply enters a change: what waits for a sync, or the sync.
func (d *disk) apply(c change) {
	switch c.kind {
	case created, madeFolder:
		d.known[c.file] = &object{folder: c.kind == madeFolder, mode: 0o755, names: map[string]*object{}}
		d.name(c.folder, c, d.known[c.file])
	case linked:
		d.name(c.folder, c, d.known[c.file])
	case removed:
		d.name(c.folder, c, nil)
	case renamed, exchanged:
		one, other := d.known[c.folder].now(c.name), d.known[c.other].now(c.to)
		if c.folder == c.other { // one change of one folder
			o := d.known[c.folder]
			o.pending = append(o.pending, c)
			o.objects = append(o.objects, one)
			return
		}
		if c.kind == renamed {
			other = nil
		}
		d.name(c.other, change{name: c.to}, one)
		d.name(c.folder, change{name: c.name}, other)
	case written, truncated:
		o := d.known[c.file]
		o.pending = append(o.pending, c)
	case synced:
		d.known[c.file].settle(len(d.known[c.file].pending), 0)
	case syncedFolder:
		d.known[c.folder].settle(len(d.known[c.folder].pending), 0)
	}
}

// name enters that a folder has a name for an object, nil for none.
func (d *disk) name(folder uint64, c change, to *object) {
	o := d.known[folder]
	o.pending = append(o.pending, change{kind: linked, name: c.name})
	o.objects = append(o.objects, to)
}

// now returns what has a name in a folder, synced or not.
func (o *object) now(name string) *object {
	names := maps.Clone(o.names)
	for i, c := range o.pending {
		o.enter(names, c, o.objects[i])
	}
	return names[name]
}

func (o *object) enter(names map[string]*object, c change, to *object) {
	switch c.kind {
	case renamed:
		delete(names, c.name)
		names[c.to] = to
	case exchanged:
		names[c.name], names[c.to] = names[c.to], to
	default:
		names[c.name] = to
	}
	maps.DeleteFunc(names, func(_ string, o *object) bool { return o == nil })
}

// settle puts the first n of the pending changes on the disk, and of the last one,
// if it is a write, all but lost bytes.
func (o *object) settle(n, lost int) {
	for i, c := range o.pending[:n] {
		switch c.kind {
		case written:
			data := c.data
			if i == n-1 {
				data = data[:len(data)-min(lost, len(data))]
			}
			end := c.at + int64(len(data))
			if grown := end - int64(len(o.content)); grown > 0 {
				o.content = append(slices.Clone(o.content), make([]byte, grown)...)
			} else {
				o.content = slices.Clone(o.content)
			}
			copy(o.content[c.at:end], data)
		case truncated:
			o.content = append(slices.Clone(o.content[:min(c.at, int64(len(o.content)))]), make([]byte, max(0, c.at-int64(len(o.content))))...)
		default:
			o.enter(o.names, c, o.objects[i])
		}
	}
	o.pending = o.pending[n:]
	if o.folder {
		o.objects = o.objects[n:]
	}
}

// cut writes into a new folder what a disk holds whose power was cut now.
func (d *disk) cut(path string, rng *rand.Rand) error { return d.root.leave(path, rng, rng.IntN(3)) }

// leave writes what is left of an object. Of what was not synced nothing is left,
// all, or up to anywhere.
func (o *object) leave(path string, rng *rand.Rand, how int) error {
	kept := object{folder: o.folder, content: o.content, names: maps.Clone(o.names), pending: o.pending, objects: o.objects}
	switch n := len(o.pending); how {
	case 0:
	case 1:
		kept.settle(n, 0)
	default:
		lost := 0
		if m := rng.IntN(n + 1); m > 0 && o.pending[m-1].kind == written {
			lost = rng.IntN(len(o.pending[m-1].data) + 1)
			kept.settle(m, lost)
		} else {
			kept.settle(m, 0)
		}
	}
	if !o.folder {
		return os.WriteFile(path, kept.content, 0o644)
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(kept.names)) {
		if err := kept.names[name].leave(filepath.Join(path, name), rng, how); err != nil {
			return err
		}
	}
	return nil
}
