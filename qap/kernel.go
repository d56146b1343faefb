package qap

import (
	"context"
	"embed"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/moves"
)

//go:embed *.cl
var sources embed.FS

// SwapsKernel returns the kernel of NewSwaps. Costs are integers, so a device picks the same moves
// as the CPU.
func SwapsKernel(in *Instance) (moves.Kernel[Assignment], error) {
	f := in.form()
	return kernel(in, "swaps.cl", f, f.reach(in.n)*float64(f.unit), moves.Pairs(in.n))
}

// RotationsKernel returns the kernel of NewRotations.
func RotationsKernel(in *Instance) (moves.Kernel[Assignment], error) {
	f := form{a: in.a, b: in.b, unit: 1}
	return kernel(in, "rotations.cl", f, 2*f.reach(in.n), moves.Rotations(in.n))
}

func kernel(in *Instance, file string, f form, reach float64, count int) (moves.Kernel[Assignment], error) {
	a, err := narrow(f.a)
	if err != nil {
		return moves.Kernel[Assignment]{}, fmt.Errorf("%s: the first matrix %w", in.Name, err)
	}
	b, err := narrow(f.b)
	if err != nil {
		return moves.Kernel[Assignment]{}, fmt.Errorf("%s: the second matrix %w", in.Name, err)
	}
	k := moves.Kernel[Assignment]{Encode: encode, KernelSource: moves.KernelSource{
		Sources: sources, File: file, Delta: moves.Long,
		Defines: map[string]any{"N": in.n, "SYMMETRIC": f.symmetric, "UNIT": int(f.unit)},
		Inputs:  func(context.Context) ([]any, error) { return []any{a, b}, nil },
		State:   in.n, Moves: count, Attributes: in.n * in.n, Applies: true,
	}}
	if reach < math.MaxInt32 {
		k.Delta = moves.Int
	}
	return k, nil
}

func encode(h moves.Neighbourhood[Assignment], state []int32) {
	copy(state, h.(interface{ places() Assignment }).places())
}

// narrow converts a matrix to 32 bits. The difference of any two numbers must also fit into 32
// bits.
func narrow(m []int64) ([]int32, error) {
	out := make([]int32, len(m))
	for i, v := range m {
		if v < math.MinInt32/2 || v > math.MaxInt32/2 {
			return nil, fmt.Errorf("contains %d, expected %d to %d on a device: use the CPU", v, math.MinInt32/2, math.MaxInt32/2)
		}
		out[i] = int32(v)
	}
	return out, nil
}
