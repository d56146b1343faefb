package job

import (
	"errors"
	"strconv"
	"strings"
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
	Proven  int     // size of an instance whose lower bound is computed
}

// MaxProven is the maximum number of cities of a result with a certificate. The time to verify a
// certificate grows with the square of the number of cities: it is a few seconds for this number.
const MaxProven = 20_000

// readingFactor is the maximum number of bytes of memory that reading one byte of a file takes.
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

// Bound makes a search of size n stop after the maximum time of a job. A search without a time
// limit does not change otherwise: it does not cool by time.
func (l Limits) Bound(cfg tourmaline.Config, n int) tourmaline.Config {
	longest := l.longest()
	switch {
	case longest == 0:
	case cfg.Limits.Time > 0:
		cfg.Limits.Time = min(cfg.Limits.Time, longest)
	case cfg.Limits != (tourmaline.Limits{}):
		cfg.StopWhen = search.Unpaced(search.After(longest))
	default:
		cfg.Limits.Time = min(longest, tourmaline.DefaultTimeLimit(n))
	}
	return cfg
}

// mostSeconds is approximately the maximum of a time.Duration, in seconds.
const mostSeconds = 9e9

// ParseDuration parses a positive duration: 30s, 2m30s, 7d, or plain seconds.
func ParseDuration(text string) (time.Duration, error) {
	v, err := withDays(text)
	if seconds, notNumber := strconv.ParseFloat(text, 64); notNumber == nil && seconds < mostSeconds {
		v, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || v <= 0 {
		return 0, errors.New("expected a duration such as 30s, 2m, 1d or 1.5")
	}
	return v, nil
}

// withDays extends time.ParseDuration with days of 24 hours, as in 1d12h.
func withDays(text string) (time.Duration, error) {
	days, rest, found := strings.Cut(text, "d")
	if !found {
		return time.ParseDuration(text)
	}
	const day = 24 * time.Hour
	n, err := strconv.ParseUint(days, 10, 16) // 16 bits cannot overflow a duration
	if err != nil || rest == "" {
		return time.Duration(n) * day, err
	}
	more, err := time.ParseDuration(rest)
	if more < 0 || more >= day {
		return 0, errors.New("expected less than a day after the days")
	}
	return time.Duration(n)*day + more, err
}
