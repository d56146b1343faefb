package job

import (
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Limits bound what a job may request. Zero selects the limits of the library.
type Limits struct {
	Bytes   int64   // of the file of the instance, unpacked
	Cities  int     // or facilities, signs, vertices: the size of the instance
	Seconds float64 // of the search
	Memory  int64   // bytes that reading the instance may take
}

// readingFactor is the maximum memory that reading takes per byte of a file.
const readingFactor = 40

// unpacked returns the maximum size of an unpacked file, or 0 for that of the library.
func (l Limits) unpacked() int64 {
	most := l.Bytes
	if l.Memory > 0 && (most <= 0 || l.Memory/readingFactor < most) {
		most = max(l.Memory/readingFactor, 1)
	}
	return max(most, 0)
}

// longest returns the maximum time of a search, or 0 for none.
func (l Limits) longest() time.Duration {
	if !(l.Seconds > 0) {
		return 0
	}
	return time.Duration(min(l.Seconds, mostSeconds) * float64(time.Second))
}

// Bound ends a search of size n without a time limit after the longest time of a job. The
// search itself does not change: without a time limit it does not cool by time.
func (l Limits) Bound(cfg tourmaline.Config, n int) tourmaline.Config {
	longest := l.longest()
	switch {
	case longest == 0 || cfg.Limits.Time > 0:
	case cfg.Limits != (tourmaline.Limits{}):
		cfg.StopWhen = search.Unpaced(search.After(longest))
	default:
		cfg.Limits.Time = min(longest, tourmaline.DefaultTimeLimit(n))
	}
	return cfg
}
