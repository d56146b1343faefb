package qap

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// rotations is an assignment with the neighbourhood of all rotations of three facilities.
type rotations struct{ position }

// NewRotations returns the neighbourhood of all rotations of three facilities, to the left or to
// the right, numbered as in package moves [LSM13 Appendix A.3]. It starts at a copy of start.
func NewRotations(in *Instance, start Assignment) (moves.Neighbourhood[Assignment], error) {
	if in.n > moves.MostInTriples {
		return nil, fmt.Errorf("rotations of %d facilities are too many to number with an int on this machine: the limit is %d", in.n, moves.MostInTriples)
	}
	if err := in.Check(start); err != nil {
		return nil, err
	}
	return &rotations{newPosition(in, start)}, nil
}

// Len returns the number of rotations.
func (r *rotations) Len() int { return moves.Rotations(r.in.n) }

// Deltas computes each delta in O(n).
func (r *rotations) Deltas(first int, dst []float64) {
	for k := range dst {
		who, places := r.rotation(first + k)
		dst[k] = float64(r.delta(who, places))
	}
}

// rotation returns the facilities that a move rotates, and their new places.
func (r *rotations) rotation(move int) (who [3]int, places [3]int32) {
	i, j, k, right := moves.Rotation(r.in.n, move)
	who = [3]int{i, j, k}
	p := r.p
	if right {
		return who, [3]int32{p[k], p[i], p[j]}
	}
	return who, [3]int32{p[j], p[k], p[i]}
}

// delta returns the change in cost when three facilities move. It includes the flow between them
// and all other facilities, and the flow among the three.
func (r *rotations) delta(who [3]int, places [3]int32) int64 {
	n, a, b, p := r.in.n, r.in.a, r.in.b, r.p
	var sum int64
	for x, i := range who {
		from, to := int(p[i])*n, int(places[x])*n
		for k, at := range p {
			if k != who[0] && k != who[1] && k != who[2] {
				sum += a[i*n+k]*(b[to+int(at)]-b[from+int(at)]) + a[k*n+i]*(b[int(at)*n+int(places[x])]-b[int(at)*n+int(p[i])])
			}
		}
		for y, j := range who {
			sum += a[i*n+j] * (b[to+int(places[y])] - b[from+int(p[j])])
		}
	}
	return sum
}

// Weight returns the time in nanoseconds to score a rotation, which reads six rows or columns.
func (r *rotations) Weight() int { return 20 * r.in.n }

// Apply rotates three facilities.
func (r *rotations) Apply(move int, delta float64) {
	who, places := r.rotation(move)
	for x, i := range who {
		r.p[i] = places[x]
	}
	r.cost += delta
}

// Reset replaces the assignment.
func (r *rotations) Reset(p Assignment) { r.position = newPosition(r.in, p) }

// Touched returns the current places of the three facilities and their places after the move.
func (r *rotations) Touched(move int) moves.Touch {
	who, places := r.rotation(move)
	t := moves.Touch{Count: 3}
	for x, i := range who {
		t.Enters[x] = int32(i*r.in.n) + places[x]
		t.Leaves[x] = int32(i*r.in.n) + r.p[i]
	}
	return t
}
