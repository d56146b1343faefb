package tourmaline

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/search"
)

// A halt is a request to stop a search early.
type halt struct {
	ctx     context.Context // done after the request
	request func()
}

func newHalt() halt {
	ctx, cancel := context.WithCancel(context.Background())
	return halt{ctx, cancel}
}

func (h halt) requested() bool { return h.ctx.Err() != nil }

// rule stops the search after the request. It is a stopping rule.
func (h halt) rule(search.Progress) search.Verdict {
	if !h.requested() {
		return search.Verdict{}
	}
	return search.Verdict{Used: 1, Reason: search.Interrupted}
}

// interrupt returns a context that is also cancelled by the request, so that a long step is
// interrupted, and a function that releases the context.
func (h halt) interrupt(ctx context.Context) (context.Context, func()) {
	within, cancel := context.WithCancel(ctx)
	detach := context.AfterFunc(h.ctx, cancel)
	return haltContext{within, ctx}, func() {
		detach()
		cancel()
	}
}

// A haltContext queries its parent on each call of Err, because a parent may return an error before
// its Done channel is closed.
type haltContext struct {
	context.Context
	parent context.Context
}

func (c haltContext) Err() error {
	if err := c.parent.Err(); err != nil {
		return err
	}
	return c.Context.Err()
}
