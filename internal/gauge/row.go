package gauge

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Row is a search that was measured on the device and on the CPU.
type Row struct {
	Name     string   `json:"name"`
	Instance string   `json:"instance"`
	Verdict  string   `json:"verdict"`   // Equal, or what is wrong
	Per      string   `json:"per"`       // "step" or "turn": what the times and the traffic are for
	CPU      float64  `json:"cpu_ms"`    // on all threads; 0 if it was not measured
	Device   float64  `json:"device_ms"` // 0 if it was not measured
	Traffic  *Traffic `json:"traffic,omitempty"`
	Paper    *Paper   `json:"paper,omitempty"`
}

// Equal is the verdict on a search that finds the same solution on the device and on the CPU.
const Equal = "equal"

// Traffic is what passes between the host and the device in a step.
type Traffic struct {
	Launches int   `json:"launches"`
	Waits    int   `json:"waits"`
	Sent     int64 `json:"sent_bytes"`
	Received int64 `json:"received_bytes"`
	// microseconds for which a graphics card would wait for the host, apart from its own work
	Waiting float64 `json:"waiting_us"`
}

// Delays that a graphics card is assumed to have.
const (
	launchDelay    = 5.7 // microseconds for a launch
	waitDelay      = 10  // microseconds for a call that waits
	bytesPerMicros = 12e3
)

// row measures the work on a device and on the CPU.
func (w work) row(ctx context.Context, d measurable) Row {
	row := Row{Name: w.name, Instance: w.instance.name, Per: "step", Paper: w.paper, Verdict: Equal}
	if w.turns > 0 {
		row.Per = "turn"
	}
	if err := w.fill(ctx, d, &row); err != nil {
		row.Verdict = reason(err)
	}
	return row
}

func reason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "not finished in its share of the time limit"
	}
	return err.Error()
}

// fill measures the work. The first search on the device compiles and tunes. The traffic of a step
// is a part of the difference between a search and one with twice as many steps.
func (w work) fill(ctx context.Context, d measurable, row *Row) error {
	p, err := w.instance.make()
	if err != nil {
		return err
	}
	m := measurement{work: w, problem: p, ctx: ctx}
	m.run(d, w.steps)
	before := m.traffic(d)
	if w.paper == nil {
		m.run(d, w.steps)
	}
	between := m.traffic(d)
	onDevice := m.run(d, 2*w.steps)
	after := m.traffic(d)
	onCPU := m.run(nil, 2*w.steps)
	if m.err != nil {
		return m.err
	}
	row.Device, row.CPU = onDevice.time, onCPU.time
	if w.paper == nil {
		row.Traffic = perStep(before, between, after, w.steps)
	}
	return compare(onDevice, onCPU)
}

// compare returns an error if two searches have found different solutions.
func compare(onDevice, onCPU outcome) error {
	if onDevice.cost != onCPU.cost || !reflect.DeepEqual(onDevice.best, onCPU.best) {
		return fmt.Errorf("different: cost %v on the device, %v on the CPU", onDevice.cost, onCPU.cost)
	}
	return nil
}

// perStep returns the traffic of a step, or nil if the device was opened again, so that its counts
// have started again.
func perStep(before, between, after cl.Traffic, steps int) *Traffic {
	if before.Launches == 0 || between.Launches <= before.Launches || after.Launches <= between.Launches {
		return nil
	}
	per := func(before, between, after int64) int64 {
		return ((after - between) - (between - before)) / int64(steps)
	}
	t := Traffic{
		Launches: int(per(int64(before.Launches), int64(between.Launches), int64(after.Launches))),
		Waits:    int(per(int64(before.Waits), int64(between.Waits), int64(after.Waits))),
		Sent:     per(before.Sent, between.Sent, after.Sent),
		Received: per(before.Received, between.Received, after.Received),
	}
	t.Waiting = launchDelay*float64(t.Launches) + waitDelay*float64(t.Waits) + float64(t.Sent+t.Received)/bytesPerMicros
	return &t
}

// A measurement runs searches until one of them fails.
type measurement struct {
	work
	problem tourmaline.Problem
	ctx     context.Context
	err     error
}

// An outcome is the solution of a search, and the milliseconds of a step or a turn.
type outcome struct {
	cost float64
	best any
	time float64
}

// traffic returns the traffic of a device so far.
func (m *measurement) traffic(d measurable) cl.Traffic {
	if m.err != nil {
		return cl.Traffic{}
	}
	t, err := d.Traffic()
	m.err = err
	return t
}

// run runs a search on a device, or on the CPU if d is nil.
func (m *measurement) run(d measurable, steps int) (o outcome) {
	if m.err != nil {
		return o
	}
	c := tourmaline.Config{Algorithm: m.algorithm, Params: m.params, Seed: 1, Limits: tourmaline.Limits{Steps: steps}}
	if d != nil {
		c.Device = device.Device(d)
	}
	o, m.err = m.solve(c)
	return o
}

func (m *measurement) solve(c tourmaline.Config) (o outcome, err error) {
	s, err := tourmaline.New(m.problem, c)
	if err != nil {
		return o, err
	}
	times, err := stepTimes(m.ctx, s)
	if err != nil {
		return o, err
	}
	r, err := s.Result()
	if err != nil {
		return o, err
	}
	if r.Termination != search.StepsDone {
		return o, ended(m.ctx, r)
	}
	o = outcome{r.Cost, s.Best(), times[len(times)/2] / float64(max(m.turns, 1))}
	if m.phase != "" {
		o.time = phase(r, m.phase)
	}
	return o, nil
}

// stepTimes runs a search and returns the milliseconds of its steps in ascending order.
func stepTimes(ctx context.Context, s *tourmaline.Solver) (times []float64, err error) {
	last := time.Duration(0)
	for p, err := range s.Steps(ctx) {
		if err != nil {
			return nil, err
		}
		if p.Step > 0 {
			times = append(times, millis(p.Elapsed-last))
		}
		last = p.Elapsed
	}
	slices.Sort(times)
	return times, nil
}

// ended returns why a search has not made all its steps.
func ended(ctx context.Context, r *tourmaline.Result) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("ended after %d steps: %s", r.Steps, r.Termination)
}

// phase returns the milliseconds of a phase per step.
func phase(r *tourmaline.Result, name string) float64 {
	for _, p := range r.Phases {
		if p.Name == name {
			return 1e3 * p.Seconds / float64(r.Steps)
		}
	}
	return 0
}

func millis(d time.Duration) float64 { return float64(d) / 1e6 }
