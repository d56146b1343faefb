package cl_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

const placesKernel = `#include "moves.cl"
__kernel void places(__global const int *n, __global const ulong *pair, __global const ulong *triple,
                     __global int *pairs, __global int *triples, const int count) {
    int i = get_global_id(0);
    if (i >= count) return;
    vstore2(pair_of(n[i], pair[i]), i, pairs);
    vstore3(triple_of(n[i], triple[i]), i, triples);
}
`

// numbered holds moves as input for a device: the number of elements, the index of a pair and the
// index of a triple.
type numbered struct {
	n            []int32
	pair, triple []uint64
}

func (m *numbered) add(n, pair, triple int) {
	m.n = append(m.n, int32(n))
	m.pair = append(m.pair, uint64(pair))
	m.triple = append(m.triple, uint64(triple))
}

// addEnds adds the cases that an inexact root would compute wrongly: the first and the last pair
// and triple that start with i.
func (m *numbered) addEnds(n, i int) {
	m.add(n, moves.PairIndex(n, i, i+1), moves.TripleIndex(n, i, i+1, i+2))
	m.add(n, moves.PairIndex(n, i, n-1), moves.TripleIndex(n, i, n-2, n-1))
}

// someMoves returns moves at the ends of rows, and random moves.
func someMoves(rows, anywhere int) *numbered {
	m := &numbered{}
	random := rng.At(11, 0, 0)
	for _, n := range []int{3, 4, 5, 32, 33, 1000, 4608, 4609, 5915, 65535, 65536, 65537, 999_999, 1_000_000} {
		m.addEnds(n, 0)
		m.addEnds(n, n-3)
		for range rows {
			m.addEnds(n, int(random.IntN(int32(n-2))))
		}
		for range anywhere {
			m.add(n, int(random.Uint64()%uint64(moves.Pairs(n))), int(random.Uint64()%uint64(moves.Triples(n))))
		}
	}
	return m
}

func TestMovesOfADeviceAreThoseOfGo(t *testing.T) {
	d := cltest.Device(t)
	m := someMoves(200, 2000)
	if cltest.Simulated(d) {
		m = someMoves(5, 20)
	}
	count := len(m.n)
	n := buffer[int32](t, d, "n", count)
	pair, triple := buffer[uint64](t, d, "pair", count), buffer[uint64](t, d, "triple", count)
	pairs, triples := buffer[int32](t, d, "pairs", 2*count), buffer[int32](t, d, "triples", 3*count)
	must(t, n.Write(m.n))
	must(t, pair.Write(m.pair))
	must(t, triple.Write(m.triple))
	k := build(t, d, "places", placesKernel)
	must(t, k.Bind(n, pair, triple, pairs, triples, int32(count)))
	must(t, k.Run(t.Context(), count))
	checkMoves(t, m, read(t, pairs), read(t, triples))
}

const changesKernel = `#include "moves.cl"
__kernel void changes(__global const int *values, __global const int *present, __global const ulong *index,
                      __global int *found, const int count) {
    int i = get_global_id(0);
    if (i >= count) return;
    int2 change = change_of(values[i], index[i]);
    vstore2((int2)(change.x, other_value(present[i], change.y)), i, found);
}
`

func TestChangesOfADeviceAreThoseOfGo(t *testing.T) {
	d := cltest.Device(t)
	var values, present, want []int32
	var index []uint64
	random := rng.At(12, 0, 0)
	for _, k := range []int32{2, 3, 7, 1000} {
		for i := range 100 {
			at := random.Uint64() % uint64(moves.Changes(1_000_000, int(k)))
			if i < 20 {
				at = uint64(i) // all values of the first elements, and their boundaries
			}
			now := random.IntN(k)
			element, other := moves.Change(int(k), int(at))
			values, present, index = append(values, k), append(present, now), append(index, at)
			want = append(want, int32(element), int32(moves.Other(int(now), other)))
		}
	}
	n := len(values)
	of, now, at := buffer[int32](t, d, "values", n), buffer[int32](t, d, "present", n), buffer[uint64](t, d, "index", n)
	found := buffer[int32](t, d, "found", 2*n)
	must(t, of.Write(values))
	must(t, now.Write(present))
	must(t, at.Write(index))
	k := build(t, d, "changes", changesKernel)
	must(t, k.Bind(of, now, at, found, int32(n)))
	must(t, k.Run(t.Context(), n))
	if got := read(t, found); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func read(t *testing.T, b *cl.Buffer[int32]) []int32 {
	t.Helper()
	all := make([]int32, b.Len())
	must(t, b.Read(all))
	return all
}

func checkMoves(t *testing.T, m *numbered, pairs, triples []int32) {
	t.Helper()
	for at, n := range m.n {
		i, j := moves.Pair(int(n), int(m.pair[at]))
		if got, want := fmt.Sprint(pairs[2*at:][:2]), fmt.Sprint([]int{i, j}); got != want {
			t.Fatalf("n = %d: pair %d is %s, want %s", n, m.pair[at], got, want)
		}
		i, j, k := moves.Triple(int(n), int(m.triple[at]))
		if got, want := fmt.Sprint(triples[3*at:][:3]), fmt.Sprint([]int{i, j, k}); got != want {
			t.Fatalf("n = %d: triple %d is %s, want %s", n, m.triple[at], got, want)
		}
	}
}
