package tsp

import "slices"

// Plain is an instance in the form that algorithms expect: a closed tour without further
// conditions. Its fields must not be changed. A path gets a dummy city at distance 0 from all other
// cities. An edge that must be used becomes so cheap that every good tour contains it. Costs remain
// correct, because CostOf subtracts the contribution of the cheap edges.
type Plain struct {
	Instance *Instance  // instance with closed tours
	Base     *Instance  // instance that Closed was called on; may equal Instance
	Dummy    int32      // city that closes the path, or -1
	ties     [][2]int32 // up to two cities tied to each city; unused entries are -1
	start    int32      // city tied to the dummy as dummy -> start, or -1
	end      int32      // city tied to the dummy as end -> dummy, or -1
}

// tied is the distance of an edge that must be used. It outweighs any possible gain elsewhere, even
// from a move that changes dozens of edges by twice MaxDistance each. It does not fit an int32, so
// neighbour lists exclude tied edges; every tour contains them anyway.
const tied = -1 << 40

// Closed returns an equivalent instance with plain closed tours.
func (in *Instance) Closed() *Plain {
	p := &Plain{Instance: in, Base: in, Dummy: -1, start: -1, end: -1}
	if in.n == 1 || !in.route.open && (in.n == 2 || len(in.route.fixed) == 0) {
		return p
	}
	p.Instance = &Instance{
		details: Details{Name: in.details.Name}, n: in.n, metric: closed, asymmetric: in.asymmetric, scale: in.scale,
		coords: in.coords, dims: in.dims, place: in.place, plain: p, barred: in.barred,
	}
	if in.route.open {
		p.Dummy, p.start, p.end = int32(in.n), in.route.start, in.route.end
		p.Instance.n++
	}
	p.ties = make([][2]int32, p.Instance.n)
	for i := range p.ties {
		p.ties[i] = [2]int32{-1, -1}
	}
	for _, e := range in.route.fixed {
		p.tie(e[0], e[1])
		p.tie(e[1], e[0])
		p.Instance.offset += tied - in.Dist(e[0], e[1])
	}
	p.tieEnds()
	return p
}

// tie ties b to a. It fills the second slot first, so a city whose first slot is free is an end of
// its chain.
func (p *Plain) tie(a, b int32) {
	if t := &p.ties[a]; t[1] < 0 {
		t[1] = b
	} else {
		t[0] = b
	}
}

// tieEnds ties the ends of a path to the dummy, in the order end, dummy, start. For an asymmetric
// instance, this order matters.
func (p *Plain) tieEnds() {
	for _, end := range []int32{p.start, p.end} {
		if end >= 0 {
			p.tie(end, p.Dummy)
			p.Instance.offset += tied
		}
	}
	if p.Dummy >= 0 {
		p.ties[p.Dummy] = [2]int32{p.end, p.start}
	}
}

func (p *Plain) dist(i, j int32) int64 {
	switch {
	case i == p.Dummy:
		return p.dummyDist(j, p.start, p.end)
	case j == p.Dummy:
		return p.dummyDist(i, p.end, p.start)
	case p.ties[i][0] == j || p.ties[i][1] == j:
		return tied
	}
	return p.Base.Dist(i, j)
}

// unrounded returns the distance before rounding, even for a tied edge.
func (p *Plain) unrounded(i, j int32) float64 {
	if i == p.Dummy || j == p.Dummy {
		return 0
	}
	return p.Base.unrounded(i, j)
}

// Tied reports whether every tour must go from a to b.
func (p *Plain) Tied(a, b int32) bool { return p.Instance != p.Base && p.dist(a, b) == tied }

// dummyDist returns the distance between the dummy and a city. In an asymmetric instance, the
// direction matters: only the edges from the dummy to the start and from the end to the dummy are
// tied.
func (p *Plain) dummyDist(city, here, there int32) int64 {
	if city == here || city == there && !p.Base.asymmetric {
		return tied
	}
	return 0
}

