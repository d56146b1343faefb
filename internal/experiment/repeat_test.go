package experiment_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Recorded runs are repeated with the same result, one of each contestant first. A record with
// another cost or number of steps is found.
func TestRecordsAreRepeated(t *testing.T) {
	p := readPlan(t, small)
	runs := p.Schedule([]string{"a", "bb"})
	path := filepath.Join(t.TempDir(), "log")
	l := openLog(t, path)
	if err := bench().Run(t.Context(), p.Title, runs, l); err != nil {
		t.Fatal(err)
	}
	closeLog(t, l)
	read := func() []experiment.Record {
		records, err := experiment.ReadLog(path)
		if err != nil {
			t.Fatal(err)
		}
		return records
	}
	repeat := func(records []experiment.Record, n int) (contestants []string, differ int) {
		for r, err := range bench().Repeat(t.Context(), runs, records, n) {
			contestants = append(contestants, r.Contestant)
			if errors.Is(err, experiment.ErrDiffers) {
				differ++
			} else if err != nil {
				t.Fatal(err)
			}
		}
		return contestants, differ
	}
	two, differ := repeat(read(), 2)
	if slices.Sort(two); !slices.Equal(two, []string{"few ants", "ils"}) || differ != 0 {
		t.Errorf("repeated %q, %d of them differ", two, differ)
	}
	if all, differ := repeat(read(), 100); len(all) != len(runs) || differ != 0 {
		t.Errorf("repeated %d of %d runs, %d of them differ", len(all), len(runs), differ)
	}
	for name, c := range map[string]struct {
		change            func(*experiment.Record)
		repeated, differs int
	}{
		"another cost":      {func(r *experiment.Record) { r.Result.Cost++ }, 8, 1},
		"other steps":       {func(r *experiment.Record) { r.Result.Steps++ }, 8, 1},
		"ended by time":     {func(r *experiment.Record) { r.Result.Termination = search.Time }, 7, 0},
		"interrupted":       {func(r *experiment.Record) { r.Result.Termination = search.Interrupted }, 7, 0},
		"paced by time":     {func(r *experiment.Record) { r.Result.Pace = "time" }, 7, 0},
		"not synchronised":  {func(r *experiment.Record) { r.Result.Params = []byte(`{"updates":"relaxed"}`) }, 7, 0},
		"failed":            {func(r *experiment.Record) { r.Result = nil }, 7, 0},
		"of another search": {func(r *experiment.Record) { r.Key = "other" }, 7, 0},
	} {
		records := read()
		c.change(&records[3])
		if all, differ := repeat(records, 100); len(all) != c.repeated || differ != c.differs {
			t.Errorf("%s: repeated %d runs, %d of them differ, expected %d and %d", name, len(all), differ, c.repeated, c.differs)
		}
	}
	records := read()
	records[3].Result.Instance.Hash = "other"
	for _, err := range bench().Repeat(t.Context(), runs, records[3:4], 1) {
		if !errors.Is(err, experiment.ErrInstance) {
			t.Errorf("another instance: %v", err)
		}
	}
}
