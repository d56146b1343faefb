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

// moveSegment moves the segment from end to a, which lies between behind and x, to the position
// between c and f, with a next to c. The tour order, in the direction from a to x, is: behind [end
// … a] [x … first] second.
func (u *onArray) moveSegment(a, end, behind, x, c, f int32, forward bool) {
	first, second := c, f
	if u.side(c, forward) != f {
		first, second = f, c
	}
	if first != behind {
		u.move(behind, end, first, second) // behind [first … x] [a … end] second
		u.move(behind, first, x, a)        // behind [x … first] [a … end] second
	}
	if first != c {
		u.move(first, a, end, second) // behind [x … first] [end … a] second
	}
}

// Relocate moves a stretch of length cities between a and b. The stretch starts at first and
// extends away from the k-th link of first.
func (u *onArray) Relocate(first int32, k int, length, a, b int32) bool {
	x := u.links[first].city[k]
	forward := u.next(first) == x
	last := first
	for ; length > 1; length-- {
		last = u.side(last, !forward)
		if last == a || last == b {
			return false
		}
	}
	behind := u.side(last, !forward)
	out, on, back := u.links[a].to(b), u.links[first].to(x), u.links[last].to(behind)
	if first == a || first == b || behind == x || x == a && behind == b || x == b && behind == a || out == tied || on == tied || back == tied {
		return false
	}
	gain := int64(out) + int64(on) + int64(back) - u.Dist(a, first) - u.Dist(last, b) - u.Dist(behind, x)
	u.moveSegment(first, last, behind, x, a, b, forward)
	return u.gained(gain, a, b, first, last, behind, x)
}
