//go:build linux || darwin

package broker

import "golang.org/x/sys/unix"

// space returns the free and total bytes of the disk that contains path.
func space(path string) (free, all int64, ok bool) {
	var s unix.Statfs_t
	if unix.Statfs(path, &s) != nil {
		return 0, 0, false
	}
	block := int64(s.Bsize) //nolint:unconvert // not the same type everywhere
	return int64(s.Bavail) * block, int64(s.Blocks) * block, true
}
