// Package parallel runs loops on threads. Who does which part depends on the clock, so
// a part writes nothing that another reads: threads change the speed and nothing else.
package parallel

import (
	"context"
	"sync"
	"sync/atomic"
)

// Do does the jobs 0 … count-1, some at once. It returns early when ctx ends, with its
// error. A job knows which of the [Threads] it is on, to use memory of that thread.
func Do(ctx context.Context, threads, count, atOnce int, job func(thread, i int)) error {
	return Ranges(ctx, threads, count, atOnce, func(thread, from, end int) error {
		for i := from; i < end; i++ {
			job(thread, i)
		}
		return nil
	})
}

// Ranges cuts 0 … count-1 into ranges of atOnce numbers and works on them until ctx
// ends or one fails. Ranges are taken in ascending order and finished once begun, so
// the fault of the lowest range that fails is returned for any number of threads.
//
// A panic in a range is such a fault: it is raised again on the goroutine that called
// Ranges, as a [*Panic].
func Ranges(ctx context.Context, threads, count, atOnce int, work func(thread, from, end int) error) error {
	defer start(ctx).stop()
	atOnce = max(1, min(atOnce, count))
	l := &loop{ctx: ctx, count: int64(count), atOnce: int64(atOnce), work: work}
	for thread := 1; thread < Threads(threads, count, atOnce); thread++ {
		l.others.Go(func() { l.run(thread) })
	}
	l.run(0)
	l.others.Wait()
	return l.end()
}

// Threads is how many threads a loop uses: never more than it has ranges.
func Threads(threads, count, atOnce int) int {
	atOnce = max(atOnce, 1)
	ranges := count / atOnce
	if count%atOnce > 0 {
		ranges++
	}
	return max(1, min(threads, ranges))
}

// A loop is what the threads of one call share. It counts in 64 bits, as each thread
// counts beyond the end once.
type loop struct {
	ctx           context.Context
	count, atOnce int64
	work          func(thread, from, end int) error
	taken         atomic.Int64
	others        sync.WaitGroup // all threads but the caller's

	mu    sync.Mutex
	fault fault
}

// A fault is why a range failed, and where that began.
type fault struct {
	from  int64
	err   error
	panic *Panic
}

func (l *loop) run(thread int) {
	for l.ctx.Err() == nil {
		from := l.taken.Add(l.atOnce) - l.atOnce
		if from >= l.count {
			return
		}
		l.try(thread, from)
	}
}

// try works on the range that begins at from.
func (l *loop) try(thread int, from int64) {
	defer func() {
		if value := recover(); value != nil {
			l.fail(fault{from: from, panic: asPanic(value)})
		}
	}()
	if err := l.work(thread, int(from), int(min(from+l.atOnce, l.count))); err != nil {
		l.fail(fault{from: from, err: err})
	}
}

// fail keeps the fault of the lowest range, and leaves no more ranges to take.
func (l *loop) fail(f fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if none := l.fault == (fault{}); none || f.from < l.fault.from {
		l.fault = f
	}
	l.taken.Store(l.count)
}

func (l *loop) end() error {
	switch f := l.fault; {
	case f.panic != nil:
		panic(f.panic)
	case f.err != nil:
		return f.err
	}
	return l.ctx.Err()
}
