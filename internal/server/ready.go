package server

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

const (
	// readyAge is the time for which the state of the store is cached.
	readyAge = time.Second
	// readyTimeout is the time limit for asking the store.
	readyTimeout = 2 * time.Second
)

// A storeCheck reports whether the store can accept jobs. Concurrent requests share one check.
type storeCheck struct {
	store *cluster.Store

	mu      sync.Mutex
	checked time.Time
	err     error // result of the last check
}

func (k *storeCheck) ready() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if time.Since(k.checked) < readyAge {
		return k.err
	}
	ctx, cancel := context.WithTimeout(context.Background(), readyTimeout) // the check is also for other requests
	defer cancel()
	k.err = k.store.Ready(ctx)
	k.checked = time.Now()
	return k.err
}

// checkFresh returns an error if this server cannot reach its store or its node lacks records. What
// its hub knows may then be outdated, for example on a node that is cut off from the others.
func (s *Server) checkFresh() error {
	err := s.storeCheck.ready()
	switch {
	case errors.Is(err, cluster.ErrBehind):
		return errBehind()
	case cluster.IsUnavailable(err):
		return err
	}
	return nil
}

func errBehind() *api.Problem {
	return problem(http.StatusServiceUnavailable, codeUnavailable, "%v", cluster.ErrBehind).Later(electionTime)
}

func (s *Server) readiness(ctx context.Context, _ *struct{}) (*struct{ Body Health }, error) {
	if draining(ctx) {
		return nil, errDraining()
	}
	select {
	case <-s.opt.Hub.Ready():
	default:
		return nil, problem(http.StatusServiceUnavailable, codeUnavailable, "the server is still loading its jobs").Later(electionTime)
	}
	err := s.storeCheck.ready()
	switch {
	case err == nil:
		return &struct{ Body Health }{Health{"ready"}}, nil
	case cluster.IsFull(err):
		p := problem(http.StatusServiceUnavailable, codeFull, "the server's disk is full").Later(electionTime)
		p.Cause = err
		return nil, p
	case errors.Is(err, cluster.ErrBehind):
		return nil, errBehind()
	}
	return nil, err
}
