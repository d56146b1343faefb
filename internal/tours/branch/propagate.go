package branch

// propagate derives the status of further edges: a node with two contained edges has no others, a
// node with only two edges left contains them, and no edge closes a cycle too early. It reports
// whether the part may contain a tour.
func (j *judge) propagate() bool {
	for changed := true; changed; {
		changed = false
		for a := range j.nodes {
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
func (j *judge) settle(a int) (changed, ok bool) {
	row := j.s[a*j.nodes : (a+1)*j.nodes]
	contained, left := 0, 0
	for _, s := range row {
		switch s {
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
	for b, s := range row {
		if s == free {
			j.set(a*j.nodes+b, contained < 2)
		}
	}
	return true, true
}

// separate excludes the edge between the ends of each path of contained edges, unless the path
// visits all nodes.
func (j *judge) separate() (changed, ok bool) {
	seen := make([]bool, j.nodes)
	for a := range j.nodes {
		if seen[a] || j.contained(a, -1) < 0 || j.contained(a, j.contained(a, -1)) >= 0 {
			continue
		}
		end, length := j.follow(a, seen)
		if k := a*j.nodes + end; length < j.nodes && j.s[k] == free {
			j.set(k, false)
			changed = true
		}
	}
	return changed, !j.closed(seen)
}

// contained returns a neighbour of a by a contained edge, other than before, or -1.
func (j *judge) contained(a, before int) int {
	for b, s := range j.s[a*j.nodes : (a+1)*j.nodes] {
		if s == in && b != before {
			return b
		}
	}
	return -1
}

// follow returns the end of the path that starts at a, and its number of nodes.
func (j *judge) follow(a int, seen []bool) (end, length int) {
	before, at := -1, a
	for length = 1; ; length++ {
		seen[at] = true
		next := j.contained(at, before)
		if next < 0 {
			return at, length
		}
		before, at = at, next
	}
}

// closed reports whether contained edges form a cycle that omits nodes. All paths have been seen.
func (j *judge) closed(seen []bool) bool {
	for a := range j.nodes {
		if seen[a] || j.contained(a, -1) < 0 {
			continue
		}
		before, at, length := -1, a, 0
		for {
			seen[at] = true
			length++
			before, at = at, j.contained(at, before)
			if at == a {
				return length < j.nodes
			}
		}
	}
	return false
}
