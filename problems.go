package tourmaline

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// builtIn defines a built-in problem. Its definition is not verified here, because the problem's
// tests verify it.
func builtIn[S any](in any, d Definition[S]) Problem {
	p := define(d)
	p.instance = in
	return p
}

// Assignments returns a quadratic assignment problem. Its moves are exchanges, and also rotations
// for VND.
func Assignments(in *qap.Instance) Problem {
	if in == nil {
		return Problem{}
	}
	n := in.N()
	d := Definition[qap.Assignment]{
		Name: in.Name, Problem: "qap", N: n, Hash: in.Hash(), Attributes: n * n,
		Cost: in.Cost, Check: in.Check,
		Random: func(r *rng.Stream) qap.Assignment { return qap.Random(n, r) },
		Neighbourhoods: func(p qap.Assignment, _ Setup) ([]moves.Neighbourhood[qap.Assignment], error) {
			swaps, fault := qap.NewSwaps(in, p)
			rotations, err := qap.NewRotations(in, p)
			return []moves.Neighbourhood[qap.Assignment]{swaps, rotations}, cmp.Or(fault, err)
		},
		Kernels: func(Setup) ([]moves.Kernel[qap.Assignment], error) {
			swaps, fault := qap.SwapsKernel(in)
			rotations, err := qap.RotationsKernel(in)
			return []moves.Kernel[qap.Assignment]{swaps, rotations}, cmp.Or(fault, err)
		},
		Show: func(p qap.Assignment) any { return shifted(p, 1) },
		Read: func(data []byte, name string) (qap.Assignment, *float64, error) {
			if isJSON(data) {
				places, stated, err := solutionOf[[]int32](data, name)
				return shifted(places, -1), stated, err
			}
			p, stated, err := qap.ReadSolution(bytes.NewReader(data), name, in)
			if errors.Is(err, qap.ErrNoAssignment) {
				err = fmt.Errorf("%w: %w", ErrNoSolution, err)
			}
			return p, new(float64(stated)), err
		},
	}
	if known, ok := qap.BestKnown(in); ok {
		d.Known = &Known{Value: float64(known.Value), Proven: known.Proven}
	}
	return builtIn(in, d)
}

// shifted returns numbers with by added to each, because files count from 1.
func shifted(numbers []int32, by int32) []int32 {
	out := make([]int32, len(numbers))
	for i, v := range numbers {
		out[i] = v + by
	}
	return out
}

// distance is the parameter of a perceptron's moves.
type distance struct {
	Distance int `json:"distance" range:"1..3" usage:"number of entries that a move flips; vnd starts with this number and flips one more at each level, up to 3"`
}

// Perceptrons returns a permuted perceptron problem. Its moves flip one, two or three entries.
func Perceptrons(in *perceptron.Instance) Problem {
	if in == nil {
		return Problem{}
	}
	n := in.Cols()
	distances := func(s Setup) []int {
		var all []int
		for d := s.Params.(*distance).Distance; d <= min(3, n); d++ {
			all = append(all, d)
		}
		return all
	}
	return builtIn(in, Definition[perceptron.Solution]{
		Name: in.Name, Problem: "perceptron", N: n, Hash: in.Hash(), Attributes: 2 * n,
		Known: &Known{Proven: true}, // a solution that satisfies every condition costs 0
		Cost:  in.Cost, Check: in.Check,
		Params: func() any { return &distance{Distance: 1} },
		Random: func(r *rng.Stream) perceptron.Solution { return perceptron.Random(n, r) },
		Neighbourhoods: func(p perceptron.Solution, s Setup) ([]moves.Neighbourhood[perceptron.Solution], error) {
			return each(distances(s), func(d int) (moves.Neighbourhood[perceptron.Solution], error) {
				return perceptron.NewFlips(in, d, p)
			})
		},
		Kernels: func(s Setup) ([]moves.Kernel[perceptron.Solution], error) {
			return each(distances(s), func(d int) (moves.Kernel[perceptron.Solution], error) {
				return perceptron.FlipsKernel(in, d)
			})
		},
		Show: func(p perceptron.Solution) any { return []int8(p) },
	})
}

