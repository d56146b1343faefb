package aco

import (
	"fmt"
	"math/bits"
	"strings"
)

// A tabu stores which cities an ant has visited [MMAS20 §4.1]. The three kinds
// differ in memory, in speed, and in the order in which they list the unvisited
// cities.
type tabu interface {
	Reset()          // no city is visited
	Mark(city int32) // must not be visited yet
	Visited(city int32) bool
	Length() int           // at least the number of unvisited cities
	Candidate(i int) int32 // an unvisited city, or none; i below Length covers all of them
}

// none is the sentinel of Candidate.
const none = -1

// A Tabu names a kind of tabu.
type Tabu int

// The kinds, with their memory for n cities below 2¹⁶ [MMAS20 Table 1].
const (
	LC Tabu = iota // list compression: two numbers per city
	CT             // compact tabu: one number per city
	BT             // bitmask: one bit per city, but must scan all cities
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

// names holds the names of the values of a type, starting at 0.
type names[T ~int] []string

func (all names[T]) parse(name string) (T, error) {
	for i, s := range all {
		if s == name {
			return T(i), nil
		}
	}
	return 0, fmt.Errorf("unknown value %q: expected one of %s", name, strings.Join(all, ", "))
}

// listTabu is list compression [MMAS20 §4.1, Fig. 3]: one array holds the
// unvisited cities, another the index of each.
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

// Mark moves the last city of the list to the index of the marked one, which
// gets an index beyond the list.
func (t *listTabu) Mark(city int32) {
	t.left--
	i, last := t.index[city], t.open[t.left]
	t.open[i], t.index[last] = last, i
	t.index[city] = int32(t.left)
}

func (t *listTabu) Visited(city int32) bool { return int(t.index[city]) >= t.left }
func (t *listTabu) Length() int             { return t.left }
func (t *listTabu) Candidate(i int) int32   { return t.open[i] }

// compactTabu is the compact tabu [MMAS20 §4.1, Fig. 4]: one array, whose left
// part lists the unvisited cities. An unvisited city whose number is in the
// left part is stored at its own index. The entry of any other city, in the
// right part, is its index in the left part, or n if it is visited.
//
// Deviation: the paper omits that the entry of a visited city must become n
// whenever it moves to the right part, not only if the city was the last one.
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

// Visited relies on this: entries in the left part hold their own city or, once
// that is visited, a later one. Entries in the right part hold an earlier index
// or n.
func (t *compactTabu) Visited(city int32) bool { return t.entries[city] > city }
func (t *compactTabu) Length() int             { return int(t.left) }
func (t *compactTabu) Candidate(i int) int32   { return t.entries[i] }

// bitTabu is the bitmask [MMAS20 §4.1]; a set bit means that the city is
// unvisited.
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

// all appends the unvisited cities to dst, in the order of the tabu.
func all(t tabu, dst []int32) []int32 {
	if b, ok := t.(*bitTabu); ok { // the same, a word at a time
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
