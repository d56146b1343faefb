package output

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Cost writes a cost without a unit.
func Cost(v float64) string {
	if v != 0 && math.Abs(v) < 0.01 {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	return Plain(humanize.Number(math.Round(v*1e6) / 1e6))
}

// Plain writes a minus that can be copied.
func Plain(number string) string { return strings.ReplaceAll(number, "−", "-") }

// Figure writes a cost for people: in the unit that suits it or, where nobody knows the
// unit, as it is.
func Figure(v float64, unit string, system humanize.System) string {
	if unit == "" {
		return Cost(v)
	}
	return Plain(Printable(humanize.Amount(v, unit, system)))
}

// Price is a figure that says what it is.
func Price(v float64, unit string, system humanize.System) string {
	if unit == "" {
		return "cost " + Figure(v, unit, system)
	}
	return Figure(v, unit, system)
}

// Quality sets a cost beside the best known one.
func Quality(in *tsp.Instance, value float64, system humanize.System) string {
	known, ok := tsp.BestKnown(in)
	if !ok {
		return ""
	}
	best := float64(known.Value)
	word := "best known"
	if known.Proven {
		word = "optimum"
	}
	if value == best {
		return ", the " + word
	}
	return fmt.Sprintf(", %.2f %% over the %s %s", known.Gap(value), word, Figure(best, in.Unit, system))
}

// Printable is a name from a file for people, in one line: what would steer a
// terminal is shown as an escape instead.
func Printable(text string) string {
	if !strings.ContainsFunc(text, steers) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if steers(r) || r == utf8.RuneError && n == 1 {
			quoted := strconv.QuoteToASCII(text[:n])
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

// steers tells whether a character is a command to the terminal: to move, to
// colour, or to write in the other direction.
func steers(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}
