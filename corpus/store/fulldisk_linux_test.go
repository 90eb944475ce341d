package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// smallDisk mounts a file system of a few pages for the test.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no file system can be mounted here (%v); TestErrorAtEveryStep takes its place", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// TestFullDisk adds to a library on a disk that has less and less room. Each change is made
// whole or not at all, and the next one works once there is room again.
func TestFullDisk(t *testing.T) {
	dir := smallDisk(t, "1m")
	home, filler := filepath.Join(dir, "pqcite"), filepath.Join(dir, "filler")
	failed, made := 0, 0
	for n := range rounds(12, 300) {
		n = n * 14 % 150 // pages that are free
		if err := os.RemoveAll(home); err != nil {
			t.Fatal(err)
		}
		before := churn(t, 0)
		mustAdd(t, home, before)
		old := mustOpen(t, home)
		files := filesBelow(t, home)
		leaveFree(t, filler, n*4096)
		all := []Addition{churn(t, 1), churn(t, 5), churn(t, 3)} // 5 replaces 0
		err := Update(t.Context(), home, func(tx *Tx) error {
			for _, a := range all {
				if _, err := tx.Add(a); err != nil {
					return err
				}
			}
			return nil
		})
		l := mustOpen(t, home)
		if found := findings(t, home); len(found) != 0 {
			t.Fatalf("%d pages are free: findings %v", n, found)
		}
		switch {
		case err == nil:
			made++
			if len(l.Documents()) != 3 {
				t.Fatalf("%d pages are free: %d documents, want 3", n, len(l.Documents()))
			}
		case !errors.Is(err, syscall.ENOSPC):
			t.Fatalf("%d pages are free: %v", n, err)
		default:
			failed++
			if diff := cmp.Diff(old.Documents(), l.Documents()); diff != "" {
				t.Fatalf("%d pages are free: documents (-want +got):\n%s", n, diff)
			}
			if diff := cmp.Diff(files, filesBelow(t, home)); diff != "" {
				t.Fatalf("%d pages are free: files (-want +got):\n%s", n, diff)
			}
		}
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
		for _, a := range all {
			mustAdd(t, home, a)
		}
	}
	if failed == 0 || made == 0 {
		t.Errorf("%d changes failed and %d were made, want some of both", failed, made)
	}
	t.Logf("%d changes failed on a full disk, %d were made", failed, made)
}

// leaveFree leaves so many bytes of a disk free.
func leaveFree(t *testing.T, name string, free int) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	size := int64(0)
	for page := make([]byte, 4096); ; {
		n, err := f.Write(page)
		size += int64(n)
		if errors.Is(err, syscall.ENOSPC) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Truncate(max(0, size-int64(free))); err != nil {
		t.Fatal(err)
	}
}
