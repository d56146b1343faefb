package drill

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// zeros specifies which zeros must be written in a number without a decimal point.
type zeros int

const (
	unsaid   zeros = iota
	leading        // LZ: leading zeros are written, trailing zeros may be omitted
	trailing       // TZ: trailing zeros are written, leading zeros may be omitted
)

// numbers describes the number format of the coordinates in a file.
type numbers struct {
	unit     string // empty if not stated
	zeros    zeros
	whole    int // digits before the decimal point; 0 if not stated
	decimals int
	points   bool // whether every number has a decimal point
}

// digits returns the numbers of digits before and after the decimal point: those that the file
// states, or 2 and 4 for inches and 3 and 3 for millimetres.
func (n numbers) digits() (whole, decimals int) {
	switch {
	case n.whole > 0:
		return n.whole, n.decimals
	case n.unit == Inch:
		return 2, 4
	}
	return 3, 3
}

// most is the maximum number of digits of a number.
const most = 12

// parse parses a coordinate: an optional sign and digits, optionally with a decimal point.
func (n numbers) parse(text string) (float64, error) {
	bare := strings.TrimLeft(text, "+-")
	if len(text)-len(bare) > 1 || bare == "" || bare == "." || strings.Trim(bare, "0123456789.") != "" || len(bare) > 2*most {
		return 0, fmt.Errorf("expected a number, found %s", budget.Quote(text))
	}
	sign := 1.0
	if text[0] == '-' {
		sign = -1
	}
	if strings.Contains(bare, ".") {
		v, err := strconv.ParseFloat(bare, 64)
		if err != nil || v > largest {
			return 0, fmt.Errorf("expected a number, found %s", budget.Quote(text))
		}
		return sign * v, nil
	}
	whole, decimals := n.digits()
	if n.zeros == leading && len(bare) < whole+decimals {
		bare += strings.Repeat("0", whole+decimals-len(bare))
	}
	if len(bare) > most {
		return 0, fmt.Errorf("expected at most %d digits, found %s", most, budget.Quote(text))
	}
	v, err := strconv.ParseInt(bare, 10, 64)
	if err != nil {
		return 0, err
	}
	if value := float64(v) / math.Pow10(decimals); value <= largest {
		return sign * value, nil
	}
	return 0, fmt.Errorf("expected at most %g, found %s", largest, budget.Quote(text))
}

// largest is the maximum coordinate. It exceeds the size of any board.
const largest = 1e6

// parseUnits parses a line such as METRIC,LZ,000.000 or INCH,TZ.
func (n *numbers) parseUnits(line string) {
	fields := strings.Split(line, ",")
	switch fields[0] {
	case "METRIC", "M71":
		n.unit = Millimetre
	case "INCH", "M72":
		n.unit = Inch
	}
	for _, f := range fields[1:] {
		switch f = strings.TrimSpace(f); {
		case f == "LZ":
			n.zeros = leading
		case f == "TZ":
			n.zeros = trailing
		case strings.Trim(f, "0") == "." && len(f) <= most:
			n.whole, n.decimals = strings.IndexByte(f, '.'), len(f)-strings.IndexByte(f, '.')-1
		}
	}
}

// parseComment parses the number format in a comment: Altium and EasyEDA write FILE_FORMAT=4:4, and
// KiCad writes FORMAT={3:3/ absolute / metric / suppress leading zeros}.
func (n *numbers) parseComment(comment string) {
	_, text, ok := strings.Cut(comment, "FORMAT=")
	if !ok {
		return
	}
	var whole, decimals int
	if _, err := fmt.Sscanf(strings.TrimPrefix(text, "{"), "%d:%d", &whole, &decimals); err == nil && whole > 0 && decimals >= 0 && whole+decimals <= most {
		n.whole, n.decimals = whole, decimals
	}
	switch {
	case strings.Contains(text, "suppress leading zeros"), strings.Contains(text, "keep zeros"):
		n.zeros = trailing
	case strings.Contains(text, "suppress trailing zeros"):
		n.zeros = leading
	}
}

// String describes the number format for users.
func (n numbers) String() string {
	if n.points {
		return "decimal points"
	}
	whole, decimals := n.digits()
	kept := "trailing zeros"
	if n.zeros == leading {
		kept = "leading zeros"
	}
	return fmt.Sprintf("%d:%d, %s", whole, decimals, kept)
}
