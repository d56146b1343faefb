package start

import (
	"cmp"
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
)

// radixSort sorts by the lowest bits of a key, least significant digit first. It is stable, and for
// millions of edges it is an order of magnitude faster than a comparison sort. It overwrites s and
// returns the sorted slice, which may be a new one. It fails if ctx is cancelled.
func radixSort[T any](ctx context.Context, s []T, bits int, key func(T) uint64) ([]T, error) {
	const digit = 11
	if len(s) <= few {
		mask := uint64(1)<<((bits+digit-1)/digit*digit) - 1
		slices.SortStableFunc(s, func(a, b T) int { return cmp.Compare(key(a)&mask, key(b)&mask) })
		return s, ctx.Err()
	}
	other := make([]T, len(s))
	for shift := 0; shift < bits; shift += digit {
		var count [1<<digit + 1]int
		err := inTurn(ctx, len(s), func(from, end int) {
			for i := range s[from:end] {
				count[key(s[from+i])>>shift&(1<<digit-1)+1]++
			}
		})
		if err != nil {
			return nil, err
		}
		for d := range 1 << digit {
			count[d+1] += count[d]
		}
		err = inTurn(ctx, len(s), func(from, end int) {
			for _, v := range s[from:end] {
				d := key(v) >> shift & (1<<digit - 1)
				other[count[d]] = v
				count[d]++
			}
		})
		if err != nil {
			return nil, err
		}
		s, other = other, s
	}
	return s, nil
}

// few is the length up to which a comparison sort is faster than counting digits.
const few = 256

// inTurn calls work for 0 … count-1, range by range and in order, until ctx is cancelled.
func inTurn(ctx context.Context, count int, work func(from, end int)) error {
	const atOnce = 1 << 16
	return parallel.Ranges(ctx, 1, count, atOnce, func(_, from, end int) error {
		work(from, end)
		return nil
	})
}
