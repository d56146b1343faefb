package board

// apply makes a move.
func (b *Board) apply(m *move) {
	one, two := b.pieces(m)
	b.made[0], b.made[1] = b.collect(b.made[0][:0], one), b.collect(b.made[1][:0], two)
	r, o := b.route[m.v], b.route[m.w]
	b.pushEnds(b.made[0])
	if r == o {
		b.set(r, b.kind[r], b.made[0])
		return
	}
	b.pushEnds(b.made[1])
	b.note(o) // before set changes the links of its stops
	b.set(r, b.kind[r], b.made[0])
	b.set(o, m.vehicle, b.made[1])
}

// collect appends the stops of pieces.
func (b *Board) collect(dst []int32, pieces []piece) []int32 {
	for _, p := range pieces {
		first, last, next := p.first, p.last, b.next
		if p.turned {
			first, last, next = p.last, p.first, b.prev
		}
		for s := first; ; s = next[s] {
			dst = append(dst, s)
			if s == last {
				break
			}
		}
	}
	return dst
}

// pushEnds queues the stops of a new route whose neighbours have changed.
func (b *Board) pushEnds(made []int32) {
	last := int32(-1)
	for k, s := range made {
		before, after := b.prev[s], b.next[s]
		next := int32(-1)
		if k+1 < len(made) {
			next = made[k+1]
		}
		if !(same(b, before, last) && same(b, after, next)) && !(same(b, before, next) && same(b, after, last)) {
			b.queue.push(s)
		}
		last = s
	}
}

// same reports whether a node equals another one, where -1 and all depots are equal.
func same(b *Board, node, other int32) bool { return node == other || node >= b.n && other < 0 }
