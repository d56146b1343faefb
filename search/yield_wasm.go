package search

import (
	"context"
	"time"
)

// yieldEvery is the maximum time that a search occupies the only thread of WebAssembly.
const yieldEvery = 50 * time.Millisecond

// yielding returns a context that yields to other goroutines and to browser events when a search
// checks it. WebAssembly has one thread without preemption: without yielding, no timer would fire
// and the search could not be cancelled.
func yielding(ctx context.Context) context.Context {
	return &polite{Context: ctx, last: time.Now()}
}

type polite struct {
	context.Context
	last time.Time
}

func (p *polite) Err() error {
	if time.Since(p.last) > yieldEvery {
		time.Sleep(time.Millisecond) // a shorter sleep, or runtime.Gosched, does not process events
		p.last = time.Now()
	}
	return p.Context.Err()
}
