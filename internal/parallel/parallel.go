// Package parallel runs loops on threads. Timing determines which thread runs which part, so no
// part may read data that another part writes. The number of threads affects only the speed.
package parallel

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Do calls job for 0 … count-1 on several threads. If ctx is cancelled, it returns early with the
// error of ctx. A job receives the number of its thread, which is less than [Threads], so that it
// can use memory that belongs to that thread.
func Do(ctx context.Context, threads, count, atOnce int, job func(thread, i int)) error {
	return Ranges(ctx, threads, count, atOnce, func(thread, from, end int) error {
		for i := from; i < end; i++ {
			job(thread, i)
		}
		return nil
	})
}

// Ranges divides 0 … count-1 into ranges of atOnce numbers and calls work for them until ctx is
// cancelled or a call fails. Ranges start in ascending order and always run to their end, so Ranges
// returns the error of the lowest range that fails, for any number of threads.
//
// If work panics, Ranges panics with a [*Panic] in the caller's goroutine.
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

// Threads returns the number of threads that a loop uses, which is at most one for each range.
func Threads(threads, count, atOnce int) int {
	atOnce = max(atOnce, 1)
	ranges := count / atOnce
	if count%atOnce > 0 {
		ranges++
	}
	return max(1, min(threads, ranges))
}

// A loop is shared by the threads of one call. It counts in 64 bits, because each thread counts
// once beyond the end.
type loop struct {
	ctx           context.Context
	count, atOnce int64
	work          func(thread, from, end int) error
	next          atomic.Int64
	others        sync.WaitGroup // all threads except the caller's

	mu    sync.Mutex
	fault fault
}

// A fault is the error or panic of a range, and the start of the range.
type fault struct {
	from  int64
	err   error
	panic *Panic
}

func (l *loop) run(thread int) {
	for l.ctx.Err() == nil {
		from := l.next.Add(l.atOnce) - l.atOnce
		if from >= l.count {
			return
		}
		l.try(thread, from)
	}
}

// try calls work for the range that starts at from.
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

// fail stores the fault of the lowest range and prevents further ranges from starting.
func (l *loop) fail(f fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if none := l.fault == (fault{}); none || f.from < l.fault.from {
		l.fault = f
	}
	l.next.Store(l.count)
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

// A Panic is a panic in a job, with its stack.
type Panic struct {
	Value any
	Stack []byte
}

// Error returns the value and the stack, so that an unrecovered panic shows both.
func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Unwrap returns the value if it is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// asPanic returns the value as a Panic, with the stack of the innermost loop.
func asPanic(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{Value: value, Stack: debug.Stack()}
}
