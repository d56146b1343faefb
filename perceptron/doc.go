// Package perceptron is the permuted perceptron problem: a matrix of ±1 is given, and
// what the products of its rows with a vector of ±1 are, but not of which row each is.
// Find the vector. It is the secret of an identification scheme for smart cards [POI95],
// and a benchmark for local search on devices [LSM13 §6.2].
//
// # The problem
//
// An [Instance] has a matrix A of m rows and n columns with entries ±1, and a multiset S
// of m numbers that are not negative. A [Solution] V in {±1}^n is solved if the products
// y = AV, as a multiset, are S. [Generate] makes instances with a planted solution.
//
// # The cost
//
// Let H(v) and H'(v) count how often v occurs in S and in y. The cost is
//
//	30 Σ_i (|y_i| - y_i)  +  Σ_v |H(v) - H'(v)|
//
// over all rows i and all values v, those below zero too [KM99]. It is a whole number,
// and 0 if and only if V is solved.
//
// # The moves
//
// [Flips] are all moves that flip one, two or three entries. A flip changes all products
// by two, so nothing of the last step can be kept; what makes it fast is that 64 moves
// are computed in one word, bit by bit: see the types numbers and groups.
//
// # The format
//
// [Read] and [Write] have a format of their own, as there is none that others use:
//
//	# two rows, three columns
//	PERCEPTRON 2 3
//	+-+
//	--+
//	PRODUCTS
//	1 3
//
// A header with the numbers of rows and columns; a line of + and - for each row; and the
// multiset, in any order, separated by white space. From # on a line is a comment. Empty
// lines do not count.
package perceptron
