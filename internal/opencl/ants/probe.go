package ants

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// manyRounds is more than some devices allow for all loops of a work-item
// together, and fewer than an ant needs on a few hundred cities.
const manyRounds = 1 << 17

// longLoop is the result of count_loops.
func longLoop(rounds uint32) uint32 {
	x := uint32(1)
	for i := range rounds {
		x = x*1664525 + x>>7 + i
	}
	return x
}

// probe rejects a device that ends long loops early: its tours would be wrong
// without any error.
func (c *Colony) probe(ctx context.Context, info cl.Info) error {
	w := cl.NewScope(c.device)
	defer func() { _ = w.Close() }()
	result := cl.Make[uint32](w, "result of a loop", 1)
	k := w.Kernel(c.program, "count_loops", result, uint32(manyRounds))
	if w.Err() != nil {
		return w.Err()
	}
	if err := k.RunGroups(ctx, 1, 1); err != nil {
		return err
	}
	var got [1]uint32
	if err := result.Read(got[:]); err != nil {
		return err
	}
	if got[0] != longLoop(manyRounds) {
		return fmt.Errorf("%s (%s %s) ends loops before %d rounds, but ants need more: use another device, or the CPU",
			info.Name, info.Platform, info.Driver, manyRounds)
	}
	return nil
}
