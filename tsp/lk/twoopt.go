package lk

// twoOpt replaces the edges (a, x) and (c, f) by (a, c) and (x, f) if that is
// shorter. gain is what the first pair saves already.
func (u *Undirected) twoOpt(a, x, c int32, gain int64, forward bool) bool {
	f := u.side(c, forward)
	gain += u.dist(c, f) - u.dist(x, f)
	if gain <= 0 || u.isLocked(c, f) {
		return false
	}
	i, j := u.pos[x], u.pos[c] // a x … c f
	if !forward {
		i, j = u.pos[c], u.pos[x] // f c … x a
	}
	if span := u.span(i, j); min(span, u.n-span) > u.maxFlip {
		return false
	}
	u.flip(i, j)
	u.length -= gain
	u.push(a)
	u.push(x)
	u.push(c)
	u.push(f)
	return true
}
