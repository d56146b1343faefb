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
	maxBackoff = time.Minute // between restarts that did not help
)

// watchForFailures restarts the server whenever it has stopped writing. After a failed write the
// server rejects all later writes to that stream, and a node of a cluster disables all its
// streams. Neither recovers without a restart.
func (b *Broker) watchForFailures(o Options) {
	if s := b.server.Load(); o.Listen != "" {
		o.Listen = s.Addr().String() // keeps a port that the server chose
	}
	ctx, cancel := context.WithCancel(context.Background())
	b.stopRestarter = cancel
	b.restarter.Go(func() {
		for wait := checkEvery; retry.Sleep(ctx, wait); {
			wait = b.restartIfFailed(o, wait)
		}
	})
}

// restartIfFailed replaces a server that has stopped writing, if the disk has space again. It
// returns how long to wait until the next check.
func (b *Broker) restartIfFailed(o Options, waited time.Duration) time.Duration {
	why := b.failure()
	b.failed.Store(why != "")
	switch {
	case why == "":
		return checkEvery
	case b.diskSpace(0) != nil:
		return waited
	}
	b.log.Warnf("restarting the server after a failed write: %s", why)
	b.log.stopping()
	b.stop()
	if err := b.launch(o); err != nil {
		b.log.Errorf("%v", err)
	}
	b.log.started()
	b.failed.Store(false)
	return min(2*waited, maxBackoff)
}

// failure returns why the server has stopped writing, "" if it has not.
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
