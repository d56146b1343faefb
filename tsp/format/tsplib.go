package format

import (
	"math"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Keywords and sections of TSPLIB that are used here, and extensions of our
// own.
const (
	keyName   = "NAME"
	keyType   = "TYPE"
	keyText   = "COMMENT"
	keySize   = "DIMENSION"
	keyMetric = "EDGE_WEIGHT_TYPE"
	keyLayout = "EDGE_WEIGHT_FORMAT"
	keyStart  = "PATH_START" // ours: the city a path starts with
	keyEnd    = "PATH_END"   // ours: the city a path ends with

	secCoords  = "NODE_COORD_SECTION"
	secDisplay = "DISPLAY_DATA_SECTION"
	secWeights = "EDGE_WEIGHT_SECTION"
	secFixed   = "FIXED_EDGES_SECTION"
	secTour    = "TOUR_SECTION"
	secIDs     = "NODE_ID_SECTION" // ours: names the cities of a matrix
	endOfFile  = "EOF"
)

var knownWords = map[string]bool{
	keyName: true, keyType: true, keyText: true, keySize: true, keyMetric: true, keyLayout: true,
	keyStart: true, keyEnd: true, endOfFile: true,
	"CAPACITY": true, "EDGE_DATA_FORMAT": true, "NODE_COORD_TYPE": true, "DISPLAY_DATA_TYPE": true,
}

// maxCities is the limit of package tsp.
const maxCities = math.MaxInt32 / 4

// An entry is the value of a keyword and its line; line 0 means absent.
type entry struct {
	value string
	line  int
}

// first is the first word of the value in capitals: "TSP (M.~Hofmeister)" is
// a TSP.
func (e entry) first() string {
	word, _, _ := strings.Cut(strings.ReplaceAll(e.value, "\t", " "), " ")
	return strings.ToUpper(word)
}

// A tsplib holds the parsed content of a file. The numbers are interpreted at
// the end, because TSPLIB allows keywords and sections in any order.
type tsplib struct {
	*scanner
	src     *source
	header  map[string]entry
	began   map[string]int // line of each section
	coords  places
	display places
	weights []float64
	fixed   []int64
	ids     []int64
	visit   func(id int64) error // takes the cities of TOUR_SECTION
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
		scanner: newScanner(src, src.size), src: src, header: map[string]entry{}, began: map[string]int{},
		visit: func(int64) error { return nil },
	}
}

func (p *tsplib) parse() error {
	for {
		c := p.space()
		if c < 0 {
			break
		}
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
	if before, ok := p.header[word]; ok && word == keyText {
		e = entry{before.value + "\n" + e.value, before.line}
	}
	if knownWords[word] {
		p.header[word] = e
	}
	if word == keySize {
		return p.checkDimension(e)
	}
	return nil
}

// checkDimension rejects impossible values immediately. A possible value is
// still not trusted: no memory is allocated before the cities are read.
func (p *tsplib) checkDimension(e entry) error {
	n, err := strconv.ParseInt(e.value, 10, 64)
	if err != nil || n < 1 || n > maxCities {
		return p.src.fail(e.line, keySize, "expected the number of cities, from 1 to %d, found %s", maxCities, quote([]byte(e.value)))
	}
	return nil
}

// dimension is the value of DIMENSION, or 0 if it was not read yet.
func (p *tsplib) dimension() int {
	n, _ := strconv.Atoi(p.header[keySize].value)
	return n
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
		err = p.readIDs(word, func(id int64) error { p.fixed = append(p.fixed, id); return nil })
	case secTour:
		err = p.readIDs(word, p.visit)
	case secIDs:
		err = p.readIDs(word, func(id int64) error { p.ids = append(p.ids, id); return nil })
	default: // ignored
		p.skipLine()
		p.skipToKeyword()
	}
	return err
}

// atKeyword reports whether the next word ends a section.
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

// more reports whether another number follows in the section. Anything other
// than a number or the next keyword is an error.
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

// expected is the error for finding something other than what.
func (p *tsplib) expected(section, what string) error {
	if p.err != nil {
		return p.src.wrap(p.line, section, p.err)
	}
	return p.src.fail(p.line, section, "expected %s, found %s", what, quote(p.token()))
}

// readWeights reads EDGE_WEIGHT_SECTION, in which lines may break anywhere.
func (p *tsplib) readWeights() error {
	all := p.dimension() * p.dimension()
	for {
		ok, err := p.more(secWeights)
		if !ok {
			return err
		}
		v, ok := p.float()
		if !ok || math.IsInf(v, 0) {
			return p.expected(secWeights, "a distance")
		}
		if len(p.weights) == cap(p.weights) {
			p.weights = grow(p.weights, p.room(all, len(p.weights)))
		}
		p.weights = append(p.weights, v)
	}
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
			return p.expected(section, "the id of a city, or -1 for the end")
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

// endTours rejects further tours. TSPLIB allows them, with another -1 at the end.
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

// skipToKeyword skips everything between the -1 that ends a section and the
// next keyword.
func (p *tsplib) skipToKeyword() {
	for c := p.space(); c >= 0 && (!isLetter(c) || !p.atKeyword()); c = p.space() {
		p.skipLine()
	}
}

// room is for how many numbers memory may be allocated at once: no more than
// the input can hold, at a digit and a blank each, or, if its size is unknown,
// four times as many as were read.
func (p *tsplib) room(numbers, have int) int {
	if p.src.size <= 0 {
		return min(numbers, 4*have)
	}
	return min(numbers, int(p.src.size/2)+1)
}

// grow makes room for more: for all that are expected, or for twice as many as
// before.
func grow[T any](s []T, expected int) []T {
	size := max(2*cap(s), 1024)
	if expected > cap(s) {
		size = expected
	}
	return append(make([]T, 0, size), s...)
}
