package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A header says which columns of a table hold what.
type header struct {
	titles []string // nil: the table has none
	axes   axes
	coords []int  // the columns of the coordinates
	whole  string // colPair or colWKT: one column holds a whole place
	id     int    // -1: none
	name   int    // -1: none
	sure   bool   // the column of the ids is called id
}

// dims returns the number of coordinates.
func (h *header) dims() int {
	if h.whole != "" {
		return 2
	}
	return len(h.coords)
}

// title names a column for messages.
func (h *header) title(column int) string {
	if column < len(h.titles) {
		return strings.TrimSpace(h.titles[column])
	}
	return "column " + strconv.Itoa(column+1)
}

// findHeader finds the header among the first rows: below a few lines of a report, it is
// the first row with titles of coordinates. at is its position. The header of a matrix has
// no such titles, and h is nil.
func (t *table) findHeader(rows []aheadRow, opt Options) (h *header, at int, err error) {
	if len(opt.Columns) > 0 {
		return t.askedHeader(rows, opt)
	}
	for at, row := range rows {
		if row.err != nil || t.numbersIn(row.fields) > 1 {
			break
		}
		h, err := t.header(row, below(rows, at), opt)
		if h != nil || err != nil {
			return h, at, err
		}
	}
	return nil, 0, nil
}

// below returns the row after row at, or nil.
func below(rows []aheadRow, at int) []string {
	if at+1 < len(rows) {
		return rows[at+1].fields
	}
	return nil
}

// numbersIn counts the numbers in a row.
func (t *table) numbersIn(row []string) (n int) {
	for _, field := range row {
		if _, ok := t.number(field); ok {
			n++
		}
	}
	return n
}

// header finds the columns of coordinates in a row of titles. It is nil if there are none.
func (t *table) header(row aheadRow, next []string, opt Options) (*header, error) {
	p := picker{t: t, line: row.line, titles: row.fields, asked: map[string]int{}}
	return p.header(next, opt)
}

// A picker chooses columns by their titles.
type picker struct {
	t      *table
	line   int
	titles []string
	asked  map[string]int // columns that the caller named
}

// pick returns the column that fits a kind best, or -1, and how well. Two that fit equally
// well are an error for coordinates, and the first one otherwise.
func (p *picker) pick(kind string) (column, score int, err error) {
	if at, ok := p.asked[kind]; ok {
		return at, plain, nil
	}
	column = -1
	var rival []int
	for i, title := range p.titles {
		switch s := fit(title, kind); {
		case s == 0 || p.taken(i):
		case s > score:
			column, score, rival = i, s, nil
		case s == score:
			rival = append(rival, i)
		}
	}
	if rival != nil && (kind == colLat || kind == colLon || kind == colX || kind == colY) {
		e := p.t.src.fail(p.line, "", "columns %s and %s both look like %s; columns: %s",
			quote(p.titles[column]), quote(p.titles[rival[0]]), kindTitles[kind], listTitles(p.titles))
		e.cause = ErrColumns
		return -1, 0, e
	}
	return column, score, nil
}

func (p *picker) taken(column int) bool {
	for _, at := range p.asked {
		if at == column {
			return true
		}
	}
	return false
}

var kindTitles = map[string]string{colLat: "a latitude", colLon: "a longitude", colX: "an x", colY: "a y"}

// pair picks two columns that belong together. Both or none are there; half is the one that
// has no partner, if its title is plain.
func (p *picker) pair(a, b string) (cols []int, half int, err error) {
	i, si, err := p.pick(a)
	if err != nil {
		return nil, -1, err
	}
	j, sj, err := p.pick(b)
	switch {
	case err != nil:
		return nil, -1, err
	case i >= 0 && j >= 0 && i != j:
		return []int{i, j}, -1, nil
	case i >= 0 && si == plain:
		return nil, i, nil
	case j >= 0 && sj == plain:
		return nil, j, nil
	}
	return nil, -1, nil
}

