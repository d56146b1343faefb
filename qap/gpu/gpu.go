// Package gpu provides the neighbourhoods of package qap for local search on a
// device. Costs are whole numbers, so its picks equal those of package qap bit
// for bit.
package gpu

import (
	"context"
	"embed"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/qap"
)

//go:embed *.cl
var sources embed.FS

// Swaps returns the kernel of qap.Swaps.
func Swaps(in *qap.Instance) (local.Kernel[qap.Assignment], error) {
	f := in.Form()
	return kernel(in, "swaps.cl", f, f.Reach(in.N())*float64(f.Unit), moves.Pairs(in.N()))
}

// Rotations returns the kernel of qap.Rotations.
func Rotations(in *qap.Instance) (local.Kernel[qap.Assignment], error) {
	f := qap.Form{A: in.A(), B: in.B(), Unit: 1}
	return kernel(in, "rotations.cl", f, 2*f.Reach(in.N()), moves.Rotations(in.N()))
}

func kernel(in *qap.Instance, file string, f qap.Form, reach float64, count int) (local.Kernel[qap.Assignment], error) {
	n := in.N()
	a, errA := narrow(f.A)
	b, errB := narrow(f.B)
	if errA != nil || errB != nil {
		return local.Kernel[qap.Assignment]{}, fmt.Errorf("%s: a matrix has numbers that do not fit 32 bits: use the CPU", in.Name)
	}
	k := local.Kernel[qap.Assignment]{Encode: encode, KernelSource: local.KernelSource{
		Sources: sources, File: file, Delta: local.Long,
		Defines: map[string]any{"N": n, "SYMMETRIC": f.Symmetric, "UNIT": int(f.Unit)},
		Inputs:  func(context.Context) ([]any, error) { return []any{a, b}, nil },
		State:   n, Moves: count, Attributes: n * n,
	}}
	if reach < math.MaxInt32 {
		k.Delta = local.Int
	}
	return k, nil
}

func encode(h moves.Neighbourhood[qap.Assignment], state []int32) {
	h.(interface{ Places(dst []int32) }).Places(state)
}

// narrow converts a matrix to 32 bits. Differences of two numbers must fit as
// well.
func narrow(m []int64) ([]int32, error) {
	out := make([]int32, len(m))
	for i, v := range m {
		if v < math.MinInt32/2 || v > math.MaxInt32/2 {
			return nil, fmt.Errorf("%d", v)
		}
		out[i] = int32(v)
	}
	return out, nil
}
