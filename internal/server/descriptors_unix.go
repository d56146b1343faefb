//go:build unix

package server

import "syscall"

// descriptors returns the maximum number of open files of the process, or 0 if it is unknown.
func descriptors() int64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return max(int64(min(limit.Cur, 1<<30)), 0)
}
