package outage

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A disk is a file system in a file.
type disk struct {
	image  string
	folder string // mount point
}

func newDisk(t *testing.T, size int64) *disk {
	t.Helper()
	d := &disk{image: filepath.Join(t.TempDir(), "image")}
	f, err := os.Create(d.image)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(size); err != nil {
		t.Fatal(err)
	}
	command(t, "mkfs.ext4", "-q", "-F", d.image)
	d.mount(t)
	return d
}

func (d *disk) mount(t *testing.T) {
	t.Helper()
	d.folder = t.TempDir()
	command(t, "mount", "-o", "loop", d.image, d.folder)
	t.Cleanup(func() { _ = unix.Unmount(d.folder, unix.MNT_DETACH) })
}

// Constants from linux/ext4.h, as used by xfstests: after this call, nothing is written, not even
// the journal.
const (
	shutdown   = 0x8004587d // _IOR('X', 125, __u32)
	noLogFlush = 2
)

// losePower stops all writes to the disk immediately. Data that were written to a file but not
// synced are only in kernel memory and never reach the image. It does not simulate a disk that
// loses data it has confirmed: every block that was sent to the disk is retained.
func (d *disk) losePower(t *testing.T) {
	t.Helper()
	f, err := os.Open(d.folder)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := unix.IoctlSetPointerInt(int(f.Fd()), shutdown, noLogFlush); err != nil {
		t.Fatal(err)
	}
}

// returnPower mounts a copy of the image and thereby replays its journal.
func (d *disk) returnPower(t *testing.T) {
	t.Helper()
	if err := unix.Unmount(d.folder, 0); err != nil {
		t.Fatal(err)
	}
	after := d.image + " after"
	command(t, "cp", "--sparse=always", d.image, after)
	d.image = after
	d.mount(t)
}

func command(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}
