package sums

// A Time is the duration of a stretch that begins between Early and Late. If it begins earlier, the
// vehicle waits; if it begins later, some stop is late [VCGP13].
type Time struct{ Duration, Early, Late int64 }

// Join returns the time of a and then b, with a given time from the end of a to the start of b. It
// reports false if b is late.
func (a Time) Join(b Time, leg int64) (Time, bool) {
	gone := a.Duration + leg
	wait := max(b.Early-gone-a.Late, 0)
	return Time{
		Duration: gone + wait + b.Duration,
		Early:    max(b.Early-gone, a.Early) - wait,
		Late:     min(b.Late-gone, a.Late),
	}, a.Early+gone <= b.Late
}
