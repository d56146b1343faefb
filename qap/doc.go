// Package qap is the quadratic assignment problem: n facilities are assigned to
// n places, one each, so that the total of flow times distance is smallest. It
// models the layout of keyboards, hospitals, chips and offices, and is among
// the hardest problems: instances of thirty facilities took years to solve to
// proven optimality [QAPLIB97].
//
// An [Instance] is two matrices a and b. An [Assignment] p, with p[i] the place
// of facility i, costs Σ a[i][j]·b[p[i]][p[j]]. [Read] reads QAPLIB files.
//
// [NewSwaps] returns the neighbourhood of all exchanges of two facilities. After a move
// it updates the change of every other exchange in O(1) if one of the matrices
// is symmetric, as in [TAI91 §3.1], and computes each in O(n) otherwise.
// [NewRotations] returns the moves of three facilities, for searches that change their
// neighbourhood.
package qap
