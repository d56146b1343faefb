package search

import (
	"context"
	"time"
)

// yieldEvery is how long a search keeps the only thread of WebAssembly.
const yieldEvery = 50 * time.Millisecond

// yielding returns a context that yields to other goroutines and to the events of a browser
// when a search checks it. There is one thread without preemption: otherwise no timer fires
// and the search cannot be cancelled.
func yielding(ctx context.Context) context.Context {
	return &polite{Context: ctx, last: time.Now()}
}

type polite struct {
	context.Context
	last time.Time
}

func (p *polite) Err() error {
	if time.Since(p.last) > yieldEvery {
		time.Sleep(time.Millisecond) // less, or runtime.Gosched, lets no events in
		p.last = time.Now()
	}
	return p.Context.Err()
}
