package lk

// mostParts exceeds the maximum number of parts into which a move cuts the tour.
const mostParts = maxDepth + 4

// trial is a tentative move. It cuts the tour into parts and reorders and reverses them to form a
// path from last to t1, while the tour itself does not change. A part is identified by a small
// number. Where two parts meet on the path, the move adds an edge.
type trial struct {
	n      int
	keys   [mostParts]int32 // start key of each part on the tour, ascending
	ids    [mostParts]uint8 // part that starts at each of keys
	order  [mostParts]uint8 // parts along the path
	rank   [mostParts]uint8 // index of each part in order
	turned [mostParts]bool  // whether the path traverses the part backwards
	first  [mostParts]int32 // first and last city of each part, in tour order
	last   [mostParts]int32
	moves  [maxDepth + 2][4]int32 // the move so far, as tour flips
	count  int                    // number of moves
}

func (t *trial) clear() { t.n, t.count = 0, 0 }

// add appends a part to the path. key is the key of first on the tour.
func (t *trial) add(first, last, key int32, turned bool) {
	id := uint8(t.n)
	t.first[id], t.last[id], t.turned[id] = first, last, turned
	t.order[id], t.rank[id] = id, id
	t.enter(key, id)
}

// note records a step as a tour flip.
func (t *trial) note(a, b, c, d int32) {
	t.moves[t.count] = [4]int32{a, b, c, d}
	t.count++
}

// enter inserts a new part into keys and ids.
func (t *trial) enter(key int32, id uint8) {
	i := t.n
	for i > 0 && t.keys[i-1] > key {
		t.keys[i], t.ids[i] = t.keys[i-1], t.ids[i-1]
		i--
	}
	t.keys[i], t.ids[i] = key, id
	t.n++
}

// part returns the part that contains the city with the given key. The part with the largest start
// key wraps around the end of the tour.
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

// split cuts part p between x and y, which are consecutive on the tour. It returns the new part,
// which starts with y.
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
