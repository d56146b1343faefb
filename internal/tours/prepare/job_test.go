package prepare_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// observer is an algorithm that records its jobs and creates searchers that stay at the start tour.
type observer struct {
	jobs  []prepare.Job
	fault error // error to return for the next jobs
}

func (o *observer) algorithm(_ context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
	o.jobs = append(o.jobs, j)
	return still{j, j.Start}, o.fault
}

func generated(t *testing.T, n int) *tsp.Instance {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// begun returns a prepared search.
func begun(t *testing.T, in *tsp.Instance, p prepare.Params, a prepare.Algorithm, o prepare.Options) *prepare.Search {
	t.Helper()
	s, err := prepare.New(in, p, a, o)
	if err != nil {
		t.Fatal(err)
	}
	prepareAll(t, s)
	return s
}

func prepareAll(t *testing.T, s *prepare.Search) {
	t.Helper()
	if err := faultOf(t, s); err != nil {
		t.Fatal(err)
	}
}

// faultOf runs the preparation and returns its error, if any.
func faultOf(t *testing.T, s *prepare.Search) error {
	t.Helper()
	for {
		if done, err := s.Prepare(t.Context()); done || err != nil {
			return err
		}
	}
}

// windy returns an asymmetric instance without coordinates.
func windy(t *testing.T, in *tsp.Instance) *tsp.Instance {
	t.Helper()
	n := in.N()
	matrix := make([]float64, n*n)
	for i := range n {
		for j := range n {
			if matrix[i*n+j] = float64(in.Dist(int32(i), int32(j))); i < j {
				matrix[i*n+j] *= 1.5
			}
		}
	}
	out, err := tsp.FromMatrix(n, matrix)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Each kind of start tour is better than the one before. For an asymmetric instance, greedy falls
// back to nearest.
func TestKindsOfStart(t *testing.T) {
	in := generated(t, 1000)
	last := 1e18
	for _, kind := range []string{"random", "curve", "nearest", "greedy"} {
		var o observer
		begun(t, in, prepare.Defaults(kind, in.N()), o.algorithm, prepare.Options{})
		cost := o.jobs[0].Instance.Cost(o.jobs[0].Start)
		if cost >= 0.95*last {
			t.Errorf("%s costs %v, the kind before %v", kind, cost, last)
		}
		last = cost
	}
	var greedy, nearest observer
	wind := windy(t, in)
	begun(t, wind, prepare.Defaults("greedy", in.N()), greedy.algorithm, prepare.Options{})
	begun(t, wind, prepare.Defaults("nearest", in.N()), nearest.algorithm, prepare.Options{})
	if a, b := greedy.jobs[0].Start, nearest.jobs[0].Start; !slices.Equal(a, b) || a[0] != start.City(in.N(), 0) {
		t.Errorf("greedy begins at %d with a cost of %v, nearest at %d with %v", a[0], wind.Cost(a), b[0], wind.Cost(b))
	}
}

// The seed determines a random start tour, the start city of a nearest-neighbour tour, and the best
// tour before the preparation.
func TestRandomStartsDependOnTheSeed(t *testing.T) {
	in := generated(t, 100)
	for _, kind := range []string{"random", "nearest"} {
		var starts, answers [2]tsp.Tour
		for seed := range starts {
			var o observer
			s, err := prepare.New(in, prepare.Defaults(kind, 100), o.algorithm, prepare.Options{Seed: uint64(seed)})
			if err != nil {
				t.Fatal(err)
			}
			answers[seed] = s.Best()
			prepareAll(t, s)
			if starts[seed] = o.jobs[0].Start; o.jobs[0].Seed != uint64(seed) {
				t.Errorf("the seed is %d, want %d", o.jobs[0].Seed, seed)
			}
		}
		if starts[0][0] == starts[1][0] || slices.Equal(answers[0], answers[1]) {
			t.Errorf("%s: two seeds, one start", kind)
		}
	}
}

// Lists have at least the requested length. Quadrant lists are symmetric if distances are.
func TestKindsOfLists(t *testing.T) {
	in := generated(t, 300)
	for _, kind := range []string{"nearest", "quadrant"} {
		var o observer
		begun(t, in, prepare.Params{Start: "greedy", Neighbours: 7, Lists: kind}, o.algorithm, prepare.Options{})
		l, oneWay := o.jobs[0].Lists, 0
		for c := range int32(in.N()) {
			if n := len(l.Of(c)); n < 7 || kind == "nearest" && n != 7 {
				t.Fatalf("%s: %d neighbours", kind, n)
			}
			for _, to := range l.Of(c) {
				if !slices.Contains(l.Of(to), c) {
					oneWay++
				}
			}
		}
		if (oneWay == 0) != (kind == "quadrant") {
			t.Errorf("%s: %d of the neighbours are one-way", kind, oneWay)
		}
	}
	var o observer
	begun(t, windy(t, in), prepare.Params{Start: "greedy", Neighbours: 7, Lists: "quadrant"}, o.algorithm, prepare.Options{})
	if n := len(o.jobs[0].Lists.Of(0)); n != 7 {
		t.Errorf("asymmetric: %d neighbours", n)
	}
}

// With equal quadrants, each quadrant with enough cities contributes a quarter of a list, and lists
// have the requested length [LS13 §2.1].
func TestQuadrantsHaveEqualShares(t *testing.T) {
	in := generated(t, 2000)
	var o observer
	begun(t, in, prepare.Params{Start: "curve", Neighbours: 40, Lists: "equal-quadrant"}, o.algorithm, prepare.Options{})
	j, inside := o.jobs[0], 0
	for c := range int32(in.N()) {
		all, listed := quadrants(j.Instance, c, tsp.Identity(in.N())), quadrants(j.Instance, c, j.Lists.Of(c))
		if len(j.Lists.Of(c)) != 40 {
			t.Fatalf("city %d has %d neighbours", c, len(j.Lists.Of(c)))
		}
		if slices.Min(all[:]) >= 10 {
			if inside++; listed != [4]int{10, 10, 10, 10} {
				t.Fatalf("city %d: %v neighbours in the quadrants", c, listed)
			}
		}
	}
	if inside < 1000 {
		t.Errorf("only %d cities have ten others in each direction", inside)
	}
}

// quadrants counts the cities in each quadrant around c.
func quadrants(in *tsp.Instance, c int32, cities []int32) (count [4]int) {
	xy := in.Coords()
	for _, o := range cities {
		q := 0
		if xy[2*o] < xy[2*c] {
			q = 1
		}
		if xy[2*o+1] < xy[2*c+1] {
			q += 2
		}
		if o != c {
			count[q]++
		}
	}
	return count
}

func TestDefaults(t *testing.T) {
	few, many := prepare.Defaults("curve", 150_000), prepare.Defaults("curve", 150_001)
	if want := (prepare.Params{Start: "curve", Neighbours: 10, Lists: "quadrant"}); few != want {
		t.Errorf("%+v", few)
	}
	if want := (prepare.Params{Start: "curve", Neighbours: 8, Lists: "nearest"}); many != want {
		t.Errorf("%+v", many)
	}
}

// The cities of a job are numbered along a curve, so that cities with close numbers are close in
// the plane. Without coordinates, the numbers are those of the instance.
func TestCitiesAreRenumbered(t *testing.T) {
	in := generated(t, 1000)
	var o, plain observer
	begun(t, in, prepare.Defaults("curve", 1000), o.algorithm, prepare.Options{})
	job := o.jobs[0]
	if along, before := job.Instance.Cost(tsp.Identity(1000)), in.Cost(tsp.Identity(1000)); along > before/10 {
		t.Errorf("along the numbers it is %v long, was %v", along, before)
	}
	if !slices.Equal(job.Start, tsp.Identity(1000)) {
		t.Error("the curve is not the order of the numbers")
	}
	wind := windy(t, in)
	begun(t, wind, prepare.Defaults("curve", 1000), plain.algorithm, prepare.Options{})
	if got := plain.jobs[0].Instance.Dist(3, 5); got != wind.Dist(3, 5) {
		t.Errorf("from city 3 to 5 it is %v, was %v", got, wind.Dist(3, 5))
	}
}

// The best tour uses the city numbers of the instance, even if the cities are renumbered
// internally, and never gets worse from one part of the preparation to the next.
func TestAnswersAreOfTheInstance(t *testing.T) {
	for name, in := range routes(t) {
		var o observer
		s, err := prepare.New(in, prepare.Defaults("greedy", in.N()), o.algorithm, prepare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		costs := []float64{s.Cost()}
		for done := false; !done; {
			if done, err = s.Prepare(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := in.Check(s.Best()); err != nil || in.Cost(s.Best()) != s.Cost() {
				t.Errorf("%s: %v, costs %v, claimed %v", name, err, in.Cost(s.Best()), s.Cost())
			}
			costs = append(costs, s.Cost())
			if s.Prepared() != done {
				t.Errorf("%s: prepared %v", name, s.Prepared())
			}
		}
		// The curve is better than random, and greedy is better than the curve.
		if !(costs[1] < costs[0] && costs[2] == costs[1] && costs[3] < costs[2]) {
			t.Errorf("%s: costs %v", name, costs)
		}
		if inner, ok := s.Unwrap().(search.Searcher[tsp.Tour]); !ok || s.Cost() != inner.Cost() {
			t.Errorf("%s: no algorithm, or another cost than its own", name)
		}
		if done, err := s.Prepare(t.Context()); !done || err != nil || len(o.jobs) != 1 {
			t.Errorf("%s: prepared again: %v, %v, %d jobs", name, done, err, len(o.jobs))
		}
	}
}

// An interrupted part of the preparation is repeated, and the interruption does not affect the job.
func TestAPreparationThatIsCutShort(t *testing.T) {
	in := generated(t, 3000)
	var whole, cut observer
	begun(t, in, prepare.Defaults("greedy", 3000), whole.algorithm, prepare.Options{Threads: 1})
	s, err := prepare.New(in, prepare.Defaults("greedy", 3000), cut.algorithm, prepare.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	cuts := 0
	for looks, done := 1, false; !done; looks++ {
		if done, err = s.Prepare(testkit.Ending(t.Context(), looks)); err != nil {
			if cuts++; done || !errors.Is(err, context.Canceled) || s.Prepared() {
				t.Fatalf("done %v, %v", done, err)
			}
		}
	}
	a, b := whole.jobs[0], cut.jobs[0]
	if cuts < 2 || !slices.Equal(a.Start, b.Start) || !slices.Equal(a.Lists.City, b.Lists.City) {
		t.Errorf("after %d cuts there is another job", cuts)
	}
}

// Step fails without an algorithm, or if its context is done.
func TestStepsNeedAnAlgorithm(t *testing.T) {
	s := begun(t, generated(t, 20), prepare.Defaults("greedy", 20), nil, prepare.Options{})
	if err := s.Step(t.Context()); !errors.Is(err, search.ErrExhausted) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Step(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// paced records the budget shares that it receives.
type paced struct {
	still
	heard *[]float64
}

func (p paced) Pace(used float64) { *p.heard = append(*p.heard, used) }

func TestTheAlgorithmIsFoundBehindTheSearch(t *testing.T) {
	var heard []float64
	s, err := prepare.New(generated(t, 20), prepare.Defaults("greedy", 20), func(_ context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
		return paced{still{j, j.Start}, &heard}, nil
	}, prepare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := search.As[search.Pacer](s); ok {
		t.Error("found an algorithm before it exists")
	}
	prepareAll(t, s)
	if p, ok := search.As[search.Pacer](s); ok {
		p.Pace(0.5)
	}
	if !slices.Equal(heard, []float64{0.5}) {
		t.Errorf("heard %v", heard)
	}
}

// guest accepts immigrants and records them.
type guest struct {
	still
	took *[]tsp.Tour
}

func (g guest) Immigrate(t tsp.Tour) (bool, error) {
	*g.took = append(*g.took, t)
	return true, g.Instance.Check(t)
}

// A better immigrant is converted to the numbers of the job and passed to the algorithm. An
// immigrant that is no better is rejected. If the algorithm accepts no immigrants, the search
// stores the immigrant.
func TestImmigrantsArePassedOn(t *testing.T) {
	for name, in := range routes(t) {
		better := begun(t, in, prepare.Defaults("greedy", in.N()), nil, prepare.Options{}).Best()
		var took []tsp.Tour
		hosts := begun(t, in, prepare.Defaults("random", in.N()), func(_ context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
			return guest{still{j, j.Start}, &took}, nil
		}, prepare.Options{})
		if taken, err := hosts.Immigrate(better); !taken || err != nil {
			t.Errorf("%s: %v, %v", name, taken, err)
		}
		inner := hosts.Unwrap().(guest)
		if len(took) != 1 || inner.Instance.Cost(took[0]) != in.Cost(better) {
			t.Errorf("%s: the algorithm took %d tours", name, len(took))
		}
		var o observer
		alone := begun(t, in, prepare.Defaults("random", in.N()), o.algorithm, prepare.Options{})
		if taken, err := alone.Immigrate(better); !taken || err != nil || alone.Cost() != in.Cost(better) || !slices.Equal(alone.Best(), tours.Canonical(in, better)) {
			t.Errorf("%s: %v, %v, cost %v, want %v", name, taken, err, alone.Cost(), in.Cost(better))
		}
		if taken, err := alone.Immigrate(better); taken || err != nil {
			t.Errorf("%s: took what it has: %v", name, err)
		}
	}
}

// box is a device that counts how often it is opened and closed.
type box struct {
	opened, closed int
	fault          error
}

func (b *box) Info() device.Info { return device.Info{Name: "box"} }
func (b *box) Open(context.Context) (device.Opened, error) {
	b.opened++
	return b, b.fault
}
func (b *box) Close() error {
	b.closed++
	return b.fault
}

// A device is opened once, before the algorithm starts, even if creating the algorithm is retried.
// Close releases it.
func TestADeviceIsOpenedOnce(t *testing.T) {
	in, gone := generated(t, 20), errors.New("gone")
	b, o := &box{}, &observer{fault: gone}
	s, err := prepare.New(in, prepare.Defaults("greedy", 20), o.algorithm, prepare.Options{Device: b, Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil || b.closed != 0 {
		t.Errorf("closed before it was opened: %v", err)
	}
	if err := faultOf(t, s); !errors.Is(err, gone) || s.Prepared() {
		t.Fatalf("error %v", err)
	}
	o.fault = nil
	prepareAll(t, s)
	if job := o.jobs[1]; b.opened != 1 || job.Device != b || job.About.Name != "box" || job.Threads != 3 {
		t.Errorf("opened %d times, %+v", b.opened, job.About)
	}
	b.fault = gone
	if err := s.Close(); !errors.Is(err, gone) || b.closed != 1 {
		t.Errorf("closed %d times, %v", b.closed, err)
	}
	b, o = &box{fault: gone}, &observer{}
	if s, err = prepare.New(in, prepare.Defaults("greedy", 20), o.algorithm, prepare.Options{Device: b}); err != nil {
		t.Fatal(err)
	}
	if err := faultOf(t, s); !errors.Is(err, gone) || len(o.jobs) != 0 {
		t.Errorf("a device that does not open: %v, %d jobs", err, len(o.jobs))
	}
}

// A job without a device has Device nil and at least one thread.
func TestJobsWithoutADevice(t *testing.T) {
	var o observer
	begun(t, generated(t, 20), prepare.Defaults("greedy", 20), o.algorithm, prepare.Options{Threads: -1})
	if j := o.jobs[0]; j.Device != nil || j.Threads != 1 {
		t.Errorf("%+v", j)
	}
}

// A state can be restored only by a search at the same stage of preparation, and only if the
// algorithm implements search.Stateful.
func TestStatesMustFit(t *testing.T) {
	in := generated(t, 20)
	save := func(s *prepare.Search) *state.Writer {
		var w state.Writer
		s.Save(&w)
		return &w
	}
	fresh := func() *prepare.Search {
		s, err := prepare.New(in, prepare.Defaults("greedy", 20), nil, prepare.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	early, late := save(fresh()), save(begun(t, in, prepare.Defaults("greedy", 20), nil, prepare.Options{}))
	ready := begun(t, in, prepare.Defaults("random", 20), nil, prepare.Options{})
	if err := ready.Restore(state.NewReader(late.Bytes())); err != nil {
		t.Error(err)
	}
	if want := begun(t, in, prepare.Defaults("greedy", 20), nil, prepare.Options{}); ready.Cost() != want.Cost() || !slices.Equal(ready.Best(), want.Best()) {
		t.Errorf("restored %v, saved was %v", ready.Cost(), want.Cost())
	}
	for want, err := range map[string]error{
		"prepared: true, this search: false": fresh().Restore(state.NewReader(late.Bytes())),
		"prepared: false, this search: true": ready.Restore(state.NewReader(early.Bytes())),
		"best":                               begun(t, generated(t, 21), prepare.Defaults("greedy", 21), nil, prepare.Options{}).Restore(state.NewReader(late.Bytes())),
		"ends too early":                     ready.Restore(state.NewReader(late.Bytes()[:12])),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	var o observer
	silent := begun(t, in, prepare.Defaults("greedy", 20), o.algorithm, prepare.Options{})
	if err := save(silent).Err(); err == nil || !strings.Contains(err.Error(), "does not implement search.Stateful") {
		t.Errorf("saved: %v", err)
	}
	if err := silent.Restore(state.NewReader(late.Bytes())); err == nil || !strings.Contains(err.Error(), "does not implement search.Stateful") {
		t.Errorf("restored: %v", err)
	}
}

// A state without a valid tour is rejected.
func TestAStateMustHoldATour(t *testing.T) {
	s := begun(t, generated(t, 4), prepare.Defaults("greedy", 4), nil, prepare.Options{})
	before := s.Cost()
	var w state.Writer
	w.Section("tours")
	w.Bool("prepared", true)
	state.List(&w, "best", []int32{0, 1, 1, 2})
	if err := s.Restore(state.NewReader(w.Bytes())); err == nil || s.Cost() != before {
		t.Errorf("%v, cost %v", err, s.Cost())
	}
}

// The lists of a job include its dummy cities, and its start tour contains the fixed edges.
func TestListsFitTheJob(t *testing.T) {
	for name, in := range routes(t) {
		var o observer
		begun(t, in, prepare.Defaults("greedy", in.N()), o.algorithm, prepare.Options{})
		j := o.jobs[0]
		if got := len(j.Lists.First) - 1; got != j.Instance.N() {
			t.Errorf("%s: lists of %d cities, the job has %d", name, got, j.Instance.N())
		}
		if err := tours.CheckFixed(j.Instance, j.Start); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
