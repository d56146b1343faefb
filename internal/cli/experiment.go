package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/opencl"
)

// trial is the common part of bench and compare: it runs a plan and records the results.
type trial struct {
	streams
	reading
	data  string
	lean  bool
	quiet bool
}

func (t *trial) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&t.data, "data", "", "`folder` of the instances (default: as in the plan, or the current folder)")
	f.BoolVar(&t.lean, "no-solutions", false, "leave tours and other solutions out of the records, to keep them small")
	t.reading.flags(c)
	f.BoolVarP(&t.quiet, "quiet", "q", false, "print only the result")
}

// runPlan performs the runs of a plan that are not yet in the log. It returns only the records of
// this plan.
func (t *trial) runPlan(c *cobra.Command, p *experiment.Plan, log string) ([]experiment.Record, error) {
	runs, err := t.schedule(p)
	if err != nil {
		return nil, err
	}
	b := t.bench()
	b.Machine = experiment.ThisMachine(deviceNames(p))
	if err := experiment.MayRecord(log, b.Machine.Version); err != nil {
		return nil, withCode(exitUsage, err)
	}
	if err := b.Check(runs); err != nil {
		return nil, inputError(err)
	}
	l, err := experiment.OpenLog(log)
	if err != nil {
		return nil, outputError(err)
	}
	defer l.Close()
	t.noteSaved(l.Of(runs), len(runs), log)
	t.warnOfVersions(l.Of(runs), b.Machine.Version, log)
	ctx, signals := term.Interruptible(c.Context(), t.say, nil)
	defer signals.Close()
	b.Watch = t.watcher()
	err = b.Run(ctx, p.Title, runs, l)
	if ctx.Err() != nil {
		return nil, &exitError{exitKilled, fmt.Errorf("stopped; completed runs are in %s; repeat the command to resume", log)}
	}
	return l.Of(runs), runError(err)
}

// runError adds the exit code to an error from running a plan. Errors from reading an instance have
// a code already, so an error about a file is about the log.
func runError(err error) error {
	if _, coded := errors.AsType[*exitError](err); coded {
		return err
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return outputError(err)
	}
	if errors.Is(err, experiment.ErrInstance) || errors.Is(err, experiment.ErrFormer) {
		return inputError(err)
	}
	return err
}

// schedule returns the runs of a plan on its instances.
func (t *trial) schedule(p *experiment.Plan) ([]experiment.Run, error) {
	instances, err := experiment.Instances(p.Instances, t.data, problems.IsName)
	if err != nil {
		return nil, inputError(err)
	}
	return p.Schedule(instances), nil
}

// noteSaved prints a note if the log contains runs, which are not repeated.
func (t *trial) noteSaved(records []experiment.Record, runs int, log string) {
	if len(records) > 0 {
		t.say("%s contains %s of %s, which are not repeated: use a new file to repeat them\n", log, humanize.Number(float64(len(records))), humanize.Count(runs, "run"))
	}
}

// warnOfVersions warns if the log contains runs of a different version.
func (t *trial) warnOfVersions(records []experiment.Record, now, log string) {
	for _, r := range records {
		if was := r.Machine.Version; was != now && r.Result != nil {
			t.say("tourmaline: %s contains runs of version %s, but this is version %s: use a new file for comparable runs\n", log, humanize.Printable(was), now)
			return
		}
	}
}

func (t *trial) bench() *experiment.Bench {
	return &experiment.Bench{
		Open: t.open, Device: contestantDevice, Command: t.command, Lean: t.lean,
	}
}

// open reads or generates an instance.
func (t *trial) open(name string) (p tourmaline.Problem, err error) {
	if problems.IsName(name) {
		m, err := problems.ParseName(name)
		if err == nil {
			p, err = m.Problem()
		}
		return p, withCode(exitUsage, err)
	}
	file := t.path(name)
	p, other, err := problemFlags{}.readOther(file, reading{maxInput: t.maxInput})
	if err != nil || other {
		return p, err
	}
	in, err := t.instance(file)
	return tourmaline.Tours(in), err
}

// path returns the path of an instance file.
func (t *trial) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(t.data, filepath.FromSlash(name))
}

func contestantDevice(c experiment.Contestant) (device.Device, error) {
	return (&engine{name: cmp.Or(c.Engine, engineAuto), launch: c.Launch}).device()
}

// deviceNames returns the names of the machine's devices, for the records, if a contestant runs on
// a device. Otherwise it does not load a driver, which may be broken.
func deviceNames(p *experiment.Plan) []string {
	if !slices.ContainsFunc(p.Contestants, func(c experiment.Contestant) bool { return c.Engine == engineOpenCL }) {
		return nil
	}
	all, err := opencl.Devices()
	if err != nil {
		return nil // the machine has no usable device
	}
	return list.Map(all, func(d device.Info) string { return d.Name + " (" + d.Platform + ")" })
}

// command returns the command that repeats a run.
func (t *trial) command(r experiment.Run, n int) string {
	before, instance := "", experiment.Quote(t.path(r.Instance))
	if problems.IsName(r.Instance) {
		if name, err := problems.ParseName(r.Instance); err == nil {
			if before, instance = name.Commands(); before != "" {
				before += " && "
			}
		}
	}
	return before + "tourmaline solve " + instance + " " + r.Command(n, append(engineFlags(r.Contestant), job.Words(&t.Reading)...)...)
}

// engineFlags returns the flags for the engine and threads of a contestant.
func engineFlags(c experiment.Contestant) (words []string) {
	if c.Engine != "" {
		words = append(words, "--engine", c.Engine)
	}
	if c.Launch != "" {
		words = append(words, "--launch", c.Launch)
	}
	if c.Threads > 0 {
		words = append(words, "-j", strconv.Itoa(c.Threads))
	}
	return words
}
