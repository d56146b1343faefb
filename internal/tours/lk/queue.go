package lk

// queue holds the cities to process, each at most once. It takes the place of don't-look bits
// [BE92].
type queue struct {
	ring       []int32
	queued     []bool
	head, size int32
}

// empty resets the queue for n cities. No city is queued afterwards.
func (q *queue) empty(n int32) {
	q.ring, q.queued = resize(q.ring, int(n)), resize(q.queued, int(n))
	clear(q.queued)
	q.head, q.size = 0, 0
}

func (q *queue) push(c int32) {
	if q.queued[c] {
		return
	}
	q.queued[c] = true
	at := q.head + q.size
	if at >= int32(len(q.ring)) {
		at -= int32(len(q.ring))
	}
	q.ring[at] = c
	q.size++
}

func (q *queue) pushAll(cities ...int32) {
	for _, c := range cities {
		q.push(c)
	}
}

func (q *queue) pop() int32 {
	c := q.ring[q.head]
	if q.head++; q.head == int32(len(q.ring)) {
		q.head = 0
	}
	q.size--
	q.queued[c] = false
	return c
}

// entries appends the queued cities to dst, in order.
func (q *queue) entries(dst []int32) []int32 {
	for i := range q.size {
		at := q.head + i
		if at >= int32(len(q.ring)) {
			at -= int32(len(q.ring))
		}
		dst = append(dst, q.ring[at])
	}
	return dst
}

// fill replaces the queue with the given cities.
func (q *queue) fill(cities []int32) {
	q.empty(int32(len(q.ring)))
	q.pushAll(cities...)
}

// A snapshot is the state that a chain saves, in addition to its journal, in order to rewind.
type snapshot struct {
	queue  []int32
	length int64
	first  [2]int32 // cities with which the tour begins; only of undirected chains
}
