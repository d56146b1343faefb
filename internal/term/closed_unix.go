//go:build unix

package term

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// MayBeClosed reports whether a standard stream may have been closed when the program started. The
// Go runtime then opens the null device in its place, for reading and writing. A shell opens the
// null device only for writing, but some programs start others with a null device that is open for
// both, and there is no way to tell the difference.
func MayBeClosed(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR && isNull(f)
}

// isNull reports whether a file is the null device.
func isNull(f *os.File) bool {
	info, err := f.Stat()
	null, errNull := os.Stat(os.DevNull)
	return err == nil && errNull == nil && os.SameFile(info, null)
}
