package board

// A journal holds routes as they were at some time, in one list.
type journal struct {
	saved  []bool // whether a route is in the journal
	routes []int32
	kinds  []int32 // kind of vehicle of each entry of routes
	ends   []int   // where the stops of each entry of routes end
	stops  []int32
}

func newJournal(n int32) journal { return journal{saved: make([]bool, n)} }

// clear starts a new journal.
func (j *journal) clear() {
	for _, r := range j.routes {
		j.saved[r] = false
	}
	j.routes, j.kinds, j.ends, j.stops = j.routes[:0], j.kinds[:0], j.ends[:0], j.stops[:0]
}

// touch enters a route without its stops. It reports false if the route is in the journal already.
func (j *journal) touch(r int32) bool {
	if j.saved[r] {
		return false
	}
	j.saved[r] = true
	j.routes = append(j.routes, r)
	return true
}

// save enters a route with its stops, unless it is in the journal.
func (j *journal) save(b *Board, r int32) {
	if j.touch(r) {
		j.stops = b.Stops(j.stops, r)
		j.kinds, j.ends = append(j.kinds, b.kind[r]), append(j.ends, len(j.stops))
	}
}

// Commit makes the changes since the last Commit or Undo permanent.
func (b *Board) Commit() { b.journal.clear() }

// Undo restores the plan from before the changes.
func (b *Board) Undo() {
	b.restore(&b.journal)
	b.journal.clear()
}

// Mark remembers the plan for Rewind.
func (b *Board) Mark() {
	b.Commit()
	b.history.clear()
}

// Rewind restores the plan from the last Mark.
func (b *Board) Rewind() {
	b.restore(&b.history)
	b.Mark()
}

// restore removes the stops that the routes in a journal did not have, and enters the saved ones.
func (b *Board) restore(j *journal) {
	for _, s := range j.stops {
		b.staying[s] = true
	}
	for _, r := range j.routes {
		for s := b.next[b.n+r]; s < b.n; s = b.next[s] {
			if !b.staying[s] {
				b.drop(s)
			}
		}
	}
	for _, s := range j.stops {
		b.staying[s] = false
	}
	from := 0
	for i, end := range j.ends {
		b.set(j.routes[i], j.kinds[i], j.stops[from:end])
		from = end
	}
}

// Drain calls do for every route that has changed since the last call of Drain.
func (b *Board) Drain(do func(r int32)) {
	for _, r := range b.changed.routes {
		do(r)
	}
	b.changed.clear()
}
