package format

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/heading"
)

// askedHeader finds the columns that the caller specified by title or number.
func (t *table) askedHeader(rows []aheadRow, opt Options) (*header, int, error) {
	asked := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(opt.Columns)) {
		value := opt.Columns[key]
		kind := columnNames[strings.ToLower(strings.TrimSpace(key))]
		if kind == colTown {
			kind = colName
		}
		if kind == "" {
			return nil, 0, t.src.fail(0, "columns", "expected lat, lon, x, y, z, id or name, found %s", quote(key))
		}
		if _, twice := asked[kind]; twice {
			return nil, 0, t.src.fail(0, "columns", "%s is assigned twice: expected one column for it", kind)
		}
		asked[kind] = strings.TrimSpace(value)
	}
	at := t.askedRow(rows, asked)
	row := rows[max(at, 0)]
	p := picker{t: t, line: row.line, titles: row.fields, asked: map[string]int{}}
	for _, kind := range slices.Sorted(maps.Keys(asked)) {
		value, column := asked[kind], -1
		if at >= 0 { // otherwise the row is a city, not a header
			column = heading.Find(row.fields, value)
		}
		if n, err := strconv.Atoi(value); column < 0 && err == nil && n >= 1 && n <= len(row.fields) {
			column = n - 1
		}
		if column < 0 {
			return nil, 0, t.src.fail(row.line, "columns", "%s: no column named %s; columns: %s", kind, quote(value), listTitles(row.fields)).as(ErrColumns)
		}
		p.asked[kind] = column
	}
	if at < 0 {
		p.titles = make([]string, len(row.fields)) // the row is a city, not a header
	}
	h, err := p.header(below(rows, max(at, 0)), opt)
	if h == nil && err == nil {
		err = t.noPlaces(row)
	}
	if h != nil && at < 0 {
		h.titles = nil
	}
	return h, max(at, -1), err
}

// askedRow returns the index of the first row that contains a title the caller specified. If there
// is no such row, it returns the index of the row above the first row with more than one number (-1
// if no row is above it), or 0 if no row has more than one number.
func (t *table) askedRow(rows []aheadRow, asked map[string]string) int {
	for at, row := range rows {
		for _, value := range asked {
			if _, err := strconv.Atoi(value); err != nil && heading.Find(row.fields, value) >= 0 {
				return at
			}
		}
	}
	for at, row := range rows {
		if t.numbersIn(row.fields) > 1 {
			return at - 1
		}
	}
	return 0
}
