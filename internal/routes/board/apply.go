package board

import "slices"

// apply makes a move.
func (b *Board) apply(m *move) {
	next := b.next
	if m.mirrored {
		next = b.prev
	}
	r, o := b.route[m.v], b.route[m.w]
	one := b.walk(b.old[0][:0], r, next)
	two := one
	if r != o {
		two = b.walk(b.old[1][:0], o, next)
		b.old[1] = two
	}
	b.old[0] = one
	i, j := slices.Index(one, m.v), slices.Index(two, m.w) // -1 is the depot
	b.made[0], b.made[1] = b.made[0][:0], b.made[1][:0]
	if r == o {
		b.within(m, one, i, j)
		b.pushEnds(b.made[0])
		b.Set(r, b.made[0])
	} else {
		b.between(m, one, two, i, j)
		b.pushEnds(b.made[0])
		b.pushEnds(b.made[1])
		b.note(o) // before Set changes the links of its stops
		b.Set(r, b.made[0])
		b.Set(o, b.made[1])
	}
	b.cost += int64(m.delta)
}

// between sets made to the two routes after a move between routes.
func (b *Board) between(m *move, one, two []int32, i, j int) {
	x, y := b.made[0], b.made[1]
	switch m.kind {
	case tails:
		x = append(append(x, one[:i]...), two[j+1:]...)
		y = append(append(y, two[:j+1]...), one[i:]...)
	case turned:
		x = turn(append(append(x, one[:i]...), two[:j]...), i)
		y = append(turn(append(y, two[j:]...), 0), one[i:]...)
	default:
		from, end := beside(m, j)
		x = append(append(append(x, one[:i]...), two[from:end]...), one[i+m.a:]...)
		y = append(append(append(y, two[:from]...), one[i:i+m.a]...), two[end:]...)
		flip(m, x[i:i+end-from], y[from:from+m.a])
	}
	b.made[0], b.made[1] = x, y
}

// beside returns the range of the segment beside w that changes places; it is empty for relocate.
func beside(m *move, j int) (from, end int) {
	if m.ahead {
		return j + 1, j + 1 + m.b
	}
	return j - m.b, j
}

// flip reverses the segments of an exchange as needed.
func flip(m *move, other, own []int32) {
	if m.flip {
		slices.Reverse(other)
	}
	if !m.ahead {
		slices.Reverse(own)
	}
}

// turn reverses a list from an index on.
func turn(list []int32, from int) []int32 {
	slices.Reverse(list[from:])
	return list
}

// within sets made to the route after a move within a route.
func (b *Board) within(m *move, all []int32, i, j int) {
	b.made[0] = append(b.made[0], all...)
	x := b.made[0]
	if m.kind == reverse {
		slices.Reverse(x[min(i, j):max(i, j)])
		return
	}
	from, end := beside(m, j)
	first, second := [2]int{i, i + m.a}, [2]int{from, end}
	if from < i {
		first, second = second, first
	}
	x = append(x[:first[0]], all[second[0]:second[1]]...)
	x = append(x, all[first[1]:second[0]]...)
	x = append(x, all[first[0]:first[1]]...)
	x = append(x, all[second[1]:]...)
	ownAt, otherAt := first[0], first[0]
	if from < i { // the other segment was first, and v's segment has taken its place
		otherAt = first[0] + m.a + (second[0] - first[1])
	} else {
		ownAt = first[0] + (end - from) + (second[0] - first[1])
	}
	flip(m, x[otherAt:otherAt+end-from], x[ownAt:ownAt+m.a])
	b.made[0] = x
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
