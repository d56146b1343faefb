package lk

// maxDepth is the maximum number of edges that one move may exchange.
const maxDepth = 50

// patience is the number of further edges that a move may exchange without improving its gain. This
// limit makes a kick twice as fast, and other kicks find the deeper improvements.
const patience = 6

// An opening is a sequential move of two or three edges in one of the patterns, before it is
// applied.
type opening struct {
	t1, t2, t3, t4, t5, t6 int32
	pattern                Pattern
	forward                bool
	open                   int64 // gain without the closing edge
	gain                   int64 // gain with the closing edge
}

// A hunt collects the results of examining one edge.
type hunt struct {
	best   opening               // opening with the largest gain
	widest [mostOpenings]opening // openings with the largest open gains, largest first
	count  int                   // number of openings in widest
	most   int                   // maximum of count
	first  bool                  // stop at the first gain
}

// mostOpenings is the maximum number of openings of an edge that a thorough descent follows.
const mostOpenings = 3

// linKernighan examines the openings that remove the edge from t1 to its k-th link. It compares
// positions on the tour without changing the tour. It follows an opening with a gain or, if no
// opening has a gain, the opening with the largest open gain [LK73], [JM97 §4]. A thorough descent
// follows several openings until one has a gain.
func (u *onArray) linKernighan(t1 int32, k int) bool {
	t2, d12 := u.links[t1].city[k], int64(u.links[t1].dist[k])
	h := &u.hunt
	h.best.gain, h.count, h.most, h.first = 0, 0, u.openings, u.op != ThreeOptBest
	o := opening{t1: t1, t2: t2, forward: u.next(t1) == t2}
	beyond := u.side(t2, o.forward)
	for i := u.lists.First[t2]; i < u.lists.First[t2+1]; i++ {
		g := d12 - int64(u.lists.Dist[i])
		if g <= 0 {
			break
		}
		o.t3 = u.lists.City[i]
		if o.t3 == beyond || o.t3 == t1 {
			continue
		}
		if u.reversing(&o, g, h) || u.joining(&o, g, h) {
			break
		}
	}
	if h.best.gain > 0 {
		return u.follow(&h.best)
	}
	if u.op != LinKernighan {
		return false
	}
	for i := range h.widest[:h.count] {
		if u.follow(&h.widest[i]) {
			return true
		}
	}
	return false
}

// found records an opening and reports whether the hunt is over.
func (h *hunt) found(o *opening) bool {
	if o.gain > h.best.gain {
		h.best = *o
		return h.first
	}
	i := h.count
	if i < h.most {
		h.count++
	} else if i--; o.open <= h.widest[i].open {
		return false
	}
	for ; i > 0 && o.open > h.widest[i-1].open; i-- {
		h.widest[i] = h.widest[i-1]
	}
	h.widest[i] = *o
	return false
}

// reversing tries the openings whose t4 lies between t2 and t3. Closing such an opening is a 2-opt
// move, and so is every further step.
func (u *onArray) reversing(o *opening, g int64, h *hunt) bool {
	o.t4 = u.side(o.t3, !o.forward)
	d34 := u.links[o.t3].to(o.t4)
	if d34 == tied {
		return false
	}
	open := g + int64(d34)
	if gain := open - u.Dist(o.t4, o.t1); gain > h.best.gain {
		o.pattern, o.open, o.gain = Flat, open, gain
		if h.found(o) {
			return true
		}
	}
	for i := u.lists.First[o.t4]; i < u.lists.First[o.t4+1]; i++ {
		g := open - int64(u.lists.Dist[i])
		if g <= 0 {
			break
		}
		o.t5 = u.lists.City[i]
		if o.t5 == o.t3 || o.t5 == o.t1 {
			continue
		}
		inside := u.between(o.t2, o.t5, o.t4, o.forward)
		o.t6 = u.side(o.t5, inside == o.forward)
		if o.t6 == o.t4 {
			continue
		}
		o.pattern = Outer
		if inside {
			o.pattern = Inner
		}
		if u.close(o, g, h) {
			return true
		}
	}
	return false
}

// joining tries the openings whose t4 lies beyond t3. The edge (t2, t3) closes a cycle, which t5
// must open again.
func (u *onArray) joining(o *opening, g int64, h *hunt) bool {
	o.t4 = u.side(o.t3, o.forward)
	d34 := u.links[o.t3].to(o.t4)
	if o.t4 == o.t1 || d34 == tied {
		return false
	}
	open := g + int64(d34)
	for i := u.lists.First[o.t4]; i < u.lists.First[o.t4+1]; i++ {
		g := open - int64(u.lists.Dist[i])
		if g <= 0 {
			break
		}
		o.t5 = u.lists.City[i]
		if o.t5 == o.t3 || !u.between(o.t2, o.t5, o.t3, o.forward) {
			continue
		}
		o.t6, o.pattern = u.side(o.t5, o.forward), Swap
		if u.close(o, g, h) {
			return true
		}
		if o.t5 == o.t2 {
			continue
		}
		o.t6, o.pattern = u.side(o.t5, !o.forward), Turn
		if u.close(o, g, h) {
			return true
		}
	}
	return false
}

