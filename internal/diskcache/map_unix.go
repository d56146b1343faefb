//go:build unix

package diskcache

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapped maps a file into memory, read-only.
func mapped(f *os.File) (data []byte, unmap func() error, err error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return nil, func() error { return nil }, err
	}
	data, err = unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, os.NewSyscallError("mmap", err)
	}
	return data, func() error { return unix.Munmap(data) }, nil
}
