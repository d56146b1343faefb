// Package qap implements the quadratic assignment problem: assign n facilities to n places, one
// facility per place, such that the sum of flow times distance is minimal. It models the layout of
// keyboards, hospitals, chips and offices, and is among the hardest problems: some instances of
// thirty facilities took years to solve to proven optimality [QAPLIB97].
//
// An [Instance] consists of two matrices a and b. An [Assignment] p, where p[i] is the place of
// facility i, costs Σ a[i][j]·b[p[i]][p[j]]. [Read] reads QAPLIB files.
//
// [NewSwaps] returns the neighbourhood of all exchanges of two facilities. After a move it updates
// the delta of every other exchange in O(1) if one of the matrices is symmetric, as in [TAI91
// §3.1], and computes each delta in O(n) otherwise. [NewRotations] returns the neighbourhood of all
// rotations of three facilities, for searches that switch between neighbourhoods.
package qap
