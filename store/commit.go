package store

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
)

// Commit writes a file with write and records it. When Commit returns without
// an error, file and record are on the disk; with one, there is no record and the
// same commit may be tried again. A name is committed once.
//
// The order is what makes it safe. Power-cut trials of cheaper ones, without the
// sync of the file or of its folder or with the record first, lost files that a
// readable manifest named.
func (m *Manifest) Commit(kind Kind, name string, facts Facts, write func(io.Writer) error) (Record, error) {
	if m.broken != nil {
		return Record{}, fmt.Errorf("%s must be opened again, for it broke earlier: %w", manifestName, m.broken)
	}
	if err := checkName(kind, name); err != nil {
		return Record{}, err
	}
	if m.names[name] {
		return Record{}, fmt.Errorf("name %q: already committed", name)
	}
	r := Record{Kind: kind, Name: name, Facts: facts}
	err := m.place(&r, write)
	if err == nil {
		err = m.locked(func() error { return m.append(&r) })
	}
	if err != nil {
		return Record{}, fmt.Errorf("committing %s: %w", name, err)
	}
	return r, nil
}

// place puts a file under the name of r, all of it or nothing, and fills in its
// size and hash.
func (m *Manifest) place(r *Record, write func(io.Writer) error) error {
	if err := m.makeFolder(path.Dir(r.Name)); err != nil {
		return err
	}
	partial := r.Name + partialSuffix
	err := m.writePartial(partial, r, write)
	if err == nil {
		err = m.disk.rename(partial, r.Name)
	}
	if err == nil {
		return m.disk.syncFolder(path.Dir(r.Name))
	}
	// The partial file may not be there; if it cannot be removed, the next
	// opening does so.
	if removal := m.disk.remove(partial); removal != nil && !errors.Is(removal, fs.ErrNotExist) {
		err = errors.Join(err, removal)
	}
	return err
}

// writePartial writes a file that is on the disk when it returns.
func (m *Manifest) writePartial(name string, r *Record, write func(io.Writer) error) error {
	f, err := m.disk.create(name)
	if err != nil {
		return err
	}
	hash := sha256.New()
	var size byteCount
	buffered := bufio.NewWriterSize(io.MultiWriter(f, hash, &size), 1<<16)
	err = write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	r.Size, r.SHA256 = int64(size), hex.EncodeToString(hash.Sum(nil))
	return errors.Join(err, f.Close())
}

// append adds the record to MANIFEST, behind what others have added, and gives it
// its number. It is called with the lock held. After a failed write or sync nobody
// knows what is on the disk, and a second sync of the same file may report
// success for data that were lost; so the manifest is cut back as far as that
// goes and is of no use until it is opened again.
func (m *Manifest) append(r *Record) error {
	if err := m.catchUp(); err != nil {
		return err
	}
	if m.names[r.Name] {
		return errors.New("another process has committed it")
	}
	r.Seq = m.last + 1
	line, err := r.line()
	if err != nil {
		return err
	}
	_, err = m.file.Write(line)
	if err == nil {
		err = m.file.Sync()
	}
	if err != nil {
		m.broken = errors.Join(err, m.file.Truncate(m.size))
		return m.broken
	}
	m.add(*r, len(line))
	return nil
}

// makeFolder makes sure that the folder name and those above it are on the disk.
// One that is there already may come from a life that ended before its sync, so
// each is synced once.
func (m *Manifest) makeFolder(name string) error {
	if name == "." || m.folders[name] {
		return nil
	}
	above := path.Dir(name)
	if err := m.makeFolder(above); err != nil {
		return err
	}
	if err := m.disk.mkdir(name); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := m.disk.syncFolder(above); err != nil {
		return err
	}
	m.folders[name] = true
	return nil
}

type byteCount int64

func (n *byteCount) Write(b []byte) (int, error) {
	*n += byteCount(len(b))
	return len(b), nil
}
