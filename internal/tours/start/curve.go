package start

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Curve returns the tour along Hilbert's space-filling curve. The tour is 38 % above the optimum on
// uniform cities, and computing it takes one sort. Consecutive cities are close to each other, so
// the tour is also a good order for cities in memory. Without coordinates, Curve returns the order
// of the file. It fails if ctx is cancelled.
func Curve(ctx context.Context, in *tsp.Instance) (tsp.Tour, error) {
	points, dims := in.Coords(), in.Dims()
	if dims == 0 {
		return tsp.Identity(in.N()), nil
	}
	box := places.Box(in)
	side := 0.0
	for k := range dims {
		side = math.Max(side, box.Hi[k]-box.Lo[k])
	}
	cells := float64(uint32(1)<<curveBits - 1)
	type place struct {
		key  uint64
		city int32
	}
	order := make([]place, in.N())
	err := inTurn(ctx, len(order), func(from, end int) {
		for i := from; i < end; i++ {
			var cell [3]uint32
			for k := range dims {
				if side > 0 {
					cell[k] = uint32((points[i*dims+k] - box.Lo[k]) / side * cells)
				}
			}
			order[i] = place{hilbert(cell[:dims]), int32(i)}
		}
	})
	if err != nil {
		return nil, err
	}
	if order, err = radixSort(ctx, order, curveBits*dims, func(p place) uint64 { return p.key }); err != nil {
		return nil, err
	}
	t := make(tsp.Tour, len(order))
	for i, p := range order {
		t[i] = p.city
	}
	return t, nil
}

// curveBits is the number of bits per axis. A position on the curve takes up to 63 bits, and each
// axis has two million cells.
const curveBits = 21

// hilbert returns the position of a cell on Hilbert's curve, following Skilling, "Programming the
// Hilbert curve" (2004): undo the rotations from the top bit down, then Gray-code, then interleave.
// It works in any dimension.
func hilbert(x []uint32) uint64 {
	n := len(x)
	for q := uint32(1) << (curveBits - 1); q > 1; q >>= 1 {
		p := q - 1
		for i := range x {
			if x[i]&q != 0 {
				x[0] ^= p
			} else {
				swap := (x[0] ^ x[i]) & p
				x[0] ^= swap
				x[i] ^= swap
			}
		}
	}
	for i := 1; i < n; i++ {
		x[i] ^= x[i-1]
	}
	gray := uint32(0)
	for q := uint32(1) << (curveBits - 1); q > 1; q >>= 1 {
		if x[n-1]&q != 0 {
			gray ^= q - 1
		}
	}
	key := uint64(0)
	for bit := curveBits - 1; bit >= 0; bit-- {
		for i := range x {
			key = key<<1 | uint64((x[i]^gray)>>bit&1)
		}
	}
	return key
}
