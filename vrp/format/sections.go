package format

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// The sections of a file, and the length of their rows.
var widths = map[string]int{
	"NODE_COORD": 3, "DEMAND": 2, "DEPOT": 1, "SERVICE_TIME": 2, "TIME_WINDOW": 3, "BACKHAUL": 2, "PRIZE": 2,
	"CAPACITY": 2, "VEHICLES_FIXED_COST": 2, "VEHICLES_UNIT_DISTANCE_COST": 2, "VEHICLES_DEPOT": 2,
}

// A file contains the header and the sections of a file in the VRPLIB format.
type file struct {
	name   string
	line   int
	header map[string]string
	rows   map[string][]float64 // the rows of each section, without their first number if it counts them
	open   string               // section that the next line belongs to
	ended  bool
}

// scan reads a whole file.
func scan(r io.Reader, name string) (*file, error) {
	f := &file{name: name, header: map[string]string{}, rows: map[string][]float64{}}
	lines := budget.NewLines(r, budget.MaxLine)
	for !f.ended && lines.Scan() {
		f.line++
		if err := f.take(strings.TrimSpace(lines.Text())); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, f.line, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, f.line+1, err)
	}
	return f, nil
}

// take reads a line.
func (f *file) take(line string) error {
	section, opens := strings.CutSuffix(line, "_SECTION")
	key, value, isHeader := strings.Cut(line, ":")
	switch {
	case line == "":
		return nil
	case line == "EOF":
		f.ended = true
	case opens && widths[section] > 0 && f.rows[section] == nil:
		f.open, f.rows[section] = section, []float64{}
	case opens:
		return fmt.Errorf("section %.40q is duplicate or unknown", line)
	case isHeader:
		return f.enter(strings.TrimSpace(key), strings.TrimSpace(value))
	case f.open == "":
		return fmt.Errorf("found %.40q, expected a line such as \"CAPACITY : 100\" or a section", line)
	default:
		return f.row(strings.Fields(line))
	}
	return nil
}

// headers lists the known entries of a header.
const headers = " NAME COMMENT TYPE DIMENSION VEHICLES CAPACITY EDGE_WEIGHT_TYPE SERVICE_TIME VEHICLES_MAX_DURATION VEHICLES_MAX_DISTANCE DISTANCE "

func (f *file) enter(key, value string) error {
	if !strings.Contains(headers, " "+key+" ") {
		return fmt.Errorf("unknown entry %.40q: expected one of%s", key, strings.TrimRight(headers, " "))
	}
	if _, twice := f.header[key]; twice {
		return fmt.Errorf("duplicate entry %s", key)
	}
	f.header[key] = value
	return nil
}

// row reads a row of a section. Rows are numbered from 1, except in the list of depots, which may
// end with -1.
func (f *file) row(words []string) error {
	width, rows := widths[f.open], f.rows[f.open]
	if f.open == "DEPOT" && words[0] == "-1" {
		f.open = ""
		return nil
	}
	if len(words) != width {
		return fmt.Errorf("%s_SECTION: found %d numbers in a row, expected %d", f.open, len(words), width)
	}
	if width > 1 {
		number := len(rows)/(width-1) + 1
		if words[0] != strconv.Itoa(number) {
			return fmt.Errorf("%s_SECTION: found row %.20q, expected row %d: rows must be in order", f.open, words[0], number)
		}
		words = words[1:]
	}
	for _, word := range words {
		v, err := finite(word)
		if err != nil {
			return fmt.Errorf("%s_SECTION: %w", f.open, err)
		}
		rows = append(rows, v)
	}
	f.rows[f.open] = rows
	return nil
}

// finite parses a number. The limit keeps products with scales finite.
func finite(word string) (float64, error) {
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || !(v >= -1e15 && v <= 1e15) {
		return 0, fmt.Errorf("found %.40q, expected a number of at most 1e15", word)
	}
	return v, nil
}

// number returns a number of the header, or other if the header has no such entry.
func (f *file) number(key string, other float64) (float64, error) {
	text, ok := f.header[key]
	if !ok {
		return other, nil
	}
	v, err := finite(text)
	if err == nil && v < 0 {
		err = fmt.Errorf("found %v, expected 0 or more", v)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %s: %w", f.name, key, err)
	}
	return v, nil
}
