package broker

import (
	"context"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

const (
	mendEvery = time.Second
	mendMost  = time.Minute // between two attempts that did not help
)

// keepMending looks for streams that have given up, until the engine ends. After a write
// that failed the server answers no write to that stream any more; a node of a cluster even
// gives up all its streams. Neither comes back before a restart.
func (e *Engine) keepMending(o Options) {
	// A port that the server chose stays.
	if s := e.server.Load(); o.Listen != "" {
		o.Listen = s.Addr().String()
	}
	ctx, cancel := context.WithCancel(context.Background())
	e.noMends = cancel
	e.mender.Go(func() {
		wait := mendEvery
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
			wait = e.mend(o, wait)
		}
	})
}

// mend starts a new server in the place of one that has given up, if there is room for what
// it will write. It returns how long to wait until the next look.
func (e *Engine) mend(o Options, waited time.Duration) time.Duration {
	why := e.stuck()
	e.stopped.Store(why != "")
	switch {
	case why == "":
		return mendEvery
	case e.roomOnDisk(0) != nil:
		return waited
	}
	e.log.Warnf("the server could not write and is started anew: %s", why)
	e.log.ending()
	e.end()
	if err := e.launch(o); err != nil {
		e.log.Errorf("%v", err)
	}
	e.log.started()
	e.stopped.Store(false)
	return min(2*waited, mendMost)
}

// stuck says why the server has given up writing; "" while it has not.
func (e *Engine) stuck() string {
	s := e.server.Load()
	if !s.JetStreamEnabled() {
		return "JetStream is off"
	}
	for _, fault := range s.Healthz(&server.HealthzOptions{Details: true}).Errors {
		if strings.Contains(fault.Error, "write error") {
			return fault.Error
		}
	}
	return ""
}
