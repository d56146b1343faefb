package broker

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

// space returns the free and total bytes of the disk that contains path.
func space(path string) (free, all int64, ok bool) {
	folder, err := windows.UTF16PtrFromString(filepath.Dir(path))
	if err != nil {
		return 0, 0, false
	}
	var f, a uint64
	err = windows.GetDiskFreeSpaceEx(folder, &f, &a, nil)
	return int64(f), int64(a), err == nil
}
