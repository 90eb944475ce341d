package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// TestReplaceKeeps replaces files of every kind and wants all but the content kept.
func TestReplaceKeeps(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T, path string){
		"plain":             func(*testing.T, string) {},
		"private":           mode(0o600),
		"for all to write":  mode(0o666),
		"executable":        mode(0o755),
		"setuid":            mode(0o755 | fs.ModeSetuid),
		"setgid and sticky": mode(0o775 | fs.ModeSetgid | fs.ModeSticky),
		"of somebody else": func(t *testing.T, path string) {
			if os.Getuid() != 0 {
				t.Skip("only root can give a file away")
			}
			must(t, os.Chown(path, 1234, 4321))
			must(t, os.Chmod(path, 0o750|fs.ModeSetuid|fs.ModeSetgid))
		},
		"with attributes": func(t *testing.T, path string) {
			attribute(t, path, "user.pqcite.a", "one")
			attribute(t, path, "user.pqcite.b", string(make([]byte, 3000)))
		},
		"with an access list": func(t *testing.T, path string) { attribute(t, path, "system.posix_acl_access", accessList) },
		"in a folder with a default list": func(t *testing.T, path string) {
			attribute(t, filepath.Dir(path), "system.posix_acl_default", accessList)
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			put(t, path, "before", 0o644)
			prepare(t, path)
			was := stateOf(t, path)
			must(t, Replace(path, []byte("before"), []byte("after")))
			if diff := cmp.Diff(was, stateOf(t, path)); diff != "" {
				t.Errorf("what belongs to the file (-before +after):\n%s", diff)
			}
			folder(t, filepath.Dir(path), map[string]string{"file": "after"})
		})
	}
}

// accessList lets user 1 read and write (acl(5), acl_ea_header of the kernel: version
// 2, then tag, permissions and id of each entry, all little-endian).
const accessList = "\x02\x00\x00\x00" +
	"\x01\x00\x06\x00\xff\xff\xff\xff" + "\x02\x00\x06\x00\x01\x00\x00\x00" + "\x04\x00\x04\x00\xff\xff\xff\xff" + "\x10\x00\x06\x00\xff\xff\xff\xff" + "\x20\x00\x04\x00\xff\xff\xff\xff"

// state is what belongs to a file besides its content.
type state struct {
	Mode       fs.FileMode
	User       uint32
	Group      uint32
	Attributes map[string]string
}

func stateOf(t *testing.T, path string) state {
	t.Helper()
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	info, err := f.Stat()
	must(t, err)
	stat := info.Sys().(*syscall.Stat_t)
	all, err := attributes(f)
	must(t, err)
	return state{info.Mode(), stat.Uid, stat.Gid, all}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mode(m fs.FileMode) func(*testing.T, string) {
	return func(t *testing.T, path string) { must(t, os.Chmod(path, m)) }
}

func attribute(t *testing.T, path, name, value string) {
	t.Helper()
	if err := unix.Setxattr(path, name, []byte(value), 0); err != nil {
		t.Skipf("no attribute %q on this file system: %v", name, err)
	}
}

// TestReplaceLeavesAlone has files that are not to be touched, by root neither.
func TestReplaceLeavesAlone(t *testing.T) {
	for _, tt := range []struct {
		name    string
		prepare func(t *testing.T, dir, path string)
		want    error
	}{
		{"read-only", func(t *testing.T, _, path string) { mode(0o444)(t, path) }, errReadOnly},
		{"in a read-only folder", func(t *testing.T, dir, _ string) {
			mode(0o555)(t, dir)
			t.Cleanup(func() { mode(0o755)(t, dir) })
		}, errReadOnly},
		{"immutable", immutable, fs.ErrPermission},
		{"hard links", func(t *testing.T, dir, path string) { must(t, os.Link(path, filepath.Join(dir, "other"))) }, errLinks},
		{"changed", func(t *testing.T, _, path string) { put(t, path, "beforehand", 0o644) }, errChanged},
		{"shorter", func(t *testing.T, _, path string) { must(t, os.Truncate(path, 2)) }, errChanged},
		{"link out of the folder", func(t *testing.T, dir, path string) {
			must(t, os.Rename(path, filepath.Join(dir, "..", "elsewhere")))
			must(t, os.Symlink("../elsewhere", path))
		}, errOutside},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "in")
			must(t, os.Mkdir(dir, 0o755))
			path := filepath.Join(dir, "file")
			put(t, path, "before", 0o644)
			tt.prepare(t, dir, path)
			was, err := os.ReadFile(path)
			must(t, err)
			before, err := os.ReadDir(dir)
			must(t, err)
			if err := Replace(path, []byte("before"), []byte("after")); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if now, err := os.ReadFile(path); err != nil || string(now) != string(was) {
				t.Errorf("the file holds %q, %v", now, err)
			}
			if after, err := os.ReadDir(dir); err != nil || len(after) != len(before) {
				t.Errorf("the folder holds %v, %v", after, err)
			}
		})
	}
}

// immutable sets the attribute that keeps root out, where the file system has it.
func immutable(t *testing.T, _, path string) {
	t.Helper()
	const get, set, flag = 0x80086601, 0x40086602, 0x10 // ioctl_iflags(2)
	f, err := os.Open(path)
	must(t, err)
	t.Cleanup(func() { f.Close() })
	flags, err := unix.IoctlGetInt(int(f.Fd()), get)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(f.Fd()), set, flags|flag)
	}
	if err != nil {
		t.Skip("no file can be made immutable here:", err)
	}
	t.Cleanup(func() { _ = unix.IoctlSetPointerInt(int(f.Fd()), set, flags) })
}

// TestReplaceFollowsALink within its folder, and keeps it.
func TestReplaceFollowsALink(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "sub"), 0o755))
	put(t, filepath.Join(dir, "sub", "file"), "before", 0o640)
	link := filepath.Join(dir, "link")
	must(t, os.Symlink("sub/file", link))
	must(t, Replace(link, []byte("before"), []byte("after")))
	if at, err := os.Readlink(link); at != "sub/file" || err != nil {
		t.Errorf("the link leads to %q, %v", at, err)
	}
	folder(t, filepath.Join(dir, "sub"), map[string]string{"file": "after"})
}

// TestReplaceRefusesWhatIsNoFile: a pipe would not be opened, but waited for.
func TestReplaceRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	must(t, syscall.Mkfifo(pipe, 0o600))
	link := filepath.Join(dir, "link")
	must(t, os.Symlink("pipe", link))
	for _, path := range []string{dir, pipe, link, filepath.Join(dir, "none")} {
		if err := Replace(path, nil, []byte("after")); err == nil {
			t.Errorf("%q was replaced", path)
		}
	}
}
