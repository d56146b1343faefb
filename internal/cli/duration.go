package cli

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// duration is a flag that takes 30s, 2m30s, 90d, or plain seconds.
type duration time.Duration

func (d *duration) String() string {
	if *d == 0 {
		return ""
	}
	return time.Duration(*d).String()
}

// Type is what --help shows.
func (d *duration) Type() string { return "duration" }

// Set reads a duration, which must be longer than none.
func (d *duration) Set(text string) error {
	v, err := job.ParseDuration(text)
	if err != nil {
		return err
	}
	*d = duration(v)
	return nil
}
