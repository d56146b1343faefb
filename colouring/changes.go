package colouring

import (
	"context"
	"embed"

	"github.com/tourmaline-opt/tourmaline/moves"
)

//go:embed *.cl
var sources embed.FS

// changes is a colouring and its neighbourhood, in which a move changes the colour of one vertex.
// Its attributes are pairs of a vertex and a colour, as in [HW87].
type changes struct {
	in      *Instance
	colours Colours
	cost    float64
	around  []int32 // for each vertex, the number of neighbours with each colour
}

// NewChanges returns the neighbourhood in which a move changes the colour of one vertex. Moves are
// numbered by moves.Change. The neighbourhood starts at a copy of start.
func NewChanges(in *Instance, start Colours) (moves.Neighbourhood[Colours], error) {
	if err := in.Check(start); err != nil {
		return nil, err
	}
	c := &changes{in: in, colours: make(Colours, in.N()), around: make([]int32, in.N()*in.colours)}
	c.Reset(start)
	return c, nil
}

// Len returns the number of changes.
func (c *changes) Len() int { return moves.Changes(c.in.N(), c.in.colours) }

// of returns the number of neighbours of a vertex with each colour.
func (c *changes) of(v int) []int32 { return c.around[v*c.in.colours:][:c.in.colours] }

// Deltas writes, for each change, the number of neighbours with the new colour minus the number of
// neighbours with the old colour.
func (c *changes) Deltas(first int, dst []float64) {
	for i := range dst {
		v, other := moves.Change(c.in.colours, first+i)
		around, now := c.of(v), int(c.colours[v])
		dst[i] = float64(around[moves.Other(now, other)] - around[now])
	}
}

// Apply changes the colour of a vertex.
func (c *changes) Apply(move int, delta float64) {
	v, other := moves.Change(c.in.colours, move)
	was := c.colours[v]
	now := int32(moves.Other(int(was), other))
	c.colours[v] = now
	c.cost += delta
	for _, u := range c.in.Edges(v) {
		around := c.of(int(u))
		around[was]--
		around[now]++
	}
}

// Cost returns the number of edges between vertices of the same colour.
func (c *changes) Cost() float64 { return c.cost }

// Snapshot returns a copy of the colouring.
func (c *changes) Snapshot() Colours { return append(Colours(nil), c.colours...) }

// Reset continues from a different colouring.
func (c *changes) Reset(colours Colours) {
	copy(c.colours, colours)
	c.cost = c.in.Cost(c.colours)
	clear(c.around)
	for v := range c.colours {
		around := c.of(v)
		for _, u := range c.in.Edges(v) {
			around[c.colours[u]]++
		}
	}
}

// Attributes returns the number of attributes. Vertex v with colour c is attribute v * colours + c.
func (c *changes) Attributes() int { return len(c.around) }

// Touched returns the colour that a vertex would have, and the colour that it has.
func (c *changes) Touched(move int) moves.Touch {
	v, other := moves.Change(c.in.colours, move)
	now := int(c.colours[v])
	from := v * c.in.colours
	return moves.Touch{Enters: [3]int32{int32(from + moves.Other(now, other))}, Leaves: [3]int32{int32(from + now)}, Count: 1}
}

// ChangesKernel returns the kernel of NewChanges. Costs are whole numbers, so a device picks the
// same moves as the CPU.
func ChangesKernel(in *Instance) moves.Kernel[Colours] {
	n := in.N()
	return moves.Kernel[Colours]{Encode: encode, KernelSource: moves.KernelSource{
		Sources: sources, File: "changes.cl", Delta: moves.Int,
		Defines: map[string]any{"COLOURS": in.colours},
		Inputs: func(context.Context) ([]any, error) {
			starts := make([]int32, len(in.first))
			for v, first := range in.first {
				starts[v] = int32(first)
			}
			return []any{starts, in.ends}, nil
		},
		State: n, Moves: moves.Changes(n, in.colours), Attributes: n * in.colours, Applies: true,
	}}
}

func encode(h moves.Neighbourhood[Colours], state []int32) { copy(state, h.(*changes).colours) }