// close removes the third edge and tries to close the tour.
func (u *common) close(o *opening, g int64, h *hunt) bool {
	d56 := u.links[o.t5].to(o.t6)
	if g += int64(d56); g <= 0 || d56 == tied {
		return false
	}
	o.open, o.gain = g, g-u.Dist(o.t6, o.t1)
	return h.found(o)
}

// layouts lists the parts of the path after an opening of each pattern, starting with the city that
// the closing edge joins to t1. The ends of a part are indices of t1 to t6, in the direction of the
// opening.
var layouts = [...][]struct {
	from, to uint8
	turned   bool
}{
	Flat:  {{1, 3, true}, {2, 0, false}},
	Inner: {{5, 3, false}, {1, 4, true}, {2, 0, false}},
	Outer: {{2, 5, true}, {1, 3, false}, {4, 0, false}},
	Swap:  {{5, 2, false}, {1, 4, false}, {3, 0, false}},
	Turn:  {{1, 5, true}, {4, 2, true}, {3, 0, false}},
}

// startTrial initialises the trial with an opening and returns the city that the closing edge joins
// to t1.
func (u *onArray) startTrial(o *opening) int32 {
	t, ends := &u.trial, [6]int32{o.t1, o.t2, o.t3, o.t4, o.t5, o.t6}
	t.clear()
	t.count = len(o.pattern.Flips(t.moves[:0], &ends))
	for _, p := range layouts[o.pattern] {
		from, to, turned := ends[p.from], ends[p.to], p.turned
		if !o.forward {
			from, to, turned = to, from, !turned
		}
		t.add(from, to, u.key(from), turned)
	}
	if o.pattern == Flat {
		return o.t4
	}
	return o.t6
}

// A step removes an edge (c, e) of a part and adds an edge from an end of the path to c.
type step struct {
	c, e int32
	part uint8
	open int64
}

// follow applies the opening and extends it from both ends of its path. It exchanges one edge at a
// time and always takes the step with the largest open gain, as long as the open gain exceeds the
// best gain. It applies the move up to the step with the largest gain.
func (u *onArray) follow(o *opening) bool {
	t := &u.trial
	t1, last, open, gain := o.t1, u.startTrial(o), o.open, max(o.gain, 0)
	keep := 0
	if gain > 0 {
		keep = t.count
	}
	nearest, since := o.gain, t.n
	for u.op == LinKernighan && t.n < maxDepth && t.n-since < u.patience {
		ahead := u.ahead(last, open, gain)
		back := u.behind(t1, open, max(gain, ahead.open), gain)
		switch {
		case back.open > 0:
			t.note(back.c, back.e, t1, last)
			t.reverse(u.cut(&back), t.n-1)
			t1, open = back.e, back.open
		case ahead.open > 0:
			t.note(t1, last, ahead.e, ahead.c)
			t.reverse(0, u.cut(&ahead))
			last, open = ahead.e, ahead.open
		default:
			return u.make(keep, gain)
		}
		g := open - u.Dist(t1, last)
		if g > nearest {
			nearest, since = g, t.n
		}
		if g > gain {
			gain, keep = g, t.count
		}
	}
	return u.make(keep, gain)
}

// ahead returns the best step from the last city. The step reverses the part before c.
func (u *onArray) ahead(last int32, open, gain int64) (best step) {
	t := &u.trial
	for i := u.lists.First[last]; i < u.lists.First[last+1]; i++ {
		g := open - int64(u.lists.Dist[i])
		if g <= gain {
			break
		}
		c := u.lists.City[i]
		l := &u.links[c]
		if g+int64(max(l.dist[0], l.dist[1])) <= best.open {
			continue
		}
		p := t.part(u.key(c))
		end, e := t.first[p], u.side(c, t.turned[p])
		if t.turned[p] {
			end = t.last[p]
		}
		if c == end || e == last {
			continue
		}
		d := l.to(e)
		if g += int64(d); g > best.open && d != tied {
			best = step{c, e, p, g}
		}
	}
	return best
}

// behind returns the best step from t1 whose open gain exceeds atLeast [MM93]. The step reverses
// the part after c.
func (u *onArray) behind(t1 int32, open, atLeast, gain int64) (best step) {
	t := &u.trial
	for i := u.lists.First[t1]; i < u.lists.First[t1+1]; i++ {
		g := open - int64(u.lists.Dist[i])
		if g <= gain {
			break
		}
		c := u.lists.City[i]
		l := &u.links[c]
		if g+int64(max(l.dist[0], l.dist[1])) <= atLeast {
			continue
		}
		p := t.part(u.key(c))
		end, e := t.last[p], u.side(c, !t.turned[p])
		if t.turned[p] {
			end = t.first[p]
		}
		if c == end || e == t1 {
			continue
		}
		d := l.to(e)
		if g += int64(d); g > atLeast && d != tied {
			best, atLeast = step{c, e, p, g}, g
		}
	}
	return best
}

// cut splits part s.part between s.c and s.e and returns the rank of the part that contains s.e.
func (u *onArray) cut(s *step) int {
	t := &u.trial
	if u.next(s.c) == s.e {
		return int(t.rank[t.split(s.part, s.c, s.e, u.key(s.e))])
	}
	t.split(s.part, s.e, s.c, u.key(s.c))
	return int(t.rank[s.part])
}
