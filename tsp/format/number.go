package format

import (
	"math"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/heading"
)

// exactTen holds the powers of ten that a float64 represents exactly.
var exactTen = [...]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// A decimal is a number as written: mantissa * 10^exp.
type decimal struct {
	mantissa uint64
	digits   int // number of significant digits; the mantissa holds the first 19
	exp      int
	negative bool
}

// parseFloat reads the number at the start of b. It returns the number and its length in bytes, or
// a length of 0 if b does not start with a number. The number equals the result of
// strconv.ParseFloat: a mantissa below 2^53 and a power of ten up to 10^22 are exact, so their
// product or quotient is rounded only once.
func parseFloat(b []byte) (float64, int) {
	d, n := scanDecimal(b)
	if n == 0 {
		return 0, 0
	}
	if d.digits > 19 || d.mantissa >= 1<<53 || d.exp < -22 || d.exp > 22 {
		v, _ := strconv.ParseFloat(string(b[:n]), 64)
		return v, n
	}
	v := float64(d.mantissa)
	if d.exp < 0 {
		v /= exactTen[-d.exp]
	} else {
		v *= exactTen[d.exp]
	}
	if d.negative {
		v = -v
	}
	return v, n
}

// scanDecimal parses a number: sign, digits, point, digits, exponent.
func scanDecimal(b []byte) (d decimal, n int) {
	i := 0
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		d.negative = b[i] == '-'
		i++
	}
	whole := d.take(b[i:], 0)
	i += whole
	fraction := 0
	if i < len(b) && b[i] == '.' {
		i++
		fraction = d.take(b[i:], 1)
		i += fraction
	}
	if whole+fraction == 0 {
		return d, 0
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		e, used := scanExponent(b[i+1:])
		if used == 0 {
			return d, 0
		}
		d.exp += e
		i += 1 + used
	}
	return d, i
}

// take appends the leading digits of b to the mantissa and returns their number. Each appended
// digit lowers the exponent by shift.
func (d *decimal) take(b []byte, shift int) int {
	i := 0
	for ; i < len(b) && b[i]-'0' < 10; i++ {
		digit := uint64(b[i] - '0')
		if d.mantissa > 0 || digit > 0 {
			d.digits++
		}
		if d.digits <= 19 {
			d.mantissa = d.mantissa*10 + digit
			d.exp -= shift
		}
	}
	return i
}

func scanExponent(b []byte) (e, n int) {
	i := 0
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		i++
	}
	first := i
	for ; i < len(b) && b[i]-'0' < 10; i++ {
		e = min(e*10+int(b[i]-'0'), 1e6)
	}
	if i == first {
		return 0, 0
	}
	if b[0] == '-' {
		e = -e
	}
	return e, i
}

// parseWhole reads a number that must be whole, such as a city id. "3.0" and "1e3" are whole.
func parseWhole(b []byte) (int64, int) {
	d, n := scanDecimal(b)
	if n == 0 || d.mantissa == 0 {
		return 0, n
	}
	if d.digits > 19 || d.exp > 18 || d.digits+d.exp > 19 {
		return 0, 0
	}
	v := d.mantissa
	for ; d.exp > 0; d.exp-- {
		if v > math.MaxInt64/10 {
			return 0, 0
		}
		v *= 10
	}
	for ; d.exp < 0; d.exp++ {
		if v%10 != 0 {
			return 0, 0
		}
		v /= 10
	}
	switch {
	case v > math.MaxInt64:
		return 0, 0
	case d.negative:
		return -int64(v), n
	}
	return int64(v), n
}

// appendNumber formats a float64 so that reading the text yields the same bits. It avoids an
// exponent for ordinary magnitudes.
func appendNumber(b []byte, v float64) []byte {
	whole := int64(v)
	if float64(whole) == v && math.Abs(v) <= 1e15 && (v != 0 || !math.Signbit(v)) {
		return strconv.AppendInt(b, whole, 10)
	}
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(b, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, v, 'f', -1, 64)
}