// header chooses places on the globe before those in the plane, unless a metric of the
// plane is requested or the caller named a column of the plane.
func (p *picker) header(next []string, opt Options) (*header, error) {
	h := &header{titles: p.titles, id: -1, name: -1}
	wantsPlane := p.wantsPlane(opt)
	onGlobe, halfGlobe, errGlobe := p.pair(colLat, colLon)
	inPlane, halfPlane, errPlane := p.pair(colX, colY)
	switch {
	case inPlane != nil && (onGlobe == nil && errGlobe == nil || wantsPlane):
		h.axes, h.coords = plane, p.withZ(inPlane, opt)
	case errGlobe != nil && !wantsPlane:
		return nil, errGlobe
	case onGlobe != nil:
		h.axes, h.coords = globe, onGlobe
	case errPlane != nil:
		return nil, errPlane
	case p.whole(h, next):
	case halfGlobe >= 0 || halfPlane >= 0:
		return nil, p.lonely(max(halfGlobe, halfPlane))
	default:
		return nil, nil
	}
	p.names(h)
	return h, nil
}

// wantsPlane reports whether the metric or the caller's columns are of the plane.
func (p *picker) wantsPlane(opt Options) bool {
	_, x := p.asked[colX]
	_, y := p.asked[colY]
	m, err := tsp.ParseMetric(opt.Metric)
	return x || y || err == nil && m != tsp.Geo && m != tsp.Haversine
}

// withZ adds the column z, unless a metric for two coordinates is requested.
func (p *picker) withZ(cols []int, opt Options) []int {
	m, err := tsp.ParseMetric(opt.Metric)
	z, score, _ := p.pick(colZ)
	if z < 0 || score < likely || err == nil && m.Dims() == 2 && m != tsp.Euclidean {
		return cols
	}
	return append(cols, z)
}

// whole finds a column of whole places, "52.5, 13.4" or "POINT (13.4 52.5)", if the row
// below has one.
func (p *picker) whole(h *header, next []string) bool {
	for i, title := range p.titles {
		if i >= len(next) {
			break
		}
		for _, kind := range []string{colPair, colWKT} {
			if _, ok := parsePlace(kind, next[i]); ok && (fit(title, kind) > 0 || hasLatLon(title)) {
				h.axes, h.coords, h.whole = globe, []int{i}, kind
				return true
			}
		}
	}
	return false
}

// lonely returns the error for one coordinate without the other.
func (p *picker) lonely(column int) error {
	e := p.t.src.fail(p.line, "", "column %s lacks its counterpart: expected columns x and y, or lat and lon; columns: %s", quote(p.titles[column]), listTitles(p.titles))
	e.cause = ErrColumns
	return e
}

// names finds the columns of ids and names.
func (p *picker) names(h *header) {
	for _, kind := range []struct {
		name string
		to   *int
	}{{colID, &h.id}, {colName, &h.name}} {
		column, score, _ := p.pick(kind.name)
		if column < 0 || slices.Contains(h.coords, column) {
			continue
		}
		*kind.to = column
		h.sure = h.sure || kind.name == colID && score == plain
	}
}

// noPlaces returns the error for a table whose titles name no coordinates and whose rows are
// not a matrix.
func (t *table) noPlaces(row aheadRow) error {
	e := t.src.fail(row.line, "", "no coordinates found (addresses must be geocoded first), and the rows are not a distance matrix; columns: %s", listTitles(row.fields))
	e.cause = ErrColumns
	return e
}

// listTitles lists the columns for a message.
func listTitles(titles []string) string {
	const most = 12
	var list []string
	for i, title := range titles {
		if i == most {
			list = append(list, fmt.Sprintf("… (%d in all)", len(titles)))
			break
		}
		if title = strings.TrimSpace(title); title == "" {
			title = strconv.Itoa(i + 1)
		}
		list = append(list, shorten(title))
	}
	return strings.Join(list, ", ")
}

// shorten quotes a title that could be misread.
func shorten(title string) string {
	if len(title) > 40 || strings.ContainsAny(title, ",\"") || strings.ContainsFunc(title, func(r rune) bool { return r < ' ' }) {
		return quote(title)
	}
	return title
}
