package near

import "sync"

// parallel splits 0..n-1 into ranges and runs them on that many goroutines.
// Work is split by index, so that threads change the speed and nothing else.
func parallel(n, threads int, work func(from, to int)) {
	if threads <= 1 || n < 1024 {
		work(0, n)
		return
	}
	var wg sync.WaitGroup
	for t := range threads {
		wg.Go(func() { work(n*t/threads, n*(t+1)/threads) })
	}
	wg.Wait()
}
