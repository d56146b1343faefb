package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// fileSize is a flag that takes 8GB, 512MiB, or plain bytes.
type fileSize int64

func (s *fileSize) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type is what --help shows.
func (s *fileSize) Type() string { return "size" }

var sizeUnits = []struct {
	name  string
	bytes float64
}{
	{"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"TIB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1}, {"", 1},
}

// Set reads a size, which must be more than nothing.
func (s *fileSize) Set(text string) error {
	upper := strings.ToUpper(strings.TrimSpace(text))
	for _, unit := range sizeUnits {
		number, ok := strings.CutSuffix(upper, unit.name)
		if !ok {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if bytes := v * unit.bytes; err == nil && bytes >= 1 && bytes < 1<<62 {
			*s = fileSize(bytes)
			return nil
		}
		break
	}
	return errors.New("expected a size such as 8GB, 512MiB or a number of bytes")
}

// tooLarge says which flag helps with a file that is too large.
func tooLarge(err error) error {
	if errors.Is(err, format.ErrTooLarge) {
		return fmt.Errorf("%w\n--max-input 8GB reads up to that much", err)
	}
	return err
}
