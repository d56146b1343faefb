package lk

// longestSegment is the maximum length of a segment that Or-opt moves [OR76].
const longestSegment = 3

// orOpt moves a segment of up to three cities between a city c near a and one of c's neighbours,
// with a next to c, if that makes the tour shorter. The segment ends in a, and the k-th link of a
// lies outside the segment.
func (u *onArray) orOpt(a int32, k int) bool {
	x, dax := u.links[a].city[k], u.links[a].dist[k]
	if dax == tied {
		return false
	}
	forward := u.next(a) == x
	for length, end := 1, a; length <= longestSegment; length++ {
		behind := u.side(end, !forward)
		d := u.links[end].to(behind)
		if behind == x || d == tied {
			return false
		}
		saved := int64(dax) + int64(d) - u.Dist(x, behind)
		if saved > 0 && u.insert(a, end, behind, x, saved, length, forward) {
			return true
		}
		end = behind
	}
	return false
}

// insert looks for a better position for the segment from end to a.
func (u *onArray) insert(a, end, behind, x int32, saved int64, length int, forward bool) bool {
	for i := u.lists.First[a]; i < u.lists.First[a+1]; i++ {
		open := saved - int64(u.lists.Dist[i])
		if open <= 0 {
			return false
		}
		c := u.lists.City[i]
		if u.holds(a, c, length, forward) {
			continue
		}
		for k := range 2 {
			f, dcf := u.links[c].city[k], u.links[c].dist[k]
			if f == a || f == end || dcf == tied {
				continue
			}
			if gain := open + int64(dcf) - u.Dist(end, f); gain > 0 {
				u.moveSegment(a, end, behind, x, c, f, forward)
				return u.gained(gain, a, x, end, behind, c, f)
			}
		}
	}
	return false
}

// holds reports whether c is one of the length cities of the segment that ends in a.
func (u *onArray) holds(a, c int32, length int, forward bool) bool {
	for range length {
		if a == c {
			return true
		}
		a = u.side(a, !forward)
	}
	return false
}
