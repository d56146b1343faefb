package sheet

import (
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A moment specifies which parts of a number a cell shows as a date or a time. Zero means that the
// cell shows a plain number.
type moment uint8

const (
	day     moment = 1 << iota
	clock          // hours and minutes of the day
	elapsed        // hours, which may exceed 24
)

// readStyles determines which cell styles show dates and times.
func (b *Book) readStyles() error {
	const name = "xl/styles.xml"
	if b.parts[name] == nil {
		return nil
	}
	own := map[string]moment{}
	ofCells := false
	return b.elements(name, func(e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmt":
			own[attr(e, "numFmtId")] = momentOf(attr(e, "formatCode"))
		case "cellXfs", "cellStyleXfs":
			ofCells = e.Name.Local == "cellXfs"
		case "xf":
			if ofCells {
				b.styles = append(b.styles, momentOfID(attr(e, "numFmtId"), own))
			}
		}
		return nil
	})
}

// momentOfID returns the moment of a number format, which is defined in the workbook or built in.
func momentOfID(id string, own map[string]moment) moment {
	if m, ok := own[id]; ok {
		return m
	}
	switch n, _ := strconv.Atoi(id); {
	case n >= 14 && n <= 17:
		return day
	case n >= 18 && n <= 21 || n == 45 || n == 47:
		return clock
	case n == 22:
		return day | clock
	case n == 46:
		return elapsed
	}
	return 0
}

// aside matches the literal text, colours and languages in a number format.
var aside = regexp.MustCompile(`"[^"]*"|\\.|_.|\[[^\]hms][^\]]*\]`)

// momentOf returns the moment of a number format such as dd/mm/yyyy\ hh:mm. An m without hours or
// seconds is a month.
func momentOf(format string) (m moment) {
	format, _, _ = strings.Cut(aside.ReplaceAllString(strings.ToLower(format), ""), ";")
	if format == "general" {
		return 0
	}
	if strings.ContainsAny(format, "yd") {
		m |= day
	}
	switch {
	case strings.Contains(format, "[h"):
		m |= elapsed
	case strings.ContainsAny(format, "hs"):
		m |= clock
	}
	if m == 0 && strings.Contains(format, "m") && !strings.ContainsAny(format, "0#?") {
		m = day
	}
	return m
}

// lastDay is the day after the last date that Excel supports, at the end of the year 9999.
const lastDay = 2958466

// show formats a number of days as a date or a time as in ISO 8601, with a space between the date
// and the time. Days count from the end of 1899, or from 1904 in workbooks of old Macs. Excel
// treats 1900 as a leap year.
func (m moment) show(days float64, from1904 bool) (string, bool) {
	if m == 0 || !(days >= 0 && days < lastDay) {
		return "", false
	}
	seconds := int64(math.Round(days * 86400))
	if m == elapsed {
		return fmt.Sprintf("%02d:%02d%s", seconds/3600, seconds/60%60, tail(seconds)), true
	}
	start := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from1904:
		start = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case days < 60:
		start = start.AddDate(0, 0, 1)
	}
	at := start.AddDate(0, 0, int(seconds/86400)).Add(time.Duration(seconds%86400) * time.Second)
	switch m {
	case day:
		return at.Format("2006-01-02"), true
	case clock:
		return at.Format("15:04") + tail(seconds), true
	}
	return at.Format("2006-01-02 15:04") + tail(seconds), true
}

// tail returns the seconds of a time, or "" if they are zero.
func tail(seconds int64) string {
	if seconds%60 == 0 {
		return ""
	}
	return fmt.Sprintf(":%02d", seconds%60)
}
