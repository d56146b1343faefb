package format

import (
	"math"
	"strings"
)

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
	words := " " + strings.Join(titleWordsOf(title), " ") + " "
	lat := strings.Index(words, " lat")
	return lat >= 0 && strings.Contains(words[lat:], " lon") || lat >= 0 && strings.Contains(words[lat:], " lng ")
}
