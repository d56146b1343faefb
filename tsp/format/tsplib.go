package format

import (
	"math"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// TSPLIB keywords and sections, including this package's extensions.
const (
	keyName   = "NAME"
	keyType   = "TYPE"
	keyText   = "COMMENT"
	keySize   = "DIMENSION"
	keyMetric = "EDGE_WEIGHT_TYPE"
	keyLayout = "EDGE_WEIGHT_FORMAT"
	keyStart  = "PATH_START" // extension: the first city of a path
	keyEnd    = "PATH_END"   // extension: the last city of a path
	keyDraw   = "DISPLAY_DATA_TYPE"

	secCoords  = "NODE_COORD_SECTION"
	secDisplay = "DISPLAY_DATA_SECTION"
	secWeights = "EDGE_WEIGHT_SECTION"
	secFixed   = "FIXED_EDGES_SECTION"
	secTour    = "TOUR_SECTION"
	secIDs     = "NODE_ID_SECTION" // extension: ids of the cities of a matrix
	endOfFile  = "EOF"
)

var knownWords = map[string]bool{
	keyName: true, keyType: true, keyText: true, keySize: true, keyMetric: true, keyLayout: true,
	keyStart: true, keyEnd: true, endOfFile: true,
	"CAPACITY": true, "EDGE_DATA_FORMAT": true, "NODE_COORD_TYPE": true, keyDraw: true,
}

// maxCities is the maximum number of cities in package tsp.
const maxCities = math.MaxInt32 / 4

// An entry is the value of a keyword and its line number. Line 0 means that the keyword is absent.
type entry struct {
	value string
	line  int
}

// first returns the first word of the value in upper case: "TSP (M.~Hofmeister)" yields "TSP".
func (e entry) first() string {
	word, _, _ := strings.Cut(strings.ReplaceAll(e.value, "\t", " "), " ")
	return strings.ToUpper(word)
}

// A tsplib holds the parsed content of a file. The numbers are interpreted at the end, because
// TSPLIB allows keywords and sections in any order.
type tsplib struct {
	*scanner
	src     *source
	header  map[string]entry
	began   map[string]int // line number of each section
	coords  nodes
	display nodes
	weights []float64
	comment strings.Builder // text of all COMMENT lines
	size    int             // DIMENSION; 0 until it has been read
	fixed   []int64
	ids     []int64
	visit   func(id int64) error // called for each city of TOUR_SECTION
}

func readTSPLIB(src *source, opt Options) (*tsp.Instance, error) {
	p := newTSPLIB(src)
	if err := p.parse(); err != nil {
		return nil, err
	}
	return p.instance(opt)
}

func newTSPLIB(src *source) *tsplib {
	return &tsplib{
		scanner: newScanner(src, src), src: src, header: map[string]entry{}, began: map[string]int{},
		visit: func(int64) error { return nil },
	}
}

func (p *tsplib) parse() error {
	for c := p.space(); c >= 0; c = p.space() {
		if !isLetter(c) {
			return p.expected("", "a keyword such as NAME, DIMENSION or NODE_COORD_SECTION")
		}
		line, word := p.line, strings.ToUpper(string(p.word()))
		if word == endOfFile {
			break
		}
		if p.blanks() == ':' {
			p.pos++
		}
		if err := p.keyword(word, line); err != nil {
			return err
		}
	}
	return p.src.wrap(p.line, "", p.err)
}

// keyword reads one line of the header, or a whole section.
func (p *tsplib) keyword(word string, line int) error {
	if strings.HasSuffix(word, "_SECTION") {
		if before, ok := p.began[word]; ok {
			return p.src.fail(line, word, "the section appears here and on line %d: expected it once", before)
		}
		p.began[word] = line
		return p.section(word)
	}
	e := entry{p.rest(), line}
	if before := p.header[word].line; before > 0 && word != keyText {
		return p.src.fail(line, word, "the keyword appears here and on line %d: expected it once", before)
	}
	switch {
	case word == keyText:
		p.addComment(e.value)
	case word == keySize:
		return p.setDimension(e)
	case knownWords[word]:
		p.header[word] = e
	}
	return nil
}

// addComment adds a line to the comment.
func (p *tsplib) addComment(text string) {
	if p.header[keyText].line > 0 {
		p.comment.WriteByte('\n')
	}
	p.header[keyText] = entry{line: p.line}
	p.comment.WriteString(text)
}

// setDimension rejects impossible values immediately. It does not trust possible values either:
// memory is allocated only as the cities are read.
func (p *tsplib) setDimension(e entry) error {
	n, err := strconv.ParseInt(e.value, 10, 64)
	if err != nil || n < 1 || n > maxCities {
		return p.src.fail(e.line, keySize, "expected the number of cities, from 1 to %d, found %s", maxCities, quote(e.value))
	}
	p.header[keySize], p.size = e, int(n)
	return p.src.fits(p.size, e.line, keySize)
}

func (p *tsplib) section(word string) (err error) {
	switch word {
	case secCoords:
		err = p.readPlaces(word, &p.coords)
	case secDisplay:
		err = p.readPlaces(word, &p.display)
	case secWeights:
		err = p.readWeights()
	case secFixed:
		err = p.readIDs(word, func(id int64) error { return p.keep(word, &p.fixed, id, 2) })
	case secTour:
		err = p.readIDs(word, p.visit)
	case secIDs:
		err = p.readIDs(word, func(id int64) error { return p.keep(word, &p.ids, id, 1) })
	default: // ignore other sections
		p.skipLine()
		p.skipToKeyword()
	}
	return err
}

// atKeyword reports whether the next word is a keyword, which ends a section.
func (p *tsplib) atKeyword() bool {
	b := p.ahead()
	n := 0
	for n < len(b) && isWord(b[n]) {
		n++
	}
	word := strings.ToUpper(string(b[:n]))
	for n < len(b) && isBlank(b[n]) {
		n++
	}
	return knownWords[word] || strings.HasSuffix(word, "_SECTION") || n < len(b) && b[n] == ':'
}

// more reports whether the section continues with a number. It returns an error if the next token
// is neither a number nor a keyword.
func (p *tsplib) more(section string) (bool, error) {
	c := p.space()
	switch {
	case c < 0 && p.err != nil:
		return false, p.src.wrap(p.line, section, p.err)
	case c < 0 || isLetter(c) && p.atKeyword():
		return false, nil
	case isLetter(c):
		return false, p.expected(section, "a number or a keyword")
	}
	return true, nil
}

// expected returns the error for an unexpected token in a section. what describes the expected
// input.
func (p *tsplib) expected(section, what string) error {
	if p.err != nil {
		return p.src.wrap(p.line, section, p.err)
	}
	return p.src.fail(p.line, section, "expected %s, found %s", what, quote(p.token()))
}

// keep appends id to list. It returns an error if the list then has more ids than the limit, each
// times the number of cities.
func (p *tsplib) keep(section string, list *[]int64, id int64, each int) error {
	if *list = append(*list, id); p.size > 0 && len(*list) > each*p.size {
		return p.src.fail(p.line, section, "expected at most %d ids for %d cities (DIMENSION, line %d), found more",
			each*p.size, p.size, p.header[keySize].line)
	}
	return nil
}

// readWeights reads EDGE_WEIGHT_SECTION, in which lines may break anywhere. It rejects more numbers
// than the header declares, if the header precedes the section.
func (p *tsplib) readWeights() error {
	most := p.mostWeights()
	for {
		ok, err := p.more(secWeights)
		if !ok {
			return err
		}
		v, ok := p.float()
		if !ok || math.IsInf(v, 0) {
			return p.expected(secWeights, "a distance")
		}
		if most > 0 && len(p.weights) == most {
			return p.src.fail(p.line, secWeights, "expected %d numbers for %d cities (DIMENSION, line %d), found more", most, p.size, p.header[keySize].line)
		}
		p.weights = append(grow(p.weights, most), v)
	}
}

// mostWeights returns the number of distances that the header declares, or 0.
func (p *tsplib) mostWeights() int {
	n := p.size
	if int64(n)*int64(n) > math.MaxInt {
		return math.MaxInt
	}
	if shape, ok := layouts[p.header[keyLayout].first()]; ok {
		return shape.count(n)
	}
	return n * n
}

// readIDs reads a list of ids up to -1 or the end of the section.
func (p *tsplib) readIDs(section string, take func(int64) error) error {
	for {
		ok, err := p.more(section)
		if !ok {
			return err
		}
		id, ok := p.whole()
		if !ok {
			return p.expected(section, "a city id, or -1 for the end")
		}
		if id == -1 && section == secTour {
			return p.endTours()
		}
		if id == -1 {
			p.skipToKeyword()
			return nil
		}
		if err := take(id); err != nil {
			return err
		}
	}
}

// endTours rejects additional tours, which TSPLIB allows and ends with a further -1.
func (p *tsplib) endTours() error {
	for {
		ok, err := p.more(secTour)
		if !ok {
			return err
		}
		if id, ok := p.whole(); !ok || id != -1 {
			return p.src.fail(p.line, secTour, "the section continues after the -1 that ends the tour: expected one tour")
		}
	}
}

// skipToKeyword skips all text between the -1 that ends a section and the next keyword.
func (p *tsplib) skipToKeyword() {
	for c := p.space(); c >= 0 && (!isLetter(c) || !p.atKeyword()); c = p.space() {
		p.skipLine()
	}
}

// grow ensures capacity for one more element.
func grow[T any](s []T, expected int) []T {
	if len(s) < cap(s) {
		return s
	}
	return enlarge(s, expected)
}

// enlarge doubles the capacity. If expected exceeds the capacity, the new capacity is expected, but
// at most four times the old capacity. A large value of expected alone therefore costs no memory.
func enlarge[T any](s []T, expected int) []T {
	size := max(2*cap(s), 1024)
	if expected > cap(s) {
		size = min(max(4*cap(s), 1024), expected)
	}
	return append(make([]T, 0, size), s...)
}
