package eax

import "github.com/tourmaline-opt/tourmaline/internal/portable"

// frequency counts the members that have each edge. It computes how a change of these counts
// affects the entropy of the population [NK13 §2.3].
type frequency struct {
	keys   []uint64 // hash table with open addressing; 0 marks a free slot
	counts []int32
	used   int
	cost   []int64 // -k/N log2(k/N) for each count k, in units of 2^-40
}

func newFrequency(members int) *frequency {
	f := &frequency{cost: make([]int64, members+2)}
	for k := 1; k <= members; k++ {
		share := float32(k) / float32(members)
		f.cost[k] = int64(float64(-share*portable.Log2(share)) * (1 << 40))
	}
	f.resize(1 << 10)
	return f
}

func (f *frequency) resize(size int) {
	keys, counts := f.keys, f.counts
	f.keys, f.counts, f.used = make([]uint64, size), make([]int32, size), 0
	for i, key := range keys {
		if counts[i] > 0 {
			at := f.find(key)
			f.keys[at], f.counts[at] = key, counts[i]
			f.used++
		}
	}
}

// keyOf returns the key of an edge. No edge has key 0, because the two ends of an edge differ.
func keyOf(a, b int32) uint64 { return uint64(max(a, b))<<32 | uint64(uint32(min(a, b))) }

// find returns the slot that holds a key, or the free slot in which to store it.
func (f *frequency) find(key uint64) int {
	mask := uint64(len(f.keys) - 1)
	at := key * 0x9E3779B97F4A7C15 >> 20 & mask
	for f.keys[at] != key && f.keys[at] != 0 {
		at = (at + 1) & mask
	}
	return int(at)
}

// count returns the number of members with an edge.
func (f *frequency) count(a, b int32) int32 { return f.counts[f.find(keyOf(a, b))] }

// add adds by to the count of an edge.
func (f *frequency) add(a, b, by int32) {
	key := keyOf(a, b)
	at := f.find(key)
	if f.keys[at] == 0 {
		if 2*(f.used+1) > len(f.keys) {
			f.resize(2 * len(f.keys))
			at = f.find(key)
		}
		f.keys[at] = key
		f.used++
	}
	f.counts[at] += by
}

// enter adds the edges of a member, or removes them if by is -1.
func (f *frequency) enter(m *member, by int32) {
	for c := range m.links {
		for _, x := range m.links[c].city {
			if x > int32(c) {
				f.add(int32(c), x, by)
			}
		}
	}
}

// eachEdge calls do for every edge that changes of a member remove (by is -1) or add (by is 1).
func eachEdge(all []change, do func(a, b, by int32)) {
	for i := range all {
		c := &all[i]
		for k := range 2 {
			if x := c.was.city[k]; x > c.city && !c.now.has(x) {
				do(c.city, x, -1)
			}
			if x := c.now.city[k]; x > c.city && !c.was.has(x) {
				do(c.city, x, 1)
			}
		}
	}
}

// apply updates the counts for the changes of a member.
func (f *frequency) apply(all []change) { eachEdge(all, f.add) }

// loss returns the entropy that the population loses through the changes of one member.
func (f *frequency) loss(all []change) (loss int64) {
	eachEdge(all, func(a, b, by int32) {
		n := f.count(a, b)
		loss += f.cost[n] - f.cost[n+by]
	})
	return loss
}
