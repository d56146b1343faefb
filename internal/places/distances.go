package places

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// WithDistances returns an instance that has the cities, details and route of in and the distances
// of matrix. Row i belongs to city i. If names or locations show that the rows are in a different
// order or belong to other cities, it returns a [*Mismatch].
func WithDistances(in, matrix *tsp.Instance) (*tsp.Instance, error) {
	start, _ := matrix.Ends()
	switch {
	case matrix.Metric() != tsp.Explicit:
		return nil, fmt.Errorf("the distances are computed by the metric %v: expected a matrix", matrix.Metric())
	case matrix.N() != in.N():
		return nil, fmt.Errorf("got a matrix of %d x %d distances for %d cities, expected a row and a column for each city", matrix.N(), matrix.N(), in.N())
	case matrix.Open() || start >= 0 || len(matrix.FixedEdges()) > 0:
		return nil, errors.New("the matrix defines a path, a start or fixed edges: expected distances only")
	case len(in.FixedEdges()) > 0 && !matrix.Symmetric():
		return nil, errors.New("the matrix is asymmetric: fixed edges need a symmetric one")
	}
	if err := match(in, matrix); err != nil {
		return nil, err
	}
	d := in.Details()
	d.Unit, d.Locations = matrix.Details().Unit, Locations(in)
	if d.Locations == nil && d.Display == nil {
		d.Display = Picture(in)
	}
	out, err := matrix.With(d)
	if err != nil {
		return nil, err
	}
	return withRoute(out, in)
}

// withRoute returns the instance out with the route of like.
func withRoute(out, like *tsp.Instance) (*tsp.Instance, error) {
	var err error
	if start, end := like.Ends(); like.Open() {
		out, err = out.Path(start, end)
	} else if start >= 0 {
		out, err = out.StartAt(start)
	}
	if err != nil || len(like.FixedEdges()) == 0 {
		return out, err
	}
	return out.FixEdges(like.FixedEdges())
}

// A Mismatch is the error for a matrix row that belongs to a different city than expected.
type Mismatch struct {
	City   int32   // number of the city and of the row
	Name   string  // name of the city
	Row    string  // name of the row; empty if the places differ
	Apart  float64 // distance between the places, in metres
	Belong int32   // city with the name or place of the row, or -1
}

// Error returns a message that names the row and the city.
func (m *Mismatch) Error() string {
	if m.Row != "" {
		return fmt.Sprintf("row %d is named %q, but city %d is named %q", m.City+1, m.Row, m.City+1, m.Name)
	}
	return fmt.Sprintf("the place of row %d is %.0f m from city %d, %q", m.City+1, m.Apart, m.City+1, m.Name)
}

// match compares places if both instances have them, and names otherwise. OSRM names its rows after
// streets, but it also returns places.
func match(in, matrix *tsp.Instance) error {
	latlon, rows := Locations(in), Locations(matrix)
	if latlon != nil && rows != nil {
		return matchPlaces(in, latlon, rows)
	}
	if !named(in) || !named(matrix) {
		return nil
	}
	for i := range int32(in.N()) {
		if row := matrix.NameOf(i); !isCalled(in, i, row) {
			belong := slices.IndexFunc(tsp.Identity(in.N()), func(j int32) bool { return isCalled(in, j, row) })
			return &Mismatch{City: i, Name: in.NameOf(i), Row: row, Belong: int32(belong)}
		}
	}
	return nil
}

// named reports whether the cities have names, or ids that are not consecutive numbers from 0 or 1.
func named(in *tsp.Instance) bool {
	d := in.Details()
	if d.Labels != nil || d.Codes != nil {
		return true
	}
	for i, id := range d.IDs {
		if id != int64(i)+d.IDs[0] || d.IDs[0] > 1 {
			return true
		}
	}
	return false
}

// isCalled reports whether name is the label, the code or the id of city i.
func isCalled(in *tsp.Instance, i int32, name string) bool {
	name = strings.TrimSpace(name)
	labels := in.Details().Labels
	return len(labels) > 0 && strings.TrimSpace(labels[i]) == name || strings.TrimSpace(IDText(in, i)) == name
}

const (
	// near is the maximum distance between a place and the road used for it, in metres.
	near = 1000
	// remote is the maximum distance if no other city is closer to that road, as for huts and
	// islands.
	remote = 20_000
)

// matchPlaces compares the places of the rows, which are on roads, with the places of the cities.
func matchPlaces(in *tsp.Instance, latlon, rows []float64) error {
	for i := range int32(in.N()) {
		row := [2]float64(rows[2*i : 2*i+2])
		apart := geom.Metres(row, [2]float64(latlon[2*i:2*i+2]))
		if apart <= near {
			continue
		}
		closest, least := i, apart
		for j := range int32(in.N()) {
			if d := geom.Metres(row, [2]float64(latlon[2*j:2*j+2])); d < least {
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
