// Package flagvalue provides flag types that the standard library lacks: durations with days, sizes
// with units, and seeds.
package flagvalue

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A Duration is written as 30s, 2m30s, 90d, or plain seconds.
type Duration time.Duration

func (d *Duration) String() string {
	if *d == 0 {
		return ""
	}
	return time.Duration(*d).String()
}

// Type returns the name of the type for --help.
func (d *Duration) Type() string { return "duration" }

// Set parses a positive duration.
func (d *Duration) Set(text string) error {
	v, err := job.ParseDuration(text)
	if err != nil {
		return err
	}
	*d = Duration(v)
	return nil
}
