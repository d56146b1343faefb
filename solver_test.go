package tourmaline_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// signs returns a permuted perceptron problem.
func signs(t *testing.T) tourmaline.Problem {
	t.Helper()
	in, _, err := perceptron.Generate(31, 37, 1)
	if err != nil {
		t.Fatal(err)
	}
	return tourmaline.Perceptrons(in)
}

// Parameters belong to a run: concurrent runs solve one problem with different parameters, and a
// later run uses the defaults. The race detector verifies that they share no data.
func TestSolversShareAProblem(t *testing.T) {
	p := signs(t)
	solve := func(distance string) *tourmaline.Result {
		cfg := tourmaline.Config{Limits: tourmaline.Limits{Steps: 5}, Seed: 3}
		if distance != "" {
			cfg.Params = map[string]string{"distance": distance}
		}
		r, err := tourmaline.Solve(context.Background(), p, cfg)
		if err != nil {
			t.Error(err)
			return &tourmaline.Result{}
		}
		return r
	}
	alone := map[string]float64{"1": solve("1").Cost, "2": solve("2").Cost, "3": solve("3").Cost}
	if solve("").Cost != alone["1"] {
		t.Error("a run keeps the parameters of the one before")
	}
	var wg sync.WaitGroup
	for d, want := range alone {
		for range 2 {
			wg.Go(func() {
				if got := solve(d).Cost; got != want {
					t.Errorf("distance %s: cost %v beside others, %v alone", d, got, want)
				}
			})
		}
	}
	wg.Wait()
}

// recorder is an algorithm that records its paces and never improves.
type recorder struct {
	search.Searcher[tsp.Tour]
	job  tourmaline.TourJob
	pace []float64
	stop func()
}

func (r *recorder) Step(ctx context.Context) error {
	if len(r.pace) == 40 && r.stop != nil {
		r.stop()
	}
	time.Sleep(time.Millisecond) // typical length of a step
	return ctx.Err()
}
func (r *recorder) Cost() float64     { return r.job.Instance.Cost(r.job.Start) }
func (r *recorder) Best() tsp.Tour    { return r.job.Start }
func (r *recorder) Pace(used float64) { r.pace = append(r.pace, used) }

// recording returns a tour problem with the recorder as its algorithm.
func recording(t *testing.T, n int, r *recorder) tourmaline.Problem {
	t.Helper()
	return tourmaline.Tours(generate(t, n), tourmaline.TourAlgorithm{
		Name: "recorder", New: func(_ context.Context, j tourmaline.TourJob) (search.Searcher[tsp.Tour], error) {
			r.job = j
			return r, nil
		},
	})
}

// A context deadline is a time limit like the one in Config: it sets the pace, and the smaller of
// the two applies.
func TestADeadlinePaces(t *testing.T) {
	for name, limit := range map[string]time.Duration{"alone": 0, "before the limit": time.Hour} {
		r := &recorder{}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		result, err := tourmaline.Solve(ctx, recording(t, 100, r), tourmaline.Config{Algorithm: "recorder", Limits: tourmaline.Limits{Time: limit}})
		cancel()
		if err != nil || result.Termination != search.Time || result.Pace != "time" {
			t.Fatalf("%s: %v, %+v", name, err, result)
		}
		if last := r.pace[len(r.pace)-1]; last < 0.5 || last > 1 {
			t.Errorf("%s: the last step heard that %v of the budget is used", name, last)
		}
	}
}

// A deadline has the same effect as Limits.Time, even if it passes before the first step.
func TestADeadlineIsATimeLimit(t *testing.T) {
	p := tourmaline.Tours(generate(t, 200_000))
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	byDeadline, err := tourmaline.Solve(ctx, p, tourmaline.Config{})
	if err != nil || byDeadline.Termination != search.Time {
		t.Fatalf("deadline: %+v, %v", byDeadline, err)
	}
	byLimit, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Limits: tourmaline.Limits{Time: time.Millisecond}})
	if err != nil || byLimit.Termination != search.Time || byLimit.Cost != byDeadline.Cost {
		t.Errorf("limit: %+v, %v", byLimit, err)
	}
}

func TestACancelledContextIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := tourmaline.Solve(ctx, tourmaline.Tours(generate(t, 50)), tourmaline.Config{}); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v, want an error that says that nothing was searched", r, err)
	}
}

// A panic in a function of the caller is returned as an error, for any number of threads.
func TestPanicsAreErrors(t *testing.T) {
	for _, threads := range []int{1, 3} {
		in, err := tsp.FromFunc(500, true, 1, func(i, j int) int64 {
			if i == 17 || j == 17 {
				panic("no road")
			}
			return int64(max(i-j, j-i))
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Threads: threads, Limits: tourmaline.Limits{Steps: 2}})
		var p *tourmaline.PanicError
		if !errors.As(err, &p) || p.Value != "no road" || len(p.Stack) == 0 {
			t.Errorf("%d threads: %v", threads, err)
		}
	}
}

