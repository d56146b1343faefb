package broker

import (
	"context"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

const (
	checkEvery = time.Second
	maxBackoff = time.Minute // maximum time between unsuccessful restarts
)

// watchForFailures restarts the server whenever it has stopped writing. After a failed write the
// server rejects all later writes to the same stream, and a cluster node disables all its streams.
// Neither recovers without a restart.
func (b *Broker) watchForFailures() {
	if s := b.server.Load(); b.options.Listen != "" {
		b.options.Listen = s.Addr().String() // keep the port that the server chose
	}
	ctx, cancel := context.WithCancel(context.Background())
	b.stopRestarter = cancel
	b.restarter.Go(func() {
		for wait := checkEvery; retry.Sleep(ctx, wait); {
			wait = b.restartIfFailed(wait)
		}
	})
}

// restartIfFailed replaces a server that has stopped writing if the disk has space again. It
// returns the time to wait before the next check.
func (b *Broker) restartIfFailed(waited time.Duration) time.Duration {
	why := b.failure()
	b.failed.Store(why != "")
	switch {
	case why == "":
		return checkEvery
	case b.diskSpace(0) != nil:
		return waited
	}
	b.log.Warnf("restarting the server after a failed write: %s", why)
	b.changing.Lock()
	defer b.changing.Unlock()
	b.log.stopping()
	b.stop()
	if err := b.launch(); err != nil {
		b.log.Errorf("%v", err)
	}
	b.log.started()
	b.failed.Store(false)
	return min(2*waited, maxBackoff)
}

// failure returns the reason why the server has stopped writing, or "" if it has not.
func (b *Broker) failure() string {
	s := b.server.Load()
	if !s.JetStreamEnabled() {
		return "JetStream is disabled"
	}
	for _, fault := range s.Healthz(&server.HealthzOptions{Details: true}).Errors {
		if strings.Contains(fault.Error, "write error") {
			return fault.Error
		}
	}
	return ""
}
