// Package progress measures the progress of a search, estimates when the search will end, and
// formats both as a line for users.
package progress

import (
	"math"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Source is a search in this process or on a service.
type Source interface {
	Info() tourmaline.InstanceInfo
	BestKnown() (tourmaline.Known, bool)
	TimeLimit() time.Duration
	Progress() search.Progress
	Preparing() string // current part of the preparation
}

// A Reading describes a search at one point in time. Unknown values are nil.
type Reading struct {
	tourmaline.TracePoint
	// used share of the limit that will end the search first
	Share *float64 `json:"share,omitempty"`
	// seconds until that limit, or until the search has cooled
	Left *float64 `json:"seconds_left,omitempty"`
	Gap  *float64 `json:"gap_percent,omitempty"` // gap to the best known cost, in percent
	// improvement on the first solution, in percent
	Improvement *float64      `json:"improvement_percent,omitempty"`
	Rate        *float64      `json:"steps_per_second,omitempty"`
	Quiet       float64       `json:"seconds_without_improvement"`
	Preparing   string        `json:"preparing,omitempty"`
	Cooling     search.Reason `json:"cooling,omitempty"`
	Termination search.Reason `json:"termination,omitempty"`
}

// A Meter converts the progress of a search to readings. Between two steps, readings advance with
// the clock.
type Meter struct {
	source   Source
	maxSteps int // 0 for no limit
	known    *tourmaline.Known
	start    int // step at which the search started or resumed

	mu        sync.Mutex
	limit     time.Duration // 0 for no limit
	last      search.Progress
	at        time.Time // time at which last was recorded
	first     float64   // cost before the first step
	preparing string
	rate      rate
}

// NewMeter returns a Meter for a search with a maximum number of steps. 0 means no limit.
func NewMeter(source Source, maxSteps int) *Meter {
	m := &Meter{source: source, maxSteps: maxSteps, start: source.Progress().Step}
	if known, ok := source.BestKnown(); ok {
		m.known = &known
	}
	m.Update(source.Progress())
	return m
}

// Update records the progress of the search.
func (m *Meter) Update(p search.Progress) {
	m.update(p, m.source.Preparing(), m.source.TimeLimit())
}

func (m *Meter) update(p search.Progress, preparing string, limit time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p.Step < m.last.Step { // a different worker has resumed the search from a checkpoint
		m.rate = rate{}
	}
	m.last, m.at, m.preparing, m.limit = p, time.Now(), preparing, limit
	if p.Step == m.start {
		m.first = p.Cost
	} else {
		m.rate.add(m.at, p.Step)
	}
}

// ResetRate discards the measured speed. It is called after the program was suspended.
func (m *Meter) ResetRate() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rate = rate{}
}

// Read returns the state of the search at the given time.
func (m *Meter) Read(now time.Time) Reading {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.last
	if p.Reason == "" {
		p.Elapsed += now.Sub(m.at)
	}
	r := Reading{
		TracePoint: Point(p), Quiet: (p.Elapsed - p.ImprovedAt).Seconds(),
		Preparing: m.preparing, Cooling: p.Cooling, Termination: p.Reason, Rate: m.rate.perSecond(),
	}
	if m.known != nil {
		if gap, ok := m.known.Gap(p.Cost); ok {
			r.Gap = &gap
		}
	}
	if p.Step > m.start && m.first != 0 {
		r.Improvement = new(100 * (m.first - p.Cost) / math.Abs(m.first))
	}
	m.forecast(&r, p)
	return r
}

// forecast sets the used share and the remaining time of the limit that will end the search first.
func (m *Meter) forecast(r *Reading, p search.Progress) {
	if p.Cooling != "" {
		r.Left = new(max((p.CooledAt - p.Elapsed).Seconds(), 0))
		return
	}
	if m.limit > 0 {
		r.Share = new(min(p.Elapsed.Seconds()/m.limit.Seconds(), 1))
		r.Left = new(max((m.limit - p.Elapsed).Seconds(), 0))
	}
	if share := float64(p.Step) / float64(max(m.maxSteps, 1)); m.maxSteps > 0 && (r.Share == nil || share > *r.Share) {
		r.Share = &share
		if r.Rate != nil && *r.Rate > 0 {
			r.Left = new(float64(m.maxSteps-p.Step) / *r.Rate)
		}
	}
}

// Point converts the progress to a point of a trace.
func Point(p search.Progress) tourmaline.TracePoint {
	return tourmaline.TracePoint{Seconds: p.Elapsed.Seconds(), Step: p.Step, Cost: p.Cost}
}

// Improvements returns a function that reports whether a progress has a lower cost than best and
// than every earlier progress.
func Improvements(best float64) func(search.Progress) bool {
	return func(p search.Progress) bool {
		better := p.Cost < best
		best = min(best, p.Cost)
		return better
	}
}

// A rate measures the speed over the last few seconds.
type rate struct{ samples []sample }

type sample struct {
	at   time.Time
	step int
}

const (
	sampleEvery = 200 * time.Millisecond
	rateOver    = 5 * time.Second
)

// add records a step unless the last sample is recent.
func (r *rate) add(at time.Time, step int) {
	if n := len(r.samples); n > 0 && at.Sub(r.samples[n-1].at) < sampleEvery {
		return
	}
	for len(r.samples) > 2 && at.Sub(r.samples[1].at) > rateOver {
		r.samples = r.samples[1:]
	}
	r.samples = append(r.samples, sample{at, step})
}

// perSecond returns the number of steps per second, or nil until there are two samples.
func (r *rate) perSecond() *float64 {
	n := len(r.samples)
	if n < 2 {
		return nil
	}
	first, last := r.samples[0], r.samples[n-1]
	return new(float64(last.step-first.step) / last.at.Sub(first.at).Seconds())
}

// Local is a Source in this process.
type Local struct{ *tourmaline.Solver }

// Info returns a description of the instance.
func (l Local) Info() tourmaline.InstanceInfo {
	info, _ := l.Problem().Info() // a solver always has a problem
	return info
}

// BestKnown returns the best known cost of the instance.
func (l Local) BestKnown() (tourmaline.Known, bool) { return l.Problem().BestKnown() }

// TimeLimit returns the time limit of the search, or 0 if it has no limit.
func (l Local) TimeLimit() time.Duration { return l.stats().TimeLimit }

// Preparing returns the name of the current part of the preparation.
func (l Local) Preparing() string { return l.stats().Preparing }

func (l Local) stats() tourmaline.Stats {
	stats, _ := l.Stats(search.Detail{}) // cannot fail without details
	return stats
}
