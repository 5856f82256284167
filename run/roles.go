package run

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"drafthorse/internal/fault"
)

// ErrLocked is wrapped by Open's error when another process has the role.
var ErrLocked = fault.NoRoom("in use")

// Roles are parts of the work on a run. At most one process has each at a time:
// it holds the role's lock and alone writes the files of the role's folders.
type Roles int

const (
	Playing  Roles = 1 << iota // plays games, and begins a run
	Training                   // trains nets, matches them and reports
)

var roles = []struct {
	role    Roles
	work    string
	lock    string   // file whose lock the process holds; its text is for the message only
	folders []string // that the role writes in
}{
	{Playing, "self-play", "LOCK.selfplay", []string{"games"}},
	{Training, "training", "LOCK.train", []string{".", "nets", "train", "annotated"}},
}

func (r Roles) folders() []string {
	var all []string
	for _, one := range roles {
		if r&one.role != 0 {
			all = append(all, one.folders...)
		}
	}
	return all
}

// lock takes the locks of all roles in r for this process, or none.
func (r Roles) lock(dir string) ([]*flock.Flock, error) {
	var locks []*flock.Flock
	for _, one := range roles {
		if r&one.role == 0 {
			continue
		}
		lock, err := lockRole(dir, one.lock, one.work)
		if err != nil {
			for _, lock := range locks {
				err = errors.Join(err, lock.Close())
			}
			return nil, err
		}
		locks = append(locks, lock)
	}
	return locks, nil
}

func lockRole(dir, name, work string) (*flock.Flock, error) {
	path := filepath.Join(dir, name)
	// A link is refused, for the text below would go into the file it leads to.
	lock := flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDONLY|syscall.O_NOFOLLOW))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	if !ok {
		holder, _ := os.ReadFile(path) // only for the message
		return nil, fmt.Errorf("%s is %w for %s by %s", dir, ErrLocked, work, bytes.TrimSpace(holder))
	}
	host, err := os.Hostname()
	if err != nil {
		host = "this host"
	}
	text := fmt.Sprintf("process %d on %s since %s\n", os.Getpid(), host, time.Now().Format(time.DateTime))
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}
