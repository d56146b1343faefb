package tsp

import "slices"

// Plain is an instance as algorithms want it: nothing but a closed tour. A
// path gets a dummy city at distance 0 from all others, and an edge that must
// be used becomes so cheap that no good tour leaves it out. Costs stay true:
// CostOf takes the cheapness off again.
type Plain struct {
	Instance *Instance
	base     *Instance
	dummy    int32      // closes the path; -1: there is none
	ties     [][2]int32 // at most two cities tied to each city, -1 = none
	start    int32      // tied to the dummy: dummy -> start
	end      int32      // tied to the dummy: end -> dummy
}

// tied is the distance of an edge that must be used: below anything that an
// improvement can gain elsewhere.
const tied = -MaxDistance

// Closed returns the instance as a plain closed tour.
func (in *Instance) Closed() *Plain {
	p := &Plain{Instance: in, base: in, dummy: -1, start: -1, end: -1}
	if !in.route.open && len(in.route.fixed) == 0 || in.n < 3 {
		return p
	}
	p.Instance = &Instance{
		Name: in.Name, n: in.n, metric: closed, asymmetric: in.asymmetric, scale: in.scale,
		coords: in.coords, dims: in.dims, place: in.place, plain: p,
	}
	p.ties = make([][2]int32, in.n)
	for i := range p.ties {
		p.ties[i] = [2]int32{-1, -1}
	}
	for _, e := range in.route.fixed {
		p.tie(e[0], e[1])
	}
	count := len(in.route.fixed)
	if in.route.open {
		p.dummy, p.start, p.end = int32(in.n), in.route.start, in.route.end
		p.Instance.n++
		for _, end := range []int32{p.start, p.end} {
			if end >= 0 {
				count++
			}
		}
	}
	p.Instance.offset = int64(count) * tied
	return p
}

func (p *Plain) tie(a, b int32) {
	for _, e := range [][2]int32{{a, b}, {b, a}} {
		if t := &p.ties[e[0]]; t[0] < 0 {
			t[0] = e[1]
		} else {
			t[1] = e[1]
		}
	}
}

func (p *Plain) dist(i, j int32) int64 {
	switch {
	case i == p.dummy:
		return p.dummyDist(j, p.start, p.end)
	case j == p.dummy:
		return p.dummyDist(i, p.end, p.start)
	case p.ties[i][0] == j || p.ties[i][1] == j:
		return tied
	}
	return p.base.Dist(i, j)
}

// dummyDist is the distance between the dummy and a city. Direction matters in
// an asymmetric instance: the dummy leads to the start, the end to the dummy.
func (p *Plain) dummyDist(city, here, there int32) int64 {
	if city == here || city == there && !p.base.asymmetric {
		return tied
	}
	return 0
}

// Fit turns any order of the cities into a tour of Instance that respects the
// route: fixed edges are followed where the order first meets one, and the
// dummy goes between the ends, or where it saves the longest edge.
func (p *Plain) Fit(order Tour) Tour {
	if p.Instance == p.base {
		return order
	}
	t := p.followTies(order)
	if p.dummy < 0 {
		return t
	}
	cut := p.cutAfter(t)
	path := append(append(make(Tour, 0, p.Instance.n), t[cut+1:]...), t[:cut+1]...)
	if !p.base.asymmetric && (p.start < 0 && p.end == path[0] || p.start >= 0 && p.start != path[0]) {
		slices.Reverse(path)
	}
	path = p.moveEnds(path)
	return append(path, p.dummy)
}

// followTies writes each chain of fixed edges in one piece, from one of its
// ends.
func (p *Plain) followTies(order Tour) Tour {
	if len(p.base.route.fixed) == 0 {
		return order
	}
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

// chainEnd walks along fixed edges to an end; a full circle ends at c itself.
func (p *Plain) chainEnd(c int32) int32 {
	before, at := int32(-1), c
	for {
		next := p.ties[at][0]
		if next == before {
			next = p.ties[at][1]
		}
		if next < 0 || next == c {
			return at
		}
		before, at = at, next
	}
}

// cutAfter chooses the position after which the closed order t is opened: at a
// fixed end, else at its longest free edge.
func (p *Plain) cutAfter(t Tour) int {
	n := len(t)
	if at := slices.Index(t, p.start); at >= 0 {
		if !p.base.asymmetric && p.end < 0 && p.edgeAfter(t, at) > p.edgeAfter(t, (at+n-1)%n) {
			return at
		}
		return (at + n - 1) % n
	}
	if at := slices.Index(t, p.end); at >= 0 {
		return at
	}
	longest, cut := int64(tied), n-1
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

// moveEnds puts both fixed ends at the ends, if the cut could not.
func (p *Plain) moveEnds(path Tour) Tour {
	if at := slices.Index(path, p.start); at > 0 {
		slices.Reverse(path[:at+1])
	}
	if at := slices.Index(path, p.end); at >= 0 && at < len(path)-1 {
		slices.Reverse(path[at:])
	}
	return path
}

// Back turns a tour of Instance into a tour of the instance it was made from.
func (p *Plain) Back(t Tour) Tour {
	if p.dummy < 0 {
		return t
	}
	at := slices.Index(t, p.dummy)
	path := append(append(make(Tour, 0, len(t)-1), t[at+1:]...), t[:at]...)
	backwards := p.start >= 0 && path[0] != p.start || p.end >= 0 && path[len(path)-1] != p.end
	if backwards && !p.base.asymmetric {
		slices.Reverse(path)
	}
	return path
}

// Base is the instance that Plain was made from.
func (p *Plain) Base() *Instance { return p.base }

// Plain is set in instances that Closed made: whoever needs the cities without
// the dummy finds them there. It is nil elsewhere.
func (in *Instance) Plain() *Plain { return in.plain }

// Dummy is the city that closes the path, or -1.
func (p *Plain) Dummy() int32 { return p.dummy }
