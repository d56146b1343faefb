package branch

// propagate derives the status of further edges: a node with two contained edges has no others, a
// node with only two edges left contains them, and no edge closes a cycle too early. It reports
// whether the part may contain a tour.
func (j *judge) propagate() bool {
	for changed := true; changed; {
		changed = false
		for a := range int32(j.nodes) {
			now, ok := j.settle(a)
			if !ok {
				return false
			}
			changed = changed || now
		}
		if changed {
			continue // separate needs at most two contained edges at every node
		}
		now, ok := j.separate()
		if !ok {
			return false
		}
		changed = now
	}
	return true
}

// settle applies the rules for the edges of a node.
func (j *judge) settle(a int32) (changed, ok bool) {
	contained, left := 0, 0
	for _, k := range j.around[a] {
		switch j.s[k] {
		case in:
			contained++
		case free:
			left++
		}
	}
	if contained > 2 || contained+left < 2 {
		return false, false
	}
	if left == 0 || contained < 2 && contained+left > 2 {
		return false, true
	}
	now := out
	if contained < 2 {
		now = in
	}
	for _, k := range j.around[a] {
		if j.s[k] == free {
			j.s[k] = now
		}
	}
	return true, true
}

// separate excludes the edge between the ends of each path of contained edges, unless the path
// visits all nodes.
func (j *judge) separate() (changed, ok bool) {
	clear(j.seen)
	for a := range int32(j.nodes) {
		first := j.contained(a, -1)
		if j.seen[a] || first < 0 || j.contained(a, first) >= 0 {
			continue
		}
		end, length := j.follow(a, first)
		if k := j.between(a, end); length < j.nodes && k >= 0 && j.s[k] == free {
			j.s[k] = out
			changed = true
		}
	}
	return changed, !j.closed()
}

// contained returns a contained edge of a, other than before, or -1.
func (j *judge) contained(a, before int32) int32 {
	for _, k := range j.around[a] {
		if j.s[k] == in && k != before {
			return k
		}
	}
	return -1
}

// between returns the edge that joins two nodes, or -1.
func (j *judge) between(a, b int32) int32 {
	for _, k := range j.around[a] {
		if j.edges[k].other(a) == b {
			return k
		}
	}
	return -1
}

// follow returns the end of the path of contained edges that starts at a with edge k, and its
// number of nodes. If the path is a cycle, the end is a.
func (j *judge) follow(a, k int32) (end int32, length int) {
	at := a
	for length = 1; k >= 0; length++ {
		j.seen[at] = true
		if at = j.edges[k].other(at); at == a {
			return a, length
		}
		k = j.contained(at, k)
	}
	j.seen[at] = true
	return at, length
}

// closed reports whether contained edges form a cycle that omits nodes. All paths have been seen.
func (j *judge) closed() bool {
	for a := range int32(j.nodes) {
		k := j.contained(a, -1)
		if j.seen[a] || k < 0 {
			continue
		}
		if _, length := j.follow(a, k); length < j.nodes {
			return true
		}
	}
	return false
}
