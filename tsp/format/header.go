package format

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A header describes the contents of a table's columns.
type header struct {
	titles []string // nil if the table has no titles
	axes   axes
	coords []int  // columns of the coordinates
	whole  string // colPair or colWKT if one column holds all coordinates, otherwise ""
	id     int    // -1 if there is no id column
	name   int    // -1 if there is no name column
	names  []int  // columns that look like names, the best first
	asked  bool   // whether the caller specified the name column
	sure   bool   // whether the id column is called id
}

// dims returns the number of coordinates.
func (h *header) dims() int {
	if h.whole != "" {
		return 2
	}
	return len(h.coords)
}

// title returns the name of a column for messages.
func (h *header) title(column int) string {
	if column < len(h.titles) {
		return strings.TrimSpace(h.titles[column])
	}
	return "column " + strconv.Itoa(column+1)
}

// findHeader finds the header among the first rows. The header is the first row with coordinate
// titles; a few lines of a report may precede it. at is its index. The header of a matrix has no
// coordinate titles, so h is nil.
func (t *table) findHeader(rows []aheadRow, opt Options) (h *header, at int, err error) {
	if len(opt.Columns) > 0 {
		return t.askedHeader(rows, opt)
	}
	for at, row := range rows {
		if row.err != nil || t.numbersIn(row.fields) > 1 {
			break
		}
		p := picker{t: t, line: row.line, titles: row.fields}
		h, err := p.header(below(rows, at), opt)
		if h != nil || err != nil {
			return h, at, err
		}
	}
	return nil, 0, nil
}

// below returns the row that follows row at, or nil.
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

// A picker chooses columns by their titles.
type picker struct {
	t      *table
	line   int
	titles []string
	asked  map[string]int // columns that the caller specified
}

// pick returns the column that matches a kind best, or -1, and the quality of the match. If two
// columns match equally well, pick returns an error for latitude, longitude, x and y, and the first
// column for other kinds.
func (p *picker) pick(kind string) (column, score int, err error) {
	if at, ok := p.asked[kind]; ok {
		return at, plain, nil
	}
	column = -1
	var rival []int
	for i, title := range p.titles {
		switch s := fit(title, kind); {
		case s == 0 || slices.Contains(slices.Collect(maps.Values(p.asked)), i):
		case s > score:
			column, score, rival = i, s, nil
		case s == score:
			rival = append(rival, i)
		}
	}
	if rival != nil && (kind == colLat || kind == colLon || kind == colX || kind == colY) {
		return -1, 0, p.t.src.fail(p.line, "", "columns %s and %s both look like %s; columns: %s",
			quote(p.titles[column]), quote(p.titles[rival[0]]), kindTitles[kind], listTitles(p.titles)).as(ErrColumns)
	}
	return column, score, nil
}

var kindTitles = map[string]string{colLat: "a latitude", colLon: "a longitude", colX: "an x", colY: "a y"}

// pair picks two columns that belong together. It returns both columns or neither. half is a column
// with a plain title but without a partner, or -1.
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

// header finds the coordinate columns. It returns nil if there are none. It prefers coordinates on
// the globe to coordinates in the plane, unless a metric of the plane is requested or the caller
// specified an x or y column.
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

// wantsPlane reports whether the requested metric or the columns that the caller specified belong
// to the plane.
func (p *picker) wantsPlane(opt Options) bool {
	_, x := p.asked[colX]
	_, y := p.asked[colY]
	m, err := tsp.ParseMetric(opt.Metric)
	return x || y || err == nil && m != tsp.Geo && m != tsp.Haversine
}

// withZ adds the z column, unless a metric for two coordinates is requested.
func (p *picker) withZ(cols []int, opt Options) []int {
	m, err := tsp.ParseMetric(opt.Metric)
	z, score, _ := p.pick(colZ)
	if z < 0 || score < likely || err == nil && m.Dims() == 2 && m != tsp.Euclidean {
		return cols
	}
	return append(cols, z)
}

// whole finds a column that holds both coordinates, as in "52.5, 13.4" or "POINT (13.4 52.5)", if
// the row below confirms it.
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

// lonely returns the error for a coordinate column without its partner.
func (p *picker) lonely(column int) error {
	return p.t.src.fail(p.line, "", "column %s lacks its counterpart: expected columns x and y, or lat and lon; columns: %s", quote(p.titles[column]), listTitles(p.titles)).as(ErrColumns)
}

// names finds the id and name columns.
func (p *picker) names(h *header) {
	if column, score, _ := p.pick(colID); !slices.Contains(h.coords, column) {
		h.id, h.sure = column, column >= 0 && score == plain
	}
	h.names = p.nameColumns(h)
	if _, h.asked = p.asked[colName]; len(h.names) > 0 {
		h.name = h.names[0]
	}
}

// noPlaces returns the error for a table that has no coordinate titles and is not a matrix.
func (t *table) noPlaces(row aheadRow) error {
	return t.src.fail(row.line, "", "no coordinates found (addresses must be geocoded first), and the rows are not a distance matrix; columns: %s", listTitles(row.fields)).as(ErrColumns)
}

// listTitles lists the column titles for a message.
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

// shorten quotes a title that is long or could be misread in a list.
func shorten(title string) string {
	if len(title) > 40 || strings.ContainsAny(title, ",\"") || strings.ContainsFunc(title, func(r rune) bool { return r < ' ' }) {
		return quote(title)
	}
	return title
}
