package cli

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A runner is a search that is watched: one in this process, or one of a service.
type runner interface {
	Info() tourmaline.InstanceInfo
	BestKnown() (tourmaline.Known, bool)
	TimeLimit() time.Duration
	Progress() search.Progress
	Preparing() string
}

// watch runs the search and shows it.
func (v *solve) watch(ctx context.Context, solver *tourmaline.Solver, keep *keeper, asked *interrupter) error {
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
		if better(p) && (p.Cooling == "" || v.checkpoint == "") { // what goes on from a checkpoint goes on before the cooling
			trace.add(solver, p)
		}
		v.tellCooling(p, asked)
		saver.look(p)
		keep.look(p)
	}
	return nil
}

// improvements tells whether a progress is better than all before it, those before a
// checkpoint included.
func (v *solve) improvements(of runner) func(search.Progress) bool {
	best := math.Inf(1)
	if v.goesOn {
		best = of.Progress().Cost
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

// tellCooling says once that the search cools, if that takes a moment, and makes the next
// signal end it. One within a second of that before is no wish of its own.
func (v *solve) tellCooling(p search.Progress, asked *interrupter) {
	if p.Cooling == "" || asked.cooling.Swap(true) {
		return
	}
	how := ""
	switch takes := p.CooledAt - p.Elapsed; {
	case takes < 100*time.Millisecond:
		return
	case p.Cooling != search.Interrupted:
		how = "; Ctrl-C ends it at once"
	case takes > sameWish:
		how = "; Ctrl-C again ends it at once"
	}
	v.note("%s: cooling for %.1f s%s\n", endings[p.Cooling], (p.CooledAt - p.Elapsed).Seconds(), how)
}

// reporter chooses how progress is shown on standard error.
func (v *solve) reporter(of runner) (func(search.Progress), error) {
	m := v.newMeter(of)
	note := func(p search.Progress) {
		m.limited(of.TimeLimit())
		m.note(p, of.Preparing())
	}
	switch {
	case v.progress == "none" || v.quiet:
		return func(search.Progress) {}, nil
	case v.progress == "json":
		return v.jsonReporter(of, m, note), nil
	case v.screen != nil:
		return v.liveReporter(of, m, note), nil
	case v.progress == "auto" || v.progress == "plain":
		return v.plainReporter(of, m, note), nil
	}
	return nil, usageError("unknown progress %q: expected auto, plain, json or none", v.progress)
}

// openScreen shows progress on the last line of the terminal, if standard error is one
// and nobody wants it otherwise.
func (v *solve) openScreen() {
	if v.progress != "auto" || v.quiet {
		return
	}
	if v.screen = newScreen(v.err, v.began); v.screen != nil {
		v.err = v.screen
	}
}

// look is how figures of a search are shown.
func (v *solve) look(of runner) look {
	unit := of.Info().Unit
	return look{blocks: speaksUTF8(), price: func(c float64) string {
		if unit == "" {
			return amount(c)
		}
		return v.figure(c, unit)
	}}
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
func (v *solve) plainReporter(of runner, m *meter, note func(search.Progress)) func(search.Progress) {
	isDue, look := due(5*time.Second), v.look(of)
	return func(p search.Progress) {
		if note(p); isDue() && p.Reason == "" {
			v.say("%s\n", look.plain(m.read(time.Now())))
		}
	}
}

// liveReporter keeps the line of the terminal up to date.
func (v *solve) liveReporter(of runner, m *meter, note func(search.Progress)) func(search.Progress) {
	look := v.look(of)
	v.screen.show(func(width int) string { return look.line(m.read(time.Now()), width) }, m.renew)
	return func(p search.Progress) {
		if note(p); p.Reason != "" {
			v.screen.show(nil, nil)
		}
	}
}

func (v *solve) jsonReporter(of runner, m *meter, note func(search.Progress)) func(search.Progress) {
	e := json.NewEncoder(v.err)
	isDue, better := due(time.Second), v.improvements(of)
	return func(p search.Progress) {
		if note(p); better(p) || p.Reason != "" || isDue() {
			_ = e.Encode(m.read(time.Now()))
		}
	}
}
