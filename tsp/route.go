package tsp

import (
	"errors"
	"fmt"
	"slices"
)

// route holds the conditions on a tour beyond visiting all cities. Free ends are -1, so the zero
// value means "no route" only because set is false.
type route struct {
	set        bool // false for a plain closed tour
	open       bool
	start, end int32
	fixed      [][2]int32
}

// with returns a copy of the instance with a changed route, or an error if no tour can follow it.
func (in *Instance) with(change func(*route)) (*Instance, error) {
	out := *in
	if !out.route.set {
		out.route = route{set: true, start: -1, end: -1}
	}
	out.route.fixed = slices.Clone(out.route.fixed)
	change(&out.route)
	if err := out.checkFixed(); err != nil {
		return nil, err
	}
	return &out, nil
}

// Path returns a copy of the instance whose tours are paths from start to end. A start or end of -1
// is free.
func (in *Instance) Path(start, end int32) (*Instance, error) {
	if int(start) >= in.n || int(end) >= in.n || start < -1 || end < -1 {
		return nil, fmt.Errorf("path from city %d to city %d in an instance of %d cities: expected 0 to %d, or -1 for a free end", start, end, in.n, in.n-1)
	}
	if start == end && start >= 0 && in.n > 1 {
		return nil, errors.New("a path cannot start and end at the same city: use a closed tour instead")
	}
	return in.with(func(r *route) { r.open, r.start, r.end = true, start, end })
}

// StartAt returns a copy of the instance whose closed tours are listed starting with city start.
func (in *Instance) StartAt(start int32) (*Instance, error) {
	if start < 0 || int(start) >= in.n {
		return nil, fmt.Errorf("start %d in an instance of %d cities: expected 0 to %d", start, in.n, in.n-1)
	}
	return in.with(func(r *route) { r.open, r.start, r.end = false, start, -1 })
}

// FixEdges returns a copy of the instance with edges that every tour must use (TSPLIB's
// FIXED_EDGES_SECTION). It fails if no tour can use all of them.
func (in *Instance) FixEdges(edges [][2]int32) (*Instance, error) {
	if in.asymmetric {
		return nil, errors.New("the instance is asymmetric: fixed edges need a symmetric one")
	}
	return in.with(func(r *route) { r.fixed = append(r.fixed, edges...) })
}

// checkFixed checks that some tour contains all fixed edges: no city may have three fixed edges,
// and no cycle of fixed edges may omit cities. A path counts as a tour through one additional city,
// which is tied to the ends of the path.
func (in *Instance) checkFixed() error {
	fixed, nodes := in.route.fixed, in.n
	for k, e := range fixed {
		if a, b := e[0], e[1]; a == b || min(a, b) < 0 || int(max(a, b)) >= in.n {
			return fmt.Errorf("fixed edge %d joins city %d and city %d: expected two different cities between 1 and %d", k+1, a+1, b+1, in.n)
		}
	}
	if len(fixed) == 0 {
		return nil
	}
	if in.route.open {
		nodes++
		for _, end := range []int32{in.route.start, in.route.end} {
			if end >= 0 {
				fixed = append(fixed[:len(fixed):len(fixed)], [2]int32{end, int32(in.n)})
			}
		}
	}
	if k, fault := impossible(fixed, nodes); fault != "" && k < len(in.route.fixed) {
		return fmt.Errorf("fixed edge %d (%d to %d) %s", k+1, in.ID(fixed[k][0]), in.ID(fixed[k][1]), fault)
	} else if fault != "" {
		return fmt.Errorf("no path can start or end at city %d: with the fixed edges, it %s", in.ID(fixed[k][0]), fault)
	}
	return nil
}

// impossible finds the first edge that no tour of the given number of nodes can contain together
// with the preceding edges.
func impossible(edges [][2]int32, nodes int) (k int, fault string) {
	degree := map[int32]int{}
	joined := map[int32]int32{}
	root := func(c int32) int32 {
		for next, ok := joined[c]; ok; next, ok = joined[c] {
			c = next
		}
		return c
	}
	for k, e := range edges {
		a, b := e[0], e[1]
		degree[a]++
		degree[b]++
		if degree[a] > 2 || degree[b] > 2 {
			return k, "gives a city a third fixed edge"
		}
		if ra, rb := root(a), root(b); ra != rb {
			joined[ra] = rb
		} else if k+1 < nodes {
			return k, "closes a cycle that does not contain all cities"
		}
	}
	return 0, ""
}

// Open reports whether the instance requires a path.
func (in *Instance) Open() bool { return in.route.open }

// Ends returns the required start and end of a path, or the start of a closed tour. A free start or
// end is -1.
func (in *Instance) Ends() (start, end int32) {
	if !in.route.set {
		return -1, -1
	}
	return in.route.start, in.route.end
}

// FixedEdges returns the edges that every tour must use. The caller must not change them.
func (in *Instance) FixedEdges() [][2]int32 { return in.route.fixed }

// positionsOf returns the position of each city in an order of all cities.
func positionsOf(order []int32) []int32 {
	at := make([]int32, len(order))
	for k, c := range order {
		at[c] = int32(k)
	}
	return at
}

func (r route) check(in *Instance, t Tour) error {
	last := t[len(t)-1]
	switch {
	case r.open && r.start >= 0 && t[0] != r.start:
		return fmt.Errorf("the path starts at city %d, expected city %d", in.ID(t[0]), in.ID(r.start))
	case r.open && r.end >= 0 && last != r.end:
		return fmt.Errorf("the path ends at city %d, expected city %d", in.ID(last), in.ID(r.end))
	case len(r.fixed) == 0:
		return nil
	}
	at := positionsOf(t)
	for _, e := range r.fixed {
		gap := int(at[e[0]] - at[e[1]])
		if gap = max(gap, -gap); gap != 1 && (r.open || gap != len(t)-1) {
			return fmt.Errorf("the tour does not contain the fixed edge from city %d to city %d", in.ID(e[0]), in.ID(e[1]))
		}
	}
	return nil
}
