package cli

import (
	"encoding/json"
	"math"
	"os"
	"sync/atomic"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/progress"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/search"
)

// coolingNotice returns a function that prints, at most once, that the search is cooling. It prints
// nothing if the cooling takes too little time to notice. The function also makes the next signal
// stop the search.
func (v *solve) coolingNotice(signals *term.Interrupter) func(search.Progress) {
	return func(p search.Progress) {
		if signals.SetCooling() {
			return
		}
		hint := ""
		switch takes := p.CooledAt - p.Elapsed; {
		case takes < 100*time.Millisecond:
			return
		case p.Cooling != search.Interrupted:
			hint = "; Ctrl-C ends it at once"
		case takes > term.SignalWindow:
			hint = "; Ctrl-C again ends it at once"
		}
		v.note("%s; finishing in %.1f s%s\n", output.Reason(p.Cooling), (p.CooledAt - p.Elapsed).Seconds(), hint)
	}
}

// reporter returns the function that shows progress on standard error.
func (v *solve) reporter(source progress.Source) (func(search.Progress), error) {
	m := progress.NewMeter(source, v.request.Steps)
	switch {
	case v.progress == "none" || v.quiet:
		return func(search.Progress) {}, nil
	case v.progress == "json":
		return v.jsonReporter(source, m), nil
	case v.screen != nil:
		return v.liveReporter(source, m), nil
	case v.progress == "auto" || v.progress == "plain":
		return v.plainReporter(source, m), nil
	}
	return nil, usageError("--progress %s: expected auto, plain, json or none", v.progress)
}

// openScreen shows progress on the last line of the terminal, if standard error is a terminal and
// the flags allow it.
func (v *solve) openScreen() {
	if v.progress != "auto" || v.quiet {
		return
	}
	if v.screen = term.NewScreen(v.err, v.began); v.screen != nil {
		v.err = v.screen
	}
}

func (v *solve) style(source progress.Source) progress.Style {
	unit := source.Info().Unit
	return progress.Style{Blocks: term.UTF8(), Cost: func(c float64) string {
		if unit == "" {
			return humanize.Exact(c)
		}
		return humanize.Amount(c, unit, v.system())
	}}
}

// throttle returns a function that reports true at most once per interval.
func throttle(every time.Duration) func() bool {
	last := time.Now()
	return func() bool {
		if time.Since(last) < every {
			return false
		}
		last = time.Now()
		return true
	}
}

// plainReporter returns a function that prints a line every few seconds, for logs.
func (v *solve) plainReporter(source progress.Source, m *progress.Meter) func(search.Progress) {
	due, style := throttle(5*time.Second), v.style(source)
	return func(p search.Progress) {
		if m.Update(p); due() && p.Reason == "" {
			v.say("%s\n", style.Plain(m.Read(time.Now())))
		}
	}
}

// liveReporter shows the progress line on the terminal and returns a function that updates it.
func (v *solve) liveReporter(source progress.Source, m *progress.Meter) func(search.Progress) {
	style := v.style(source)
	v.screen.Show(func(width int) string { return style.Line(m.Read(time.Now()), width) }, m.ResetRate)
	return func(p search.Progress) {
		if m.Update(p); p.Reason != "" {
			v.screen.Show(nil, nil)
		}
	}
}

func (v *solve) jsonReporter(source progress.Source, m *progress.Meter) func(search.Progress) {
	best := math.Inf(1)
	if v.resumed {
		best = source.Progress().Cost
	}
	e := json.NewEncoder(v.err)
	due, improves := throttle(time.Second), progress.Improvements(best)
	return func(p search.Progress) {
		if m.Update(p); improves(p) || p.Reason != "" || due() {
			_ = e.Encode(m.Read(time.Now()))
		}
	}
}

// showReading shows on a terminal how much of a file has been read, until the returned function is
// called. Meanwhile a signal stops the program, because there is nothing to write yet.
func (v *solve) showReading(path string) (done func()) {
	if v.screen == nil || path == "" {
		return func() {}
	}
	v.count = new(atomic.Int64)
	size := int64(0)
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	v.screen.Show(func(width int) string {
		return progress.Style{Blocks: term.UTF8()}.File(path, v.count.Load(), size, time.Since(v.began), width)
	}, nil)
	stop := term.ExitOnSignal(v.screen.Close)
	return func() {
		stop()
		v.screen.Show(nil, nil)
	}
}
