package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

const small = `
title = "Small"
runs = 2
steps = 3
[[contestant]]
algorithm = "ils"
[[contestant]]
name = "few ants"
algorithm = "mmas"
params = {ants = 4}
`

// uniform generates an instance. The length of its name is the seed.
func uniform(name string) (tourmaline.Problem, error) {
	in, err := tsp.Generate(tsp.Uniform, 60, uint64(len(name)))
	if err != nil {
		return tourmaline.Problem{}, err
	}
	return tourmaline.Tours(in), nil
}

func bench() *experiment.Bench {
	return &experiment.Bench{Open: uniform, Machine: experiment.ThisMachine(nil)}
}

// costs returns the costs in a log, keyed by contestant, instance and run key.
func costs(t *testing.T, path string) map[string]float64 {
	t.Helper()
	all, err := experiment.ReadLog(path)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]float64{}
	for _, r := range all {
		if r.Result == nil {
			t.Errorf("%s on %s failed: %s", r.Contestant, r.Instance, r.Error)
			continue
		}
		found[r.Contestant+" "+r.Instance+" "+r.Key] = r.Result.Cost
	}
	return found
}

func TestTwoBenchesGiveTheSameCosts(t *testing.T) {
	p := readPlan(t, small)
	runs := p.Schedule([]string{"a", "bb"})
	var logs []map[string]float64
	for _, name := range []string{"one", "two"} {
		path := filepath.Join(t.TempDir(), name)
		l := openLog(t, path)
		if err := bench().Run(t.Context(), p.Title, runs, l); err != nil {
			t.Fatal(err)
		}
		closeLog(t, l)
		logs = append(logs, costs(t, path))
	}
	if len(logs[0]) != len(runs) || len(runs) != 8 {
		t.Fatalf("%d results of %d runs, want 8", len(logs[0]), len(runs))
	}
	for key, cost := range logs[0] {
		if logs[1][key] != cost {
			t.Errorf("%s: %v and %v", key, cost, logs[1][key])
		}
	}
}

// A bench that is stopped anywhere and resumed performs each run once.
func TestStoppedBenchGoesOn(t *testing.T) {
	p := readPlan(t, small)
	runs := p.Schedule([]string{"a", "bb"})
	path := filepath.Join(t.TempDir(), "log")
	for stops := range len(runs) + 1 {
		l := openLog(t, path)
		ctx, cancel := context.WithCancel(t.Context())
		b := bench()
		b.Watch = func(s experiment.Status) {
			if s.Done == stops && s.Record == nil {
				cancel()
			}
		}
		err := b.Run(ctx, p.Title, runs, l)
		cancel()
		if stops < len(runs) && !errors.Is(err, context.Canceled) || stops == len(runs) && err != nil {
			t.Fatalf("stopped in run %d: %v", stops, err)
		}
		closeLog(t, l)
		if stops > 0 {
			if n := len(costs(t, path)); n != stops {
				t.Fatalf("stopped in run %d: %d results", stops, n)
			}
		}
	}
}

func TestBenchTellsHowFarItIs(t *testing.T) {
	p := readPlan(t, small)
	runs := p.Schedule([]string{"a"})
	b := bench()
	ended, last := 0, experiment.Status{}
	b.Watch = func(s experiment.Status) {
		if s.Record != nil {
			ended++
			if s.Done != ended || s.Total != len(runs) {
				t.Errorf("%d of %d done after %d", s.Done, s.Total, ended)
			}
		}
		last = s
	}
	l := openLog(t, filepath.Join(t.TempDir(), "log"))
	defer closeLog(t, l)
	if err := b.Run(t.Context(), p.Title, runs, l); err != nil {
		t.Fatal(err)
	}
	if ended != len(runs) || last.Left() != 0 {
		t.Errorf("%d of %d runs told, %v left", ended, len(runs), last.Left())
	}
}

func TestRunThatFailsDoesNotEndTheOthers(t *testing.T) {
	p := readPlan(t, strings.ReplaceAll(small, "ants = 4", "ants = 0"))
	runs := p.Schedule([]string{"a"})
	path := filepath.Join(t.TempDir(), "log")
	l := openLog(t, path)
	defer closeLog(t, l)
	if err := bench().Check(runs); err == nil || !strings.Contains(err.Error(), "few ants on a") || !strings.Contains(err.Error(), "ants") {
		t.Errorf("check: %v", err)
	}
	err := bench().Run(t.Context(), p.Title, runs, l)
	if err == nil || err.Error() != "2 of 4 runs failed: see the log for the reasons" {
		t.Errorf("error %v", err)
	}
	all, err := experiment.ReadLog(path)
	if err != nil || len(all) != 4 {
		t.Fatalf("%d records, %v", len(all), err)
	}
	for _, r := range all {
		if failed := r.Contestant == "few ants"; (r.Result == nil) != failed || strings.Contains(r.Error, "ants") != failed {
			t.Errorf("%s: result %v, error %q", r.Contestant, r.Result != nil, r.Error)
		}
	}
}

