package sweep

// Find returns the best move of city t2 that joins it to the neighbour of the pair: a 2-opt move
// [LS13 §4.1], or a move of two or three edges [LS13 §4.2]. It tries all four ways to reconnect
// three parts, and both neighbours of each city: the paper does not say on which side of a city an
// edge is removed.
//
// Deviation: unless Rule.Third is OfT3, the third edge comes from the neighbours of t4, which the
// first two edges leave open, as in all sequential moves [LK73]. docs/tours.md compares the two.
//
// Deviation: unless Rule.All is set, Find stops as soon as the edges so far gain nothing [LK73].
// The paper names this rule for the first two edges (§2.1), but does not say whether its kernels
// use it; its text and its tables count all pairs.
func (v *View) Find(r Rule, t2, pair int32) Found {
	best := Found{Pair: pair}
	t3, d23 := v.Lists.City[pair], int64(v.Lists.Dist[pair])
	for _, way := range []uint32{0, larger} {
		t1, forward := v.way(t2, way != 0)
		gain, ok := v.opens(t1, t2, t3, d23, forward)
		if !ok || !r.worth(gain) {
			continue
		}
		open, ok := v.reversing(t1, t3, gain, forward, way, &best)
		if r.Kind == TwoOpt {
			continue
		}
		if ok && r.worth(open) {
			v.reversingTwice(r, t1, t2, t3, open, forward, way, &best)
		}
		v.joining(r, t1, t2, t3, gain, forward, way, &best)
	}
	return best
}

// worth reports whether a move may continue after edges with the given gain.
func (r Rule) worth(gain int64) bool { return r.All || gain > 0 }

// opens returns the gain of replacing the edge from t2 to t1 with one to t3, and whether that is
// possible.
func (v *View) opens(t1, t2, t3 int32, d23 int64, forward bool) (gain int64, ok bool) {
	d12 := v.Edge[v.edge(t2, !forward)]
	if d12 == Tied || t3 == t1 || t3 == v.side(t2, forward) {
		return 0, false
	}
	return int64(d12) - d23, true
}

// reversing closes a 2-opt move in which t4 lies between t2 and t3. It returns the gain without the
// closing edge, and false if the edge from t3 to t4 must stay.
func (v *View) reversing(t1, t3 int32, gain int64, forward bool, way uint32, best *Found) (open int64, ok bool) {
	d34 := v.Edge[v.edge(t3, !forward)]
	if d34 == Tied {
		return 0, false
	}
	open = gain + int64(d34)
	best.offer(open-v.space.Dist(v.side(t3, !forward), t1), way|flat)
	return open, true
}

// thirds returns the range of the lists that contains t5, and the bits that a code needs for it.
func (v *View) thirds(r Rule, t3, t4 int32) (first, end int32, bits uint32) {
	if r.Third == OfT3 {
		return v.Lists.First[t3], v.Lists.First[t3+1], besideT3
	}
	return v.Lists.First[t4], v.Lists.First[t4+1], 0
}

// third returns the length of the edge from t4 to the city at place i of the lists.
func (v *View) third(r Rule, t4, i int32) int64 {
	if r.Third == OfT3 {
		return v.space.Dist(t4, v.Lists.City[i])
	}
	return int64(v.Lists.Dist[i])
}

// reversingTwice continues with a third edge, on either side of t4.
func (v *View) reversingTwice(r Rule, t1, t2, t3 int32, open int64, forward bool, way uint32, best *Found) {
	t4 := v.side(t3, !forward)
	first, end, bits := v.thirds(r, t3, t4)
	for i := first; i < end; i++ {
		gain := open - v.third(r, t4, i)
		if !r.worth(gain) {
			if r.Third == OfT3 {
				continue
			}
			return // the list of t4 is sorted
		}
		t5 := v.Lists.City[i]
		if t5 == t3 || t5 == t1 || t5 == t4 {
			continue
		}
		ahead := v.between(t2, t5, t4, forward) == forward
		if v.side(t5, ahead) != t4 {
			v.close(r, t1, t5, gain, ahead, way|reverse|bits|uint32(i-first)<<third, best)
		}
	}
}

// joining handles moves with t4 beyond t3: t2 and t3 close a cycle, which t5 must open again.
func (v *View) joining(r Rule, t1, t2, t3 int32, gain int64, forward bool, way uint32, best *Found) {
	t4 := v.side(t3, forward)
	d34 := v.Edge[v.edge(t3, forward)]
	if t4 == t1 || d34 == Tied {
		return
	}
	open := gain + int64(d34)
	first, end, bits := v.thirds(r, t3, t4)
	for i := first; i < end; i++ {
		gain := open - v.third(r, t4, i)
		if !r.worth(gain) {
			if r.Third == OfT3 {
				continue
			}
			return
		}
		t5 := v.Lists.City[i]
		if t5 == t3 || !v.between(t2, t5, t3, forward) {
			continue
		}
		code := way | bits | uint32(i-first)<<third
		v.close(r, t1, t5, gain, forward, code|swap, best)
		if t5 != t2 {
			v.close(r, t1, t5, gain, !forward, code|turn, best)
		}
	}
}

// close removes the third edge, from t5 to its neighbour on one side, and closes the move.
func (v *View) close(r Rule, t1, t5 int32, gain int64, ahead bool, code uint32, best *Found) {
	d56 := v.Edge[v.edge(t5, ahead)]
	if d56 == Tied || !r.All && gain+int64(d56) <= best.Gain {
		return
	}
	best.offer(gain+int64(d56)-v.space.Dist(v.side(t5, ahead), t1), code)
}

// offer stores a move if it gains more than the best so far, so the first move wins on ties.
func (f *Found) offer(gain int64, code uint32) {
	if gain > f.Gain {
		f.Gain, f.Code = gain, code
	}
}
