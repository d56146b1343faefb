package tsp

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Repair builds a tour of in from a tour of an earlier instance, for a warm start after stops were
// removed or added. The earlier tour is given by the names of its cities in visiting order: labels,
// codes or ids, as in a result. Names that do not match a city of in are skipped. The remaining
// cities keep their order, and each new city is inserted where it adds least to the length. The
// tour respects the route of in: its ends and its fixed edges. A path with a free end may be
// reversed or opened at a different edge if that is shorter.
//
// If several cities have the same label, the first occurrence of the name refers to the first of
// them, the second occurrence to the second, and so on. The time is proportional to the number of
// new cities times the number of all cities. Repair fails if no name matches a city.
func Repair(names []string, in *Instance) (Tour, error) {
	order := in.known(names)
	if len(order) == 0 && len(names) == 0 {
		return nil, errors.New("the earlier tour is empty: expected city names")
	}
	if len(order) == 0 {
		return nil, fmt.Errorf("none of the %d names in the earlier tour is a city: expected labels, codes or ids such as %q", len(names), in.NameOf(0))
	}
	order = in.withEnds(order)
	order = in.insertMissing(order)
	p := in.Closed()
	return p.Back(p.Fit(order)), nil
}

// known returns the cities that match one of the names, without duplicates, in the order of the
// names.
func (in *Instance) known(names []string) Tour {
	labelled := make(map[string][]int32, len(in.details.Labels))
	for i, label := range in.details.Labels {
		labelled[label] = append(labelled[label], int32(i))
	}
	coded := make(map[string]int32, len(in.details.Codes))
	for i, code := range in.details.Codes {
		coded[code] = int32(i)
	}
	seen := make([]bool, in.n)
	var order Tour
	for _, name := range names {
		c, ok := coded[name]
		if same := labelled[name]; len(same) > 0 && name != "" {
			c, ok = same[0], true
			if len(same) > 1 {
				labelled[name] = same[1:]
			}
		} else if id, err := strconv.ParseInt(name, 10, 64); !ok && err == nil {
			c, ok = in.City(id)
		}
		if ok && !seen[c] {
			seen[c] = true
			order = append(order, c)
		}
	}
	return order
}

// withEnds moves the required start and end of a path to the start and end of an order.
func (in *Instance) withEnds(order Tour) Tour {
	start, end := in.Ends()
	if !in.route.open {
		return order
	}
	order = slices.DeleteFunc(order, func(c int32) bool { return c == start || c == end })
	if start >= 0 {
		order = slices.Insert(order, 0, start)
	}
	if end >= 0 && end != start {
		order = append(order, end)
	}
	return order
}

// insertMissing inserts each city that an order lacks where it adds least to the length.
func (in *Instance) insertMissing(order Tour) Tour {
	visited := make([]bool, in.n)
	for _, c := range order {
		visited[c] = true
	}
	order = slices.Grow(order, in.n-len(order))
	for c := range int32(in.n) {
		if !visited[c] {
			order = slices.Insert(order, in.cheapest(order, c), c)
		}
	}
	return order
}

// cheapest returns the position at which inserting city c adds least to the length of an order.
func (in *Instance) cheapest(order Tour, c int32) int {
	n, best, least := len(order), 0, int64(math.MaxInt64)
	start, end := in.Ends()
	for k := range n + 1 {
		added := int64(0)
		switch open := in.route.open; {
		case k > 0 && (k < n || !open):
			a, b := order[k-1], order[k%n]
			added = in.Dist(a, c) + in.Dist(c, b) - in.Dist(a, b)
		case k == 0 && open && start < 0:
			added = in.Dist(c, order[0])
		case k == n && open && end < 0:
			added = in.Dist(order[n-1], c)
		default:
			continue
		}
		if added < least {
			best, least = k, added
		}
	}
	return best
}
