package searchtest

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// Kernel compares a kernel on a device with its neighbourhood. On a walk from each of several
// random solutions, it compares the deltas of moves and the moves that are picked under many kinds
// of rules. It returns an error for the first difference. create returns the neighbourhood of a
// random solution.
//
// Kernel compares all moves if the neighbourhood has at most 3,000. In a larger neighbourhood, it
// compares 3,000 consecutive moves per solution and does not compare picks.
func Kernel[S any](ctx context.Context, d device.Device, k moves.Kernel[S], create func(random *rng.Stream) (moves.Neighbourhood[S], error)) (err error) {
	opened, err := d.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	runner, ok := opened.(kernelRunner)
	if !ok {
		return fmt.Errorf("device %s: %w", d.Info().Name, device.ErrNoKernels)
	}
	t, err := runner.TryKernel(ctx, k.KernelSource)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	c := comparison[S]{Kernel: k, trial: t, most: 3000, rounds: 3}
	if d.Info().Platform == "Oclgrind" { // Oclgrind simulates each work-item, which is slow
		c.most, c.rounds = 60, 2
	}
	for start := range uint32(c.rounds) {
		random := rng.At(2013, start, 0)
		h, err := create(&random)
		if err != nil {
			return err
		}
		if err := c.walk(ctx, h, &random); err != nil {
			return fmt.Errorf("%s, random solution %d: %w", k.File, start, err)
		}
	}
	return nil
}

// A kernelRunner is an open device that can run a single kernel.
type kernelRunner interface {
	TryKernel(ctx context.Context, k moves.KernelSource) (trial, error)
}

// trial is an alias so that drivers need not import this package.
type trial = interface {
	Score(ctx context.Context, state []int32, first int, dst []float64) error
	Pick(ctx context.Context, state []int32, r *moves.Rule) (moves.Choice, error)
	Close() error
}

// A comparison compares a kernel on a device with a neighbourhood.
type comparison[S any] struct {
	moves.Kernel[S]
	trial        trial
	most, rounds int
}

func (c *comparison[S]) walk(ctx context.Context, h moves.Neighbourhood[S], random *rng.Stream) error {
	if h.Len() != c.Moves {
		return fmt.Errorf("the kernel has %d moves, but the neighbourhood has %d", c.Moves, h.Len())
	}
	if a, ok := h.(moves.Attributed); ok != (c.Attributes > 0) || ok && a.Attributes() != c.Attributes {
		return fmt.Errorf("the kernel has %d attributes, but the neighbourhood has %d (0: each move is an attribute)", c.Attributes, attributes(h))
	}
	for range c.rounds {
		state := make([]int32, c.State)
		c.Encode(h, state)
		n := min(h.Len(), c.most)
		first := int(random.Uint64() % uint64(h.Len()-n+1))
		want, got := make([]float64, n), make([]float64, n)
		h.Deltas(first, want)
		if err := c.trial.Score(ctx, state, first, got); err != nil {
			return err
		}
		for i := range want {
			if want[i] != got[i] {
				return fmt.Errorf("move %d has delta %v on the device, but %v on the host", first+i, got[i], want[i])
			}
		}
		if n == h.Len() {
			if err := c.picks(ctx, h, state, want, random); err != nil {
				return err
			}
		}
		if move, delta := possible(h, first); move >= 0 {
			h.Apply(move, delta)
		}
	}
	return nil
}

// picks compares the moves that the device picks with the best moves according to the deltas.
func (c *comparison[S]) picks(ctx context.Context, h moves.Neighbourhood[S], state []int32, deltas []float64, random *rng.Stream) error {
	for i, r := range someRules(h, deltas, random) {
		got, err := c.trial.Pick(ctx, state, r)
		if err != nil {
			return err
		}
		if want := pick(h, r, 0, deltas); !same(got, want) {
			return fmt.Errorf("rule %d: the device picks %+v, but the host picks %+v", i, got, want)
		}
	}
	return nil
}
