package job

import (
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Limits are how much a job may ask for. Zero is no limit but those of the library.
type Limits struct {
	Bytes   int64   // of the file of the instance, unpacked
	Cities  int     // or facilities, signs, vertices: the size of the instance
	Seconds float64 // of the search
	Memory  int64   // bytes that reading the instance may take
}

// readingFactor is how many bytes of memory a byte of a file takes at most.
const readingFactor = 40

// unpacked is how many bytes of a file are read; 0: as many as the library reads.
func (l Limits) unpacked() int64 {
	most := l.Bytes
	if l.Memory > 0 && (most <= 0 || l.Memory/readingFactor < most) {
		most = max(l.Memory/readingFactor, 1)
	}
	return max(most, 0)
}

// longest is the longest time of a search; 0: any.
func (l Limits) longest() time.Duration {
	if !(l.Seconds > 0) {
		return 0
	}
	return time.Duration(min(l.Seconds, mostSeconds) * float64(time.Second))
}

// mostSeconds is about the most that a time.Duration holds.
const mostSeconds = 9e9

// Bound ends a search of size n that has no time limit after the longest time that a job
// may take. What it finds until then is the same: a search that does not cool by time does
// not begin to.
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
