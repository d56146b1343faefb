package tsp

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// WithDistances returns the cities of in, with their names, columns, places and route, and
// the distances of a matrix: row i belongs to city i. It refuses a matrix whose names or
// locations say that its rows are in another order, or belong to other cities: the error
// then is a [*Mismatch].
func (in *Instance) WithDistances(matrix *Instance) (*Instance, error) {
	switch {
	case matrix.metric != Explicit:
		return nil, fmt.Errorf("the distances are computed by %v: expected a matrix", matrix.metric)
	case matrix.n != in.n:
		return nil, fmt.Errorf("a matrix of %d x %d distances for %d cities: expected a row and a column for each city", matrix.n, matrix.n, in.n)
	case matrix.route.set:
		return nil, errors.New("the matrix asks for a path, a start or fixed edges of its own: expected distances only")
	case len(in.route.fixed) > 0 && matrix.asymmetric:
		return nil, errors.New("the matrix is asymmetric: fixed edges need a symmetric one")
	}
	if err := in.matches(matrix); err != nil {
		return nil, err
	}
	out := *matrix
	out.Name, out.Comment = in.Name, in.Comment
	out.ids, out.labels, out.codes, out.columns, out.route = in.ids, in.labels, in.codes, in.columns, in.route
	out.locations, out.display = in.Locations(), in.display
	if out.locations == nil && out.display == nil {
		out.display = in.Picture()
	}
	return &out, nil
}

// A Mismatch is a row of a matrix that is not that of its city.
type Mismatch struct {
	City   int32   // the row has the same number
	Name   string  // of the city
	Row    string  // what the matrix calls its row; "": the places tell them apart
	Apart  float64 // metres between the places
	Belong int32   // the city whose name the row has, or which is at its place; -1: none
}

// Error says which row it is.
func (m *Mismatch) Error() string {
	if m.Row != "" {
		return fmt.Sprintf("row %d is called %q, city %d is called %q", m.City+1, m.Row, m.City+1, m.Name)
	}
	return fmt.Sprintf("the place of row %d is %.0f m from city %d, %q", m.City+1, m.Apart, m.City+1, m.Name)
}

// matches compares places, if both have them, else names. The names of OSRM's rows are
// streets, but it has places.
func (in *Instance) matches(matrix *Instance) error {
	latlon, rows := in.Locations(), matrix.Locations()
	if latlon != nil && rows != nil {
		return in.near(latlon, rows)
	}
	if !in.named() || !matrix.named() {
		return nil
	}
	for i := range int32(in.n) {
		if row := matrix.NameOf(i); !in.isCalled(i, row) {
			belong := slices.IndexFunc(Identity(in.n), func(j int32) bool { return in.isCalled(j, row) })
			return &Mismatch{City: i, Name: in.NameOf(i), Row: row, Belong: int32(belong)}
		}
	}
	return nil
}

// named reports whether the cities have names, or ids that do more than count.
func (in *Instance) named() bool {
	if in.labels != nil || in.codes != nil {
		return true
	}
	for i, id := range in.ids {
		if id != int64(i)+in.ids[0] || in.ids[0] > 1 {
			return true
		}
	}
	return false
}

// isCalled reports whether a city has a name, a code or an id.
func (in *Instance) isCalled(i int32, name string) bool {
	name = strings.TrimSpace(name)
	return len(in.labels) > 0 && strings.TrimSpace(in.labels[i]) == name ||
		strings.TrimSpace(in.IDText(i)) == name
}

const (
	// near is how far a place may be from the road that is used for it, in metres.
	near = 1000
	// remote is how far it may be if no other city is closer to that road: huts and islands.
	remote = 20_000
)

// near compares the places of the rows, which are on roads, with those of the cities.
func (in *Instance) near(latlon, rows []float64) error {
	for i := range int32(in.n) {
		row := Point(rows[2*i : 2*i+2])
		apart := metres(row, Point(latlon[2*i:2*i+2]))
		if apart <= near {
			continue
		}
		closest := i
		least := apart
		for j := range int32(in.n) {
			if d := metres(row, Point(latlon[2*j:2*j+2])); d < least {
				closest, least = j, d
			}
		}
		if closest == i && apart <= remote {
			continue
		}
		m := &Mismatch{City: i, Name: in.NameOf(i), Apart: apart, Belong: closest}
		if least > near {
			m.Belong = -1
		}
		return m
	}
	return nil
}

// metres is the great-circle distance between two places.
func metres(a, b Point) float64 {
	v := unitVectors([]float64{a[0], a[1], b[0], b[1]})
	return 2 * EarthRadius * halfAngle(math.Min(4, squared3(v, 0, 1)))
}
