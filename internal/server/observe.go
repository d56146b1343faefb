package server

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/tracing"
)

// An observer counts and traces what this server does with jobs. It implements cluster.Observer.
type observer struct{ server *Server }

func (o observer) Submitted(r *cluster.Record) {
	m := o.server.metrics
	m.submitted.WithLabelValues(m.tenant(r.Tenant)).Inc()
}

func (o observer) Claimed(c cluster.Claimed) {
	m := o.server.metrics
	m.claims.WithLabelValues(c.Record.Pool).Inc()
	if c.First {
		m.waited.Observe(max(c.Record.Started.Sub(c.Record.Created).Seconds(), 0))
	}
	if t := o.server.opt.Tracer; t != nil {
		t.Record(c.Record.Trace, "queue", c.Since, c.Began, jobAttrs(c.Record)...)
		o.record(c.Record, "claim", c.Began, nil, tracing.String("pool", c.Record.Pool), tracing.String("worker", c.Record.Worker), tracing.Int("epoch", int64(c.Record.Epoch))) //nolint:gosec // counts claims
	}
}

func (o observer) Expired(*cluster.Record) { o.server.metrics.expired.Inc() }

func (o observer) Verified(v cluster.Verification) {
	verdict := "accepted"
	switch {
	case v.Wrong:
		verdict = "refused"
	case v.Err != nil:
		verdict = "error"
	}
	m := o.server.metrics
	m.verifications.WithLabelValues(verdict).Inc()
	m.verifying.Observe(max(o.server.opt.Store.Now().Sub(v.Began).Seconds(), 0))
	o.record(v.Record, "verify", v.Began, v.Err, tracing.String("verdict", verdict))
}

func (o observer) Ended(r *cluster.Record) {
	m := o.server.metrics
	m.ended.WithLabelValues(m.tenant(r.Tenant), string(r.State)).Inc()
	if d, ok := r.RunTime(); ok {
		m.ran.Observe(d.Seconds())
	}
}

func (o observer) Finished(r *cluster.Record, began time.Time) {
	o.record(r, "finish", began, nil, tracing.String("state", string(r.State)))
}
