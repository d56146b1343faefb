package experiment

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Limits end a run: the first that is reached.
type Limits struct {
	Steps     Count    `toml:"steps,omitempty" json:"steps,omitzero"`
	Time      Duration `toml:"time,omitempty" json:"time,omitzero"`
	Target    *float64 `toml:"target,omitempty" json:"target,omitempty"`         // a cost
	TargetGap *float64 `toml:"target_gap,omitempty" json:"target_gap,omitempty"` // in per cent
}

// or takes what l does not say from others.
func (l Limits) or(others Limits) Limits {
	l.Target, l.TargetGap = cmp.Or(l.Target, others.Target), cmp.Or(l.TargetGap, others.TargetGap)
	if l.Steps == (Count{}) && l.Time == 0 {
		l.Steps, l.Time = others.Steps, others.Time
	}
	return l
}

func (l Limits) validateLimits() error {
	for _, v := range []*float64{l.Target, l.TargetGap} {
		if v != nil && (math.IsNaN(*v) || math.IsInf(*v, 0)) {
			return fmt.Errorf("target %v: expected a number", *v)
		}
	}
	return nil
}

// A Count is a number of steps, or of steps for each city: 100, 0.1n, 10n.
type Count struct {
	Factor  float64
	PerCity bool
}

// Of is the number for an instance of n cities.
func (c Count) Of(n int) int {
	if !c.PerCity {
		n = 1
	}
	return int(math.Ceil(c.Factor * float64(n)))
}

// UnmarshalText reads 100 or 10n.
func (c *Count) UnmarshalText(text []byte) error {
	number, perCity := strings.CutSuffix(string(text), "n")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v > 0 && v <= 1e12) || !perCity && v != math.Trunc(v) {
		return fmt.Errorf("steps %q: expected a number such as 100, or one for each city such as 10n", text)
	}
	*c = Count{v, perCity}
	return nil
}

// MarshalText writes what UnmarshalText reads.
func (c Count) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

func (c Count) String() string {
	s := strconv.FormatFloat(c.Factor, 'f', -1, 64)
	if c.PerCity {
		s += "n"
	}
	return s
}

// A Duration is a time.Duration that is written as 5s or 1m30s.
type Duration time.Duration

// UnmarshalText reads 5s.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil || v <= 0 {
		return fmt.Errorf("time %q: expected a duration such as 5s or 2m", text)
	}
	*d = Duration(v)
	return nil
}

// MarshalText writes what UnmarshalText reads.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }
