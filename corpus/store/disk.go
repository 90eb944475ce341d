package store

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// The modes of new files and folders, less the umask. A new home is for its owner only;
// opening it to others opens all of it.
const (
	homeMode   = 0o700
	folderMode = 0o755
	fileMode   = 0o644
)

// step is one operation of a change on the file system.
type step string

// The steps of a change.
const (
	stepFolder     step = "make folder"
	stepLock       step = "lock"
	stepCreate     step = "create"
	stepWrite      step = "write"
	stepSync       step = "sync"
	stepClose      step = "close"
	stepRename     step = "rename" // the path is the new name
	stepSyncFolder step = "sync folder"
	stepRemove     step = "remove"
)

// disk performs the steps of a change. The zero value performs them all.
type disk struct {
	// fault is called before each step. If it returns an error, the step fails with it.
	// Tests simulate full disks and crashes with it.
	fault func(s step, path string) error
}

func (d disk) do(s step, path string, f func() error) error {
	if d.fault != nil {
		if err := d.fault(s, path); err != nil {
			return &fs.PathError{Op: string(s), Path: path, Err: err}
		}
	}
	return f()
}

// makeFolder creates a folder and its parents durably.
func (d disk) makeFolder(path string, mode fs.FileMode) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	parent := filepath.Dir(path)
	if parent != path {
		if err := d.makeFolder(parent, mode); err != nil {
			return err
		}
	}
	err := d.do(stepFolder, path, func() error { return os.Mkdir(path, mode) })
	if err != nil && !isFolder(path) { // another process may have been faster
		return err
	}
	return d.syncFolder(parent)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// writeFile makes a file appear whole or not at all. It is durable once its folder is
// synced, too.
func (d disk) writeFile(path string, data []byte) error {
	temporary := path + "." + strconv.FormatUint(rand.Uint64(), 36) + ".tmp"
	err := d.writeNew(temporary, data)
	if err == nil {
		err = d.do(stepRename, path, func() error { return rename(temporary, path) })
	}
	if err != nil {
		d.remove(temporary)
	}
	return err
}

func (d disk) writeNew(path string, data []byte) error {
	var f *os.File
	err := d.do(stepCreate, path, func() (err error) {
		f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
		return err
	})
	if err != nil {
		return err
	}
	err = d.do(stepWrite, path, func() error { _, err := f.Write(data); return err })
	if err == nil {
		err = d.do(stepSync, path, f.Sync)
	}
	if closed := d.do(stepClose, path, f.Close); err == nil {
		err = closed
	}
	return err
}

func (d disk) syncFolder(path string) error {
	return d.do(stepSyncFolder, path, func() error { return syncFolder(path) })
}

// remove removes an unused file. A failure leaves garbage, which the next change
// removes.
func (d disk) remove(path string) {
	_ = d.do(stepRemove, path, func() error { return os.Remove(path) })
}
