package humanize

import (
	"fmt"
	"math"
)

// Bytes formats a number of bytes: 512 bytes, 1.5 KiB, 4 GiB.
func Bytes(n int64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	v := float64(n)
	for len(units) > 1 && v >= 1024 {
		v /= 1024
		units = units[1:]
	}
	if v != math.Trunc(v) {
		return fmt.Sprintf("%.1f %s", v, units[0])
	}
	return fmt.Sprintf("%.0f %s", v, units[0])
}