// Other goroutines see complete solutions, and a result obtained during the search does not change.
// The race detector verifies this.
func TestWatchersMayComeFromElsewhere(t *testing.T) {
	in := generate(t, fewer(400))
	s, err := tourmaline.New(tourmaline.Tours(in), tourmaline.Config{Limits: tourmaline.Limits{Steps: 25}})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var saved [][]byte
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			if err := in.Check(s.Best().(tsp.Tour)); err != nil {
				t.Error(err)
			}
			if _, err := s.Result(); err != nil {
				t.Error(err)
			}
			if data, err := s.Checkpoint(); err != nil {
				t.Error(err)
			} else if len(saved) < 4 {
				saved = append(saved, data)
			}
		}
	})
	var early *tourmaline.Result
	points := 0
	for p, err := range s.Steps(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Step == 10 {
			if early, err = s.Result(); err != nil {
				t.Fatal(err)
			}
			points = len(early.Trace)
		}
	}
	close(done)
	wg.Wait()
	whole, err := s.Result()
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range saved {
		if r := resumed(t, tourmaline.Tours(in), tourmaline.Config{Limits: tourmaline.Limits{Steps: 25}}, data); r.Cost != whole.Cost || steps(r) != steps(whole) {
			t.Errorf("a checkpoint taken from elsewhere leads to\n%v unbroken\n%v", steps(r), steps(whole))
		}
	}
	if last := early.Trace[points-1]; len(early.Trace) != points || last.Cost != early.Cost {
		t.Errorf("a trace taken at step 10 has changed: it ends at %+v, the cost was %v", last, early.Cost)
	}
}

// A step limit counts the steps of the algorithm but not its preparation.
func TestPreparationIsNoStep(t *testing.T) {
	steps := &recorder{}
	r, err := tourmaline.Solve(t.Context(), recording(t, 200, steps), tourmaline.Config{Algorithm: "recorder", Limits: tourmaline.Limits{Steps: 7}})
	if err != nil || r.Steps != 7 || len(steps.pace) != 7 {
		t.Errorf("%v, %d steps, the algorithm made %d", err, r.Steps, len(steps.pace))
	}
}

// A user-defined rule ends a search, and so does a limit on steps without improvement.
func TestOwnStopRules(t *testing.T) {
	own := func(p search.Progress) search.Verdict {
		if p.Step == 4 {
			return search.Verdict{Reason: "enough"}
		}
		return search.Verdict{}
	}
	if r := solve(t, generate(t, 200), tourmaline.Config{StopWhen: own}); r.Termination != "enough" || r.Steps != 4 {
		t.Errorf("ended by %q after %d steps", r.Termination, r.Steps)
	}
	r, err := tourmaline.Solve(t.Context(), recording(t, 100, &recorder{}), tourmaline.Config{Algorithm: "recorder", Limits: tourmaline.Limits{StallSteps: 5}})
	if err != nil || r.Termination != search.Stall || r.Steps != 5 {
		t.Errorf("%v, ended by %q after %d steps", err, r.Termination, r.Steps)
	}
}

// A search for any problem starts from a given solution, accepts a solution from elsewhere, and
// rejects an invalid solution with an error.
func TestSolutionsOfAnyKind(t *testing.T) {
	in, err := qap.New("small", 3, []int64{0, 1, 2, 1, 0, 3, 2, 3, 0}, []int64{0, 5, 4, 5, 0, 1, 4, 1, 0})
	if err != nil {
		t.Fatal(err)
	}
	p := tourmaline.Assignments(in)
	r, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Limits: tourmaline.Limits{Steps: 3}, Init: qap.Assignment{2, 0, 1}})
	if err != nil || r.Cost > in.Cost(qap.Assignment{2, 0, 1}) {
		t.Errorf("%v, cost %v", err, r.Cost)
	}
	for _, bad := range []any{tsp.Tour{0, 1, 2}, qap.Assignment{0, 0, 1}, 7} {
		if _, err := tourmaline.New(p, tourmaline.Config{Init: bad}); err == nil {
			t.Errorf("started from %v", bad)
		}
	}
	s, err := tourmaline.New(p, tourmaline.Config{Limits: tourmaline.Limits{Steps: 3}})
	if err != nil {
		t.Fatal(err)
	}
	helps := r.Cost < in.Cost(s.Best().(qap.Assignment))
	best, err := tourmaline.Best[qap.Assignment](r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tourmaline.Best[tsp.Tour](r); err == nil || !contains(err, "a qap.Assignment, expected a tsp.Tour") {
		t.Errorf("an assignment as a tour: %v", err)
	}
	if taken, err := s.Immigrate(best); err != nil || taken != helps {
		t.Errorf("taken: %v, %v; expected %v", taken, err, helps)
	}
	if _, err := s.Immigrate(tsp.Tour{0, 1, 2}); err == nil {
		t.Error("a tour was taken for an assignment")
	}
}

func TestDefinitionsSayWhatTheyLack(t *testing.T) {
	_, err := tourmaline.Define(tourmaline.Definition[[]int32]{Random: func(*rng.Stream) []int32 { return nil }})
	for _, want := range []string{"Problem", "N (1 or more)", "Cost", "Check", "Neighbourhoods"} {
		if err == nil || !contains(err, want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}
