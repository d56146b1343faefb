package vec

// walk fills the tours from position m.step to m.until, or until some ants have neither a candidate
// nor a backup left. It returns those ants as bits. The position before m.step of their tours is
// not filled. The assembly for Walkers.Walk computes the same result.
func walk(m *progress) (stuck uint) {
	for s := m.step; s < m.until; s++ {
		for ant := range ants {
			if !m.advance(ant, s) {
				stuck |= 1 << ant
			}
		}
		if stuck != 0 {
			m.step = s + 1
			return stuck
		}
	}
	m.step = m.until
	return 0
}

// advance fills position s of an ant's tour, and reports false if the ant is stuck.
func (m *progress) advance(ant, s int) bool {
	tour, open := m.tour[ant], m.open[ant]
	from := int(tour[s-1])
	list := from * m.width
	var next int32
	if sum := m.prefixSums(list, open); sum != 0 {
		t := uint32(uint64(m.draw[ant][s]) * uint64(sum) >> 32)
		next = m.city[list+above(m.prefix[:m.width], t)]
	} else if next = firstIn(m.backup[from*m.spare:][:m.spare], open); next < 0 {
		return false
	}
	open[next] = 0
	tour[s] = next
	return true
}

// prefixSums writes the prefix sums of a list of weights, excluding visited cities, to m.prefix and
// returns the last sum.
func (m *progress) prefixSums(list int, open []int8) uint32 {
	if m.width == usual {
		return usualSums((*[usual]uint32)(m.prefix), (*[usual]int32)(m.city[list:]), (*[usual]uint32)(m.weight[list:]), open)
	}
	city, weight, prefix := m.city[list:][:m.width], m.weight[list:][:m.width], m.prefix[:m.width]
	sum := uint32(0)
	for k, c := range city {
		sum += weight[k] & uint32(open[c])
		prefix[k] = sum
	}
	return sum
}

// usual is the list width for which there is specialised code.
const usual = 32

// usualSums does the work of prefixSums with everything in registers. Slices would need too many
// registers, and the compiler does not unroll loops. usualSums is a quarter faster.
func usualSums(prefix *[usual]uint32, city *[usual]int32, weight *[usual]uint32, open []int8) uint32 {
	sum := uint32(0)
	for k := 0; k < usual; k += block {
		p, c, w := (*[block]uint32)(prefix[k:]), (*[block]int32)(city[k:]), (*[block]uint32)(weight[k:])
		sum += w[0] & uint32(open[c[0]])
		p[0] = sum
		sum += w[1] & uint32(open[c[1]])
		p[1] = sum
		sum += w[2] & uint32(open[c[2]])
		p[2] = sum
		sum += w[3] & uint32(open[c[3]])
		p[3] = sum
		sum += w[4] & uint32(open[c[4]])
		p[4] = sum
		sum += w[5] & uint32(open[c[5]])
		p[5] = sum
		sum += w[6] & uint32(open[c[6]])
		p[6] = sum
		sum += w[7] & uint32(open[c[7]])
		p[7] = sum
	}
	return sum
}

// block is the number of list entries that are processed together.
const block = 8

// above returns the first index whose prefix sum is above t. It counts the sums that are not above
// t: first whole blocks, then entries in the block. It avoids a branch, which would be
// unpredictable.
func above(prefix []uint32, t uint32) int {
	k := 0
	for b := block - 1; b < len(prefix)-1; b += block {
		k += notAbove(prefix[b], t)
	}
	k *= block
	p := (*[block]uint32)(prefix[k:])
	k += notAbove(p[0], t) + notAbove(p[1], t) + notAbove(p[2], t)
	return k + notAbove(p[3], t) + notAbove(p[4], t) + notAbove(p[5], t) + notAbove(p[6], t)
}

// notAbove returns 1 if p <= t, else 0. Both must be below 2³¹.
func notAbove(p, t uint32) int { return int((p - t - 1) >> 31) }

// firstIn returns the first unvisited city in a list, or -1 if every city is visited.
func firstIn(list []int32, open []int8) int32 {
	for _, c := range list {
		if open[c] != 0 {
			return c
		}
	}
	return -1
}