// parsePlace reads a field that holds both coordinates: "52.5, 13.4" or "POINT (13.4 52.5)". It
// returns latitude and longitude.
func parsePlace(kind, text string) (place [2]float64, ok bool) {
	text = strings.TrimSpace(text)
	if kind == colWKT {
		upper := strings.ToUpper(text)
		if at := strings.Index(upper, "POINT"); at >= 0 && (at == 0 || strings.HasPrefix(upper, "SRID=")) {
			text = strings.TrimLeft(strings.TrimSpace(upper[at+len("POINT"):]), "ZM ")
		}
		if len(text) < 2 || text[0] != '(' || text[len(text)-1] != ')' {
			return place, false
		}
		parts := strings.Fields(text[1 : len(text)-1])
		if len(parts) < 2 {
			return place, false
		}
		lon, okLon := parseDegrees(parts[0], colLon)
		lat, okLat := parseDegrees(parts[1], colLat)
		return [2]float64{lat, lon}, okLon && okLat
	}
	text = strings.Trim(text, "()[]")
	var a, b string
	found := false
	for _, separator := range []string{",", ";", " "} {
		if !found {
			a, b, found = strings.Cut(text, separator)
		}
	}
	lat, okLat := parseDegrees(a, colLat)
	lon, okLon := parseDegrees(b, colLon)
	return [2]float64{lat, lon}, found && okLat && okLon
}

// parseDegrees reads an angle: a number, optionally with a hemisphere letter, or degrees, minutes
// and seconds with a hemisphere letter or with their symbols, such as 9°59'36"E.
func parseDegrees(text, kind string) (float64, bool) {
	text = strings.TrimSpace(text)
	if v, n := parseFloat([]byte(text)); n > 0 && n == len(text) {
		return v, true
	}
	text, sign, letter := hemisphere(text, kind)
	if sign == 0 {
		return 0, false
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" °º'’′\"”″", r) })
	if len(parts) == 0 || len(parts) > 3 || !letter && !strings.ContainsAny(text, "°º") {
		return 0, false
	}
	degrees, unit := 0.0, 1.0
	for k, part := range parts {
		v, n := parseFloat([]byte(strings.Replace(part, ",", ".", 1)))
		if n == 0 || n != len(part) || k > 0 && (v < 0 || v >= 60) || letter && v < 0 {
			return 0, false
		}
		if k == 0 && math.Signbit(v) {
			sign, v = -sign, -v
		}
		degrees += float64(v / unit)
		unit *= 60
	}
	return sign * degrees, true
}

// hemisphere removes the letter N, S, E or W from either end. sign is 0 if the letter does not fit
// the kind of angle. The letter O is not accepted, because it means east in German and west in
// French.
func hemisphere(text, kind string) (rest string, sign float64, letter bool) {
	letters := "NS"
	if kind == colLon {
		letters = "EW"
	}
	upper := strings.ToUpper(text)
	for _, c := range letters {
		sign = 1
		if c == 'S' || c == 'W' {
			sign = -1
		}
		if before, ok := strings.CutSuffix(upper, string(c)); ok {
			return before, sign, true
		}
		if after, ok := strings.CutPrefix(upper, string(c)); ok {
			return after, sign, true
		}
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }) {
		return text, 0, false
	}
	return text, 1, false
}

// isGrouped reports whether a text is a number with thousands separators.
func isGrouped(text string) bool {
	for _, group := range []string{",", ".", "'", "’", " ", "\u00a0", "\u202f"} {
		plain := strings.ReplaceAll(text, group, "")
		if plain == text {
			continue
		}
		if group == "." {
			plain = strings.Replace(plain, ",", ".", 1)
		}
		parts := strings.Split(text, group)
		tail := strings.FieldsFunc(parts[len(parts)-1], func(r rune) bool { return r == '.' || r == ',' })
		if len(tail) == 0 || len(tail[0]) != 3 || len(strings.TrimLeft(parts[0], "+-")) > 3 {
			continue
		}
		if _, n := parseFloat([]byte(strings.Replace(plain, ",", ".", 1))); n > 0 && n == len(plain) {
			return true
		}
	}
	return false
}

// hasLatLon reports whether a title names both coordinates, such as "Lat/Long".
func hasLatLon(title string) bool {
	words := " " + strings.Join(heading.Words(title), " ") + " "
	lat := strings.Index(words, " lat")
	return lat >= 0 && strings.Contains(words[lat:], " lon") || lat >= 0 && strings.Contains(words[lat:], " lng ")
}