// A bench rejects an instance that has changed since the log was started, because its results would
// not be comparable.
func TestLogKnowsItsInstances(t *testing.T) {
	p := readPlan(t, small)
	l := openLog(t, filepath.Join(t.TempDir(), "log"))
	defer closeLog(t, l)
	b := bench()
	if err := b.Run(t.Context(), p.Title, p.Schedule([]string{"a"})[:1], l); err != nil {
		t.Fatal(err)
	}
	for _, made := range []int{1, 4} { // no runs remain, or some do
		b = bench()
		b.Open = func(string) (tourmaline.Problem, error) { return uniform("another") }
		err := b.Run(t.Context(), p.Title, p.Schedule([]string{"a"})[:made], l)
		if err == nil || !strings.Contains(err.Error(), "a is not the instance the log was started with") {
			t.Errorf("%d runs: error %v", made, err)
		}
	}
}

// A record describes its run completely.
func TestRecordsDescribeTheirRuns(t *testing.T) {
	p := readPlan(t, small)
	runs := p.Schedule([]string{"x/a.tsp"})
	b := bench()
	b.Command = func(r experiment.Run, n int) string { return fmt.Sprint(r.Contestant.Name, " on ", n) }
	path := filepath.Join(t.TempDir(), "log")
	l := openLog(t, path)
	if err := b.Run(t.Context(), p.Title, runs, l); err != nil {
		t.Fatal(err)
	}
	records := l.Of(runs[1:])
	closeLog(t, l)
	if len(records) != len(runs)-1 {
		t.Fatalf("%d records of %d runs", len(records), len(runs)-1)
	}
	for i, r := range records {
		run := runs[i+1]
		if r.Schema != experiment.Schema || r.Key != run.Key() || r.Plan != "Small" || r.Contestant != run.Contestant.Name || r.Instance != "a" || r.Seed != run.Seed ||
			r.Limits != run.Limits || r.Machine.Go == "" || r.Command != run.Contestant.Name+" on 60" || r.Started.IsZero() || r.Result.Steps != 3 {
			t.Errorf("%+v of %+v", r, run)
		}
	}
	commands, err := b.Commands(runs[:2])
	if err != nil || !slices.Equal(commands, []string{"ils on 60", "few ants on 60"}) {
		t.Errorf("%q, %v", commands, err)
	}
}

// An instance or a device that cannot be used is reported before the runs, and by the run.
func TestMissingInstancesAndDevices(t *testing.T) {
	p := readPlan(t, small)
	runs := p.Schedule([]string{"a", "bb"})
	missing, lost := errors.New("no such file"), errors.New("no such device")
	b := bench()
	b.Command = func(r experiment.Run, n int) string { return r.Command(n) }
	b.Open = func(name string) (tourmaline.Problem, error) {
		if name == "bb" {
			return tourmaline.Problem{}, missing
		}
		return uniform(name)
	}
	l := openLog(t, filepath.Join(t.TempDir(), "log"))
	defer closeLog(t, l)
	if err := b.Check(runs); !errors.Is(err, missing) || strings.Count(err.Error(), "\n") != 1 || strings.Contains(err.Error(), " on a:") {
		t.Errorf("check: %v, expected an error of each contestant", err)
	}
	if _, err := b.Commands(runs); !errors.Is(err, missing) {
		t.Errorf("commands: %v", err)
	}
	if err := b.Run(t.Context(), p.Title, runs, l); !errors.Is(err, missing) || len(l.Of(runs)) != 2 {
		t.Errorf("run: %v, %d records", err, len(l.Of(runs)))
	}
	b = bench()
	b.Device = func(c experiment.Contestant) (device.Device, error) {
		if c.Name == "ils" {
			return nil, nil
		}
		return nil, lost
	}
	if err := b.Check(runs); !errors.Is(err, lost) || strings.Contains(err.Error(), "ils on") {
		t.Errorf("check: %v", err)
	}
}

func TestLeanRecordsHaveNoTour(t *testing.T) {
	p := readPlan(t, small)
	for _, lean := range []bool{false, true} {
		b := bench()
		b.Lean = lean
		var tour []int64
		b.Watch = func(s experiment.Status) {
			if s.Record != nil {
				tour = s.Record.Result.Tour
			}
		}
		l := openLog(t, filepath.Join(t.TempDir(), "log"))
		if err := b.Run(t.Context(), p.Title, p.Schedule([]string{"a"})[:1], l); err != nil {
			t.Fatal(err)
		}
		closeLog(t, l)
		if (len(tour) == 0) != lean {
			t.Errorf("lean %v: %d cities", lean, len(tour))
		}
	}
}

// A bench computes the remaining time only on request, because the clock of the current run is
// running.
func TestARunIsNotChargedForTheTimeThatIsLeft(t *testing.T) {
	p := readPlan(t, small)
	b := bench()
	read := map[string]bool{}
	b.Open = func(name string) (tourmaline.Problem, error) {
		read[name] = true
		return uniform(name)
	}
	b.Watch = func(s experiment.Status) {
		if s.Record == nil && s.Done == 0 && len(read) != 1 {
			t.Errorf("%d instances read during the first run, want its own", len(read))
		}
	}
	l := openLog(t, filepath.Join(t.TempDir(), "log"))
	defer l.Close()
	if err := b.Run(t.Context(), p.Title, p.Schedule([]string{"a", "bb"}), l); err != nil {
		t.Fatal(err)
	}
}
