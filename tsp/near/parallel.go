package near

import (
	"context"
	"errors"
	"sync"
)

// work does the part of one index.
type work func(i int) error

// parallel does 0..n-1 on that many goroutines, each with work of its own.
// Work is split by index, so that threads change the speed and nothing else.
// It looks at ctx after every block.
func parallel(ctx context.Context, n, block, threads int, prepare func() work) error {
	threads = max(1, min(threads, n/block))
	faults := make([]error, threads)
	var wg sync.WaitGroup
	for t := range threads {
		wg.Go(func() { faults[t] = inBlocks(ctx, n*t/threads, n*(t+1)/threads, block, prepare()) })
	}
	wg.Wait()
	return errors.Join(faults...)
}

func inBlocks(ctx context.Context, from, to, block int, do work) error {
	for i := from; i < to; i++ {
		if (i-from)%block == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := do(i); err != nil {
			return err
		}
	}
	return nil
}
