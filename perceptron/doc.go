// Package perceptron implements the permuted perceptron problem. Given a matrix of ±1 entries and
// the products of its rows with an unknown ±1 vector, in unknown order, the task is to find the
// vector. The vector is the secret of an identification scheme for smart cards [POI95], and the
// problem is a benchmark for local search on devices [LSM13 §6.2].
//
// # The problem
//
// An [Instance] consists of a matrix A with m rows, n columns and entries ±1, and a multiset S of m
// non-negative numbers. A [Solution] V in {±1}^n solves it if the products y = AV, as a multiset,
// equal S. [Generate] creates instances with a planted solution.
//
// # The cost
//
// Let H(v) and H'(v) be the number of times that v occurs in S and in y. The cost is
//
//	30 Σ_i (|y_i| - y_i)  +  Σ_v |H(v) - H'(v)|
//
// over all rows i and all values v, including negative ones [KM99]. It is a whole number, and 0 if
// and only if V is a solution.
//
// # The moves
//
// [NewFlips] returns the neighbourhood of all moves that flip one, two or three entries. A flip
// changes all products by two, so a step cannot reuse results of the previous step. The
// implementation is fast because it computes 64 moves in one word, bit by bit. See the types
// numbers and groups.
//
// # The format
//
// [Read] and [Write] use a custom format, because there is no established one:
//
//	# two rows, three columns
//	PERCEPTRON 2 3
//	+-+
//	--+
//	PRODUCTS
//	1 3
//
// A file consists of a header with the numbers of rows and columns, a line of + and - for each row,
// and the multiset, in any order, separated by white space. A # starts a comment. Empty lines are
// ignored.
package perceptron
