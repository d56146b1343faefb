// Package qap is the quadratic assignment problem: n facilities go to n places, one
// each, so that what flows between them has the shortest ways. It is the layout of
// keyboards, hospitals, chips and offices, and among the hardest problems there are:
// instances of thirty facilities took years to be proven [QAPLIB97].
//
// An [Instance] is two matrices a and b. An [Assignment] p, with p[i] the place of
// facility i, costs Σ a[i][j]·b[p[i]][p[j]]. [Read] takes files of QAPLIB.
//
// [Swaps] are all exchanges of two facilities. After a move it brings the changes of
// all others up to date in O(1) each if one of the matrices is symmetric, as
// [TAI91 §3.1] does, and computes each in O(n) otherwise. [Rotations] are the moves
// of three facilities, for searches that change their neighbourhood.
package qap
