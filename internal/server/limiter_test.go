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

// A tenant that uses its maximum leaves room for the other tenants.
func TestNoTenantKeepsOthersOut(t *testing.T) {
	r := newLimiter("uploads", 4, true)
	var leave []func()
	for range 2 {
		out, err := r.acquire(t.Context(), "greedy", 0)
		if err != nil {
			t.Fatal(err)
		}
		leave = append(leave, out)
	}
	var refused *api.Problem
	if _, err := r.acquire(t.Context(), "greedy", 0); !errors.As(err, &refused) || refused.Code != codeBusy {
		t.Errorf("a third of the same tenant: %v", err)
	}
	for range 2 {
		if _, err := r.acquire(t.Context(), "modest", 0); err != nil {
			t.Errorf("another tenant: %v", err)
		}
	}
	if _, err := r.acquire(t.Context(), "late", 0); !errors.As(err, &refused) {
		t.Errorf("a fifth: %v", err)
	}
	leave[0]()
	if _, err := r.acquire(t.Context(), "late", 0); err != nil || r.size() != 4 {
		t.Errorf("where one has left: %v, %d within", err, r.size())
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.acquire(gone, "late", time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone: %v", err)
	}
}

// All waiting requests are eventually admitted, and never more than the limit at the same time.
func TestARoomIsNeverTooFull(t *testing.T) {
	r := newLimiter("uploads", 3, false)
	var within atomic.Int32
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			leave, err := r.acquire(t.Context(), "one", time.Minute)
			if err != nil {
				t.Error(err)
				return
			}
			if n := within.Add(1); n > 3 {
				t.Errorf("%d within", n)
			}
			within.Add(-1)
			leave()
		})
	}
	wg.Wait()
	if r.size() != 0 || len(r.byTenant) != 0 {
		t.Errorf("%d within at the end, %v", r.size(), r.byTenant)
	}
}
