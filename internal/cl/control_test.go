package cl

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// simulate runs thread control with the given cost, in nanoseconds per launch, until no trials are
// left, and checks that every job is done once. It does not run launches that refuse rejects.
func simulate(t *testing.T, c *control, jobs int, cost func(l Launch, n int) float64, refuse func(Launch) bool) (Launch, int) {
	t.Helper()
	refusals := 0
	for run := range 10000 {
		done := 0
		for done < jobs {
			l, trial := c.next(jobs, jobs-done)
			if l.Group < 1 || l.Wave%l.Group != 0 || l.Wave < l.Group {
				t.Fatalf("launch %+v", l)
			}
			n := min(c.jobs(l), jobs-done)
			if refuse != nil && refuse(l) {
				if refusals++; refusals > 1000 {
					t.Fatalf("%+v is refused again and again", l)
				}
				if !c.refused(l, trial) {
					return Launch{}, run
				}
				continue
			}
			took := time.Duration(cost(l, n))
			if trial {
				c.measured(n, took)
			} else {
				c.observed(n, took)
			}
			done += n
		}
		if c.settled(jobs) {
			return c.best, run
		}
	}
	t.Fatal("never settles")
	return Launch{}, 0
}

func TestControlFindsTheCheapest(t *testing.T) {
	groups := []int{32, 64, 128, 256, 512}
	for _, want := range []Launch{{32, 64}, {64, 64}, {128, 1024}, {512, 512}, {256, 1 << 16}, {32, 1 << 17}, {512, 1 << 17}} {
		t.Run(fmt.Sprint(want), func(t *testing.T) {
			got, runs := simulate(t, newControl(groups, false, 2), 100003, func(l Launch, n int) float64 {
				if l == want {
					return 1 * float64(n)
				}
				return 2 * float64(n)
			}, nil)
			if got != want {
				t.Errorf("chose %+v, the cheapest is %+v", got, want)
			}
			if runs > 100 {
				t.Errorf("took %d runs", runs)
			}
		})
	}
}

func TestControlPrefersFewLaunches(t *testing.T) {
	got, _ := simulate(t, newControl([]int{32, 64}, false, 2), 5000, func(_ Launch, n int) float64 { return 20000 + float64(n) }, nil)
	if got.Wave < 4096 {
		t.Errorf("%+v: launching costs 20 µs, so waves are large", got)
	}
}

func TestControlSurvivesFailures(t *testing.T) {
	cost := func(l Launch, n int) float64 { return float64(n) / float64(l.Group) * 1000 }
	got, _ := simulate(t, newControl([]int{32, 64, 128, 256}, false, 2), 100003, cost, func(l Launch) bool { return l.Wave > 4096 })
	if want := (Launch{256, 256}); got != want {
		t.Errorf("after a failure %+v, the best before was %+v", got, want)
	}
	got, _ = simulate(t, newControl([]int{32, 64, 128, 256}, false, 2), 100003, cost, func(l Launch) bool { return l.Group > 64 })
	if want := (Launch{64, 64}); got != want {
		t.Errorf("after a failure %+v, the best before was %+v", got, want)
	}
	c := newControl([]int{32}, false, 2)
	simulate(t, c, 1000, cost, func(Launch) bool { return true })
	if c.found() || c.settled(1000) {
		t.Error("nothing ever worked, and yet something was found")
	}
}

func TestControlBoundsWaves(t *testing.T) {
	const perItem = 100_000 // nanoseconds, so 500 items take 50 ms
	got, _ := simulate(t, newControl([]int{32, 64}, false, 2), 1<<20, func(_ Launch, n int) float64 {
		if took := perItem * n; time.Duration(took) > longest {
			t.Fatalf("a wave of %d items takes %v", n, time.Duration(took))
		}
		return perItem * float64(n)
	}, nil)
	if got.Wave > 500 {
		t.Errorf("%+v", got)
	}
}

func TestControlShrinksWhenItemsGrowExpensive(t *testing.T) {
	c := newControl([]int{32}, false, 2)
	before, _ := simulate(t, c, 1<<16, func(_ Launch, n int) float64 { return 20000 + float64(n) }, nil)
	for range 30 {
		l, _ := c.next(1<<16, 1<<16)
		c.observed(l.Wave, time.Duration(l.Wave)*10*time.Microsecond)
	}
	if got := time.Duration(c.best.Wave) * 10 * time.Microsecond; got > 2*longest || c.best.Wave >= before.Wave {
		t.Errorf("waves of %d items, %v", c.best.Wave, got)
	}
}

