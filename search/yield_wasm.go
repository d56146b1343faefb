package search

import (
	"context"
	"time"
)

// yieldEvery is how long a search keeps the only thread of WebAssembly.
const yieldEvery = 50 * time.Millisecond

// yielding lets other goroutines and, in a browser, its events have their turn whenever a
// search looks at its context. There is one thread and nobody takes it away: without this
// no timer fires and nobody can cancel.
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
