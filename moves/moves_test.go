package moves

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestPairsAreNumberedInOrder(t *testing.T) {
	for n := range 40 {
		index := 0
		for i := range n {
			for j := i + 1; j < n; j++ {
				if a, b := Pair(n, index); a != i || b != j {
					t.Fatalf("n = %d: pair %d is (%d, %d), want (%d, %d)", n, index, a, b, i, j)
				}
				if got := PairIndex(n, i, j); got != index {
					t.Fatalf("n = %d: (%d, %d) has number %d, want %d", n, i, j, got, index)
				}
				index++
			}
		}
		if Pairs(n) != index {
			t.Errorf("%d pairs of %d elements, want %d", Pairs(n), n, index)
		}
	}
}

func TestTriplesAreNumberedInOrder(t *testing.T) {
	for n := range 25 {
		index := 0
		for i := range n {
			for j := i + 1; j < n; j++ {
				for k := j + 1; k < n; k++ {
					if a, b, c := Triple(n, index); a != i || b != j || c != k {
						t.Fatalf("n = %d: triple %d is (%d, %d, %d), want (%d, %d, %d)", n, index, a, b, c, i, j, k)
					}
					if got := TripleIndex(n, i, j, k); got != index {
						t.Fatalf("n = %d: (%d, %d, %d) has number %d, want %d", n, i, j, k, got, index)
					}
					index++
				}
			}
		}
		if Triples(n) != index {
			t.Errorf("%d triples of %d elements, want %d", Triples(n), n, index)
		}
	}
}

// Every rotation moves three elements, and no two rotations are the same.
func TestRotationsAreAllDifferent(t *testing.T) {
	for n := range 11 {
		seen := map[string]bool{}
		for index := range Rotations(n) {
			p := rotated(n, index)
			moved := 0
			for place, element := range p {
				if place != element {
					moved++
				}
			}
			if moved != 3 {
				t.Fatalf("n = %d: rotation %d gives %v", n, index, p)
			}
			seen[fmt.Sprint(p)] = true
		}
		if len(seen) != Rotations(n) || Rotations(n) != n*(n-1)*(n-2)/3 {
			t.Errorf("n = %d: %d rotations, %d of them different", n, Rotations(n), len(seen))
		}
	}
}

// rotated returns 0, 1, 2 … after a rotation.
func rotated(n, index int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	i, j, k, right := Rotation(n, index)
	if right {
		p[i], p[j], p[k] = p[k], p[i], p[j]
	} else {
		p[i], p[j], p[k] = p[j], p[k], p[i]
	}
	return p
}

// Every element changes exactly once to each value that it does not have.
func TestChangesAreAllDifferent(t *testing.T) {
	for n := range 6 {
		for values := 1; values < 7; values++ {
			present := make([]int, n)
			for i := range present {
				present[i] = 5 * i % values
			}
			seen := map[[2]int]bool{}
			for index := range Changes(n, values) {
				element, other := Change(values, index)
				value := Other(present[element], other)
				if element < 0 || element >= n || value < 0 || value >= values || value == present[element] {
					t.Fatalf("%d elements of %d values: change %d gives element %d the value %d", n, values, index, element, value)
				}
				seen[[2]int{element, value}] = true
			}
			if len(seen) != Changes(n, values) || len(seen) != n*(values-1) {
				t.Errorf("%d elements of %d values: %d changes, %d of them different", n, values, Changes(n, values), len(seen))
			}
		}
	}
}

// size draws a number of elements, of any magnitude.
func size(t *rapid.T, least, largest int) int {
	bits := rapid.IntRange(2, strconv.IntSize-2).Draw(t, "bits")
	return rapid.IntRange(least, min(largest, 1<<bits)).Draw(t, "n")
}

// number draws a number below count, often one near either end of the range.
func number(t *rapid.T, count int) int {
	index := rapid.IntRange(0, count-1).Draw(t, "index")
	if rapid.Bool().Draw(t, "from the end") {
		return count - 1 - index
	}
	return index
}

func TestPairsThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := size(t, 2, MostInPairs)
		index := number(t, Pairs(n))
		i, j := Pair(n, index)
		if i < 0 || i >= j || j >= n {
			t.Fatalf("pair (%d, %d)", i, j)
		}
		if back := PairIndex(n, i, j); back != index {
			t.Fatalf("(%d, %d) has number %d", i, j, back)
		}
		if index+1 == Pairs(n) {
			return
		}
		a, b := Pair(n, index+1)
		if nextA, nextB := NextPair(n, i, j); a != nextA || b != nextB {
			t.Fatalf("after (%d, %d) comes (%d, %d), NextPair says (%d, %d)", i, j, a, b, nextA, nextB)
		}
	})
}

// A root is most likely to be wrong at the first and the last pair of a row.
func TestRowsBeginAndEndWhereTheyShould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := size(t, 2, MostInPairs)
		i := rapid.IntRange(0, n-2).Draw(t, "i")
		for _, j := range []int{i + 1, n - 1} {
			if a, b := Pair(n, PairIndex(n, i, j)); a != i || b != j {
				t.Fatalf("(%d, %d) became (%d, %d)", i, j, a, b)
			}
		}
	})
}

func TestTriplesThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := size(t, 3, rapid.SampledFrom([]int{MostInTriples / 2, MostInTriples}).Draw(t, "largest"))
		index := number(t, Triples(n))
		i, j, k := Triple(n, index)
		if i < 0 || i >= j || j >= k || k >= n {
			t.Fatalf("triple (%d, %d, %d)", i, j, k)
		}
		if back := TripleIndex(n, i, j, k); back != index {
			t.Fatalf("(%d, %d, %d) has number %d", i, j, k, back)
		}
		if index+1 == Triples(n) {
			return
		}
		a, b, c := Triple(n, index+1)
		if want := nextTriple(n, i, j, k); want != [3]int{a, b, c} {
			t.Fatalf("after (%d, %d, %d) comes (%d, %d, %d), want %v", i, j, k, a, b, c, want)
		}
	})
}

func nextTriple(n, i, j, k int) [3]int {
	switch {
	case k+1 < n:
		return [3]int{i, j, k + 1}
	case j+2 < n:
		return [3]int{i, j + 1, j + 2}
	}
	return [3]int{i + 1, i + 2, i + 3}
}

// A root is most likely to be wrong at the ends of a block of triples that start with the same
// element.
func TestBlocksBeginAndEndWhereTheyShould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := size(t, 3, MostInTriples)
		i := rapid.IntRange(0, n-3).Draw(t, "i")
		for _, want := range [][3]int{{i, i + 1, i + 2}, {i, n - 2, n - 1}} {
			a, b, c := Triple(n, TripleIndex(n, want[0], want[1], want[2]))
			if want != [3]int{a, b, c} {
				t.Fatalf("%v became (%d, %d, %d)", want, a, b, c)
			}
		}
	})
}

// With one more element than the limits allow, the numbers would overflow an int. If an int has 64
// bits, intermediate products would overflow.
func TestLimitsAreTight(t *testing.T) {
	if strconv.IntSize == 64 {
		if n := new(big.Int).Binomial(MostInPairs+1, 2); n.Lsh(n, 1).IsInt64() {
			t.Errorf("the pairs of %d could be numbered", MostInPairs+1)
		}
		if MostInTriples < 2_000_000 {
			t.Errorf("only the rotations of %d can be numbered", MostInTriples)
		}
		return
	}
	if n := new(big.Int).Binomial(MostInPairs+1, 2); n.Cmp(big.NewInt(math.MaxInt)) <= 0 {
		t.Errorf("the pairs of %d could be numbered", MostInPairs+1)
	}
	if n := new(big.Int).Binomial(MostInTriples+1, 3); n.Lsh(n, 1).Cmp(big.NewInt(math.MaxInt)) <= 0 {
		t.Errorf("the rotations of %d could be numbered", MostInTriples+1)
	}
}

