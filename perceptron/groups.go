package perceptron

import "math/bits"

// groups are the rows of a solution by their heights, prepared to tell what all
// solutions cost that are one flip away.
//
// A flip of a column brings a row of height h down to h-1 if its term is +1, and up to
// h+1 if not. Both histograms have as many rows, so the sum of their differences is
// twice what is missing of the wanted ones, and only places matter: heights that are
// wanted and that rows can come to. As for products below zero, all rows are taken to go
// up, and those that come down are dearer: by the same if they are deep below zero, by
// less at the brink.
type groups struct {
	in        *Instance
	low, high int
	many      []uint32 // rows of each height from low to high
	first     []uint32 // the team at which they begin; at high+1 all end
	teams     []team
	places    []place
	bits      int     // of any number of rows at a place
	deep      span    // the rows that are below zero even if they go up …
	brink     [2]span // … and those of the two heights after them
	fixed     int     // what all costs have in common
}

// A place has rows above it, which may come down, and below it, which may go up. So many
// of them can be spared before wanted ones are missing; a negative number if there are too
// few in any case.
type place struct {
	above, below span
	spare        int
}

// A span is some of the teams.
type span struct{ from, to uint32 }

func newGroups(in *Instance) *groups {
	heights := in.cols + 1
	return &groups{
		in:     in,
		many:   make([]uint32, heights),
		first:  make([]uint32, heights+1),
		teams:  make([]team, in.rows/len(team{})+heights),
		places: make([]place, 0, heights),
	}
}

// sort groups the rows, by counting.
func (g *groups) sort(heights []int32) {
	low, high := heights[0], heights[0]
	for _, h := range heights {
		low, high = min(low, h), max(high, h)
	}
	g.low, g.high = int(low), int(high)
	clear(g.many[low : high+1])
	for _, h := range heights {
		g.many[h]++
	}
	const size = uint32(len(team{}))
	at := uint32(0)
	for h := low; h <= high; h++ {
		g.first[h] = at
		if at += (g.many[h] + size - 1) / size; at > g.first[h] {
			g.teams[at-1] = team{}
		}
	}
	g.first[high+1] = at
	g.settle()

	next := g.many // is not needed any more
	for h := low; h <= high; h++ {
		next[h] = g.first[h] * size
	}
	for row, h := range heights {
		at := next[h]
		next[h]++
		g.teams[at/size][at%size] = int32(row + 1)
	}
}

// settle finds the places, and what all costs have in common.
func (g *groups) settle() {
	g.places = g.places[:0]
	most, missing, below := uint32(0), g.in.rows, 0
	for h := max(g.low-1, 0); h <= min(g.high+1, g.in.cols); h++ {
		wanted := uint32(g.in.wanted[h])
		above, falling := g.group(h + 1)
		under, rising := g.group(h - 1)
		rows := falling + rising
		below += int(rising) * g.in.below(h)
		if wanted > 0 && rows > 0 {
			g.places = append(g.places, place{above, under, int(rows) - int(wanted)})
			most = max(most, wanted, rows)
			missing -= int(wanted)
		}
	}
	g.bits = bits.Len32(most)
	g.fixed = 2*missing + weight*below

	zero := g.in.cols / 2
	g.deep = span{0, g.first[max(g.low, min(zero, g.high+1))]}
	g.brink[0], _ = g.group(zero)
	g.brink[1], _ = g.group(zero + 1)
}

// group has the rows of a height, if there are any.
func (g *groups) group(h int) (s span, rows uint32) {
	if h < g.low || h > g.high {
		return span{}, 0
	}
	return span{g.first[h], g.first[h+1]}, g.many[h]
}

func (g *groups) of(s span) []team { return g.teams[s.from:s.to] }

// costs are those of the solutions in which one of the columns of a block is flipped.
//
// The rows that stay away from a place are counted from so far below a power of two that
// this bit shows in the lanes where too many do, and the bits below it how many.
func (g *groups) costs(b block, dst *[width]int) {
	var away, missing, deep, here, there numbers
	for i := range g.places {
		p := &g.places[i]
		away.set(1<<g.bits-p.spare, g.bits)
		away.count(g.of(p.above), b.minus)
		away.count(g.of(p.below), b.plus)
		missing.add(&away, g.bits, away[g.bits])
	}
	deep.count(g.of(g.deep), b.plus)
	here.count(g.of(g.brink[0]), b.plus)
	there.count(g.of(g.brink[1]), b.plus)

	missing.unpack()
	deep.unpack()
	here.unpack()
	there.unpack()
	zero := g.in.cols / 2
	d, h, t := g.in.fall(zero-1), g.in.fall(zero), g.in.fall(zero+1)
	for k := range dst {
		below := d*deep.of(k) + h*here.of(k) + t*there.of(k)
		dst[k] = g.fixed + 2*missing.of(k) + weight*below
	}
}
