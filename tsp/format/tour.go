package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// ReadTour reads a tour of an instance and the properties that the file states about it. It accepts
// TSPLIB's TYPE TOUR; a list of ids separated by spaces, commas or line ends; a list of labels, one
// per line; a CSV file with a column id or name; JSON, either a result ({"tour": [ids]}) or a list;
// GeoJSON points with the properties position and id, as written by WriteTour; and the route of a
// GPX file. If entries could be both ids and labels, they are ids, except in GPX. If the last city
// repeats the first, as in files for drawing, it is dropped. The result is a permutation of the
// cities. It may violate the ends and fixed edges that the instance requires: call the instance's
// Check to verify them. The stated properties may be false: call [Stated.Check] to verify them.
func ReadTour(r io.Reader, name string, in *tsp.Instance) (tsp.Tour, Stated, error) {
	src, err := newSource(r, name, 0)
	if err != nil {
		return nil, Stated{}, err
	}
	defer src.Close()
	b := &tourBuilder{src: src, in: in, find: in.City, seen: make([]bool, in.N())}
	if err := b.read(); err != nil {
		return nil, Stated{}, src.blame(err)
	}
	if err := src.verify(); err != nil {
		return nil, Stated{}, err
	}
	return b.finish()
}

// read detects the format of the file and reads it.
func (b *tourBuilder) read() error {
	text := b.src.head()
	if strings.HasPrefix(text, "PK\x03\x04") {
		return b.readWorkbook()
	}
	if done, err := b.readLabels(); done || err != nil {
		return err
	}
	switch f := beginning(text); {
	case isXML(text) && !strings.Contains(text, "<gpx"):
		return b.src.fail(0, "", "found XML: expected a tour as one of %s, or a list of ids", namesOf(func(i Info) bool { return i.Tours && i.Format != KML }))
	case f.readTour != nil && (f.Format != CSV || text != "" && !strings.ContainsAny(text[:1], "0123456789-+")):
		return f.readTour(b)
	}
	return b.readList()
}

// ReadTourFile reads a tour from a file, or from standard input if path is "-".
func ReadTourFile(path string, in *tsp.Instance) (t tsp.Tour, s Stated, err error) {
	t, err = budget.File(path, func(r io.Reader, name string) (t tsp.Tour, err error) {
		t, s, err = ReadTour(r, name, in)
		return t, err
	})
	return t, s, err
}

// A tourBuilder builds a tour city by city and reports the line of an invalid city.
type tourBuilder struct {
	src    *source
	in     *tsp.Instance
	find   func(int64) (int32, bool)
	seen   []bool
	tour   tsp.Tour
	stated Stated
	closed bool
	where  string // section name for messages
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
		return b.src.refuse(line, b.where, "position %d: %s is visited twice", len(b.tour)+1, b.called(c))
	}
	b.seen[c] = true
	b.tour = append(b.tour, c)
	return nil
}

func (b *tourBuilder) finish() (tsp.Tour, Stated, error) {
	if len(b.tour) != b.in.N() {
		missing := int32(0)
		for b.seen[missing] {
			missing++
		}
		return nil, Stated{}, b.src.refuse(0, b.where, "expected a tour of all %d cities, found only %d: %s is missing",
			b.in.N(), len(b.tour), b.called(missing))
	}
	b.addUpLegs()
	return b.tour, b.stated, nil
}

// called returns the name of a city for an error message: its label in quotes or, if it has none or
// the label could be an id, its id.
func (b *tourBuilder) called(c int32) string {
	if labels := b.in.Details().Labels; len(labels) > 0 && labels[c] != "" {
		if _, isID := b.byID(labels[c]); !isID {
			return quote([]byte(labels[c]))
		}
	}
	return fmt.Sprintf("city %d", b.in.ID(c))
}

// statesSize returns an error if n, the number of cities that the file states, differs from the
// number of cities of the instance.
func (b *tourBuilder) statesSize(n, line int, where string) error {
	if n == b.in.N() {
		return nil
	}
	return b.src.refuse(line, where, "expected the %d cities of the instance, found %d", b.in.N(), n)
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
		return b.statesSize(p.size, size.line, keySize)
	}
	b.stated.comments(p.comment.String())
	return nil
}

