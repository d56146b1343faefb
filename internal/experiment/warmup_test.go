package experiment_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// Warm-up runs precede the first run of a contestant on an instance, and leave no record.
func TestWarmup(t *testing.T) {
	for line, want := range map[string]struct{ warm, solved int }{"": {0, 4}, "warmup = 0\n": {0, 4}, "warmup = 2\n": {2, 8}} {
		p := readPlan(t, line+small)
		runs := p.Schedule([]string{"a"})
		b, solved := bench(), 0
		b.Device = func(experiment.Contestant) (device.Device, error) { solved++; return nil, nil }
		l := openLog(t, filepath.Join(t.TempDir(), "log"))
		if err := b.Run(t.Context(), p.Title, runs, l); err != nil {
			t.Fatal(err)
		}
		records := l.Of(runs)
		closeLog(t, l)
		if solved != want.solved || len(records) != 4 {
			t.Errorf("%q: %d runs and %d records, want %d and 4", line, solved, len(records), want.solved)
		}
		for _, r := range records {
			if r.Warmup != want.warm || r.Result.Steps != 3 {
				t.Errorf("%q: %d warm-up runs recorded, %d steps", line, r.Warmup, r.Result.Steps)
			}
		}
	}
}

// Contestants on a device warm up unless the plan says otherwise.
func TestWarmupOfDevices(t *testing.T) {
	for line, want := range map[string][2]int{"": {0, 1}, "warmup = 0\n": {0, 0}, "warmup = 3\n": {3, 3}} {
		runs := readPlan(t, line+strings.Replace(small, "name = \"few ants\"", "engine = \"opencl\"", 1)).Schedule([]string{"a"})
		if runs[0].Warmup != want[0] || runs[1].Warmup != want[1] {
			t.Errorf("%q: %d and %d, want %v", line, runs[0].Warmup, runs[1].Warmup, want)
		}
	}
	for _, line := range []string{"warmup = -1\n", "warmup = 101\n"} {
		if _, err := experiment.ReadPlan(strings.NewReader(line+small), "plan"); err == nil || !strings.Contains(err.Error(), "warmup: expected a number of runs from 0 to 100") {
			t.Errorf("%q: error %v", line, err)
		}
	}
}

// The error of a warm-up run is that of the first recorded run.
func TestWarmupThatFails(t *testing.T) {
	p := readPlan(t, "warmup = 2\n"+small)
	runs := p.Schedule([]string{"a"})
	b, tried := bench(), 0
	b.Device = func(experiment.Contestant) (device.Device, error) { tried++; return nil, errors.New("lost") }
	l := openLog(t, filepath.Join(t.TempDir(), "log"))
	defer closeLog(t, l)
	if err := b.Run(t.Context(), p.Title, runs, l); err == nil || err.Error() != "4 of 4 runs failed: see the log for the reasons" || tried != 6 {
		t.Errorf("error %v after %d attempts, want 6", err, tried)
	}
}
