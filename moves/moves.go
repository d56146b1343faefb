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

// Largest is the most elements whose triples can be numbered.
const Largest = 1 << 21

// Pairs is how many pairs i < j there are of n elements: the moves that exchange
// two places of a permutation, or flip two bits. Pairs can be numbered as long as
// n(n-1) is an int, up to three thousand million elements.
func Pairs(n int) int { return n * (n - 1) / 2 }

// PairIndex is the number of the pair i < j among those of n elements, in the
// order (0,1), (0,2) … (1,2), (1,3) … [LSM13 Proposition 1].
func PairIndex(n, i, j int) int { return i*(n-1) + j - 1 - i*(i+1)/2 }

// Pair is the pair of a number [LSM13 Proposition 2].
//
// Deviation: the paper's formula, floor((sqrt(8r+1)-1)/2) in floating point, is
// only the guess.
func Pair(n, index int) (i, j int) {
	r := Pairs(n) - 1 - index // counted from the last pair, rows have 1, 2, 3 … pairs
	a := triangle(r)
	return n - 2 - a, n - 1 - (r - a*(a+1)/2)
}

// triangle is the largest a with a(a+1)/2 <= r.
func triangle(r int) int {
	a := int((math.Sqrt(float64(8*float64(r))+1) - 1) / 2) // 8r may be no int
	for a > 0 && a*(a+1)/2 > r {
		a--
	}
	for (a+1)*(a+2)/2 <= r {
		a++
	}
	return a
}

// NextPair is the pair after i < j.
func NextPair(n, i, j int) (int, int) {
	if j++; j == n {
		i++
		j = i + 1
	}
	return i, j
}

// Triples is how many triples i < j < k there are of n elements.
func Triples(n int) int { return tetrahedron(n - 2) }

// tetrahedron is 1 + 3 + 6 + 10 …, a summands: the triples of a+2 elements.
func tetrahedron(a int) int {
	if a < 1 {
		return 0
	}
	return a * (a + 1) / 2 * (a + 2) / 3
}

// TripleIndex is the number of the triple i < j < k among those of n elements, in
// the order (0,1,2), (0,1,3) … (0,2,3) …
func TripleIndex(n, i, j, k int) int {
	rest := n - 1 - i // elements after i: the triples that begin later are theirs
	return Triples(n) - Triples(rest+1) + PairIndex(rest, j-i-1, k-i-1)
}

// Triple is the triple of a number.
//
// Deviation: [LSM13 Appendix A.3] is not to be had; this is derived anew. Counted
// from the last, the triples that begin at n-3, n-4 … are 1, 3, 6 …, so a cubic
// root guesses the first element, and the rest is a pair.
func Triple(n, index int) (i, j, k int) {
	r := Triples(n) - 1 - index
	a := pyramid(r)
	i = n - 3 - a
	rest := n - 1 - i
	j, k = Pair(rest, Pairs(rest)-1-(r-tetrahedron(a)))
	return i, j + i + 1, k + i + 1
}

// pyramid is the largest a with tetrahedron(a) <= r.
func pyramid(r int) int {
	a := int(math.Cbrt(6 * float64(r)))
	for a > 0 && tetrahedron(a) > r {
		a--
	}
	for tetrahedron(a+1) <= r {
		a++
	}
	return a
}

// Rotations is how many moves there are that rotate three places of a permutation
// of n, to the left or to the right.
func Rotations(n int) int { return 2 * Triples(n) }

// Rotation is the move of a number: the triple i < j < k rotates to the left (what
// is at j comes to i, at k to j, at i to k) or to the right.
func Rotation(n, index int) (i, j, k int, right bool) {
	i, j, k = Triple(n, index/2)
	return i, j, k, index%2 == 1
}

// Changes is how many moves change one of n elements to another of its values
// 0 … values-1 [LSM13 §4.4].
func Changes(n, values int) int { return n * (values - 1) }

// Change is the move of a number: which element, and the how-manieth of the values
// that it does not have. Other says which value that is.
func Change(values, index int) (element, other int) {
	return index / (values - 1), index % (values - 1)
}

// Other is the how-manieth value that is not the present one.
func Other(present, other int) int {
	if other >= present {
		return other + 1
	}
	return other
}