// readList reads whole numbers, separated by spaces, commas, semicolons or line ends, up to -1.
func (b *tourBuilder) readList() error {
	s := newScanner(b.src, replacing{b.src, ",;", ' '})
	for s.space() >= 0 {
		id, ok := s.whole()
		if !ok {
			return b.src.fail(s.line, "", "expected a city id, found %s", quote(s.token()))
		}
		if id == -1 {
			return b.endList(s)
		}
		if err := b.visit(id, s.line); err != nil {
			return err
		}
	}
	return b.src.wrap(s.line, "", s.err)
}

// endList rejects any text after the -1 that ends a list, except EOF.
func (b *tourBuilder) endList(s *scanner) error {
	if s.space() >= 0 && string(s.word()) != endOfFile || s.space() >= 0 {
		return b.src.refuse(s.line, "", "the file continues after the -1 that ends the tour")
	}
	return b.src.wrap(s.line, "", s.err)
}

// readLabels reads a file in which every line is the label or code of a city. If fewer than half of
// the lines are, or if all of those are ids, done is false and a different reader must be used.
func (b *tourBuilder) readLabels() (done bool, err error) {
	look := b.byLine()
	if !b.startsWithLabels(look) {
		return false, nil
	}
	data, err := b.src.all()
	if err != nil {
		return false, err
	}
	l := b.labelled(data, look)
	if l.ids == len(l.cities) || l.unknown >= len(l.cities) {
		b.src.Reader.Reader = bufio.NewReader(bytes.NewReader(data))
		return false, nil
	}
	if l.unknown > 0 {
		return false, b.src.refuse(l.where, "name", "expected a city of the instance, found %s", quote([]byte(l.first))+b.suggestion(l.first))
	}
	for i, c := range l.cities {
		if err := b.add(c, l.lines[i]); err != nil {
			return false, err
		}
	}
	return true, nil
}

// startsWithLabels reports whether one of the first lines is the label or code of a city, and the
// first line is not the header of a table.
func (b *tourBuilder) startsWithLabels(look func(string) (int32, bool)) bool {
	head, _ := b.src.Peek(unpack.BufferSize)
	lines := strings.SplitN(strings.TrimLeft(string(head), " \t\r\n"), "\n", mostAhead+1)
	found := slices.ContainsFunc(lines[:min(len(lines), mostAhead)], func(line string) bool { _, ok := look(line); return ok })
	return found && len(findColumns(lines[:1])) == 0
}

// A labelList is a list of labels, one per line.
type labelList struct {
	cities  []int32
	lines   []int  // line number of each city
	ids     int    // number of cities whose label is also an id
	unknown int    // number of lines that are not labels
	first   string // first unknown line
	where   int    // its line number
}

// labelled reads a list of labels.
func (b *tourBuilder) labelled(data []byte, look func(string) (int32, bool)) (l labelList) {
	at := 0
	for text := range bytes.Lines(data) {
		at++
		name := string(text)
		if strings.TrimSpace(name) == "" {
			continue
		}
		c, ok := look(name)
		if !ok {
			if l.unknown++; l.unknown == 1 {
				l.first, l.where = strings.TrimSpace(name), at
			}
			continue
		}
		if _, ok := b.byID(name); ok {
			l.ids++
		}
		l.cities, l.lines = append(l.cities, c), append(l.lines, at)
	}
	return l
}

// byLine returns a function that finds the city whose label or code is the whole line. The label
// may be quoted as in CSV.
func (b *tourBuilder) byLine() func(string) (int32, bool) {
	find := firstOf(b.byLabel(), b.byCode())
	return func(line string) (int32, bool) {
		line = strings.TrimRight(line, "\r\n")
		if c, ok := find(line); ok {
			return c, true
		}
		line = strings.TrimSpace(line)
		if c, ok := find(line); ok || len(line) < 2 || line[0] != '"' || line[len(line)-1] != '"' {
			return c, ok
		}
		return find(strings.ReplaceAll(line[1:len(line)-1], `""`, `"`))
	}
}
