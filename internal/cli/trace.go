package cli

import (
	"encoding/json"

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

func (t *tracer) add(p search.Progress) {
	if t.lines == nil {
		return
	}
	if err := json.NewEncoder(t.lines).Encode(point(p)); err != nil {
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
