package format

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// ReadTour reads a tour of an instance. It accepts TSPLIB's TYPE TOUR; a list
// of ids separated by blanks, commas or line ends; a list of labels, one per
// line; a CSV file with a column id or name; and JSON, either a result
// ({"tour": [ids]}) or a list. If entries could be both ids and labels, they
// are ids. A last city that repeats the first, as in files made for drawing, is
// dropped. The result is a permutation of the cities. It may lack the ends and
// fixed edges that the instance requires; use the instance's Check.
func ReadTour(r io.Reader, name string, in *tsp.Instance) (tsp.Tour, error) {
	src, err := newSource(r, name, 0)
	if err != nil {
		return nil, err
	}
	defer src.free()
	b := &tourBuilder{src: src, in: in, find: in.Cities(), seen: make([]bool, in.N())}
	if err := b.read(); err != nil {
		return nil, src.blame(err)
	}
	return b.finish()
}

// read detects the format of the file and reads it.
func (b *tourBuilder) read() error {
	if done, err := b.readLabels(); done || err != nil {
		return err
	}
	head, _ := b.src.Peek(512)
	text := strings.TrimLeft(string(head), " \t\r\n")
	switch {
	case strings.HasPrefix(text, "{") || strings.HasPrefix(text, "["):
		return b.readJSON()
	case strings.HasPrefix(text, "<") && strings.Contains(text, "<gpx"):
		return b.forMaps("GPX")
	case strings.HasPrefix(text, "<"):
		return b.forMaps("XML")
	case isTSPLIB(text):
		return b.readTSPLIB()
	case text != "" && !strings.ContainsAny(text[:1], "0123456789-+"):
		return b.readCSV()
	}
	return b.readList()
}

// forMaps is the error for a file that draws a tour instead of naming cities.
func (b *tourBuilder) forMaps(what string) error {
	return b.src.fail(0, "", "found %s, which is for maps: expected a tour as .tour, .json, .csv or a list of ids", what)
}

// ReadTourFile reads a tour from a file; "-" is standard input.
func ReadTourFile(path string, in *tsp.Instance) (tsp.Tour, error) {
	return withFile(path, func(r io.Reader, name string) (tsp.Tour, error) { return ReadTour(r, name, in) })
}

// A tourBuilder adds one city after another and rejects invalid cities at their
// line.
type tourBuilder struct {
	src    *source
	in     *tsp.Instance
	find   func(int64) (int32, bool)
	seen   []bool
	tour   tsp.Tour
	closed bool
	where  string // section for messages
}

func (b *tourBuilder) visit(id int64, line int) error {
	c, ok := b.find(id)
	if !ok {
		hint := ""
		if id == 0 && b.in.ID(0) == 1 {
			hint = ": is the list 0-based?"
		}
		return b.src.refuse(line, b.where, "expected ids of the instance, such as %d, found %d%s", b.in.ID(0), id, hint)
	}
	return b.add(c, line)
}

func (b *tourBuilder) add(c int32, line int) error {
	switch {
	case b.closed:
		return b.src.refuse(line, b.where, "the tour continues after returning to its first city")
	case len(b.tour) == b.in.N() && c == b.tour[0]:
		b.closed = true
		return nil
	case b.seen[c]:
		return b.src.refuse(line, b.where, "position %d: city %d is visited twice", len(b.tour)+1, b.in.ID(c))
	}
	b.seen[c] = true
	b.tour = append(b.tour, c)
	return nil
}

func (b *tourBuilder) finish() (tsp.Tour, error) {
	if len(b.tour) != b.in.N() {
		missing := int32(0)
		for b.seen[missing] {
			missing++
		}
		return nil, b.src.refuse(0, b.where, "expected a tour of all %d cities, found %d of them: city %d is missing",
			b.in.N(), len(b.tour), b.in.ID(missing))
	}
	return b.tour, nil
}

func (b *tourBuilder) readTSPLIB() error {
	p := newTSPLIB(b.src)
	p.visit = func(id int64) error { return b.visit(id, p.line) }
	b.where = secTour
	if err := p.parse(); err != nil {
		return err
	}
	kind, size := p.header[keyType], p.header[keySize]
	_, found := p.began[secTour]
	switch {
	case kind.line > 0 && kind.first() != "TOUR":
		return b.src.fail(kind.line, keyType, "expected TOUR, found %s", quote([]byte(kind.value)))
	case !found:
		return b.src.fail(0, secTour, "the section is missing: expected TOUR_SECTION, the cities, and -1")
	case size.line > 0 && p.size != b.in.N():
		return b.src.refuse(size.line, keySize, "expected the %d cities of the instance, found %d", b.in.N(), p.size)
	}
	return nil
}