// Fit turns any order of the cities into a tour of Instance that respects the route. It follows
// each chain of fixed edges from where the order first meets it. It places the dummy between the
// ends or, if both ends are free, on the longest edge. An order that already respects the route
// never becomes longer.
func (p *Plain) Fit(order Tour) Tour {
	if p.Instance == p.Base {
		return order
	}
	if p.backwards(order) {
		order = slices.Clone(order)
		slices.Reverse(order)
	}
	cut := p.cutAfter(order) + 1
	t := make(Tour, 0, p.Instance.n)
	if p.Dummy >= 0 {
		t = append(t, p.Dummy)
	}
	t = p.followTies(append(append(t, order[cut:]...), order[:cut]...))
	if p.Dummy < 0 {
		return t
	}
	first := slices.Index(t, p.Dummy) + 1
	return append(t[first:len(t):len(t)], t[:first]...)
}

// backwards reports whether a symmetric order should be reversed. It should be reversed if the
// start comes directly before the end, or if only one end is fixed and reversing opens the order at
// the longer of the two edges at that end.
func (p *Plain) backwards(t Tour) bool {
	n, at := len(t), slices.Index(t, p.start)
	switch {
	case p.Base.asymmetric || p.start < 0 && p.end < 0:
		return false
	case p.start < 0:
		at = slices.Index(t, p.end)
		return p.edgeAfter(t, (at+n-1)%n) > p.edgeAfter(t, at)
	case p.end < 0:
		return p.edgeAfter(t, at) > p.edgeAfter(t, (at+n-1)%n)
	}
	return n > 2 && t[(at+1)%n] == p.end
}

// followTies returns the order with the cities of each chain of ties next to each other. A chain
// starts at the end that chainEnd returns for its first city in the order.
func (p *Plain) followTies(order Tour) Tour {
	out := make(Tour, 0, len(order))
	done := make([]bool, len(order))
	for _, c := range order {
		if done[c] {
			continue
		}
		for from := p.chainEnd(c); from >= 0; {
			out = append(out, from)
			done[from] = true
			next := int32(-1)
			for _, t := range p.ties[from] {
				if t >= 0 && !done[t] {
					next = t
				}
			}
			from = next
		}
	}
	return out
}

// chainEnd returns c if c is an end of its chain, and otherwise the end that its first tie leads
// to. If the chain is a cycle through all cities, it returns the city before c.
func (p *Plain) chainEnd(c int32) int32 {
	at, next := c, p.ties[c][0]
	for next >= 0 && next != c {
		before := at
		at = next
		if next = p.ties[at][0]; next == before {
			next = p.ties[at][1]
		}
	}
	return at
}

// cutAfter returns the position after which the closed order t is opened: at a fixed end if there
// is one, otherwise after its longest edge.
func (p *Plain) cutAfter(t Tour) int {
	if at := slices.Index(t, p.start); at >= 0 {
		return (at + len(t) - 1) % len(t)
	}
	if at := slices.Index(t, p.end); at >= 0 {
		return at
	}
	longest, cut := int64(tied), len(t)-1
	for k := range t {
		if d := p.edgeAfter(t, k); d > longest {
			longest, cut = d, k
		}
	}
	return cut
}

func (p *Plain) edgeAfter(t Tour, k int) int64 {
	return p.Instance.Dist(t[k], t[(k+1)%len(t)])
}

// Back converts a tour of Instance to a tour of Base.
func (p *Plain) Back(t Tour) Tour {
	if p.Dummy < 0 {
		return t
	}
	at := slices.Index(t, p.Dummy)
	path := append(append(make(Tour, 0, len(t)-1), t[at+1:]...), t[:at]...)
	backwards := p.start >= 0 && path[0] != p.start || p.end >= 0 && path[len(path)-1] != p.end
	if backwards && !p.Base.asymmetric {
		slices.Reverse(path)
	}
	return path
}

// Plain returns the Plain that this instance belongs to if Closed created the instance, and nil
// otherwise. It gives access to the cities without the dummy.
func (in *Instance) Plain() *Plain { return in.plain }
