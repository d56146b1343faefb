package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
	"golang.org/x/term"
)

// watch runs the search and shows it.
func (v *solve) watch(ctx context.Context, solver *tourmaline.Solver, keep *keeper) error {
	show, err := v.reporter(solver)
	if err != nil {
		return err
	}
	trace := v.newTracer()
	defer trace.close()
	better := v.improvements(solver)
	saver := v.newSaver(solver)
	defer saver.wait()
	for p, err := range solver.Steps(ctx) {
		if err != nil {
			return err
		}
		show(p)
		if better(p) {
			trace.add(solver, p)
		}
		saver.look(p)
		keep.look(p)
	}
	return nil
}

// improvements tells whether a progress is better than all before it, those before a
// checkpoint included.
func (v *solve) improvements(solver *tourmaline.Solver) func(search.Progress) bool {
	best := math.Inf(1)
	if v.goesOn {
		best = solver.Progress().Cost
	}
	return func(p search.Progress) bool {
		better := p.Cost < best
		best = min(best, p.Cost)
		return better
	}
}

func point(p search.Progress) tourmaline.TracePoint {
	return tourmaline.TracePoint{Seconds: p.Elapsed.Seconds(), Step: p.Step, Cost: p.Cost}
}

// reporter chooses how progress is shown on standard error.
func (v *solve) reporter(solver *tourmaline.Solver) (func(search.Progress), error) {
	mode := v.progress
	if v.quiet {
		mode = "none"
	}
	terminal := isTerminal(v.err)
	switch {
	case mode == "none":
		return func(search.Progress) {}, nil
	case mode == "json":
		return v.jsonReporter(solver), nil
	case mode == "auto" && terminal:
		return v.liveReporter(solver), nil
	case mode == "auto" || mode == "plain":
		return v.plainReporter(solver), nil
	}
	return nil, usageError("unknown progress %q: expected auto, plain, json or none", mode)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// due lets something through at most once per interval.
func due(every time.Duration) func() bool {
	last := time.Now()
	return func() bool {
		if time.Since(last) < every {
			return false
		}
		last = time.Now()
		return true
	}
}

// plainReporter prints a line every few seconds, for logs.
func (v *solve) plainReporter(solver *tourmaline.Solver) func(search.Progress) {
	isDue := due(5 * time.Second)
	return func(p search.Progress) {
		if isDue() && p.Reason == "" {
			v.say("%s\n", line(solver, p))
		}
	}
}

// liveReporter keeps one line on the terminal up to date.
func (v *solve) liveReporter(solver *tourmaline.Solver) func(search.Progress) {
	isDue := due(100 * time.Millisecond)
	return func(p search.Progress) {
		switch {
		case p.Reason != "":
			v.say("\r\x1b[K")
		case isDue():
			v.say("\r\x1b[K%s", line(solver, p))
		}
	}
}

func (v *solve) jsonReporter(solver *tourmaline.Solver) func(search.Progress) {
	e := json.NewEncoder(v.err)
	isDue, better := due(time.Second), v.improvements(solver)
	return func(p search.Progress) {
		if better(p) || p.Reason != "" || isDue() {
			_ = e.Encode(struct {
				tourmaline.TracePoint
				Termination search.Reason `json:"termination,omitempty"`
			}{point(p), p.Reason})
		}
	}
}

// line is a progress for people.
func line(solver *tourmaline.Solver, p search.Progress) string {
	s := fmt.Sprintf("%6.1f s  step %s  cost %s", p.Elapsed.Seconds(), cost(float64(p.Step)), cost(p.Cost))
	if known, ok := solver.BestKnown(); ok {
		if gap, ok := known.Gap(p.Cost); ok {
			s += fmt.Sprintf("  gap %.3f %%", gap)
		}
	}
	if quiet := p.Elapsed - p.ImprovedAt; quiet > 2*time.Second {
		s += fmt.Sprintf("  no improvement for %.0f s", quiet.Seconds())
	}
	return s
}
