package server

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// A room has place for so many requests of a kind, and for so many of one tenant, so that no
// tenant keeps the others out.
type room struct {
	kind string // of requests, for messages
	most int
	each int // of one tenant

	mu     sync.Mutex
	within int
	of     map[string]int
	left   chan struct{} // closed when somebody leaves
}

// newRoom divides a room among tenants: with tokens, each may have half of it.
func newRoom(kind string, most int, shared bool) *room {
	each := most
	if shared {
		each = (most + 1) / 2
	}
	return &room{kind: kind, most: most, each: each, of: map[string]int{}, left: make(chan struct{})}
}

// enterTime is how long a request waits for others.
const enterTime = 5 * time.Second

// enter takes a place, which leave gives back, and waits for one if there is none.
func (r *room) enter(ctx context.Context, tenant string, patience time.Duration) (leave func(), err error) {
	wait := time.NewTimer(patience)
	defer wait.Stop()
	for {
		left := r.take(tenant)
		if left == nil {
			return func() { r.leave(tenant) }, nil
		}
		select {
		case <-left:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-wait.C:
			return nil, problem(http.StatusServiceUnavailable, codeBusy, "too many %s at a time: expected at most %d, of which %d of one tenant", r.kind, r.most, r.each).Later(enterTime)
		}
	}
}

// take takes a place, or returns what to wait for.
func (r *room) take(tenant string) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.within >= r.most || r.of[tenant] >= r.each {
		return r.left
	}
	r.within++
	r.of[tenant]++
	return nil
}

func (r *room) leave(tenant string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.within--
	if r.of[tenant]--; r.of[tenant] == 0 {
		delete(r.of, tenant)
	}
	close(r.left)
	r.left = make(chan struct{})
}

// size is how many are within.
func (r *room) size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.within
}
