package tsp

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"
)

// Details describe an instance beyond its distances. All fields are optional.
type Details struct {
	Name    string
	Comment string
	// Unit is the unit of the cost: "m", "km", "s". If it is empty, the metric determines the unit:
	// metres for Haversine, kilometres for Geo, otherwise unknown.
	Unit string

	// IDs are the unique numbers by which files and results refer to the cities. If IDs is nil,
	// they are 1, 2, ….
	IDs []int64
	// Codes are the unique ids of a file whose ids are not whole numbers, such as "C-17". The IDs
	// of these cities are 1, 2, ….
	Codes []string
	// Labels are the city names. A name may be empty or occur more than once.
	Labels []string
	// Notes are warnings and remarks about the file, for people who read a result.
	Notes []string
	// Columns is the table from which the cities were read.
	Columns Columns

	// Pace states how a vehicle moves, for the times in files and texts; nil if it is not known.
	Pace *Pace
	// Detour is the length of roads as a multiple of straight lines; 0 if it is not known.
	Detour float64

	// Display holds x and y for each city, for drawing an instance without coordinates.
	Display []float64
	// Locations holds latitude and longitude in degrees for each city of an instance that is
	// defined by a matrix or a function.
	Locations []float64
}

// Columns is a table with one row per city. It holds the text of a file, including ids, coordinates
// and names.
type Columns interface {
	Titles() []string
	Len() int // number of rows
	Text(city int32, column int) string
}

// Details returns the details of the instance. The caller must not change the contents of the
// slices.
func (in *Instance) Details() Details { return in.details }

// Name returns the name of the instance.
func (in *Instance) Name() string { return in.details.Name }

// With returns a copy of the instance with d as its details. It replaces all existing details: to
// change one of them, pass a changed copy of Details. The result retains the slices of d. With
// fails unless every list that d contains has an entry for each city and all ids and codes are
// unique.
func (in *Instance) With(d Details) (*Instance, error) {
	out := *in
	if d.Unit == "" {
		d.Unit = in.metric.unit()
	}
	var err error
	if !same(d.IDs, in.details.IDs) {
		err = out.index(&d)
	}
	if err == nil && !same(d.Codes, in.details.Codes) {
		err = checkCodes(d.Codes, in.n)
	}
	if err := cmp.Or(err, d.check(in.n)); err != nil {
		return nil, err
	}
	out.details = d
	return &out, nil
}

// same reports whether a and b are the same slice.
func same[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 && (a == nil) == (b == nil) || len(a) > 0 && &a[0] == &b[0])
}

// index checks the ids and prepares the lookup of cities by id. It sets IDs to nil if they are 1,
// 2, ….
func (in *Instance) index(d *Details) error {
	in.cityByID = nil
	counting := true
	for i, id := range d.IDs {
		counting = counting && id == int64(i)+1
	}
	switch {
	case d.IDs != nil && len(d.IDs) != in.n:
		return fmt.Errorf("got %d ids for %d cities, expected one for each city", len(d.IDs), in.n)
	case counting:
		d.IDs = nil
		return nil
	}
	ids := slices.Sorted(slices.Values(d.IDs))
	for i, id := range ids[1:] {
		if id == ids[i] {
			return fmt.Errorf("duplicate id %d: expected unique ids", id)
		}
	}
	in.cityByID = finder(d.IDs)
	return nil
}

// finder returns a function that finds the index of an id. The first call of that function sorts
// the indices by id.
func finder(ids []int64) func(id int64) (int32, bool) {
	sorted := sync.OnceValue(func() []int32 {
		order := Identity(len(ids))
		slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(ids[a], ids[b]) })
		return order
	})
	return func(id int64) (int32, bool) {
		order := sorted()
		k, ok := slices.BinarySearchFunc(order, id, func(i int32, id int64) int { return cmp.Compare(ids[i], id) })
		if !ok {
			return -1, false
		}
		return order[k], true
	}
}

func checkCodes(codes []string, n int) error {
	if codes != nil && len(codes) != n {
		return fmt.Errorf("got %d codes for %d cities, expected one for each city", len(codes), n)
	}
	seen := make(map[string]bool, len(codes))
	for _, c := range codes {
		if seen[c] {
			return fmt.Errorf("duplicate id %q: expected unique ids", c)
		}
		seen[c] = true
	}
	return nil
}

// check checks the locations and the sizes of all lists other than ids and codes.
func (d *Details) check(n int) error {
	switch {
	case d.Labels != nil && len(d.Labels) != n:
		return fmt.Errorf("got %d labels for %d cities, expected one for each city", len(d.Labels), n)
	case d.Columns != nil && d.Columns.Len() != n:
		return fmt.Errorf("got %d rows for %d cities, expected one for each city", d.Columns.Len(), n)
	case d.Display != nil && len(d.Display) != 2*n:
		return fmt.Errorf("got %d display coordinates for %d cities, expected %d, x and y for each city", len(d.Display), n, 2*n)
	case d.Locations != nil && len(d.Locations) != 2*n:
		return fmt.Errorf("got %d latitudes and longitudes for %d cities, expected %d, two for each city", len(d.Locations), n, 2*n)
	}
	for i := 0; i < len(d.Locations); i += 2 {
		if lat, lon := d.Locations[i], d.Locations[i+1]; !(math.Abs(lat) <= 90) || !(math.Abs(lon) <= 360) {
			return fmt.Errorf("city %d: latitude %v and longitude %v: expected -90 to 90 and -360 to 360", i/2+1, lat, lon)
		}
	}
	return nil
}
