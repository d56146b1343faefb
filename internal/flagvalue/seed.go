package flagvalue

import (
	"errors"
	"strconv"
	"strings"
)

// A Seed is a whole number, possibly with leading zeros or thousands separators.
type Seed uint64

func (s *Seed) String() string { return strconv.FormatUint(uint64(*s), 10) }

// Type returns the name of the type for --help.
func (s *Seed) Type() string { return "number" }

// Set parses a seed.
func (s *Seed) Set(text string) error {
	v, err := strconv.ParseUint(Ungroup(text), 10, 64)
	if err != nil {
		return errors.New("expected a whole number from 0 to 18446744073709551615")
	}
	*s = Seed(v)
	return nil
}

// Ungroup removes thousands separators.
func Ungroup(number string) string {
	return strings.NewReplacer("_", "", ",", "", " ", "").Replace(number)
}
