package sweep

// Find returns the best move of city t2 that joins it to the neighbour of the pair: a 2-opt move
// [LS13 §4.1], or a move of two or three edges [LS13 §4.2].
//
// Deviation: the paper takes the third edge from the neighbours of t3. Here it comes from the
// neighbours of t4, which the first two edges leave open, as in all sequential moves [LK73]. Find
// tries all four ways to reconnect three parts.
func (v *View) Find(k Kind, t2, pair int32) Found {
	best := Found{Pair: pair}
	t3, d23 := v.Lists.City[pair], int64(v.Lists.Dist[pair])
	for _, way := range []uint32{0, larger} {
		t1, forward := v.way(t2, way != 0)
		gain := v.opens(t1, t2, t3, d23, forward)
		if gain <= 0 {
			continue
		}
		open := v.reversing(t1, t3, gain, forward, way, &best)
		if k == TwoOpt {
			continue
		}
		if open > 0 {
			v.reversingTwice(t1, t2, t3, open, forward, way, &best)
		}
		v.joining(t1, t2, t3, gain, forward, way, &best)
	}
	return best
}

// opens returns the gain of replacing the edge from t2 to t1 with one to t3 [LK73], or 0.
func (v *View) opens(t1, t2, t3 int32, d23 int64, forward bool) int64 {
	d12 := v.Edge[v.edge(t2, !forward)]
	if d12 == Tied || t3 == t1 || t3 == v.side(t2, forward) {
		return 0
	}
	return max(int64(d12)-d23, 0)
}

// reversing closes a 2-opt move in which t4 lies between t2 and t3. It returns the gain without the
// closing edge, or 0 if the edge from t3 to t4 must stay.
func (v *View) reversing(t1, t3 int32, gain int64, forward bool, way uint32, best *Found) int64 {
	d34 := v.Edge[v.edge(t3, !forward)]
	if d34 == Tied {
		return 0
	}
	open := gain + int64(d34)
	best.offer(open-v.space.Dist(v.side(t3, !forward), t1), way|flat)
	return open
}

// reversingTwice continues with a third edge, on either side of t4.
func (v *View) reversingTwice(t1, t2, t3 int32, open int64, forward bool, way uint32, best *Found) {
	t4 := v.side(t3, !forward)
	first := v.Lists.First[t4]
	for i := first; i < v.Lists.First[t4+1]; i++ {
		gain := open - int64(v.Lists.Dist[i])
		if gain <= 0 {
			return
		}
		t5 := v.Lists.City[i]
		if t5 == t3 || t5 == t1 {
			continue
		}
		ahead := v.between(t2, t5, t4, forward) == forward
		if v.side(t5, ahead) != t4 {
			v.close(t1, t5, gain, ahead, way|reverse|uint32(i-first)<<third, best)
		}
	}
}

// joining handles moves with t4 beyond t3: t2 and t3 close a cycle, which t5 must open again.
func (v *View) joining(t1, t2, t3 int32, gain int64, forward bool, way uint32, best *Found) {
	t4 := v.side(t3, forward)
	d34 := v.Edge[v.edge(t3, forward)]
	if t4 == t1 || d34 == Tied {
		return
	}
	open := gain + int64(d34)
	first := v.Lists.First[t4]
	for i := first; i < v.Lists.First[t4+1]; i++ {
		gain := open - int64(v.Lists.Dist[i])
		if gain <= 0 {
			return
		}
		t5 := v.Lists.City[i]
		if t5 == t3 || !v.between(t2, t5, t3, forward) {
			continue
		}
		v.close(t1, t5, gain, forward, way|swap|uint32(i-first)<<third, best)
		if t5 != t2 {
			v.close(t1, t5, gain, !forward, way|turn|uint32(i-first)<<third, best)
		}
	}
}

// close removes the third edge, from t5 to its neighbour on one side, and closes the move.
func (v *View) close(t1, t5 int32, gain int64, ahead bool, code uint32, best *Found) {
	d56 := v.Edge[v.edge(t5, ahead)]
	if d56 == Tied || gain+int64(d56) <= best.Gain {
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
