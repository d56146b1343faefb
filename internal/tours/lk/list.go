package lk

import (
	"math/bits"
	"slices"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// list stores a tour as a two-level list. The cities are in segments whose size is about the square
// root of the number of cities, and a long reversal flips one flag per segment [FJMO95]. A segment
// owns a block of slots in one array, so the slot of a city, shifted right, is the index of its
// segment.
type list struct {
	n     int32
	shift uint8     // log2 of the number of slots in a block
	slot  []int32   // slot of each city
	city  []int32   // city in each slot
	seg   []segment // in block order
	order []int32   // segment indices in tour order
	spare tsp.Tour  // scratch space for deal
}

// A segment is a range of slots, read backwards if turned.
type segment struct {
	first, last int32 // first and last slot
	rank        int32 // index in list.order
	turned      bool
}

func (l *list) set(t tsp.Tour) {
	n := int32(len(t))
	l.n = n
	half := bits.Len32(uint32(n)) / 2 // blocks are initially about a quarter full
	l.shift = uint8(max(half+2, 4))
	full := int32(1) << l.shift / 4
	count := max((n+full-1)/full, 1)
	l.slot, l.city = resize(l.slot, len(t)), resize(l.city, int(count)<<l.shift)
	l.seg, l.order = resize(l.seg, int(count)), resize(l.order, int(count))
	l.spare = resize(l.spare, len(t))
	l.deal(t)
}

// deal distributes the tour evenly over the segments. Each segment lies in the middle of its block.
func (l *list) deal(t tsp.Tour) {
	count := int64(len(l.seg))
	for s := range count {
		from, to := s*int64(l.n)/count, (s+1)*int64(l.n)/count
		size := int32(to - from)
		first := int32(s)<<l.shift + (int32(1)<<l.shift-size)/2
		l.seg[s] = segment{first, first + size - 1, int32(s), false}
		l.order[s] = int32(s)
		for i, c := range t[from:to] {
			l.place(c, first+int32(i))
		}
	}
}

func (l *list) place(c, slot int32) { l.slot[c], l.city[slot] = slot, c }

func (l *list) first() int32 {
	g := &l.seg[l.order[0]]
	if g.turned {
		return l.city[g.last]
	}
	return l.city[g.first]
}

// tourInto copies the tour to dst, starting with the first segment.
func (l *list) tourInto(dst tsp.Tour) {
	at := 0
	for _, s := range l.order {
		g := &l.seg[s]
		at += copy(dst[at:], l.city[g.first:g.last+1])
		if g.turned {
			slices.Reverse(dst[at-int(g.last-g.first+1) : at])
		}
	}
}

func (l *list) copy(from store) {
	o := from.(*list)
	copy(l.slot, o.slot)
	copy(l.city, o.city)
	copy(l.seg, o.seg)
	copy(l.order, o.order)
}

func (l *list) next(c int32) int32 {
	s := l.slot[c]
	g := &l.seg[s>>l.shift]
	if g.turned {
		if s != g.first {
			return l.city[s-1]
		}
	} else if s != g.last {
		return l.city[s+1]
	}
	return l.firstOf(l.after(g))
}

func (l *list) prev(c int32) int32 {
	s := l.slot[c]
	g := &l.seg[s>>l.shift]
	if g.turned {
		if s != g.last {
			return l.city[s+1]
		}
	} else if s != g.first {
		return l.city[s-1]
	}
	return l.lastOf(l.before(g))
}

// key returns a number that increases along the tour from an arbitrary city.
func (l *list) key(c int32) int32 {
	s := l.slot[c]
	g := &l.seg[s>>l.shift]
	if g.turned {
		return g.rank<<l.shift + g.last - s
	}
	return g.rank<<l.shift + s - g.first
}

func (l *list) after(g *segment) *segment {
	if r := g.rank + 1; int(r) < len(l.order) {
		return &l.seg[l.order[r]]
	}
	return &l.seg[l.order[0]]
}

func (l *list) before(g *segment) *segment {
	if g.rank > 0 {
		return &l.seg[l.order[g.rank-1]]
	}
	return &l.seg[l.order[len(l.order)-1]]
}

// firstOf returns the first city of a segment in tour order, and lastOf returns the last.
func (l *list) firstOf(g *segment) int32 {
	if g.turned {
		return l.city[g.last]
	}
	return l.city[g.first]
}

func (l *list) lastOf(g *segment) int32 {
	if g.turned {
		return l.city[g.first]
	}
	return l.city[g.last]
}

func (l *list) segmentOf(c int32) *segment { return &l.seg[l.slot[c]>>l.shift] }

// within reports whether the path from b forward to c stays in one segment.
func (l *list) within(b, c int32) bool {
	i, j := l.slot[b], l.slot[c]
	if i>>l.shift != j>>l.shift {
		return false
	}
	if l.seg[i>>l.shift].turned {
		return j <= i
	}
	return i <= j
}

// flip reverses the path from b to c, where a b … c d are in this order on the tour in either
// direction: the edges (a, b) and (c, d) become (a, c) and (b, d). It reverses the rest of the tour
// instead if that is less work.
func (l *list) flip(a, b, c, d int32) {
	if l.next(a) != b {
		a, b, c, d = d, c, b, a
	}
	for {
		switch {
		case l.within(b, c):
			l.swap(l.slot[b], l.slot[c])
			return
		case l.within(d, a):
			l.swap(l.slot[d], l.slot[a])
			return
		case l.firstOf(l.segmentOf(b)) != b:
			l.split(a)
		case l.lastOf(l.segmentOf(c)) != c:
			l.split(c)
		default:
			l.turn(l.segmentOf(b).rank, l.segmentOf(c).rank)
			return
		}
	}
}

// swap reverses the slots from i to j.
func (l *list) swap(i, j int32) {
	if i > j {
		i, j = j, i
	}
	for ; i < j; i, j = i+1, j-1 {
		x, y := l.city[i], l.city[j]
		l.city[i], l.city[j] = y, x
		l.slot[y], l.slot[x] = i, j
	}
}

// turn reverses the segments with ranks from i to j, wrapping around the end, or the remaining
// segments if they are fewer.
func (l *list) turn(i, j int32) {
	m := int32(len(l.order))
	count := j - i + 1
	if count <= 0 {
		count += m
	}
	if 2*count > m {
		i, j, count = j+1, i-1, m-count
	}
	i, j = (i+m)%m, (j+m)%m
	for range (count + 1) / 2 {
		x, y := l.order[i], l.order[j]
		l.order[i], l.order[j] = y, x
		l.seg[y].rank, l.seg[x].rank = i, j
		l.seg[x].turned = !l.seg[x].turned
		if x != y {
			l.seg[y].turned = !l.seg[y].turned
		}
		if i++; i == m {
			i = 0
		}
		if j--; j < 0 {
			j = m - 1
		}
	}
}

// split creates a segment boundary after x by moving the smaller part to the adjacent segment. If
// the adjacent segment is full, split redistributes the whole tour.
func (l *list) split(x int32) {
	g := l.segmentOf(x)
	head, tail := l.slot[x]-g.first+1, g.last-l.slot[x] // number of cities up to x, and after x
	if g.turned {
		head, tail = g.last-l.slot[x]+1, l.slot[x]-g.first
	}
	room := int32(1) << l.shift
	to, part := l.before(g), head
	if tail < head {
		to, part = l.after(g), tail
	}
	if to.last-to.first+1+part > room {
		l.tourInto(l.spare)
		l.deal(l.spare)
		return
	}
	l.moveTo(to, g, part, tail < head)
}

// moveTo moves the first count cities of a segment to the end of the previous segment or, if tail
// is set, the last count cities to the start of the next segment.
func (l *list) moveTo(to, g *segment, count int32, tail bool) {
	from, step := g.first, int32(1)
	if g.turned != tail {
		from, step = g.last, -1
		g.last -= count
	} else {
		g.first += count
	}
	at, dir := l.extend(to, count, to.turned == tail)
	for range count {
		l.place(l.city[from], at)
		from += step
		at += dir
	}
}

// extend lengthens a segment at its upper or lower end. It returns the first new slot and the
// direction of the further new slots.
func (l *list) extend(g *segment, count int32, upper bool) (slot, dir int32) {
	low := g.first >> l.shift << l.shift
	high := low + int32(1)<<l.shift - 1
	if upper {
		if g.last+count > high {
			l.slide(g, low+(high-low+1-(g.last-g.first+1+count))/2)
		}
		g.last += count
		return g.last - count + 1, 1
	}
	if g.first-count < low {
		l.slide(g, low+(high-low+1-(g.last-g.first+1+count))/2+count)
	}
	g.first -= count
	return g.first + count - 1, -1
}

// slide moves a segment inside its block.
func (l *list) slide(g *segment, first int32) {
	size := g.last - g.first + 1
	copy(l.city[first:first+size], l.city[g.first:g.last+1])
	g.first, g.last = first, first+size-1
	for i := g.first; i <= g.last; i++ {
		l.slot[l.city[i]] = i
	}
}
