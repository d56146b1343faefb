package cli

import (
	"errors"
	"strconv"
	"time"
)

// duration is a flag that takes 30s, 2m30s, or plain seconds.
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
	v, err := time.ParseDuration(text)
	if seconds, notNumber := strconv.ParseFloat(text, 64); notNumber == nil {
		v, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || v <= 0 {
		return errors.New("expected a time such as 30s, 2m or 1.5")
	}
	*d = duration(v)
	return nil
}
