//go:build !linux

package memory

func installed() (bytes int64, ok bool) { return 0, false }
