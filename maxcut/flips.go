package maxcut

import "github.com/tourmaline-opt/tourmaline/moves"

// flips is the neighbourhood of all moves of one vertex to the other side. Its attributes are pairs
// of a vertex and a side.
type flips struct {
	in     *Instance
	sides  Sides
	cost   float64
	deltas []float64 // deltas of all moves: whole numbers below 2^53, so sums are exact
}

// NewFlips returns the neighbourhood of all moves of one vertex to the other side, starting at a
// copy of start. Move v moves vertex v.
func NewFlips(in *Instance, start Sides) (moves.Neighbourhood[Sides], error) {
	if err := in.Check(start); err != nil {
		return nil, err
	}
	f := &flips{in: in, sides: make(Sides, in.N()), deltas: make([]float64, in.N())}
	f.Reset(start)
	return f, nil
}

// Len returns the number of vertices.
func (f *flips) Len() int { return f.in.N() }

// Deltas copies the stored deltas.
func (f *flips) Deltas(first int, dst []float64) { copy(dst, f.deltas[first:]) }

// Apply moves vertex v. Its edges that were cut are no longer cut, and its other edges now are.
// This changes the delta of the vertex at the other end of each edge by twice the weight.
func (f *flips) Apply(v int, delta float64) {
	f.sides[v] = 1 - f.sides[v]
	f.cost += delta
	f.deltas[v] = 0 - delta // avoids -0
	for _, e := range f.in.Edges(v) {
		f.deltas[e.To] += float64(2 * f.change(e))
	}
}

// change returns the change of cost from moving one end of e: the weight of e is added to the cost
// if e is cut, and subtracted otherwise.
func (f *flips) change(e Edge) float64 {
	return float64(e.Weight * (2*int64(f.sides[e.From]^f.sides[e.To]) - 1))
}

// Cost returns the cost of the sides.
func (f *flips) Cost() float64 { return f.cost }

// Snapshot returns a copy of the sides.
func (f *flips) Snapshot() Sides { return append(Sides(nil), f.sides...) }

// Reset replaces the sides.
func (f *flips) Reset(s Sides) {
	copy(f.sides, s)
	f.cost = f.in.Cost(f.sides)
	clear(f.deltas)
	for _, e := range f.in.ends {
		f.deltas[e.From] += float64(f.change(e))
	}
}

// Attributes returns the number of attributes. Vertex v on side s is attribute 2v + s.
func (f *flips) Attributes() int { return 2 * f.in.N() }

// Touched returns the new and the current side of vertex v.
func (f *flips) Touched(v int) moves.Touch {
	here := 2*int32(v) + int32(f.sides[v])
	return moves.Touch{Enters: [3]int32{here ^ 1}, Leaves: [3]int32{here}, Count: 1}
}