func TestNothingOverflows(t *testing.T) {
	n := MostInTriples
	want := new(big.Int).Binomial(int64(n), 3)
	if got := Triples(n); want.Cmp(big.NewInt(int64(got))) != 0 {
		t.Errorf("%d triples of %d, want %d", got, n, want)
	}
	if twice := want.Lsh(want, 1); twice.Cmp(big.NewInt(int64(Rotations(n)))) != 0 {
		t.Errorf("%d rotations of %d, want %d", Rotations(n), n, twice)
	}
	i, j, k, right := Rotation(n, Rotations(n)-1)
	if got := []int{i, j, k}; !right || !slices.Equal(got, []int{n - 3, n - 2, n - 1}) {
		t.Errorf("the last rotation of %d is %v", n, got)
	}
	if want := new(big.Int).Binomial(int64(MostInPairs), 2); want.Cmp(big.NewInt(int64(Pairs(MostInPairs)))) != 0 {
		t.Errorf("%d pairs of %d, want %d", Pairs(MostInPairs), MostInPairs, want)
	}
	if i, j := Pair(MostInPairs, Pairs(MostInPairs)-1); i != MostInPairs-2 || j != MostInPairs-1 {
		t.Errorf("the last pair of %d is (%d, %d)", MostInPairs, i, j)
	}
	if i, j := Pair(MostInPairs, 0); i != 0 || j != 1 {
		t.Errorf("the first pair of %d is (%d, %d)", MostInPairs, i, j)
	}
}

// single and double compute floor((sqrt(8r+1)-1)/2) of [LSM13 Proposition 2], which is the row of a
// pair, both counted from the last. The root is correctly rounded, which it is on few devices.
func single(r int64) int64 {
	root := float32(math.Sqrt(float64(float32(8*r + 1))))
	return int64((root - 1) / 2)
}

func double(r int64) int64 { return int64((math.Sqrt(float64(8*r+1)) - 1) / 2) }

// rightIn reports whether a formula is correct for a whole row. The formula never decreases as r
// grows, so it suffices to check the ends of the row.
func rightIn(row int64, formula func(r int64) int64) bool {
	first := row * (row + 1) / 2
	return formula(first) == row && formula(first+row) == row
}

// The paper's formula is wrong from 4,609 elements on in single precision. n elements have the rows
// 0 … n-2.
func TestThePapersFormulaIsWrongFrom4609ElementsOnInSinglePrecision(t *testing.T) {
	row := int64(0)
	for rightIn(row, single) {
		row++
	}
	if n := row + 2; n != 4609 {
		t.Errorf("it is wrong from %d elements on", n)
	}
	n := 5915 // number of cities in the paper's largest instance
	wrong, i, j := 0, 0, 1
	for r := Pairs(n) - 1; r >= 0; r-- {
		if n-2-int(single(int64(r))) != i {
			wrong++
		}
		i, j = NextPair(n, i, j)
	}
	if wrong != 1369 {
		t.Errorf("%d of %d pairs of rl5915 are wrong", wrong, Pairs(n))
	}
}

func TestThePapersFormulaIsWrongFrom134217729ElementsOnInDoublePrecision(t *testing.T) {
	const n = 1<<27 + 1
	for row := range int64(1_000_000) {
		if !rightIn(row, double) {
			t.Fatalf("it is wrong for %d elements already", row+2)
		}
	}
	// All earlier rows were checked once, which takes some seconds.
	for row := int64(n - 1000); row < n-2; row++ {
		if !rightIn(row, double) {
			t.Fatalf("it is wrong for %d elements already", row+2)
		}
	}
	if rightIn(n-2, double) {
		t.Errorf("it is right for %d elements", n)
	}
	if n > MostInPairs {
		return // an int of this machine is too small to number them
	}
	if i, j := Pair(n, n-2); i != 0 || j != n-1 {
		t.Errorf("so is (%d, %d)", i, j)
	}
}

func BenchmarkPair(b *testing.B) {
	for _, n := range []int{100, 10_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			step, index := Pairs(n)/1000+1, 0
			for b.Loop() {
				Pair(n, index)
				if index += step; index >= Pairs(n) {
					index -= Pairs(n)
				}
			}
		})
	}
}

func BenchmarkTriple(b *testing.B) {
	for _, n := range []int{100, 10_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			step, index := Triples(n)/1000+1, 0
			for b.Loop() {
				Triple(n, index)
				if index += step; index >= Triples(n) {
					index -= Triples(n)
				}
			}
		})
	}
}
