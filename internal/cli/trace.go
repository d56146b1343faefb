package cli

import (
	"encoding/json"
	"math"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A tracer writes improvements as they come. A trace that cannot be written is a warning,
// and ends there: the search goes on.
type tracer struct {
	s     streams
	lines *outfile.Lines // nil: there is none, or no more
}

func (v *solve) newTracer() *tracer {
	t := &tracer{s: v.streams}
	if v.trace == "" {
		return t
	}
	var err error
	if t.lines, err = v.files.Append(v.trace, v.goesOn); err != nil {
		t.warn(err)
	}
	return t
}

func (t *tracer) add(solver *tourmaline.Solver, p search.Progress) {
	if t.lines == nil {
		return
	}
	at := point(p)
	if share, known, err := solver.Diversity(); known && err == nil {
		share = math.Round(share*1e6) / 1e6
		at.Diversity = &share
	}
	if mean, known, err := solver.Mean(); known && err == nil {
		at.Mean = &mean
	}
	if err := json.NewEncoder(t.lines).Encode(at); err != nil {
		_ = t.lines.Close()
		t.lines = nil
		t.warn(err)
	}
}

func (t *tracer) close() {
	if t.lines == nil {
		return
	}
	if err := t.lines.Close(); err != nil {
		t.warn(err)
	}
	t.lines = nil
}

func (t *tracer) warn(err error) {
	t.s.say("tourmaline: the trace is not complete, the search goes on: %v\n", err)
}
