package aco

import (
	"context"
	"sync"
	"sync/atomic"
)

const rowsAtOnce = 64

// inParallel does count jobs on some threads, a few at once, as long as ctx goes
// on. Who does which job depends on the clock, so a job writes nothing that another
// reads.
func inParallel(ctx context.Context, threads, count, atOnce int, job func(thread, i int)) error {
	if threads = min(threads, (count+atOnce-1)/atOnce); threads <= 1 {
		for i := range count {
			if i%atOnce == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			job(0, i)
		}
		return ctx.Err()
	}
	var taken atomic.Int64
	var wg sync.WaitGroup
	for thread := range threads {
		wg.Go(func() {
			for ctx.Err() == nil {
				from := int(taken.Add(int64(atOnce))) - atOnce
				if from >= count {
					return
				}
				for i := from; i < min(from+atOnce, count); i++ {
					job(thread, i)
				}
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}
