package job

import (
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Limits holds the limits on the resources of a job. A zero field selects the limit of the library.
type Limits struct {
	Bytes   int64   // size of the unpacked instance file
	Cities  int     // size of the instance: cities, facilities, signs or vertices
	Seconds float64 // maximum search time
	Memory  int64   // bytes of memory for reading the instance
}

// readingFactor is the maximum number of bytes of memory for each byte of a file that is read.
const readingFactor = 40

// unpacked returns the maximum size of an unpacked file, or 0 for the limit of the library.
func (l Limits) unpacked() int64 {
	most := l.Bytes
	if l.Memory > 0 && (most <= 0 || l.Memory/readingFactor < most) {
		most = max(l.Memory/readingFactor, 1)
	}
	return max(most, 0)
}

// longest returns the maximum time of a search, or 0 if there is no maximum.
func (l Limits) longest() time.Duration {
	if !(l.Seconds > 0) {
		return 0
	}
	return time.Duration(min(l.Seconds, mostSeconds) * float64(time.Second))
}

// Bound makes a search of size n that has no time limit stop after the maximum time of a job. The
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