// readList reads whole numbers with the usual separators, up to -1.
func (b *tourBuilder) readList() error {
	s := newScanner(b.src, commasToBlanks{b.src})
	for s.space() >= 0 {
		id, ok := s.whole()
		if !ok {
			return b.src.fail(s.line, "", "expected the id of a city, found %s", quote(s.token()))
		}
		if id == -1 {
			break
		}
		if err := b.visit(id, s.line); err != nil {
			return err
		}
	}
	return b.src.wrap(s.line, "", s.err)
}

// commasToBlanks turns "1,2;3" into a list separated by blanks.
type commasToBlanks struct{ r io.Reader }

func (c commasToBlanks) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	for i, ch := range p[:n] {
		if ch == ',' || ch == ';' {
			p[i] = ' '
		}
	}
	return n, err
}

// readJSON reads {"tour": [ids]} or [ids].
func (b *tourBuilder) readJSON() error {
	b.where = "tour"
	data, err := b.src.json()
	if err != nil {
		return err
	}
	var result struct {
		Type json.RawMessage // of GeoJSON
		Tour []int64
	}
	if data[firstByte(data)] == '[' {
		err = json.Unmarshal(data, &result.Tour)
	} else {
		err = json.Unmarshal(data, &result)
	}
	if err != nil {
		return b.src.jsonError(data, err)
	}
	if result.Tour == nil && given(result.Type) {
		return b.forMaps("GeoJSON")
	}
	if result.Tour == nil {
		return b.src.fail(0, "", "expected {\"tour\": [ids]} or a list of ids, found neither")
	}
	for _, id := range result.Tour {
		if err := b.visit(id, 0); err != nil {
			return err
		}
	}
	return nil
}

// readCSV reads the column id or, without one, the names of the cities.
func (b *tourBuilder) readCSV() error {
	t := newTable(b.src)
	header, err := t.next()
	if errors.Is(err, io.EOF) { // only comments
		return nil
	}
	if err != nil {
		return err
	}
	header = slices.Clone(header) // the reader reuses it
	at, look, err := b.nameColumn(t, header)
	if err != nil {
		return err
	}
	for {
		row, err := t.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if at >= len(row) {
			return b.src.fail(t.line, "", "expected %d fields, found %d", len(header), len(row))
		}
		c, ok := look(row[at])
		if !ok {
			return b.src.refuse(t.line, header[at], "expected a city of the instance, found %s", quote([]byte(row[at])))
		}
		if err := b.add(c, t.line); err != nil {
			return err
		}
	}
}

// nameColumn returns the column that identifies the city, and the lookup for
// its values.
func (b *tourBuilder) nameColumn(t *table, header []string) (int, func(string) (int32, bool), error) {
	cols := findColumns(header)
	if at, ok := cols["id"]; ok {
		return at, firstOf(b.byID, b.byLabel()), nil
	}
	if at, ok := cols["name"]; ok {
		return at, firstOf(b.byLabel(), b.byID), nil
	}
	return 0, nil, b.src.fail(t.line, "", "expected a column id or name, found %s", quote([]byte(strings.Join(header, ","))))
}

func firstOf(find, otherwise func(string) (int32, bool)) func(string) (int32, bool) {
	return func(name string) (int32, bool) {
		if c, ok := find(name); ok {
			return c, true
		}
		return otherwise(name)
	}
}

func (b *tourBuilder) byID(name string) (int32, bool) {
	id, err := strconv.ParseInt(strings.TrimSpace(name), 10, 64)
	if err != nil {
		return 0, false
	}
	return b.find(id)
}

// byLabel returns a lookup of the first city with a label.
func (b *tourBuilder) byLabel() func(string) (int32, bool) {
	labels := make(map[string]int32, len(b.in.Labels()))
	for i, label := range b.in.Labels() {
		if _, taken := labels[label]; !taken {
			labels[label] = int32(i)
		}
	}
	return func(name string) (int32, bool) { c, ok := labels[name]; return c, ok }
}
