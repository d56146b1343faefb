package cli

import (
	"math"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// figures say how far a search has come and when it will end. What is not known is nil.
type figures struct {
	tourmaline.TracePoint
	Share       *float64      `json:"share,omitempty"`               // of the limit that is nearest
	Left        *float64      `json:"seconds_left,omitempty"`        // until that limit, or until it has cooled
	Gap         *float64      `json:"gap_percent,omitempty"`         // to the best known cost
	Improvement *float64      `json:"improvement_percent,omitempty"` // since the first solution of the search
	Rate        *float64      `json:"steps_per_second,omitempty"`
	Quiet       float64       `json:"seconds_without_improvement"`
	Preparing   string        `json:"preparing,omitempty"` // the part of the preparation
	Cooling     search.Reason `json:"cooling,omitempty"`
	Termination search.Reason `json:"termination,omitempty"`
}

// A meter turns progress into figures. Between two steps they go on with the time.
type meter struct {
	limit time.Duration // 0: none
	steps int           // 0: no limit
	known *tourmaline.Known
	begin int // the step that the search began or went on at

	mu        sync.Mutex
	last      search.Progress
	at        time.Time // when that was
	first     float64   // the cost before the first step
	preparing string
	rate      rate
}

func (v *solve) newMeter(of runner) *meter {
	m := &meter{limit: of.TimeLimit(), steps: v.maxSteps, begin: of.Progress().Step}
	if known, ok := of.BestKnown(); ok {
		m.known = &known
	}
	m.note(of.Progress(), of.Preparing())
	return m
}

// note takes down where the search is. A part of its preparation may come next.
func (m *meter) note(p search.Progress, preparing string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p.Step < m.last.Step { // another worker has taken it up from a checkpoint
		m.rate = rate{}
	}
	m.last, m.at, m.preparing = p, time.Now(), preparing
	if p.Step == m.begin {
		m.first = p.Cost
	} else {
		m.rate.add(m.at, p.Step)
	}
}

// limited says what limits the time, once that is known.
func (m *meter) limited(limit time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.limit = limit
}

// renew forgets how fast the search was: it was stopped for a while.
func (m *meter) renew() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rate = rate{}
}

// read is how far the search has come now.
func (m *meter) read(now time.Time) figures {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.last
	if p.Reason == "" {
		p.Elapsed += now.Sub(m.at)
	}
	f := figures{
		TracePoint: point(p), Quiet: (p.Elapsed - p.ImprovedAt).Seconds(),
		Preparing: m.preparing, Cooling: p.Cooling, Termination: p.Reason, Rate: m.rate.perSecond(),
	}
	if m.known != nil {
		if gap, ok := m.known.Gap(p.Cost); ok {
			f.Gap = &gap
		}
	}
	if p.Step > m.begin && m.first != 0 {
		f.Improvement = new(100 * (m.first - p.Cost) / math.Abs(m.first))
	}
	m.outlook(&f, p)
	return f
}

// outlook says which share of the limit is used, and what is left: of the time or of the
// steps, whichever is nearer its end.
func (m *meter) outlook(f *figures, p search.Progress) {
	if p.Cooling != "" {
		f.Left = new(max((p.CooledAt - p.Elapsed).Seconds(), 0))
		return
	}
	if m.limit > 0 {
		f.Share = new(min(p.Elapsed.Seconds()/m.limit.Seconds(), 1))
		f.Left = new(max((m.limit - p.Elapsed).Seconds(), 0))
	}
	if share := float64(p.Step) / float64(max(m.steps, 1)); m.steps > 0 && (f.Share == nil || share > *f.Share) {
		f.Share = &share
		if f.Rate != nil && *f.Rate > 0 {
			f.Left = new(float64(m.steps-p.Step) / *f.Rate)
		}
	}
}

// A rate is how fast steps have been in the last seconds.
type rate struct{ marks []mark }

type mark struct {
	at   time.Time
	step int
}

const (
	markEvery = 200 * time.Millisecond
	rateOver  = 5 * time.Second
)

// add takes down a step, unless the last one is recent.
func (r *rate) add(at time.Time, step int) {
	if n := len(r.marks); n > 0 && at.Sub(r.marks[n-1].at) < markEvery {
		return
	}
	for len(r.marks) > 2 && at.Sub(r.marks[1].at) > rateOver {
		r.marks = r.marks[1:]
	}
	r.marks = append(r.marks, mark{at, step})
}

// perSecond is nil as long as too little is known.
func (r *rate) perSecond() *float64 {
	n := len(r.marks)
	if n < 2 {
		return nil
	}
	first, last := r.marks[0], r.marks[n-1]
	return new(float64(last.step-first.step) / last.at.Sub(first.at).Seconds())
}
