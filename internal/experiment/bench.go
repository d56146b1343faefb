package experiment

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Bench makes the runs of a plan.
type Bench struct {
	// Open reads an instance. It is called once for each.
	Open func(instance string) (tourmaline.Problem, error)
	// Device finds the device of a contestant; nil: none.
	Device func(c Contestant) (device.Device, error)
	// Machine is what all records say they were made on.
	Machine Machine
	// Command is how to make a run on an instance of size n again, for its record.
	Command func(r Run, n int) string
	// Lean leaves solutions out of the records, which makes them small.
	Lean bool
	// Watch, if set, is told how far it is: after each step of a run, and when a run has
	// ended.
	Watch func(Status)

	problems map[string]tourmaline.Problem
}

// A Status is how far a bench is.
type Status struct {
	Done, Total int
	Run         Run
	Progress    search.Progress
	Record      *Record       // of the run, when it has ended
	Left        time.Duration // until all runs are made, as far as one can tell
}

// Run makes the runs that are not yet in the log, in their order. A run that fails leaves
// a record of that, and the others go on; the error then says how many. A run that ctx ends
// leaves nothing.
func (b *Bench) Run(ctx context.Context, title string, runs []Run, log *Log) error {
	left := newClock(runs, log, b.size)
	failed, done := 0, len(runs)-len(left.todo)
	for _, r := range left.todo {
		record, err := b.record(ctx, title, r, log, func(p search.Progress) {
			b.tell(Status{Done: done, Total: len(runs), Run: r, Progress: p, Left: left.after(r, p.Elapsed)})
		})
		if err != nil {
			return err
		}
		if err := log.Add(record); err != nil {
			return err
		}
		if record.Result == nil {
			failed++
		}
		done++
		left.made(r, record)
		b.tell(Status{Done: done, Total: len(runs), Run: r, Record: &record, Left: left.after(Run{}, 0)})
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d runs failed: the log says why", failed, len(runs))
	}
	return nil
}

func (b *Bench) tell(s Status) {
	if b.Watch != nil {
		b.Watch(s)
	}
}

// record makes a run. The error says that there is nothing to record.
func (b *Bench) record(ctx context.Context, title string, r Run, log *Log, watch func(search.Progress)) (Record, error) {
	record := Record{
		Schema: Schema, Key: r.Key(), Plan: title, Contestant: r.Contestant.Name,
		Instance: InstanceName(r.Instance), Seed: r.Seed, Limits: r.Limits, Machine: b.Machine,
	}
	p, err := b.problem(r.Instance)
	if err != nil {
		return record, err
	}
	info, err := p.Info()
	if err != nil {
		return record, err
	}
	if err := log.sameInstance(record.Instance, info.Hash); err != nil {
		return record, err
	}
	if b.Command != nil {
		record.Command = b.Command(r, info.N)
	}
	runtime.GC() // what the run before has left is not this one's burden
	record.Started = time.Now().UTC().Truncate(time.Millisecond)
	meter := startMeter()
	result, err := b.solve(ctx, p, r, watch)
	record.Load, record.Busy = meter.stop()
	if ctx.Err() != nil {
		return record, ctx.Err()
	}
	if err != nil {
		record.Error = err.Error()
		return record, nil
	}
	if b.Lean {
		result.Tour, result.Labels, result.Solution = nil, nil, nil
	}
	record.Result = result
	return record, nil
}

// problem reads an instance, once.
func (b *Bench) problem(instance string) (tourmaline.Problem, error) {
	if p, ok := b.problems[instance]; ok {
		return p, nil
	}
	p, err := b.Open(instance)
	if err != nil {
		return p, err
	}
	if b.problems == nil {
		b.problems = map[string]tourmaline.Problem{}
	}
	b.problems[instance] = p
	return p, nil
}

// size is that of an instance; 0 if it cannot be read, which its first run will tell.
func (b *Bench) size(instance string) int {
	p, err := b.problem(instance)
	if err != nil {
		return 0
	}
	info, err := p.Info()
	if err != nil {
		return 0
	}
	return info.N
}

// solve makes a run. Its time begins when the instance has been read and the device been
// found.
func (b *Bench) solve(ctx context.Context, p tourmaline.Problem, r Run, watch func(search.Progress)) (*tourmaline.Result, error) {
	cfg, err := b.config(p, r)
	if err != nil {
		return nil, err
	}
	s, err := tourmaline.New(p, cfg)
	if err != nil {
		return nil, err
	}
	for at, err := range s.Steps(ctx) {
		if err != nil {
			return nil, err
		}
		watch(at)
	}
	return s.Result()
}

func (b *Bench) config(p tourmaline.Problem, r Run) (cfg tourmaline.Config, err error) {
	info, err := p.Info()
	if err != nil {
		return cfg, err
	}
	c := r.Contestant
	cfg = tourmaline.Config{
		Algorithm: c.Algorithm, Params: map[string]string{}, Seed: r.Seed, Threads: c.Threads,
		TimeLimit: time.Duration(r.Limits.Time), MaxSteps: r.Limits.Steps.Of(info.N),
		Target: r.Limits.Target, TargetGap: r.Limits.TargetGap,
	}
	for name, value := range c.Params {
		cfg.Params[name] = fmt.Sprint(value)
	}
	if b.Device != nil {
		cfg.Device, err = b.Device(c)
	}
	return cfg, err
}

// Check reads the instances and tries every contestant on each of them, so that a fault in
// a plan shows before hours have gone into it.
func (b *Bench) Check(runs []Run) error {
	var faults []error
	tried := map[string]bool{}
	for _, r := range runs {
		pair := r.Instance + "\n" + r.Contestant.Name
		if tried[pair] {
			continue
		}
		tried[pair] = true
		if err := b.try(r); err != nil {
			faults = append(faults, fmt.Errorf("%s on %s: %w", r.Contestant.Name, r.Instance, err))
		}
	}
	return errors.Join(faults...)
}

func (b *Bench) try(r Run) error {
	p, err := b.problem(r.Instance)
	if err != nil {
		return err
	}
	cfg, err := b.config(p, r)
	if err != nil {
		return err
	}
	_, err = tourmaline.New(p, cfg)
	return err
}
