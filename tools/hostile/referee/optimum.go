package referee

import "math"

// MostProvable is the largest number of cities for which [Instance.Optimum] is fast.
const MostProvable = 11

// Optimum returns the cost of an optimal tour, by dynamic programming over sets of cities [Held and
// Karp 1962]. The instance has no fixed edges.
func (in Instance) Optimum() int64 {
	n := in.N()
	if n == 1 {
		return 0
	}
	if !in.Route.Open {
		return in.shortest(max(in.Route.Start, 0), func(last int) int64 { return in.Distance(last, max(in.Route.Start, 0)) })
	}
	best := int64(math.MaxInt64)
	for first := range n {
		if s := in.Route.Start; s >= 0 && s != first {
			continue
		}
		best = min(best, in.shortest(first, func(last int) int64 {
			if e := in.Route.End; e >= 0 && e != last {
				return math.MaxInt64 / 4
			}
			return 0
		}))
	}
	return best
}

// shortest returns the cost of a shortest path from a city through all others, plus the cost of
// ending at its last city.
func (in Instance) shortest(first int, ending func(last int) int64) int64 {
	n := in.N()
	const unknown = math.MaxInt64 / 4
	table := make([][]int64, 1<<n) // by the set of visited cities and the last of them
	for set := range table {
		table[set] = make([]int64, n)
		for last := range n {
			table[set][last] = unknown
		}
	}
	table[1<<first][first] = 0
	for set, costs := range table {
		for last, cost := range costs {
			if cost == unknown {
				continue
			}
			for next := range n {
				if set>>next&1 == 0 {
					to := &table[set|1<<next][next]
					*to = min(*to, cost+in.Distance(last, next))
				}
			}
		}
	}
	best := int64(unknown)
	for last, cost := range table[1<<n-1] {
		if cost < unknown {
			best = min(best, cost+ending(last))
		}
	}
	return best
}
