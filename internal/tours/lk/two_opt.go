package lk

// twoOpt replaces the edges (a, x) and (c, f) with (a, c) and (x, f) if that makes the tour shorter
// [CRO58]. x is the k-th link of a, and c is a city near a.
func (u *onArray) twoOpt(a int32, k int) bool {
	x, dax := u.links[a].city[k], int64(u.links[a].dist[k])
	forward := u.next(a) == x
	for i := u.lists.First[a]; i < u.lists.First[a+1]; i++ {
		gain := dax - int64(u.lists.Dist[i])
		if gain <= 0 {
			return false
		}
		c := u.lists.City[i]
		f := u.side(c, forward)
		dcf := u.links[c].to(f)
		if gain += int64(dcf); gain <= 0 || dcf == tied {
			continue
		}
		if gain -= u.Dist(x, f); gain > 0 && c != x && f != a {
			u.move(a, x, c, f)
			return u.gained(gain, a, x, c, f)
		}
	}
	return false
}
