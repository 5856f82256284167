package main

import (
	"bytes"
	"fmt"
	iofs "io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// layer is a folder mounted over another one. It counts the calls of each kind,
// makes those of one kind fail, and records what changes the folder.
type layer struct {
	fuse.RawFileSystem
	server *fuse.Server

	mu     sync.Mutex
	counts map[string]int
	fault  fault
	failed int               // calls that the fault has met
	inodes map[uint64]uint64 // by the number that the kernel has for a file
	begun  map[string]uint64 // inodes of the files that were there, by name
	trace  []change
}

// fault says which calls fail: the one with the number of that kind, from 1, and
// all that follow it if it is for good.
type fault struct {
	kind   string // "" for none
	number int
	good   bool
	errno  syscall.Errno
}

func (f fault) String() string {
	how := "once"
	if f.good {
		how = "for good"
	}
	return fmt.Sprintf("%s %d fails %s with %s", f.kind, f.number, how, errnoName(f.errno))
}

func errnoName(e syscall.Errno) string {
	if e == syscall.ENOSPC {
		return "ENOSPC"
	}
	return "EIO"
}

// mount mounts the folder below at the folder at.
func mount(below, at string, f fault) (*layer, error) {
	root, err := fs.NewLoopbackRoot(below)
	if err != nil {
		return nil, err
	}
	l := &layer{
		RawFileSystem: fs.NewNodeFS(root, &fs.Options{}),
		counts:        map[string]int{}, fault: f, inodes: map[uint64]uint64{},
	}
	l.begun = map[string]uint64{}
	err = filepath.WalkDir(below, func(path string, _ iofs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var st syscall.Stat_t
		if err := syscall.Lstat(path, &st); err != nil {
			return err
		}
		name, err := filepath.Rel(below, path)
		l.begun[name] = st.Ino
		return err
	})
	if err != nil {
		return nil, err
	}
	l.inodes[fuse.FUSE_ROOT_ID] = l.begun["."]
	l.server, err = fuse.NewServer(l, at, &fuse.MountOptions{DirectMount: true, FsName: "diskfaults", DisableReadDirPlus: true})
	if err != nil {
		return nil, err
	}
	go l.server.Serve()
	return l, l.server.WaitMount()
}

// Init keeps the server from the file system below, which else has the kernel read
// and write its files without asking.
func (l *layer) Init(*fuse.Server) {}

func (l *layer) unmount() error { return l.server.Unmount() }

// kinds returns the kinds of calls that were made, in alphabetical order.
func (l *layer) kinds() []string { return slices.Sorted(maps.Keys(l.counts)) }

// call counts a call and returns whether it is to fail.
func (l *layer) call(kind string) fuse.Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts[kind]++
	n := l.counts[kind]
	if kind == l.fault.kind && (n == l.fault.number || l.fault.good && n > l.fault.number) {
		l.failed++
		return fuse.Status(l.fault.errno)
	}
	return fuse.OK
}

// record adds a change to the trace. It is made by do, so that the trace has the
// order in which changes were made.
func (l *layer) record(do func() fuse.Status, what func() change) fuse.Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := do()
	if s.Ok() {
		l.trace = append(l.trace, what())
	}
	return s
}

func (l *layer) Lookup(cancel <-chan struct{}, h *fuse.InHeader, name string, out *fuse.EntryOut) fuse.Status {
	if s := l.call("lookup"); !s.Ok() {
		return s
	}
	s := l.RawFileSystem.Lookup(cancel, h, name, out)
	if s.Ok() {
		l.mu.Lock()
		l.inodes[out.NodeId] = inode(out)
		l.mu.Unlock()
	}
	return s
}

func (l *layer) GetAttr(cancel <-chan struct{}, in *fuse.GetAttrIn, out *fuse.AttrOut) fuse.Status {
	if s := l.call("stat"); !s.Ok() {
		return s
	}
	return l.RawFileSystem.GetAttr(cancel, in, out)
}

func (l *layer) SetAttr(cancel <-chan struct{}, in *fuse.SetAttrIn, out *fuse.AttrOut) fuse.Status {
	size, truncates := in.GetSize()
	kind := "chmod"
	if truncates {
		kind = "truncate"
	}
	if s := l.call(kind); !s.Ok() {
		return s
	}
	if !truncates {
		return l.RawFileSystem.SetAttr(cancel, in, out)
	}
	return l.record(func() fuse.Status { return l.RawFileSystem.SetAttr(cancel, in, out) },
		func() change { return change{kind: truncated, file: l.inodes[in.NodeId], at: int64(size)} })
}

func (l *layer) Mkdir(cancel <-chan struct{}, in *fuse.MkdirIn, name string, out *fuse.EntryOut) fuse.Status {
	if s := l.call("mkdir"); !s.Ok() {
		return s
	}
	return l.record(func() fuse.Status { return l.RawFileSystem.Mkdir(cancel, in, name, out) }, func() change {
		l.inodes[out.NodeId] = inode(out)
		return change{kind: madeFolder, folder: l.inodes[in.NodeId], name: name, file: inode(out)}
	})
}

