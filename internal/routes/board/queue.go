package board

// A queue contains the stops whose moves are examined next, each at most once.
type queue struct {
	stops []int32
	first int
	waits []bool
	nodes int32
}

func newQueue(n int32) queue { return queue{waits: make([]bool, n), nodes: n} }

// push adds a node, unless it is in the queue or a depot.
func (q *queue) push(s int32) {
	if s < q.nodes && !q.waits[s] {
		q.waits[s] = true
		q.stops = append(q.stops, s)
	}
}

// Queue queues a stop, unless it is in no route or belongs to another lane.
func (b *Board) Queue(s int32) {
	if b.Route(s) >= 0 {
		b.queue.push(s)
	}
}

// pop returns the next stop, or false.
func (q *queue) pop() (s int32, ok bool) {
	if q.first == len(q.stops) {
		q.stops, q.first = q.stops[:0], 0
		return 0, false
	}
	s = q.stops[q.first]
	q.first++
	q.waits[s] = false
	return s, true
}
