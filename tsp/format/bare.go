package format

import (
	"math"
	"strings"
)

// withoutHeader recognises places without a header but with names: in each of the first
// rows the same two columns hold numbers, or three of which the first counts. They are
// latitudes and longitudes if they are within their ranges and have three decimals, as
// those of a geocoder have; otherwise x and y. A doubt says which.
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

// kinds returns the columns that hold numbers, and the columns that hold texts, in each of the
// first n rows. All must have the same number of fields.
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

// looksLikeDegrees reports whether two columns are within the ranges of latitudes and
// longitudes, with three decimals or more.
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
