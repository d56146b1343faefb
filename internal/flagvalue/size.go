package flagvalue

import (
	"errors"
	"strconv"
	"strings"
)

// A Size is a number of bytes, written as 8GB, 512MiB, or plain bytes.
type Size int64

func (s *Size) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type returns the name of the type for --help.
func (s *Size) Type() string { return "size" }

var sizeUnits = []struct {
	name  string
	bytes float64
}{
	{"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"TIB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1}, {"", 1},
}

// Set parses a positive size.
func (s *Size) Set(text string) error {
	upper := strings.ToUpper(strings.TrimSpace(text))
	for _, unit := range sizeUnits {
		number, ok := strings.CutSuffix(upper, unit.name)
		if !ok {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if bytes := v * unit.bytes; err == nil && bytes >= 1 && bytes < 1<<62 {
			*s = Size(bytes)
			return nil
		}
		break
	}
	return errors.New("expected a size such as 8GB, 512MiB or a number of bytes")
}

// A SizeOrZero is a Size that may be 0.
type SizeOrZero int64

func (s *SizeOrZero) String() string { return (*Size)(s).String() }

// Type returns the name of the type for --help.
func (s *SizeOrZero) Type() string { return (*Size)(s).Type() }

// Set parses a size.
func (s *SizeOrZero) Set(text string) error {
	if text == "0" {
		*s = 0
		return nil
	}
	return (*Size)(s).Set(text)
}
