package runner

import (
	"encoding/json"
	"math"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/progress"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A tracer writes improvements to a file. If writing fails, the tracer warns and stops writing, and
// the search continues.
type tracer struct {
	warn  func(format string, a ...any)
	lines *outfile.Lines // nil without a trace or after a failed write
}

func (s Search) newTracer() *tracer {
	t := &tracer{warn: s.Warn}
	if s.Trace == "" {
		return t
	}
	var err error
	if t.lines, err = s.Files.Append(s.Trace, s.Resumed); err != nil {
		t.failed(err)
	}
	return t
}

func (t *tracer) add(solver *tourmaline.Solver, p search.Progress) {
	if t.lines == nil {
		return
	}
	at := progress.Point(p)
	if stats, err := solver.Stats(search.Detail{Mean: true, Diversity: true}); err == nil {
		if at.Mean = stats.Mean; stats.Diversity != nil {
			at.Diversity = new(math.Round(*stats.Diversity*1e6) / 1e6)
		}
	}
	if err := json.NewEncoder(t.lines).Encode(at); err != nil {
		_ = t.lines.Close()
		t.lines = nil
		t.failed(err)
	}
}

func (t *tracer) close() {
	if t.lines == nil {
		return
	}
	if err := t.lines.Close(); err != nil {
		t.failed(err)
	}
	t.lines = nil
}

func (t *tracer) failed(err error) {
	t.warn("tourmaline: the trace is incomplete; the search continues: %v\n", err)
}
