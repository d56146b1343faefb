// Package moves numbers the moves of a neighbourhood: which bits a number flips,
// which places of a permutation it exchanges [LSM13 §4.2 to §4.6]. A device gives
// every work-item a number and nothing else, so both directions must be quick, and
// exact for every size.
//
// The paper turns a number into a pair by a square root in floating point. That is
// wrong from 4,609 elements on in single precision, fewer than the 5,915 cities of its
// largest instance, and from 134,217,729 on in double precision. Here a root is only a
// guess that whole numbers correct; moves.cl of the shared kernels does the same.
package moves

import "math"

// A number is an int. What is computed on the way to it has 64 bits, so that these are
// the only limits; problems reject instances beyond them.
const (
	// MostInPairs is the most elements whose pairs can be numbered: 65,536 where an
	// int has 32 bits.
	MostInPairs = 65_536 + wide*(3_037_000_500-65_536)
	// MostInTriples is the most elements whose triples and rotations can be numbered:
	// 1,861 where an int has 32 bits.
	MostInTriples = 1_861 + wide*(1<<21-1_861)
)

// wide is 1 where an int has 64 bits, and 0 where it has 32.
const wide = math.MaxInt >> 62

// Pairs returns the number of pairs i < j of n elements: the moves that exchange two
// places of a permutation, or flip two bits.
func Pairs(n int) int { return int(triangular(int64(n) - 1)) }

// triangular is 1 + 2 + 3 …, a summands.
func triangular(a int64) int64 { return a * (a + 1) / 2 }

// PairIndex returns the number of the pair i < j among those of n elements, in the
// order (0,1), (0,2) … (1,2), (1,3) … [LSM13 Proposition 1].
func PairIndex(n, i, j int) int {
	return int(int64(i)*int64(n-1) + int64(j-1) - triangular(int64(i)))
}

// Pair returns the pair with a number [LSM13 Proposition 2].
//
// Deviation: the paper's formula, floor((sqrt(8r+1)-1)/2) in floating point, is
// only the guess.
func Pair(n, index int) (i, j int) {
	r := Pairs(n) - 1 - index // counted from the last pair, rows have 1, 2, 3 … pairs
	a := triangle(int64(r))
	return n - 2 - int(a), n - 1 - (r - int(triangular(a)))
}

// triangle returns the largest a with triangular(a) <= r.
func triangle(r int64) int64 {
	a := int64((math.Sqrt(float64(8*float64(r))+1) - 1) / 2) // 8r may be no int64
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

// tetrahedral is 1 + 3 + 6 + 10 …, a summands: the triples of a+2 elements.
func tetrahedral(a int64) int64 {
	if a < 1 {
		return 0
	}
	return triangular(a) * (a + 2) / 3
}

// TripleIndex returns the number of the triple i < j < k among those of n elements, in
// the order (0,1,2), (0,1,3) … (0,2,3) …
func TripleIndex(n, i, j, k int) int {
	rest := n - 1 - i // elements after i: the triples that begin later are theirs
	return Triples(n) - Triples(rest+1) + PairIndex(rest, j-i-1, k-i-1)
}

// Triple returns the triple with a number.
//
// Deviation: [LSM13 Appendix A.3] could not be obtained; this is derived anew. Counted
// from the last, the triples that begin at n-3, n-4 … are 1, 3, 6 …, so a cubic
// root guesses the first element, and the rest is a pair.
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

// Rotations returns the number of moves that rotate three places of a permutation of n, to
// the left or to the right.
func Rotations(n int) int { return 2 * Triples(n) }

// Rotation returns the move with a number: the triple i < j < k rotates to the left (what
// is at j comes to i, at k to j, at i to k) or to the right.
func Rotation(n, index int) (i, j, k int, right bool) {
	i, j, k = Triple(n, index/2)
	return i, j, k, index%2 == 1
}

// Changes returns the number of moves that change one of n elements to another of its
// values 0 … values-1 [LSM13 §4.4].
func Changes(n, values int) int { return n * (values - 1) }

// Change returns the move with a number: an element, and an index for Other among the
// values other than the present one.
func Change(values, index int) (element, other int) {
	return index / (values - 1), index % (values - 1)
}

// Other returns the k-th value other than the present one, where k is other.
func Other(present, other int) int {
	if other >= present {
		return other + 1
	}
	return other
}
