package perceptron

import "math/bits"

// groups holds the rows, grouped by height, and computes the costs of all solutions that are one
// flip away.
//
// Flipping a column lowers a row of height h to h-1 if its term is +1, and raises it to h+1
// otherwise. Both histograms count the same number of rows, so the sum of their absolute
// differences is twice the number of wanted rows that are missing. Only the places matter: the
// wanted heights that rows can reach. For the cost of negative products, all rows are first assumed
// to rise. Each row that falls adds a cost, which is constant far below zero and smaller near zero.
type groups struct {
	in        *Instance
	low, high int
	many      []uint32 // number of rows of each height from low to high
	first     []uint32 // index of the first team of each height; the entry at high+1 is the end
	teams     []team
	places    []place
	bits      int     // number of bits needed to count the rows at a place
	deep      span    // rows that stay below zero even if they rise
	brink     [2]span // rows of the next two heights above deep
	fixed     int     // part that all costs have in common
}

// A place is a wanted height. The rows above it may fall to it, and the rows below it may rise to
// it. spare is the number of these rows that can miss the place before wanted rows are missing. It
// is negative if wanted rows are missing even if all these rows reach the place.
type place struct {
	above, below span
	spare        int
}

// A span is a range of teams.
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

// sort groups the rows by height, using a counting sort.
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

	next := g.many // the counts are no longer needed
	for h := low; h <= high; h++ {
		next[h] = g.first[h] * size
	}
	for row, h := range heights {
		at := next[h]
		next[h]++
		g.teams[at/size][at%size] = int32(row + 1)
	}
}

// settle computes the places and the part that all costs have in common.
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

// group returns the teams and the number of rows of a height. Both are zero if there are no such
// rows.
func (g *groups) group(h int) (s span, rows uint32) {
	if h < g.low || h > g.high {
		return span{}, 0
	}
	return span{g.first[h], g.first[h+1]}, g.many[h]
}

func (g *groups) of(s span) []team { return g.teams[s.from:s.to] }

// costs computes the cost of each solution that results from flipping one column of a block.
//
// The count of rows that miss a place starts at 2^bits - spare. Bit number bits is therefore set in
// the lanes in which too many rows miss the place, and the lower bits then hold the excess.
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
