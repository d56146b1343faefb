package cli

import (
	"errors"
	"strconv"
)

// seedValue is a flag that takes a whole number, with zeros in front if somebody likes
// them.
type seedValue uint64

func (s *seedValue) String() string { return strconv.FormatUint(uint64(*s), 10) }

// Type is what --help shows.
func (s *seedValue) Type() string { return "number" }

// Set reads a number.
func (s *seedValue) Set(text string) error {
	v, err := strconv.ParseUint(ungrouped(text), 10, 64)
	if err != nil {
		return errors.New("expected a whole number from 0 to 18446744073709551615")
	}
	*s = seedValue(v)
	return nil
}
