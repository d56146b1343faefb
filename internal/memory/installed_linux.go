package memory

import (
	"os"
	"strconv"
	"strings"
)

// installed returns the memory of the machine, or of the container if that is less.
func installed() (bytes int64, ok bool) {
	info, err := os.ReadFile("/proc/meminfo")
	if err == nil {
		bytes, ok = total(string(info))
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && (!ok || limit < bytes) {
			bytes, ok = limit, true
		}
	}
	return bytes, ok
}

// total parses the first line of /proc/meminfo, such as "MemTotal: 24689764 kB".
func total(info string) (bytes int64, ok bool) {
	fields := strings.Fields(info)
	if len(fields) < 3 || fields[0] != "MemTotal:" || fields[2] != "kB" {
		return 0, false
	}
	kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
	return kilobytes << 10, err == nil && kilobytes > 0
}