func TestControlGoesOnForLargerRuns(t *testing.T) {
	c := newControl([]int{32, 64}, false, 2)
	cost := func(_ Launch, n int) float64 { return 20000 + float64(n) }
	simulate(t, c, 100, cost, nil)
	if c.settled(1 << 20) {
		t.Error("100 items settled it for a million")
	}
	if got, _ := simulate(t, c, 1<<20, cost, nil); got.Wave < 1<<16 {
		t.Errorf("%+v", got)
	}
}

func TestControlOfUnusualGroups(t *testing.T) {
	for _, groups := range [][]int{{1}, {7}, {48}, {100, 200}, {512}} {
		simulate(t, newControl(groups, false, 0), 1000, func(_ Launch, n int) float64 { return float64(n) }, nil)
	}
}

// If trials are slow, control uses the first group size that works, and waves grow only to sizes
// that have been tried. Trials continue until a group size works.
func TestControlHurries(t *testing.T) {
	c := newControl([]int{32, 64}, false, 1)
	c.hurry()
	if c.settled(1000) || len(c.groups) != 2 {
		t.Fatal("settled on nothing")
	}
	tried := map[Launch]bool{}
	got, _ := simulate(t, c, 1000, func(l Launch, n int) float64 {
		tried[l] = true
		c.hurry()
		return 20000 + float64(n)
	}, nil)
	if want := (Launch{Group: 32, Wave: 1024}); got != want || !tried[got] {
		t.Errorf("then %+v, want %+v, tried %v", got, want, tried)
	}
	for l := range tried {
		if l.Group != 32 && l.Wave > 32 {
			t.Errorf("%+v was tried in a hurry", l)
		}
	}
}

// Thread control finds group sizes that are not powers of two: [MMAS20 Tables 3 and 4] have optima
// at 3, 5, 6 and 10 warps.
func TestControlFindsGroupsBetweenPowersOfTwo(t *testing.T) {
	groups := (&Kernel{most: 1024, device: &Device{info: Info{MaxGroup: 1024}}}).groups(false)
	for _, warps := range []int{3, 5, 6, 10, 16} {
		want := warps * smallestGroup
		got, _ := simulate(t, newControl(groups, false, 2), 5000, func(l Launch, n int) float64 {
			return 20000 + float64(n)*(100+math.Abs(float64(l.Group-want)))
		}, nil)
		if got.Group != want {
			t.Errorf("chose %+v, groups of %d are the cheapest", got, want)
		}
	}
	if len(groups) != largestGroup/smallestGroup {
		t.Errorf("groups %v", groups)
	}
}

