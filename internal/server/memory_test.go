package server

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
)

// Requests hold at most the budget together, and one tenant at most half of it. A request that is
// larger than the budget is admitted when it is alone.
func TestRequestsShareAMemoryBudget(t *testing.T) {
	m := newMemoryBudget(100, true)
	first, err := m.acquire(t.Context(), "greedy", 0, 40, 0)
	if err != nil {
		t.Fatal(err)
	}
	var refused *api.Problem
	if _, err := m.acquire(t.Context(), "greedy", 0, 20, 0); !errors.As(err, &refused) || refused.Code != codeBusy || refused.Status != 503 || refused.Headers.Get("Retry-After") == "" {
		t.Errorf("more than half for one tenant: %v", err)
	}
	second, err := m.acquire(t.Context(), "modest", 0, 50, 0)
	if err != nil {
		t.Errorf("another tenant: %v", err)
	}
	if _, err := m.acquire(t.Context(), "late", 0, 11, 0); !errors.As(err, &refused) {
		t.Errorf("more than all: %v", err)
	}
	first()
	if m.size() != 50 {
		t.Errorf("%d bytes are held, expected 50", m.size())
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.acquire(gone, "large", 0, 500, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("a client that has gone: %v", err)
	}
	second()
	if _, err := m.acquire(t.Context(), "large", 0, 500, 0); err != nil {
		t.Errorf("a large request alone: %v", err)
	}
	if _, err := m.acquire(t.Context(), "large", 500, 100, 0); err != nil {
		t.Errorf("more for the same request: %v", err)
	}
}

// Waiting requests are eventually admitted, and never hold more than the budget.
func TestTheMemoryBudgetHolds(t *testing.T) {
	m := newMemoryBudget(10, false)
	var held atomic.Int64
	var wg sync.WaitGroup
	for i := range int64(200) {
		wg.Go(func() {
			bytes := i%5 + 1
			release, err := m.acquire(t.Context(), "one", 0, bytes, time.Minute)
			if err != nil {
				t.Error(err)
				return
			}
			if n := held.Add(bytes); n > 10 {
				t.Errorf("%d bytes are held", n)
			}
			held.Add(-bytes)
			release()
		})
	}
	wg.Wait()
	if m.size() != 0 || len(m.byTenant) != 0 {
		t.Errorf("%d bytes are held at the end, %v", m.size(), m.byTenant)
	}
}

// A request holds its memory until it has been handled, whatever releases it first.
func TestARequestReleasesItsMemory(t *testing.T) {
	m := newMemoryBudget(100, false)
	c := &call{memory: m}
	release, err := c.hold(t.Context(), 60)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.hold(t.Context(), 70); err != nil || m.size() != 130 {
		t.Errorf("more for the same request: %d, %v", m.size(), err)
	}
	release()
	release() // a second call has no effect
	if m.size() != 70 {
		t.Errorf("%d bytes are held, expected 70", m.size())
	}
	if c.releaseMemory(); m.size() != 0 || c.held != 0 {
		t.Errorf("%d bytes are held at the end", m.size())
	}
}
