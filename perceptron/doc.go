// Package perceptron is the permuted perceptron problem. Given are a matrix of ±1 and
// the products of its rows with an unknown vector of ±1, but not which product belongs
// to which row. Find the vector. It is the secret of an identification scheme for smart
// cards [POI95], and a benchmark for local search on devices [LSM13 §6.2].
//
// # The problem
//
// An [Instance] has a matrix A of m rows and n columns with entries ±1, and a multiset
// S of m non-negative numbers. A [Solution] V in {±1}^n solves it if the products y =
// AV, as a multiset, equal S. [Generate] makes instances with a planted solution.
//
// # The cost
//
// Let H(v) and H'(v) be the number of times that v occurs in S and in y. The cost is
//
//	30 Σ_i (|y_i| - y_i)  +  Σ_v |H(v) - H'(v)|
//
// over all rows i and all values v, including negative ones [KM99]. It is a whole
// number, and 0 if and only if V is a solution.
//
// # The moves
//
// [NewFlips] returns the neighbourhood of all moves that flip one, two or three entries. A flip
// changes all products by two, so nothing of the last step can be reused. It is fast
// because 64 moves are computed in one word, bit by bit; see the types numbers and
// groups.
//
// # The format
//
// [Read] and [Write] use their own format, as there is no established one:
//
//	# two rows, three columns
//	PERCEPTRON 2 3
//	+-+
//	--+
//	PRODUCTS
//	1 3
//
// A header with the numbers of rows and columns; a line of + and - for each row; and
// the multiset, in any order, separated by white space. A # starts a comment. Empty
// lines are ignored.
package perceptron
