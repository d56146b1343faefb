package islands

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// A hermit is a searcher that only counts its steps. Its solution is a number that equals its cost,
// and it finds no solutions.
type hermit struct {
	cost   float64
	steps  int
	paces  []float64
	guests []float64
	then   func(h *hermit) error // called after each step
}

func (h *hermit) Step(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	h.steps++
	if h.then == nil {
		return nil
	}
	return h.then(h)
}
func (h *hermit) Cost() float64     { return h.cost }
func (h *hermit) Best() float64     { return h.cost }
func (h *hermit) Pace(used float64) { h.paces = append(h.paces, used) }
func (h *hermit) Immigrate(x float64) (bool, error) {
	if math.IsNaN(x) {
		return false, errors.New("not a number")
	}
	taken := x < h.cost
	if taken {
		h.cost, h.guests = x, append(h.guests, x)
	}
	return taken, nil
}

// after returns a function that makes a hermit return err from the given step on.
func after(step int, err error) func(*hermit) error {
	return func(h *hermit) error {
		if h.steps >= step {
			return err
		}
		return nil
	}
}

// settle returns an archipelago with a migration after every step.
func settle(t *testing.T, topology string, all ...*hermit) *Archipelago[float64] {
	t.Helper()
	members := make([]Member[float64], len(all))
	for i, h := range all {
		members[i] = Member[float64]{Name: "hermit", Searcher: h}
	}
	a, err := New(members, Params{topology, 1}, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func steps(t *testing.T, a *Archipelago[float64], count int) {
	t.Helper()
	for range count {
		if err := a.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func costs(all []*hermit) []float64 {
	var c []float64
	for _, h := range all {
		c = append(c, h.cost)
	}
	return c
}

func TestTopologies(t *testing.T) {
	for topology, want := range map[string][][]float64{
		"ring": {{4, 1, 5, 9}, {4, 1, 1, 5}, {4, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}},
		"best": {{4, 1, 5, 9}, {1, 1, 1, 1}},
	} {
		all := []*hermit{{cost: 4}, {cost: 1}, {cost: 5}, {cost: 9}}
		a := settle(t, topology, all...)
		for step, expected := range want {
			if got := costs(all); !slices.Equal(got, expected) {
				t.Errorf("%s, %d steps: %v, want %v", topology, step, got, expected)
			}
			steps(t, a, 1)
		}
	}
}

// Each migration connects all islands in one ring, and the rings vary.
func TestRandomRings(t *testing.T) {
	a := settle(t, "random", &hermit{}, &hermit{}, &hermit{}, &hermit{}, &hermit{})
	rings := map[string]bool{}
	for range 50 {
		sources, at := a.sources(), 0
		for range 4 {
			if at = sources[at]; at == 0 {
				t.Fatalf("%v is not one ring", sources)
			}
		}
		if sources[at] != 0 {
			t.Fatalf("%v is not one ring", sources)
		}
		rings[fmt.Sprint(sources)] = true
		a.step++
	}
	if len(rings) < 15 {
		t.Errorf("%d of the 24 rings in 50 draws", len(rings))
	}
}

func TestMigrantsTravelOncePerPeriod(t *testing.T) {
	for period, want := range map[int][]float64{0: {2, 2, 2, 2, 2}, 1: {1, 1, 1, 1, 1}, 3: {2, 2, 1, 1, 1}, 4: {2, 2, 2, 1, 1}} {
		poor := &hermit{cost: 2}
		a, err := New([]Member[float64]{{Searcher: &hermit{cost: 1}}, {Searcher: poor}}, Params{"ring", period}, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		for step := range want {
			if steps(t, a, 1); poor.cost != want[step] {
				t.Errorf("period %d, %d steps: %v, want %v", period, step+1, poor.cost, want[step])
			}
		}
	}
}

func TestMembersTakeTheirNumberOfSteps(t *testing.T) {
	one, three := &hermit{}, &hermit{}
	a, err := New([]Member[float64]{{Searcher: one}, {Searcher: three, Steps: 3}}, Defaults(), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if steps(t, a, 2); one.steps != 2 || three.steps != 6 {
		t.Errorf("%d and %d steps", one.steps, three.steps)
	}
}

// stubborn is a searcher that is not an Immigrant.
type stubborn struct{ search.Searcher[float64] }

func TestFaultyMembersAreRefused(t *testing.T) {
	fine := Member[float64]{Name: "fine", Searcher: &hermit{}}
	for want, c := range map[string]struct {
		members []Member[float64]
		params  Params
	}{
		"needs at least one island":                                {nil, Defaults()},
		"island 2 (mine): its searcher does not accept immigrants": {[]Member[float64]{fine, {Name: "mine", Searcher: stubborn{&hermit{}}}}, Defaults()},
		"island 1 (none): the searcher is missing":                 {[]Member[float64]{{Name: "none"}, fine}, Defaults()},
		"island 1 (back): got -1 steps":                            {[]Member[float64]{{Name: "back", Searcher: &hermit{}, Steps: -1}}, Defaults()},
		`topology = "star", expected ring, random or best`:         {[]Member[float64]{fine}, Params{"star", 1}},
		"period = -1": {[]Member[float64]{fine}, Params{"ring", -1}},
	} {
		if a, err := New(c.members, c.params, 1, 1); a != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// An exhausted island rests while the other islands continue, and resumes when it accepts an
// immigrant.
func TestExhaustedIslandsRest(t *testing.T) {
	tired, busy := &hermit{cost: 3, then: after(2, search.ErrExhausted)}, &hermit{cost: 5}
	a := settle(t, "ring", tired, busy)
	if steps(t, a, 5); tired.steps != 2 || busy.steps != 5 {
		t.Fatalf("%d and %d steps", tired.steps, busy.steps)
	}
	busy.cost = 1
	steps(t, a, 2) // the first step brings the migrant
	if tired.steps != 3 {
		t.Errorf("%d steps after an immigrant came", tired.steps)
	}
	busy.then = after(0, search.ErrExhausted)
	for range 2 {
		if err := a.Step(t.Context()); !errors.Is(err, search.ErrExhausted) {
			t.Errorf("all are exhausted: %v", err)
		}
	}
	if taken, err := a.Immigrate(0.5); !taken || err != nil {
		t.Fatal(taken, err)
	}
	before := tired.steps + busy.steps
	steps(t, a, 1) // the island that accepted the solution tries it and sends it on
	if err := a.Step(t.Context()); !errors.Is(err, search.ErrExhausted) || tired.steps+busy.steps != before+2 {
		t.Errorf("%v after %d more steps", err, tired.steps+busy.steps-before)
	}
}

// A proven solution is the result, even if rounding makes a different solution appear better.
func TestAProofEndsAll(t *testing.T) {
	all := []*hermit{{cost: 4}, {cost: 7, then: after(2, search.ErrOptimal)}, {cost: 9, then: after(2, search.ErrOptimal)}}
	a, err := New([]Member[float64]{{Searcher: all[0]}, {Searcher: all[1]}, {Searcher: all[2]}}, Params{"ring", 0}, 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	steps(t, a, 1)
	for range 2 {
		if err := a.Step(t.Context()); !errors.Is(err, search.ErrOptimal) || a.Cost() != 7 || a.Best() != 7 {
			t.Errorf("%v, cost %v, best %v", err, a.Cost(), a.Best())
		}
	}
	if all[1].steps != 2 {
		t.Errorf("%d steps of what is proven", all[1].steps)
	}
}

func TestFaultsOfMembersAreTold(t *testing.T) {
	broken := errors.New("out of order")
	a := settle(t, "ring", &hermit{}, &hermit{then: after(1, broken)})
	if err := a.Step(t.Context()); !errors.Is(err, broken) {
		t.Error(err)
	}
	for range 2 {
		if taken, err := a.Immigrate(math.NaN()); taken || err == nil {
			t.Errorf("taken %v, error %v", taken, err)
		}
	}
}

func TestPanicsReachTheCaller(t *testing.T) {
	a := settle(t, "ring", &hermit{}, &hermit{then: func(*hermit) error { panic("no") }})
	defer func() {
		if p, ok := recover().(*parallel.Panic); !ok || p.Value != "no" {
			t.Error("no panic")
		}
	}()
	_ = a.Step(t.Context())
}

// When a step is interrupted, the islands that have taken their steps neither repeat them nor
// receive a new pace. The migration takes place when all islands have finished.
func TestACutStepGoesOnWithTheOthers(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := &hermit{cost: 2}
	cut := &hermit{cost: 1, then: func(h *hermit) error {
		if h.steps == 2 {
			h.steps--
			cancel()
			return ctx.Err()
		}
		return nil
	}}
	a, err := New([]Member[float64]{{Searcher: done}, {Searcher: cut, Steps: 3}}, Params{"ring", 1}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	a.Pace(0.1)
	if err := a.Step(ctx); !search.Ended(err) || done.cost != 2 {
		t.Fatalf("%v, cost %v", err, done.cost)
	}
	cut.then = nil
	a.Pace(0.2)
	if steps(t, a, 1); done.steps != 1 || cut.steps != 3 || done.cost != 1 {
		t.Errorf("%d and %d steps, cost %v", done.steps, cut.steps, done.cost)
	}
	if a.Pace(0.3); !slices.Equal(done.paces, []float64{0.1, 0.3}) || !slices.Equal(cut.paces, []float64{0.1, 0.3}) {
		t.Errorf("paces %v and %v", done.paces, cut.paces)
	}
}

// A lucky is a searcher that finds a solution whenever a step is interrupted. Its saved state does
// not include that solution.
type lucky struct {
	hermit
	found float64
}

func (l *lucky) Step(ctx context.Context) error {
	if err := l.hermit.Step(ctx); err != nil {
		l.found = 1
		return err
	}
	return nil
}
func (l *lucky) Cost() float64        { return min(l.cost, l.found) }
func (l *lucky) Best() float64        { return l.Cost() }
func (l *lucky) Save(w *state.Writer) { w.Real("cost", l.cost) }
func (l *lucky) Restore(r *state.Reader) error {
	l.cost, l.found = r.Real("cost"), math.Inf(1)
	return r.Err()
}

// A solution found in an interrupted step is the result, but migrates to no other island, because
// the search must not depend on the time of the interruption.
func TestWhatACutStepFindsStaysOutside(t *testing.T) {
	l, other := &lucky{hermit{cost: 5}, math.Inf(1)}, &hermit{cost: 9}
	a, err := New([]Member[float64]{{Searcher: l}, {Searcher: other}}, Params{"ring", 1}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	ended := false
	l.then = func(h *hermit) error {
		if ended = !ended; ended {
			h.steps--
			return context.Canceled
		}
		return nil
	}
	if err := a.Step(t.Context()); !search.Ended(err) || a.Cost() != 1 {
		t.Fatalf("%v, cost %v", err, a.Cost())
	}
	if steps(t, a, 1); other.cost != 5 || l.Cost() != 5 {
		t.Errorf("the islands have %v and %v", l.Cost(), other.cost)
	}
	if a.Cost() != 1 || a.Best() != 1 {
		t.Errorf("cost %v, best %v", a.Cost(), a.Best())
	}
}

// saved returns the saved state of an archipelago.
func saved(t *testing.T, a *Archipelago[float64]) *state.Reader {
	t.Helper()
	var w state.Writer
	if a.Save(&w); w.Err() != nil {
		t.Fatal(w.Err())
	}
	return state.NewReader(w.Bytes())
}

// A saved state includes proofs of optimality, but nothing from interrupted steps.
func TestStatesKnowProofsAndNoCuts(t *testing.T) {
	begin := func(then func(*hermit) error) *Archipelago[float64] {
		members := []Member[float64]{{Searcher: &lucky{hermit{cost: 3}, math.Inf(1)}}, {Searcher: &lucky{hermit{cost: 5, then: then}, math.Inf(1)}}}
		a, err := New(members, Params{"ring", 0}, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	cut := begin(after(1, context.Canceled))
	before := saved(t, cut)
	for range 2 { // the second step keeps the solution of the first
		if err := cut.Step(t.Context()); !search.Ended(err) || cut.Cost() != 1 {
			t.Fatalf("%v, cost %v", err, cut.Cost())
		}
	}
	if err := cut.Restore(before); err != nil || cut.Cost() != 3 {
		t.Errorf("%v, restored to cost %v", err, cut.Cost())
	}
	proven, other := begin(after(1, search.ErrOptimal)), begin(nil)
	if err := proven.Step(t.Context()); !errors.Is(err, search.ErrOptimal) {
		t.Fatal(err)
	}
	if err := other.Restore(saved(t, proven)); err != nil || other.Cost() != 5 || !errors.Is(other.Step(t.Context()), search.ErrOptimal) {
		t.Errorf("%v, cost %v", err, other.Cost())
	}
}

// An unsaveable searcher has a Save method that reports an error.
type unsaveable struct{ lucky }

func (u *unsaveable) Save(w *state.Writer) { w.Fail(errors.New("no")) }

func TestAFaultOfForgettingIsTold(t *testing.T) {
	u := &unsaveable{lucky{hermit{cost: 3, then: after(1, context.Canceled)}, math.Inf(1)}}
	a, err := New([]Member[float64]{{Searcher: u}}, Defaults(), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Step(t.Context()); !search.Ended(err) {
		t.Fatal(err)
	}
	if err := a.Step(t.Context()); err == nil || err.Error() != "no" {
		t.Error(err)
	}
}

// A builder is a searcher that prepares in parts.
type builder struct {
	hermit
	left  int
	fault error
}

func (b *builder) Prepare(context.Context) (bool, error) {
	if b.left--; b.left > 0 {
		return false, nil
	}
	return b.fault == nil, b.fault
}

func TestIslandsPrepareOneAfterTheOther(t *testing.T) {
	first, second := &builder{left: 2}, &builder{left: 1}
	a, err := New([]Member[float64]{{Searcher: &hermit{}}, {Searcher: first}, {Searcher: second}}, Defaults(), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for part, want := range []bool{false, false, true, true} {
		if done, err := a.Prepare(t.Context()); done != want || err != nil || a.Prepared() != want {
			t.Errorf("part %d: %v, %v", part, done, err)
		}
	}
	if first.left != 0 || second.left != 0 {
		t.Errorf("%d and %d parts are left", first.left, second.left)
	}
}

func TestAPreparationMayBeTheEnd(t *testing.T) {
	for _, c := range []struct {
		fault, want error
		done        bool
	}{{search.ErrExhausted, nil, true}, {search.ErrOptimal, search.ErrOptimal, false}, {context.Canceled, context.Canceled, false}} {
		b := &builder{hermit: hermit{cost: 3}, left: 1, fault: c.fault}
		a, err := New([]Member[float64]{{Searcher: b}, {Searcher: &hermit{cost: 2}}}, Params{"ring", 0}, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		if done, err := a.Prepare(t.Context()); done != c.done || !errors.Is(err, c.want) {
			t.Errorf("%v: %v, %v", c.fault, done, err)
		}
		if proven := errors.Is(c.fault, search.ErrOptimal); proven != (a.Cost() == 3) {
			t.Errorf("%v: cost %v", c.fault, a.Cost())
		}
		if c.done {
			if steps(t, a, 1); b.steps != 0 {
				t.Errorf("%d steps of what is exhausted", b.steps)
			}
		}
	}
}

func TestWhatCannotBeSavedIsNamed(t *testing.T) {
	a := settle(t, "ring", &hermit{})
	var w state.Writer
	if a.Save(&w); w.Err() == nil || !strings.Contains(w.Err().Error(), "cannot save an island with algorithm hermit") {
		t.Error(w.Err())
	}
	if err := a.Restore(state.NewReader(w.Bytes())); err == nil || !strings.Contains(err.Error(), "cannot save") {
		t.Error(err)
	}
}

func TestAnotherNumberOfIslandsIsRefused(t *testing.T) {
	of := func(count int) *Archipelago[float64] {
		var members []Member[float64]
		for range count {
			members = append(members, Member[float64]{Searcher: &lucky{}})
		}
		a, err := New(members, Defaults(), 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	var w state.Writer
	of(3).Save(&w)
	if err := of(2).Restore(state.NewReader(w.Bytes())); err == nil || !strings.Contains(err.Error(), "got 3 islands, expected 2") {
		t.Error(err)
	}
}
