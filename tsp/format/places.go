package format

import (
	"fmt"
	"math"
	"slices"
)

// nodes holds the lines "id x y [z]" of a coordinate section.
type nodes struct {
	idList
	coords []float64
	dims   int
	first  int // line of the first city
	// whether some line holds no city, so that line numbers cannot be computed from indices
	gaps bool
}

// line returns the line number of city i, or of the section if the city's line is unknown.
func (pl *nodes) line(i, section int) int {
	if pl.gaps {
		return section
	}
	return pl.first + i
}

// An idList holds city ids. It stores nothing as long as they are 1, 2, 3, …, which saves 80 MB for
// a file of ten million cities.
type idList struct {
	n   int
	own []int64
}

func (l *idList) add(id int64) {
	if l.own == nil && id != int64(l.n)+1 {
		l.own = make([]int64, 0, max(2*l.n, 16))
		for i := range l.n {
			l.own = append(l.own, int64(i)+1)
		}
	}
	if l.own != nil {
		l.own = append(l.own, id)
	}
	l.n++
}

// at returns id i.
func (l *idList) at(i int) int64 {
	if l.own == nil {
		return int64(i) + 1
	}
	return l.own[i]
}

func (l *idList) equal(m *idList) bool { return l.n == m.n && slices.Equal(l.own, m.own) }

// repeated returns the first two cities with the same id, or -1, -1. It ignores cities whose id
// equals the argument none.
func repeated[T comparable](ids []T, none T) (i, j int) {
	seen := make(map[T]int, len(ids))
	for j, id := range ids {
		if i, ok := seen[id]; ok && id != none {
			return i, j
		}
		seen[id] = j
	}
	return -1, -1
}

// maxCoord is the largest coordinate that package tsp accepts.
const maxCoord = 1e15

// coordFault returns a description of the fault in a coordinate, or "".
func coordFault(v float64) string {
	switch {
	case math.Abs(v) <= maxCoord:
		return ""
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Sprintf("coordinate %v, expected a finite number of at most %g", v, float64(maxCoord))
	}
	return fmt.Sprintf("coordinate %v, but the limit is %g: scale the coordinates down", v, float64(maxCoord))
}

// readPlaces reads one city per line. The first line determines the number of coordinates per city.
// A later check compares this number with the metric.
func (p *tsplib) readPlaces(section string, pl *nodes) error {
	for {
		ok, err := p.more(section)
		if !ok {
			return err
		}
		if pl.n == 0 {
			pl.first = p.line
		}
		pl.gaps = pl.gaps || p.line != pl.first+pl.n
		id, ok := p.whole()
		if !ok {
			return p.expected(section, "a city number")
		}
		if c := p.blanks(); id == -1 && (c == '\n' || c < 0) {
			p.skipToKeyword()
			return nil
		}
		if id < 0 {
			return p.src.fail(p.line, section, "the city number is %d: expected 0 or more, because -1 ends lists in TSPLIB", id)
		}
		pl.add(id)
		if err := p.readCoords(section, pl); err != nil {
			return err
		}
		if p.size > 0 && pl.n > p.size {
			return p.src.fail(p.line, section, "this is city number %d, but DIMENSION on line %d is %d: correct one of them",
				pl.n, p.header[keySize].line, p.size)
		}
		if err := p.src.fits(pl.n, p.line, section); err != nil {
			return err
		}
	}
}

// readCoords reads the coordinates of one city up to the end of the line.
func (p *tsplib) readCoords(section string, pl *nodes) error {
	found := 0
	for {
		if c := p.blanks(); c == '\n' || c < 0 {
			break
		}
		v, ok := p.float()
		if !ok {
			return p.expected(section, "a coordinate")
		}
		if fault := coordFault(v); fault != "" {
			return p.src.fail(p.line, section, "%s", fault)
		}
		if found++; found > 3 {
			return p.src.fail(p.line, section, "expected a city number followed by 2 or 3 coordinates, found more")
		}
		pl.coords = append(grow(pl.coords, max(pl.dims, 2)*p.size), v)
	}
	if pl.dims == 0 && found >= 2 {
		pl.dims = found
	}
	switch {
	case p.err != nil:
		return p.src.wrap(p.line, section, p.err)
	case found < 2 || found != pl.dims:
		return p.src.fail(p.line, section, "expected a city number followed by %d coordinates, found %d", max(pl.dims, 2), found)
	}
	return nil
}
