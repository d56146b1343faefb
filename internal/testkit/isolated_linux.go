package testkit

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// isolated is the environment variable that holds the name of the test that a process was started
// for.
const isolated = "TOURMALINE_ISOLATED"

// Isolated reports whether this process has separate mounts and a separate network, where a test
// may fill disks and cut connections. If not, Isolated runs the test in a process that has them,
// and the caller must return. If that is not permitted, the test is skipped, or fails if Require is
// set.
func Isolated(t *testing.T) bool {
	t.Helper()
	if os.Getenv(isolated) == t.Name() {
		raiseLoopback(t)
		return true
	}
	if os.Geteuid() != 0 {
		missing(t, "separate mounts and networks need root")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", "-test.count=1")
	if end, ok := t.Deadline(); ok {
		cmd.Args = append(cmd.Args, "-test.timeout="+time.Until(end).String())
	}
	cmd.Env = append(os.Environ(), isolated+"="+t.Name())
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL}
	out, err := cmd.CombinedOutput()
	text := strings.TrimSpace(string(out))
	switch {
	case cmd.ProcessState == nil:
		missing(t, "cannot create separate mounts and a network: "+err.Error())
	case err != nil:
		t.Fatalf("%v\n%s", err, text)
	case strings.Contains(text, "--- SKIP"):
		t.Skip(text)
	}
	t.Log(text)
	return false
}

// Needs skips the test if one of the commands is missing. If Require is set, the test fails
// instead.
func Needs(t *testing.T, commands ...string) {
	t.Helper()
	for _, c := range commands {
		if _, err := exec.LookPath(c); err != nil {
			missing(t, err.Error())
		}
	}
}

// raiseLoopback enables 127.0.0.1 in a new network.
func raiseLoopback(t *testing.T) {
	t.Helper()
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	check(t, err)
	defer func() { _ = unix.Close(socket) }()
	lo, err := unix.NewIfreq("lo")
	check(t, err)
	lo.SetUint16(unix.IFF_UP)
	check(t, unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, lo))
}

// SmallDisk returns a directory on a disk of the given size, for an isolated test.
func SmallDisk(t *testing.T, size string) string {
	t.Helper()
	folder := t.TempDir()
	check(t, unix.Mount("small", folder, "tmpfs", 0, "size="+size))
	t.Cleanup(func() { _ = unix.Unmount(folder, unix.MNT_DETACH) })
	return folder
}

// throttle is the file of the kernel with the maximum number of writes per second of each disk.
const throttle = "/sys/fs/cgroup/blkio/blkio.throttle.write_iops_device"

// SlowDisk limits the disk of a folder to a number of writes per second until normal is called. The
// folder must be on a disk of its own. If the kernel offers no such limit, the test is skipped, or
// fails if Require is set.
func SlowDisk(t *testing.T, folder string, writes int) (normal func()) {
	t.Helper()
	var of unix.Stat_t
	check(t, unix.Stat(folder, &of))
	limit := func(writes int) error {
		return os.WriteFile(throttle, fmt.Appendf(nil, "%d:%d %d", unix.Major(of.Dev), unix.Minor(of.Dev), writes), 0)
	}
	if err := limit(writes); err != nil {
		missing(t, "cannot slow a disk: "+err.Error())
	}
	normal = func() { check(t, limit(0)) } // 0 removes the limit
	t.Cleanup(normal)
	return normal
}

// Fill writes a file until its disk is full.
func Fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	check(t, err)
	defer f.Close()
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
}
