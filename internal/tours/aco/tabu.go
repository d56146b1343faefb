package aco

import (
	"math/bits"
	"slices"
)

// A tabu stores which cities an ant has visited [MMAS20 §4.1]. The three kinds differ in memory, in
// speed, and in the order in which they list the unvisited cities.
type tabu interface {
	Reset()          // makes all cities unvisited
	Mark(city int32) // city must be unvisited
	Visited(city int32) bool
	Length() int // at least the number of unvisited cities
	// unvisited city, or none; the indices i < Length() cover all unvisited cities
	Candidate(i int) int32
}

// none means that there is no city or no edge.
const none = -1

// A Tabu identifies a kind of tabu.
type Tabu int

// The kinds of tabu, with their memory for n cities below 2¹⁶ [MMAS20 Table 1].
const (
	LC Tabu = iota // list compression: two numbers per city
	CT             // compact tabu: one number per city
	BT             // bitmask: one bit per city, but listing the unvisited cities scans all cities
)

var tabus = names[Tabu]{"lc", "ct", "bt"}

func (t Tabu) String() string { return tabus[t] }

func newTabu(kind Tabu, n int) tabu {
	switch kind {
	case LC:
		return &listTabu{open: make([]int32, n), index: make([]int32, n)}
	case CT:
		return &compactTabu{entries: make([]int32, n)}
	default:
		return &bitTabu{open: make([]uint64, (n+63)/64), n: n}
	}
}

// names holds the names of the values of type T, starting at 0.
type names[T ~int] []string

// parse returns the value with the given name. Validation has already rejected unknown names.
func (all names[T]) parse(name string) T { return T(max(slices.Index(all, name), 0)) }

// listTabu implements list compression [MMAS20 §4.1, Fig. 3]: one array holds the unvisited cities,
// and another holds the index of each city.
type listTabu struct {
	open, index []int32
	left        int
}

func (t *listTabu) Reset() {
	for i := range t.open {
		t.open[i], t.index[i] = int32(i), int32(i)
	}
	t.left = len(t.open)
}

// Mark moves the last city of the list to the index of the marked city, and gives the marked city
// an index beyond the list.
func (t *listTabu) Mark(city int32) {
	t.left--
	i, last := t.index[city], t.open[t.left]
	t.open[i], t.index[last] = last, i
	t.index[city] = int32(t.left)
}

func (t *listTabu) Visited(city int32) bool { return int(t.index[city]) >= t.left }
func (t *listTabu) Length() int             { return t.left }
func (t *listTabu) Candidate(i int) int32   { return t.open[i] }

// compactTabu implements the compact tabu [MMAS20 §4.1, Fig. 4]. It has one array, and the left
// part of the array lists the unvisited cities. An unvisited city with a number in the left part is
// stored at its own index. For a city with a number in the right part, the entry is the city's
// index in the left part, or n if the city is visited.
//
// Deviation: the paper does not state that the entry of a visited city must become n whenever it
// moves to the right part, not only if the city was the last one.
type compactTabu struct {
	entries []int32
	left    int32
}

func (t *compactTabu) Reset() {
	for i := range t.entries {
		t.entries[i] = int32(i)
	}
	t.left = int32(len(t.entries))
}

func (t *compactTabu) Mark(city int32) {
	n, at := int32(len(t.entries)), city
	if city >= t.left {
		at = t.entries[city]
		t.entries[city] = n
	}
	t.left--
	last := t.entries[t.left]
	t.entries[t.left] = n
	if last != city {
		t.entries[at], t.entries[last] = last, at
	}
}

// Visited relies on an invariant. An entry in the left part holds its own city or, after that city
// has been visited, a city with a larger number. An entry in the right part holds a smaller index
// or n.
func (t *compactTabu) Visited(city int32) bool { return t.entries[city] > city }
func (t *compactTabu) Length() int             { return int(t.left) }
func (t *compactTabu) Candidate(i int) int32   { return t.entries[i] }

// bitTabu implements the bitmask [MMAS20 §4.1]. A set bit means that the city is unvisited.
type bitTabu struct {
	open []uint64
	n    int
}

func (t *bitTabu) Reset() {
	for i := range t.open {
		t.open[i] = ^uint64(0)
	}
	if rest := t.n % 64; rest > 0 {
		t.open[len(t.open)-1] = 1<<rest - 1
	}
}

func (t *bitTabu) Mark(city int32)         { t.open[city>>6] &^= 1 << (city & 63) }
func (t *bitTabu) Visited(city int32) bool { return t.open[city>>6]>>(city&63)&1 == 0 }
func (t *bitTabu) Length() int             { return t.n }

func (t *bitTabu) Candidate(i int) int32 {
	if t.Visited(int32(i)) {
		return none
	}
	return int32(i)
}

// all appends the unvisited cities to dst, in the order in which the tabu lists them.
func all(t tabu, dst []int32) []int32 {
	if b, ok := t.(*bitTabu); ok { // same result, one word at a time
		for i, word := range b.open {
			for ; word != 0; word &= word - 1 {
				dst = append(dst, int32(64*i+bits.TrailingZeros64(word)))
			}
		}
		return dst
	}
	for i := range t.Length() {
		if c := t.Candidate(i); c != none {
			dst = append(dst, c)
		}
	}
	return dst
}
