// Package moves numbers the moves of a neighbourhood. A number determines which bits a move flips
// or which places of a permutation it exchanges [LSM13 §4.2 to §4.6]. A work-item on a device
// receives only its number, so the conversion must be fast in both directions, and exact for every
// size.
//
// The paper converts a number into a pair with a floating-point square root. The result is wrong
// from 4,609 elements on in single precision, which is less than the 5,915 cities of the paper's
// largest instance, and from 134,217,729 elements on in double precision. In this package, the root
// is only a guess that integer arithmetic corrects; moves.cl of the shared kernels does the same.
package moves

import "math"

// Move numbers are ints. Intermediate results have 64 bits, so these are the only limits; problems
// reject larger instances.
const (
	// MostInPairs is the maximum number of elements whose pairs can be numbered: 65,536 if an int
	// has 32 bits.
	MostInPairs = 65_536 + wide*(3_037_000_500-65_536)
	// MostInTriples is the maximum number of elements whose triples and rotations can be numbered:
	// 1,861 if an int has 32 bits.
	MostInTriples = 1_861 + wide*(1<<21-1_861)
)

// wide is 1 if an int has 64 bits, and 0 if it has 32.
const wide = math.MaxInt >> 62

// Pairs returns the number of pairs i < j of n elements, which is the number of moves that exchange
// two places of a permutation or flip two bits.
func Pairs(n int) int { return int(triangular(int64(n) - 1)) }

// triangular returns the sum 1 + 2 + 3 + … of a terms.
func triangular(a int64) int64 { return a * (a + 1) / 2 }

// PairIndex returns the number of the pair i < j among the pairs of n elements, in the order (0,1),
// (0,2) … (1,2), (1,3) … [LSM13 Proposition 1].
func PairIndex(n, i, j int) int {
	return int(int64(i)*int64(n-1) + int64(j-1) - triangular(int64(i)))
}

// Pair returns the pair with the given number [LSM13 Proposition 2].
//
// Deviation: the paper's formula, floor((sqrt(8r+1)-1)/2) in floating point, is only a first guess.
func Pair(n, index int) (i, j int) {
	r := Pairs(n) - 1 - index // counted from the last pair, rows have 1, 2, 3 … pairs
	a := triangle(int64(r))
	return n - 2 - int(a), n - 1 - (r - int(triangular(a)))
}

// triangle returns the largest a with triangular(a) <= r.
func triangle(r int64) int64 {
	a := int64((math.Sqrt(float64(8*float64(r))+1) - 1) / 2) // 8r may overflow int64
	for a > 0 && triangular(a) > r {
		a--
	}
	for triangular(a+1) <= r {
		a++
	}
	return a
}

// NextPair returns the pair after i < j.
func NextPair(n, i, j int) (int, int) {
	if j++; j == n {
		i++
		j = i + 1
	}
	return i, j
}

// Triples returns the number of triples i < j < k of n elements.
func Triples(n int) int { return int(tetrahedral(int64(n) - 2)) }

// tetrahedral returns the sum 1 + 3 + 6 + 10 + … of a terms, which is the number of triples of a+2
// elements.
func tetrahedral(a int64) int64 {
	if a < 1 {
		return 0
	}
	return triangular(a) * (a + 2) / 3
}

// TripleIndex returns the number of the triple i < j < k among the triples of n elements, in the
// order (0,1,2), (0,1,3) … (0,2,3) …
func TripleIndex(n, i, j, k int) int {
	rest := n - 1 - i // number of elements after i, which form all triples that start after i
	return Triples(n) - Triples(rest+1) + PairIndex(rest, j-i-1, k-i-1)
}

// Triple returns the triple with the given number.
//
// Deviation: [LSM13 Appendix A.3] could not be obtained, so this is an independent derivation.
// Counted from the last, there are 1, 3, 6 … triples that start at n-3, n-4 …, so a cube root gives
// a guess for the first element. The rest is a pair.
func Triple(n, index int) (i, j, k int) {
	r := Triples(n) - 1 - index
	a := pyramid(int64(r))
	i = n - 3 - int(a)
	rest := n - 1 - i
	j, k = Pair(rest, Pairs(rest)-1-(r-int(tetrahedral(a))))
	return i, j + i + 1, k + i + 1
}

// pyramid returns the largest a with tetrahedral(a) <= r.
func pyramid(r int64) int64 {
	a := int64(math.Cbrt(6 * float64(r)))
	for a > 0 && tetrahedral(a) > r {
		a--
	}
	for tetrahedral(a+1) <= r {
		a++
	}
	return a
}

// Rotations returns the number of moves that rotate three places of a permutation of n elements to
// the left or to the right.
func Rotations(n int) int { return 2 * Triples(n) }

// Rotation returns the move with the given number. The triple i < j < k rotates to the left (the
// element at j moves to i, the one at k to j, and the one at i to k) or to the right.
func Rotation(n, index int) (i, j, k int, right bool) {
	i, j, k = Triple(n, index/2)
	return i, j, k, index%2 == 1
}

// Changes returns the number of moves that change one of n elements to a different one of the
// values 0 … values-1 [LSM13 §4.4].
func Changes(n, values int) int { return n * (values - 1) }

// Change returns the move with the given number: an element, and an index for Other that selects
// its new value.
func Change(values, index int) (element, other int) {
	return index / (values - 1), index % (values - 1)
}

// Other returns the value with index other among the values different from present.
func Other(present, other int) int {
	if other >= present {
		return other + 1
	}
	return other
}
