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

// A Bench runs a plan.
type Bench struct {
	// Open reads an instance. It is called once per instance.
	Open func(instance string) (tourmaline.Problem, error)
	// Device returns the device of a contestant, or nil.
	Device func(c Contestant) (device.Device, error)
	// Machine is recorded with every run.
	Machine Machine
	// Command returns the command that repeats a run on an instance of size n.
	Command func(r Run, n int) string
	// Lean omits solutions from the records.
	Lean bool
	// Watch, if set, receives the status after each step and each run.
	Watch func(Status)

	opened map[string]opened
}

// opened is an instance with its description, which includes a hash of all its numbers.
type opened struct {
	problem tourmaline.Problem
	info    tourmaline.InstanceInfo
}

// A Status is the progress of a bench.
type Status struct {
	Done, Total int
	Run         Run
	Progress    search.Progress
	Record      *Record // record of the run; nil until the run has finished
	// Left estimates the time of the remaining runs. It is a function, because the run is charged
	// for the time spent in Watch.
	Left func() time.Duration
}

// Run performs the runs that are not yet in the log, in order. A failed run leaves a record and
// does not stop the remaining runs; the error contains the number of failures. A run that ctx
// cancels leaves no record.
func (b *Bench) Run(ctx context.Context, title string, runs []Run, log *Log) error {
	if err := errors.Join(log.noFormer(runs), b.unchanged(runs, log)); err != nil {
		return err
	}
	left := newClock(runs, log, b.size)
	failed, done, warm := 0, len(runs)-len(left.todo), map[pair]bool{}
	for _, r := range left.todo {
		if !warm[r.pair()] {
			warm[r.pair()] = true
			b.warmUp(ctx, r)
		}
		record, err := b.record(ctx, title, r, log, func(p search.Progress) {
			b.tell(Status{Done: done, Total: len(runs), Run: r, Progress: p, Left: func() time.Duration { return left.after(r, p.Elapsed) }})
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
		b.tell(Status{Done: done, Total: len(runs), Run: r, Record: &record, Left: func() time.Duration { return left.after(Run{}, 0) }})
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d runs failed: see the log for the reasons", failed, len(runs))
	}
	return nil
}

// unchanged checks that the instances of recorded runs are still the same.
func (b *Bench) unchanged(runs []Run, log *Log) error {
	seen := map[string]bool{}
	for _, r := range runs {
		if seen[r.Instance] || !log.Has(r.Key()) {
			continue
		}
		seen[r.Instance] = true
		in, err := b.open(r.Instance)
		if err != nil {
			return err
		}
		if err := log.sameInstance(InstanceName(r.Instance), in.info.Hash); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bench) tell(s Status) {
	if b.Watch != nil {
		b.Watch(s)
	}
}

// record performs a run. It returns an error if there is nothing to record.
func (b *Bench) record(ctx context.Context, title string, r Run, log *Log, watch func(search.Progress)) (Record, error) {
	record := Record{
		Schema: Schema, Key: r.Key(), Plan: title, Contestant: r.Contestant.Name, Setup: r.Setup(),
		Instance: InstanceName(r.Instance), Run: r.Number, Seed: r.Seed, Paired: r.Paired, Limits: r.Limits, Warmup: r.Warmup, Machine: b.Machine,
	}
	in, err := b.open(r.Instance)
	if err != nil {
		return record, err
	}
	if err := log.sameInstance(record.Instance, in.info.Hash); err != nil {
		return record, err
	}
	if b.Command != nil {
		record.Command = b.Command(r, in.info.N)
	}
	runtime.GC() // the previous run must not slow this one down
	record.Started = time.Now().UTC().Truncate(time.Millisecond)
	meter := startMeter()
	result, err := b.solve(ctx, in, r, watch)
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

// longestWarmup is the maximum time of a warm-up run.
const longestWarmup = 10 * time.Second

// warmUp performs the warm-up runs of a contestant on an instance, which leave no record. They
// compile kernels, let thread control choose launches, and touch code and memory for the first
// time. An error is not reported here, because the first recorded run has the same error.
func (b *Bench) warmUp(ctx context.Context, r Run) {
	in, err := b.open(r.Instance)
	if r.Limits.Time == 0 || r.Limits.Time > longestWarmup {
		r.Limits.Time = longestWarmup
	}
	for n := 0; n < r.Warmup && err == nil; n++ {
		_, err = b.solve(ctx, in, r, func(search.Progress) {})
	}
}

// open reads an instance unless it has been read before.
func (b *Bench) open(instance string) (opened, error) {
	if in, ok := b.opened[instance]; ok {
		return in, nil
	}
	p, err := b.Open(instance)
	if err != nil {
		return opened{}, err
	}
	info, err := p.Info()
	if err != nil {
		return opened{}, err
	}
	if b.opened == nil {
		b.opened = map[string]opened{}
	}
	b.opened[instance] = opened{p, info}
	return b.opened[instance], nil
}

// size returns the size of an instance, or 0 if the instance cannot be read. The first run on the
// instance reports that error.
func (b *Bench) size(instance string) int {
	in, err := b.open(instance)
	if err != nil {
		return 0
	}
	return in.info.N
}

// Commands returns the commands that repeat the runs.
func (b *Bench) Commands(runs []Run) ([]string, error) {
	var all []string
	for _, r := range runs {
		in, err := b.open(r.Instance)
		if err != nil {
			return nil, err
		}
		all = append(all, b.Command(r, in.info.N))
	}
	return all, nil
}

// solve performs a run. Its time starts once the instance and the device are ready.
func (b *Bench) solve(ctx context.Context, in opened, r Run, watch func(search.Progress)) (*tourmaline.Result, error) {
	s, err := b.solver(in, r)
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

func (b *Bench) solver(in opened, r Run) (s *tourmaline.Solver, err error) {
	settings := r.settings(in.info.N)
	cfg := tourmaline.Config{Algorithm: settings.Algorithm, Params: settings.Params, Seed: settings.Seed, Threads: r.Contestant.Threads, Limits: settings.Limits}
	if b.Device != nil {
		if cfg.Device, err = b.Device(r.Contestant); err != nil {
			return nil, err
		}
	}
	return tourmaline.New(in.problem, cfg)
}

// Check reads the instances and prepares every contestant on each of them, to find faults in a plan
// before hours of computation.
func (b *Bench) Check(runs []Run) error {
	var faults []error
	tried := map[pair]bool{}
	for _, r := range runs {
		if tried[r.pair()] {
			continue
		}
		tried[r.pair()] = true
		if err := b.try(r); err != nil {
			faults = append(faults, fmt.Errorf("%s on %s: %w", r.Contestant.Name, r.Instance, err))
		}
	}
	return errors.Join(faults...)
}

func (b *Bench) try(r Run) error {
	in, err := b.open(r.Instance)
	if err != nil {
		return err
	}
	_, err = b.solver(in, r)
	return err
}
