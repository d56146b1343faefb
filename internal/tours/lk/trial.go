package lk

// mostParts exceeds the number of parts that a move of full depth cuts the tour
// into.
const mostParts = maxDepth + 4

// trial is a tentative move. The tour is cut into parts that are reordered and
// reversed to form a path from last to t1, while the tour itself does not
// change. A part is identified by a small number. Neighbours on the path that
// belong to different parts are joined by an edge that the move adds.
type trial struct {
	n      int
	keys   [mostParts]int32 // where each part begins on the tour, ascending …
	ids    [mostParts]uint8 // … and which part that is
	order  [mostParts]uint8 // the parts along the path …
	rank   [mostParts]uint8 // … and the index of each in order
	turned [mostParts]bool  // the path traverses this part backwards
	first  [mostParts]int32 // the ends of each part, in tour order
	last   [mostParts]int32
	moves  [maxDepth + 2][4]int32 // the move so far, as flips of the tour
	count  int                    // of moves
}

func (t *trial) clear() { t.n, t.count = 0, 0 }

// add appends a part to the path. key is the position of first on the tour.
func (t *trial) add(first, last, key int32, turned bool) {
	id := uint8(t.n)
	t.first[id], t.last[id], t.turned[id] = first, last, turned
	t.order[id], t.rank[id] = id, id
	t.enter(key, id)
}

// note records a move as the flip that makes it.
func (t *trial) note(a, b, c, d int32) {
	t.moves[t.count] = [4]int32{a, b, c, d}
	t.count++
}

// enter inserts a new part into the table of positions.
func (t *trial) enter(key int32, id uint8) {
	i := t.n
	for i > 0 && t.keys[i-1] > key {
		t.keys[i], t.ids[i] = t.keys[i-1], t.ids[i-1]
		i--
	}
	t.keys[i], t.ids[i] = key, id
	t.n++
}

// part returns the part that contains a position of the tour. The part that
// begins last wraps around the end of the tour.
func (t *trial) part(key int32) uint8 {
	i := t.n - 1
	for i > 0 && t.keys[i] > key {
		i--
	}
	if t.keys[i] > key {
		i = t.n - 1
	}
	return t.ids[i]
}

// split cuts part p between x and y, which are consecutive on the tour, and
// returns the new part, which begins with y.
func (t *trial) split(p uint8, x, y, key int32) uint8 {
	id := uint8(t.n)
	t.first[id], t.last[id], t.turned[id] = y, t.last[p], t.turned[p]
	t.last[p] = x
	at := int(t.rank[p])
	if !t.turned[p] {
		at++
	}
	for i := t.n; i > at; i-- {
		o := t.order[i-1]
		t.order[i], t.rank[o] = o, uint8(i)
	}
	t.order[at], t.rank[id] = id, uint8(at)
	t.enter(key, id)
	return id
}

// reverse reverses the path from rank i to rank j.
func (t *trial) reverse(i, j int) {
	for ; i < j; i, j = i+1, j-1 {
		a, b := t.order[i], t.order[j]
		t.order[i], t.order[j] = b, a
		t.rank[b], t.rank[a] = uint8(i), uint8(j)
		t.turned[a], t.turned[b] = !t.turned[a], !t.turned[b]
	}
	if i == j {
		t.turned[t.order[i]] = !t.turned[t.order[i]]
	}
}
