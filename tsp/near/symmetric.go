package near

// Symmetric adds to the list of each city the cities that list it, so that a
// search finds an edge from either end. Distances must be symmetric. Lists stay
// sorted, nearest first.
func (l *Lists) Symmetric() *Lists {
	n := int32(len(l.First) - 1)
	out := &Lists{First: make([]int32, n+1)}
	l.missing(func(from, _ int32, _ int32) { out.First[from+1]++ })
	for c := range n {
		out.First[c+1] += out.First[c] + l.First[c+1] - l.First[c]
	}
	size := out.First[n]
	out.City, out.Dist = make([]int32, size), make([]int32, size)
	filled := make([]int32, n)
	for c := range n {
		at := out.First[c]
		filled[c] = at + int32(copy(out.City[at:], l.Of(c)))
		copy(out.Dist[at:], l.Dist[l.First[c]:l.First[c+1]])
	}
	l.missing(func(from, to, d int32) {
		out.City[filled[from]], out.Dist[filled[from]] = to, d
		filled[from]++
	})
	for c := range n {
		out.sort(c)
	}
	return out
}

// missing calls yield for each pair of which only the second has the first in
// its list.
func (l *Lists) missing(yield func(from, to, dist int32)) {
	for to := range int32(len(l.First) - 1) {
		for i := l.First[to]; i < l.First[to+1]; i++ {
			if from := l.City[i]; !l.has(from, to, l.Dist[i]) {
				yield(from, to, l.Dist[i])
			}
		}
	}
}

// has reports whether the list of c contains to, at distance d.
func (l *Lists) has(c, to, d int32) bool {
	for i := l.First[c]; i < l.First[c+1] && l.Dist[i] <= d; i++ {
		if l.City[i] == to {
			return true
		}
	}
	return false
}