func (l *layer) Create(cancel <-chan struct{}, in *fuse.CreateIn, name string, out *fuse.CreateOut) fuse.Status {
	if s := l.call("create"); !s.Ok() {
		return s
	}
	s := l.record(func() fuse.Status { return l.RawFileSystem.Create(cancel, in, name, out) }, func() change {
		l.inodes[out.NodeId] = inode(&out.EntryOut)
		return change{kind: created, folder: l.inodes[in.NodeId], name: name, file: inode(&out.EntryOut)}
	})
	out.OpenFlags |= fuse.FOPEN_DIRECT_IO
	return s
}

func (l *layer) Open(cancel <-chan struct{}, in *fuse.OpenIn, out *fuse.OpenOut) fuse.Status {
	if s := l.call("open"); !s.Ok() {
		return s
	}
	s := l.RawFileSystem.Open(cancel, in, out)
	out.OpenFlags |= fuse.FOPEN_DIRECT_IO
	return s
}

func (l *layer) Read(cancel <-chan struct{}, in *fuse.ReadIn, buf []byte) (fuse.ReadResult, fuse.Status) {
	if s := l.call("read"); !s.Ok() {
		return nil, s
	}
	return l.RawFileSystem.Read(cancel, in, buf)
}

func (l *layer) Write(cancel <-chan struct{}, in *fuse.WriteIn, data []byte) (n uint32, s fuse.Status) {
	if s := l.call("write"); !s.Ok() {
		return 0, s
	}
	s = l.record(func() fuse.Status {
		n, s = l.RawFileSystem.Write(cancel, in, data)
		return s
	}, func() change {
		return change{kind: written, file: l.inodes[in.NodeId], at: int64(in.Offset), data: bytes.Clone(data[:n])}
	})
	return n, s
}

// Writev is Write in several pieces; the caller joins them where it is not there.
func (l *layer) Writev(<-chan struct{}, *fuse.WriteIn, [][]byte) (uint32, fuse.Status) {
	return 0, fuse.ENOSYS
}

func (l *layer) Flush(cancel <-chan struct{}, in *fuse.FlushIn) fuse.Status {
	if s := l.call("close"); !s.Ok() {
		return s
	}
	return l.RawFileSystem.Flush(cancel, in)
}

func (l *layer) Fsync(cancel <-chan struct{}, in *fuse.FsyncIn) fuse.Status {
	if s := l.call("fsync"); !s.Ok() {
		return s
	}
	return l.record(func() fuse.Status { return fuse.OK }, // the trial's folder itself need not survive
		func() change { return change{kind: synced, file: l.inodes[in.NodeId]} })
}

func (l *layer) FsyncDir(cancel <-chan struct{}, in *fuse.FsyncIn) fuse.Status {
	if s := l.call("fsync of a folder"); !s.Ok() {
		return s
	}
	return l.record(func() fuse.Status { return fuse.OK },
		func() change { return change{kind: syncedFolder, folder: l.inodes[in.NodeId]} })
}

func (l *layer) OpenDir(cancel <-chan struct{}, in *fuse.OpenIn, out *fuse.OpenOut) fuse.Status {
	if s := l.call("open of a folder"); !s.Ok() {
		return s
	}
	return l.RawFileSystem.OpenDir(cancel, in, out)
}

func (l *layer) ReadDir(cancel <-chan struct{}, in *fuse.ReadIn, out *fuse.DirEntryList) fuse.Status {
	if s := l.call("read of a folder"); !s.Ok() {
		return s
	}
	return l.RawFileSystem.ReadDir(cancel, in, out)
}

func (l *layer) Unlink(cancel <-chan struct{}, h *fuse.InHeader, name string) fuse.Status {
	if s := l.call("unlink"); !s.Ok() {
		return s
	}
	return l.record(func() fuse.Status { return l.RawFileSystem.Unlink(cancel, h, name) },
		func() change { return change{kind: removed, folder: l.inodes[h.NodeId], name: name} })
}

func (l *layer) Rmdir(cancel <-chan struct{}, h *fuse.InHeader, name string) fuse.Status {
	if s := l.call("rmdir"); !s.Ok() {
		return s
	}
	return l.record(func() fuse.Status { return l.RawFileSystem.Rmdir(cancel, h, name) },
		func() change { return change{kind: removed, folder: l.inodes[h.NodeId], name: name} })
}

func (l *layer) Rename(cancel <-chan struct{}, in *fuse.RenameIn, from, to string) fuse.Status {
	if s := l.call("rename"); !s.Ok() {
		return s
	}
	return l.record(func() fuse.Status { return l.RawFileSystem.Rename(cancel, in, from, to) }, func() change {
		kind := renamed
		if in.Flags&renameExchange != 0 {
			kind = exchanged
		}
		return change{kind: kind, folder: l.inodes[in.NodeId], name: from, other: l.inodes[in.Newdir], to: to}
	})
}

const renameExchange = 2 // RENAME_EXCHANGE of Linux

func (l *layer) Link(cancel <-chan struct{}, in *fuse.LinkIn, name string, out *fuse.EntryOut) fuse.Status {
	if s := l.call("link"); !s.Ok() {
		return s
	}
	return l.record(func() fuse.Status { return l.RawFileSystem.Link(cancel, in, name, out) }, func() change {
		l.inodes[out.NodeId] = inode(out)
		return change{kind: linked, folder: l.inodes[in.NodeId], name: name, file: inode(out)}
	})
}

// inode returns the number by which the trace knows a file. Numbers come again
// after a removal; then a creation stands in between.
func inode(out *fuse.EntryOut) uint64 { return out.Attr.Ino }
