package worker

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/tracing"
)

// startSpan starts the span of an attempt, which continues the trace of the submission.
func (a *attempt) startSpan() {
	t := a.task
	a.phaseBegan = a.began
	if tracer := a.worker.opt.Tracer; tracer != nil {
		a.span = tracer.Start(t.Trace, "attempt", tracing.Consumer, a.began, tracing.String("tenant", t.Tenant), tracing.String("job", t.ID),
			tracing.String("request", t.Request), tracing.String("worker", a.worker.opt.Name), tracing.Int("epoch", int64(t.Epoch))) //nolint:gosec // counts claims
	}
}

// enter begins a phase and records the span of the previous one.
func (a *attempt) enter(p phase) {
	now := time.Now()
	a.endPhase(now)
	a.phase.Store(int32(p))
	a.phaseBegan = now
}

// endPhase records the span of the current phase.
func (a *attempt) endPhase(now time.Time) {
	if a.span != nil {
		a.worker.opt.Tracer.Record(a.span.Parent(), phaseSpans[a.phase.Load()], a.phaseBegan, now)
	}
}

// phaseSpans are the names of the spans of phases.
var phaseSpans = [...]string{fetching: "fetch", running: "search", saving: "deliver"}
