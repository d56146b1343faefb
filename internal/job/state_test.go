package job

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestStates(t *testing.T) {
	final := slices.DeleteFunc(States(), func(s State) bool { return !s.Ended() })
	if want := []State{Done, Failed, Cancelled}; !slices.Equal(final, want) {
		t.Errorf("%q end a job, expected %q", final, want)
	}
}

// A worker sends progress, and the server shows it to others: every field has a bound.
func TestProgressIsChecked(t *testing.T) {
	long := strings.Repeat("x", 201)
	for name, c := range map[string]struct {
		change func(p *Progress)
		valid  bool
	}{
		"zero": {func(*Progress) {}, true},
		"full": {func(p *Progress) {
			*p = Progress{9, 1.5, -7, long[1:], 0.5, new(-6.0), make([]float64, 64), long[1:], long[1:], 4}
		}, true},
		"step":                {func(p *Progress) { p.Step = -1 }, false},
		"seconds":             {func(p *Progress) { p.Seconds = math.NaN() }, false},
		"cost":                {func(p *Progress) { p.Cost = math.Inf(1) }, false},
		"share":               {func(p *Progress) { p.Share = math.Inf(-1) }, false},
		"current":             {func(p *Progress) { p.Current = new(math.NaN()) }, false},
		"island":              {func(p *Progress) { p.Islands = []float64{1, math.NaN()} }, false},
		"65 islands":          {func(p *Progress) { p.Islands = make([]float64, 65) }, false},
		"text of preparation": {func(p *Progress) { p.Preparing = long }, false},
		"engine":              {func(p *Progress) { p.Engine = long }, false},
		"device":              {func(p *Progress) { p.Device = long }, false},
	} {
		var p Progress
		c.change(&p)
		if p.Valid() != c.valid {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// A worker fits if it has all that a job needs. A worker of unknown memory runs only jobs that need
// no certain amount.
func TestNeedsFit(t *testing.T) {
	needs := Placement{Threads: 4, MemoryMB: 2, Device: true}.Needs()
	for _, c := range []struct {
		needs   Needs
		threads int
		memory  int64
		device  bool
		fit     bool
	}{
		{Needs{}, 0, 0, false, true},
		{Needs{}, 8, 1 << 30, true, true},
		{needs, 4, 2_000_000, true, true},
		{needs, 3, 2_000_000, true, false},
		{needs, 4, 1_999_999, true, false},
		{needs, 4, 2_000_000, false, false},
		{Needs{MemoryMB: 1}, 1, 0, false, false},
	} {
		if got := c.needs.Fit(c.threads, c.memory, c.device); got != c.fit {
			t.Errorf("%+v", c)
		}
	}
}