// Cut returns the problem of dividing the vertices of a graph into two sides such that the cut has
// the maximum weight. Its moves transfer one vertex to the other side. The cost is the negated
// weight of the cut.
func Cut(in *maxcut.Instance) Problem {
	if in == nil {
		return Problem{}
	}
	n := in.N()
	return builtIn(in, Definition[maxcut.Sides]{
		Name: in.Name, Problem: "maxcut", N: n, Hash: in.Hash(), Attributes: 2 * n,
		Cost: in.Cost, Check: in.Check,
		Random: func(r *rng.Stream) maxcut.Sides { return maxcut.Random(n, r) },
		Neighbourhoods: func(s maxcut.Sides, _ Setup) ([]moves.Neighbourhood[maxcut.Sides], error) {
			return only(maxcut.NewFlips(in, s))
		},
		Kernels: func(Setup) ([]moves.Kernel[maxcut.Sides], error) {
			return []moves.Kernel[maxcut.Sides]{maxcut.FlipsKernel(in)}, nil
		},
		Show: func(s maxcut.Sides) any { return []int8(s) },
	})
}

// Colouring returns the problem of colouring a graph. Its moves change the colour of one vertex.
// The cost is the number of edges between vertices of the same colour.
func Colouring(in *colouring.Instance) Problem {
	if in == nil {
		return Problem{}
	}
	return builtIn(in, Definition[colouring.Colours]{
		Name: in.Name, Problem: "colouring", N: in.N(), Hash: in.Hash(), Attributes: in.N() * in.Colours(),
		Cost: in.Cost, Check: in.Check,
		Random: func(r *rng.Stream) colouring.Colours { return colouring.Random(in, r) },
		Neighbourhoods: func(c colouring.Colours, _ Setup) ([]moves.Neighbourhood[colouring.Colours], error) {
			return only(colouring.NewChanges(in, c))
		},
		Kernels: func(Setup) ([]moves.Kernel[colouring.Colours], error) {
			return []moves.Kernel[colouring.Colours]{colouring.ChangesKernel(in)}, nil
		},
		Show: func(c colouring.Colours) any { return []int32(c) },
	})
}

// Minimum returns the problem of minimising a function of real numbers. Its moves go to random
// points, one in each of the concentric crowns around the current point.
func Minimum(in *continuous.Instance) Problem {
	if in == nil {
		return Problem{}
	}
	d := Definition[continuous.Solution]{
		Name: in.Name, Problem: in.Function().Name, N: in.Dim(), Hash: in.Hash(), Auto: "climb",
		Attributes: continuous.Defaults(in).Neighbours,
		Cost:       in.Cost, Check: in.Check,
		Params: func() any { p := continuous.Defaults(in); return &p },
		Random: func(r *rng.Stream) continuous.Solution { return continuous.Random(in, r) },
		Neighbourhoods: func(p continuous.Solution, s Setup) ([]moves.Neighbourhood[continuous.Solution], error) {
			return only(continuous.NewCrowns(in, *s.Params.(*continuous.Params), p, s.Seed, uint32(s.Walk)))
		},
		Kernels: func(s Setup) ([]moves.Kernel[continuous.Solution], error) {
			return only(continuous.CrownsKernel(in, *s.Params.(*continuous.Params), s.Seed))
		},
		Show: func(p continuous.Solution) any { return []float64(p) },
	}
	if best, ok := in.Best(); ok {
		d.Known = &Known{Value: best, Proven: true}
	}
	return builtIn(in, d)
}

// only returns a list of one neighbourhood or kernel.
func only[T any](one T, err error) ([]T, error) { return []T{one}, err }

// each returns the neighbourhoods or kernels that create returns for the distances, or the first
// error.
func each[T any](distances []int, create func(distance int) (T, error)) ([]T, error) {
	var all []T
	for _, d := range distances {
		one, err := create(d)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}
