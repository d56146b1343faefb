// Package daytime reads times of day, time windows and durations as people write them in tables.
package daytime

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Day is the length of a day.
const Day = 24 * time.Hour

var (
	// clock matches 8, 08:00, 8.30, 8h30, 08:00:30 and 8:30 pm.
	clock = regexp.MustCompile(`^(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2}))?)?\s*h?\s*(am|pm)?$`)
	// military matches 0830.
	military = regexp.MustCompile(`^(\d{2})(\d{2})$`)
	// units matches 5, 7.5 min, 1 h, 1h30 and 90 s.
	units = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*(h|hrs?|hours?|std|stunden?|m|min|mins|minutes?|minuten?|minuti|minutos|'|s|sec|seconds?|sek)?\.?\s*(?:(\d{1,2})\s*(?:m|min|mins|minutes?|minuten?)?)?$`)
	// colons matches 0:05 and 1:30:00.
	colons = regexp.MustCompile(`^(\d{1,2}):(\d{2})(?::(\d{2}))?$`)
)

// Parse parses a time of day, such as 08:00, 8.30, 8h30, 0830, 9 Uhr, 3 pm or 8. A fraction below 1
// is a part of the day, as spreadsheets store it.
func Parse(text string) (time.Duration, error) {
	plain := strings.ToLower(strings.TrimSpace(text))
	plain = strings.NewReplacer("uhr", "", "a.m.", "am", "p.m.", "pm", "o'clock", "").Replace(plain)
	plain = strings.TrimSpace(plain)
	m := clock.FindStringSubmatch(plain)
	if m == nil {
		if m = military.FindStringSubmatch(plain); m != nil {
			m = append(m, "", "")
		}
	}
	if m != nil {
		return ofDay(text, m[1], m[2], m[3], m[4])
	}
	if v, err := strconv.ParseFloat(plain, 64); err == nil && v > 0 && v < 1 {
		return time.Duration(v * float64(Day)).Round(time.Second), nil
	}
	return 0, invalid(text)
}

func invalid(text string) error {
	return fmt.Errorf("%q is not a time of day: expected a time such as 08:00", text)
}

// ofDay returns the time of day with the given hours, minutes, seconds and half of the day.
func ofDay(text, hours, minutes, seconds, half string) (time.Duration, error) {
	h, m, s := number(hours), number(minutes), number(seconds)
	switch {
	case half != "" && (h < 1 || h > 12):
		return 0, invalid(text)
	case half != "":
		if h %= 12; half == "pm" {
			h += 12
		}
	}
	at := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second
	if m > 59 || s > 59 || at > Day {
		return 0, invalid(text)
	}
	return at, nil
}

// number converts digits, and "" to 0.
func number(digits string) int {
	n, _ := strconv.Atoi(digits) // the callers pass at most a few digits
	return n
}

// A Window is a part of the day. Open is 0 if it has no beginning, and Close is 0 if it has no end.
type Window struct{ Open, Close time.Duration }

// The words in windows, in several languages.
var (
	dashes = regexp.MustCompile(`\s+(?:bis|to|until|till|à|a|hasta|tot|do)\s+|\s*[–—-]\s*`)
	from   = regexp.MustCompile(`^(?:ab|von|from|after|nach|since|dès|des|de|desde|dalle|da|vanaf|van|od|fra|från)\s+`)
	until  = regexp.MustCompile(`^(?:bis|until|till|before|by|vor|jusqu'à|jusque|avant|hasta|antes de|entro|fino alle|tot|voor|do|til)\s+`)
	more   = regexp.MustCompile(`[;,&/+]|\b(?:und|and|et|y|e|en|i)\b`)
)

// ParseWindow parses a window such as 08:00-12:00, 8 bis 12 Uhr, ab 9 or until 14:00. Empty text is
// the zero Window.
func ParseWindow(text string) (w Window, err error) {
	plain := strings.ToLower(strings.TrimSpace(text))
	if plain == "" {
		return w, nil
	}
	if more.MatchString(plain) {
		return w, fmt.Errorf("%q contains several windows: expected one, such as 08:00-12:00", text)
	}
	if rest := until.ReplaceAllString(plain, ""); rest != plain {
		w.Close, err = Parse(rest)
		return w, err
	}
	rest := from.ReplaceAllString(plain, "")
	ends := dashes.Split(rest, -1)
	switch {
	case len(ends) == 1 && rest != plain:
		w.Open, err = Parse(rest)
		return w, err
	case len(ends) != 2:
		return w, fmt.Errorf("%q is not a time window: expected a window such as 08:00-12:00", text)
	}
	return between(ends[0], ends[1])
}

// between returns the window between two times of day.
func between(open, end string) (w Window, err error) {
	if w.Open, err = Parse(open); err == nil {
		w.Close, err = Parse(end)
	}
	return w, err
}

// Check returns an error if a window closes before it opens.
func (w Window) Check() error {
	if w.Close != 0 && w.Close < w.Open {
		return errors.New("the window closes before it opens; a window over midnight must be split into two days")
	}
	return nil
}

// ParseStay parses a duration: minutes, such as 5 or 7,5, or 5 min, 0:05, 1h30, 90 s. Empty text
// is 0.
func ParseStay(text string) (time.Duration, error) {
	plain := strings.ToLower(strings.TrimSpace(strings.ReplaceAll(text, ",", ".")))
	if plain == "" {
		return 0, nil
	}
	if m := colons.FindStringSubmatch(plain); m != nil {
		return time.Duration(number(m[1]))*time.Hour + time.Duration(number(m[2]))*time.Minute + time.Duration(number(m[3]))*time.Second, nil
	}
	if m := units.FindStringSubmatch(plain); m != nil {
		unit := unitOf(m[2])
		if v, err := strconv.ParseFloat(m[1], 64); err == nil && v <= 1e4 && (m[3] == "" || unit == time.Hour) {
			return time.Duration(v*float64(unit)) + time.Duration(number(m[3]))*time.Minute, nil
		}
	}
	return 0, fmt.Errorf("%q is not a duration: expected minutes, such as 5, or a duration such as 1h30", text)
}

// unitOf returns the duration of a unit, which is a minute by default.
func unitOf(name string) time.Duration {
	switch {
	case strings.HasPrefix(name, "h"), strings.HasPrefix(name, "st"):
		return time.Hour
	case strings.HasPrefix(name, "s"):
		return time.Second
	}
	return time.Minute
}
