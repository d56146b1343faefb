package bound

// sets is a partition of the nodes into sets.
type sets []int32

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// root returns the representative of the set of a node.
func (s sets) root(c int32) int32 {
	for s[c] != c {
		s[c] = s[s[c]]
		c = s[c]
	}
	return c
}

// join unites the sets of two nodes. It reports whether they were different.
func (s sets) join(a, b int32) bool {
	a, b = s.root(a), s.root(b)
	s[max(a, b)] = min(a, b)
	return a != b
}
