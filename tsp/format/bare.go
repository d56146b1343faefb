package format

import (
	"math"
	"strings"
)

// withoutHeader recognises a table of named places without a header. In each of the first rows, the
// same two columns must hold numbers, or the same three columns if the first of them counts up. The
// numbers are latitudes and longitudes if they are within range and have at least three decimals,
// as in the output of a geocoder; otherwise they are x and y. A warning reports which reading was
// chosen.
func (t *table) withoutHeader(rows []aheadRow, opt Options) *header {
	numbers, texts, n := t.kinds(rows)
	if n == 0 || len(texts) == 0 {
		return nil
	}
	h := &header{id: -1, name: texts[0]}
	if len(numbers) == 3 && n > 1 && t.counts(rows[:n], numbers[0]) {
		h.id, numbers = numbers[0], numbers[1:]
	}
	if len(numbers) != 2 {
		return nil
	}
	h.coords = numbers
	h.axes = plane
	p := picker{t: t}
	what, other := "x and y", "lat and lon"
	if t.looksLikeDegrees(rows[:n], numbers) && !p.wantsPlane(opt) {
		h.axes, what, other = globe, other, what
	}
	t.src.doubt(rows[0].line, "the file has no header: read columns %d and %d as %s, not as %s, and column %d as the name",
		numbers[0]+1, numbers[1]+1, what, other, h.name+1)
	return h
}

// kinds returns the columns that hold numbers and the columns that hold text in each of the first n
// rows. These rows must all have the same number of fields.
func (t *table) kinds(rows []aheadRow) (numbers, texts []int, n int) {
	width := len(rows[0].fields)
	for n < len(rows) && rows[n].err == nil {
		if len(rows[n].fields) != width {
			return nil, nil, 0
		}
		n++
	}
	for k := range width {
		numeric, filled := 0, 0
		for _, row := range rows[:n] {
			if _, ok := t.number(row.fields[k]); ok {
				numeric++
			}
			if strings.TrimSpace(row.fields[k]) != "" {
				filled++
			}
		}
		switch {
		case numeric == n:
			numbers = append(numbers, k)
		case numeric == 0 && filled == n:
			texts = append(texts, k)
		}
	}
	return numbers, texts, n
}

// counts reports whether a column counts up from 0 or 1.
func (t *table) counts(rows []aheadRow, column int) bool {
	first, _ := t.number(rows[0].fields[column])
	for i, row := range rows {
		if v, _ := t.number(row.fields[column]); v != first+float64(i) {
			return false
		}
	}
	return first == 0 || first == 1
}

// looksLikeDegrees reports whether the numbers in two columns are within the ranges of latitude and
// longitude and have at least three decimals.
func (t *table) looksLikeDegrees(rows []aheadRow, columns []int) bool {
	for _, row := range rows {
		for k, most := range []float64{90, 180} {
			text := row.fields[columns[k]]
			point := strings.LastIndexAny(text, ".,")
			if v, _ := t.number(text); math.Abs(v) > most || point < 0 || len(strings.TrimSpace(text[point:])) < 4 {
				return false
			}
		}
	}
	return true
}
