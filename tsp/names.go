package tsp

import (
	"fmt"
	"slices"
	"strconv"
)

// SetIDs sets the numbers by which files and results refer to the cities.
func (in *Instance) SetIDs(ids []int64) error {
	if len(ids) != in.n {
		return fmt.Errorf("%d ids for %d cities: expected one for each city", len(ids), in.n)
	}
	seen := slices.Clone(ids)
	slices.Sort(seen)
	for i := 1; i < len(seen); i++ {
		if seen[i] == seen[i-1] {
			return fmt.Errorf("id %d is used by two cities: expected each id once", seen[i])
		}
	}
	in.ids = ids
	for i, id := range ids {
		if id != int64(i)+1 {
			return nil
		}
	}
	in.ids = nil
	return nil
}

// ID returns the number by which files and results refer to city i. It is i+1
// unless SetIDs set another.
func (in *Instance) ID(i int32) int64 {
	if in.ids == nil {
		return int64(i) + 1
	}
	return in.ids[i]
}

// City finds a city by its id.
func (in *Instance) City(id int64) (int32, bool) {
	if in.ids == nil {
		return int32(id - 1), id >= 1 && id <= int64(in.n)
	}
	i := slices.Index(in.ids, id)
	return int32(i), i >= 0
}

// Cities returns a lookup of cities by id. It is faster than City for a whole
// tour.
func (in *Instance) Cities() func(id int64) (int32, bool) {
	if in.ids == nil {
		return in.City
	}
	index := make(map[int64]int32, in.n)
	for i, id := range in.ids {
		index[id] = int32(i)
	}
	return func(id int64) (int32, bool) { i, ok := index[id]; return i, ok }
}

// SetLabels sets the names of the cities.
func (in *Instance) SetLabels(labels []string) error {
	if len(labels) != in.n {
		return fmt.Errorf("%d labels for %d cities: expected one for each city", len(labels), in.n)
	}
	in.labels = labels
	return nil
}

// Labels returns the names of the cities, or nil.
func (in *Instance) Labels() []string { return in.labels }

// SetCodes sets the ids of a file whose ids are not whole numbers, such as "C-17". No two
// cities may have the same one. The ids of the cities are then their numbers from 1.
func (in *Instance) SetCodes(codes []string) error {
	if len(codes) != in.n {
		return fmt.Errorf("%d codes for %d cities: expected one for each city", len(codes), in.n)
	}
	seen := make(map[string]bool, len(codes))
	for _, c := range codes {
		if seen[c] {
			return fmt.Errorf("the id %q is used by two cities: expected each id once", c)
		}
		seen[c] = true
	}
	in.codes = codes
	return nil
}

// Codes returns the ids of a file whose ids are not whole numbers, or nil.
func (in *Instance) Codes() []string { return in.codes }

// NameOf returns what people call city i: its label or, without one, its code or id.
func (in *Instance) NameOf(i int32) string {
	if len(in.labels) > 0 && in.labels[i] != "" {
		return in.labels[i]
	}
	return in.IDText(i)
}

// IDText returns the id of city i as its file has it: a code, or a number.
func (in *Instance) IDText(i int32) string {
	if in.codes != nil {
		return in.codes[i]
	}
	return strconv.FormatInt(in.ID(i), 10)
}
