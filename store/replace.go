package store

import (
	"fmt"
	"io"
)

// Replace writes a file with write and puts it in the place of an older one of
// that name, all of it or nothing. The file has no record: it is for what is
// only of use in its newest version and can tell by itself whether it is whole.
func (m *Manifest) Replace(name string, write func(io.Writer) error) error {
	const unrecorded Kind = "replaced"
	if err := checkName(unrecorded, name); err != nil {
		return err
	}
	if m.names[name] {
		return fmt.Errorf("name %q: already committed", name)
	}
	if err := m.place(&Record{Name: name}, write); err != nil {
		return fmt.Errorf("replacing %s: %w", name, err)
	}
	return nil
}
