package job

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

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