// The driver may reject a launch that worked before. Control then tries smaller launches until the
// driver accepts one, and continues to use that one.
func TestControlShrinksWhatIsRefused(t *testing.T) {
	cost := func(_ Launch, n int) float64 { return 20000 + float64(n) }
	for name, c := range map[string]struct {
		from   Launch
		teams  bool
		only   int
		refuse func(Launch) bool
		want   Launch
	}{
		"waves":            {Launch{32, 4096}, false, 0, func(l Launch) bool { return l.Wave > 1000 }, Launch{32, 512}},
		"waves of teams":   {Launch{32, 4096}, true, 0, func(l Launch) bool { return l.Wave/l.Group > 10 }, Launch{32, 8 * 32}},
		"groups":           {Launch{96, 960}, false, 0, func(l Launch) bool { return l.Group > 32 }, Launch{32, 64}},
		"to one group":     {Launch{96, 960}, false, 0, func(l Launch) bool { return l.Wave > 32 }, Launch{32, 32}},
		"a fixed wave":     {Launch{96, 960}, false, 960, func(l Launch) bool { return l.Group > 32 }, Launch{32, 960}},
		"everything":       {Launch{96, 960}, false, 0, func(Launch) bool { return true }, Launch{}},
		"all fixed waves":  {Launch{96, 960}, false, 960, func(Launch) bool { return true }, Launch{}},
		"everything, team": {Launch{96, 960}, true, 0, func(Launch) bool { return true }, Launch{}},
	} {
		k := newControl([]int{32, 64, 96}, c.teams, 2)
		k.only = c.only
		k.best, k.bestCost, k.over = c.from, 1, true
		if got, _ := simulate(t, k, 5000, cost, c.refuse); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// Control tries a preferred launch first. It uses the launch if it works, and discards it if the
// driver rejects it.
func TestControlTriesAPreference(t *testing.T) {
	cost := func(_ Launch, n int) float64 { return 20000 + float64(n) }
	c := newControl([]int{32, 64}, false, 2)
	c.preferred = Launch{96, 960}
	if l, trial := c.next(5000, 5000); l != c.preferred || !trial || c.settled(5000) {
		t.Errorf("%+v, trial %v", l, trial)
	}
	if got, _ := simulate(t, c, 5000, cost, nil); got != (Launch{96, 960}) {
		t.Errorf("%+v", got)
	}
	c = newControl([]int{32, 64}, false, 2)
	c.preferred = Launch{96, 960}
	got, _ := simulate(t, c, 5000, cost, func(l Launch) bool { return l.Group > 64 })
	if got.Group > 64 || got.Wave < 4096 {
		t.Errorf("after a refusal %+v", got)
	}
	c = newControl([]int{32, 64}, false, 2)
	c.preferred = Launch{32, 3200}
	got, _ = simulate(t, c, 5000, func(_ Launch, n int) float64 { return 1e5 * float64(n) }, nil)
	if got.Wave >= 3200 {
		t.Errorf("%+v takes 320 ms", got)
	}
}

// With teams, waves are counted in teams instead of work-items, and any team size may be the best.
func TestControlOfTeams(t *testing.T) {
	groups := []int{1, 32, 64, 128, 256, 512}
	for _, want := range []Launch{{1, 2}, {1, 1024}, {32, 2 * 32}, {64, 64 * 64}, {512, 1024 * 512}} {
		t.Run(fmt.Sprint(want), func(t *testing.T) {
			got, runs := simulate(t, newControl(groups, true, 2), 1002, func(l Launch, n int) float64 {
				if l == want {
					return 1000 * float64(n)
				}
				return 2000 * float64(n)
			}, nil)
			if got != want {
				t.Errorf("chose %+v, the cheapest is %+v", got, want)
			}
			if runs > 100 {
				t.Errorf("took %d runs", runs)
			}
		})
	}
}

// The limit on the duration of waves also applies to teams, even if there is no time for trials.
func TestControlBoundsWavesOfTeams(t *testing.T) {
	const perTeam = 10 * time.Millisecond
	c := newControl([]int{1, 32}, true, 2)
	got, _ := simulate(t, c, 1000, func(_ Launch, n int) float64 {
		if took := perTeam * time.Duration(n); took > longest {
			t.Fatalf("a wave of %d teams takes %v", n, took)
		}
		return float64(perTeam) * float64(n)
	}, nil)
	if c.jobs(got) > 5 {
		t.Errorf("%+v", got)
	}
	c = newControl([]int{32, 64}, true, 2)
	for range trials {
		l, _ := c.next(1000, 1000)
		c.measured(c.jobs(l), 2*time.Millisecond)
	}
	c.hurry()
	got, _ = simulate(t, c, 1000, func(_ Launch, n int) float64 { return 1e5 + 0.5e6*float64(n) }, nil)
	if got != (Launch{Group: 32, Wave: 64 * 32}) {
		t.Errorf("%+v: 50 ms are 100 teams", got)
	}
	c.observed(64, time.Second)
	if l, _ := c.next(1000, 1000); l != (Launch{Group: 32, Wave: 32 * 32}) {
		t.Errorf("after a second for 64 teams %+v", l)
	}
}

// A fixed wave counts work-items, so it holds fewer teams if the teams are larger.
func TestControlOfTeamsInFixedWaves(t *testing.T) {
	c := newControl([]int{1, 32, 64}, true, 2)
	c.only = 64
	seen := map[Launch]bool{}
	got, _ := simulate(t, c, 100, func(l Launch, n int) float64 {
		seen[l] = true
		return float64(n) / float64(l.Group) * 1e6
	}, nil)
	if want := (Launch{64, 64}); got != want || len(seen) != 3 {
		t.Errorf("chose %+v of %v, want %+v", got, seen, want)
	}
}
