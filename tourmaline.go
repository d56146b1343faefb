// Package tourmaline finds good tours, assignments and whatever else can be changed
// move by move: give it a problem and a limit, get the best solution found, what it
// costs, and how good that is.
//
//	in, err := tsp.FromPoints(tsp.Euclidean, points)
//	…
//	r, err := tourmaline.Solve(ctx, tourmaline.Tours(in), tourmaline.Config{
//		Limits: tourmaline.Limits{Time: 5 * time.Second},
//	})
//	…
//	fmt.Println(r.Cost, r.Order())
//
// [Solve] is all that most programs need. [New] and [Solver.Steps] let a program watch
// the search, save it and stop it, in a for ... range loop. [Define] makes a problem of
// your own one that can be solved, [TourAlgorithm] adds an algorithm for tours.
package tourmaline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// Config says how to solve. The zero value is a good choice: all cores, the
// algorithm that fits, and a time limit that grows with the instance.
type Config struct {
	Algorithm string            // one of Problem.Algorithms, "" or "auto" to pick by problem, size, limits and Threads
	Params    map[string]string // the algorithm's parameters by name; the rest are defaults, or what "auto" sets
	Seed      uint64            // same seed, same Limits.Steps: same solution
	Threads   int               // 0 = all cores, at most 4,096; changes the speed, never the result

	// Device does the data-parallel part of the work, such as one that opencl.Find has
	// found: it changes the speed, never the result. Without one the threads do
	// everything. An instance so small that "auto" solves it exactly needs none.
	Device device.Device

	Limits   Limits      // when to end; without any, DefaultTimeLimit applies. A proven optimum always ends the search
	StopWhen search.Stop // a rule of your own, checked like a limit

	// Cooling is the maximum time for which a search continues to cool when Solver.Stop,
	// StopWhen or a limit other than Time and Steps ends it early: a quarter of its time,
	// while it may still accept worse solutions. A search that stops without cooling leaves
	// a worse solution than a shorter search that cooled. With Limits.Steps, only
	// Solver.Stop makes it cool. 0 = no cooling. Cancelling the context always ends the
	// search at once.
	Cooling time.Duration

	Init  any       // a solution to start from, of the problem's type (tsp.Tour for tours); the result is never worse
	Began time.Time // what the time limit and all times count from; zero = New
}

// What can go wrong, for errors.Is; a parameter that is wrong is a *ParamError, a panic
// in a function that was given a *PanicError.
var (
	// ErrDevice says that a device was asked for and cannot be used, or that it has
	// failed.
	ErrDevice = device.Err
	// ErrNoKernels says that no device can do the work that was asked for.
	ErrNoKernels = device.ErrNoKernels
	// ErrAlgorithm says that there is no such algorithm for the problem, or that the
	// instance is too large for it.
	ErrAlgorithm = catalog.ErrAlgorithm
	// ErrCheckpoint says that a checkpoint is damaged or belongs to another search.
	ErrCheckpoint = errors.New("the checkpoint cannot be used")
)

// DefaultTimeLimit is 5 ms per city, at least half a second and at most half a
// minute.
func DefaultTimeLimit(n int) time.Duration {
	return min(max(time.Duration(n)*5*time.Millisecond, 500*time.Millisecond), 30*time.Second)
}

// Solve finds a solution. When ctx is cancelled on the way the best so far is the
// result, not an error. When a device fails on the way, the best so far comes beside the
// error.
func Solve(ctx context.Context, p Problem, cfg Config) (*Result, error) {
	s, err := create(ctx, p, cfg)
	if err != nil {
		return nil, err
	}
	for _, err := range s.Steps(ctx) {
		if err != nil {
			if ctx.Err() != nil && s.Progress().Step == 0 {
				return nil, err
			}
			r, fault := s.Result()
			return r, errors.Join(err, fault)
		}
	}
	return s.Result()
}

// A Solver is one run that can be watched. All its methods but Steps may be called from
// any goroutine; they wait for the end of a step. Functions of a Definition or of an own
// algorithm run within a step, and must not call them.
type Solver struct {
	problem   Problem
	info      InstanceInfo
	cfg       Config
	algorithm string
	picked    *Picked // nil: it was asked for
	params    params.Group
	known     *Known          // nil: none
	earlier   time.Duration   // of the run that was saved
	fault     error           // of Config.StopWhen
	asked     context.Context // ends when Stop is called
	stop      func()

	mu       sync.Mutex // over what follows
	run      run
	last     search.Progress
	over     search.Reason // why the algorithm has nothing left to do; empty while it has
	ready    bool          // it is prepared …
	prepared time.Duration // … since then
	first    int           // … and had made so many steps
	began    time.Duration // when it began to prepare
	begun    bool
	closed   bool // its device is given back
	paced    Pace
	limit    time.Duration // 0: none
	used     float64       // share of the budget, as the run last heard it
	cooling  cooling
	trace    []TracePoint
	stages   stopwatch.Stages
	resumed  *state.Reader // the state to go on from, until it is taken up; then nil
	saved    []byte        // the checkpoint that this state is from, or the last one of a closed run
	offered  any           // a solution from elsewhere that came meanwhile
}

// New prepares a run; the work is done in Steps. It lets auto pick by the limits of
// Config: a deadline of the context of Steps comes too late for that.
func New(p Problem, cfg Config) (*Solver, error) { return create(context.Background(), p, cfg) }

// create prepares a run for a context.
func create(ctx context.Context, p Problem, cfg Config) (*Solver, error) {
	s, err := newSolver(p, cfg)
	if err != nil {
		return nil, err
	}
	if err := s.choose(s.pick(ctx)); err != nil {
		return nil, err
	}
	if err := s.begin(s.cfg.Init); err != nil {
		return nil, err
	}
	s.last = search.Progress{Elapsed: s.elapsed(), Cost: s.run.Cost()}
	s.last.ImprovedAt = s.last.Elapsed
	s.note(s.last)
	return s, nil
}

// elapsed is the time of the whole search.
func (s *Solver) elapsed() time.Duration { return s.earlier + time.Since(s.cfg.Began) }

// mostThreads is beyond all machines; the memory that a thread works in is not for free.
const mostThreads = 4096

// validate reports every fault of the configuration that does not depend on the problem.
func (c Config) validate() error {
	faults := []error{c.Limits.Validate(), notNegative("cooling", c.Cooling)}
	if c.Threads < 0 || c.Threads > mostThreads {
		faults = append(faults, &ParamError{Name: "threads", Value: fmt.Sprint(c.Threads), Expected: "0 to 4,096"})
	}
	return errors.Join(faults...)
}

// newSolver checks how to solve. The algorithm is still to be chosen.
func newSolver(p Problem, cfg Config) (s *Solver, err error) {
	defer catch(&err)
	if p.task == nil {
		return nil, errNone
	}
	if cfg.Began.IsZero() {
		cfg.Began = time.Now()
	}
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	if cfg.Threads == 0 {
		cfg.Threads = runtime.GOMAXPROCS(0)
	}
	s = &Solver{problem: p, info: p.task.info(), cfg: cfg, known: p.task.known()}
	s.asked, s.stop = context.WithCancel(context.Background())
	if cfg.Limits.TargetGap != nil && s.known == nil {
		return nil, fmt.Errorf("no best known cost is on record for %q, which a target gap needs: give a target cost", s.info.Name)
	}
	return s, nil
}

func (s *Solver) row() (catalog.Row, error) { return catalog.Find(s.problem.task.rows(), s.algorithm) }

// begin makes the run.
func (s *Solver) begin(init any) (err error) {
	defer catch(&err)
	row, err := s.row()
	if err != nil {
		return err
	}
	s.run, err = s.problem.task.begin(row, s.params, order{
		auto: s.auto(), seed: s.cfg.Seed, threads: s.cfg.Threads, device: s.cfg.Device, init: init,
	})
	return err
}

// Steps runs the search and yields the progress after every step. Breaking out
// of the loop ends it; Result has the best so far in any case. A Solver runs
// once.
func (s *Solver) Steps(ctx context.Context) iter.Seq2[search.Progress, error] {
	return func(yield func(search.Progress, error) bool) {
		from, rules, err := s.start(ctx)
		if err != nil {
			yield(from, err)
			return
		}
		defer s.close()
		until, forget := s.stoppable(ctx)
		defer forget()
		for p, err := range search.Continue(until, search.Searcher[any](locked{s}), rules, from) {
			if err == nil && s.cools(ctx, p.Reason) {
				s.cool(ctx, p, yield)
				return
			}
			s.observe(p)
			if err == nil {
				err = s.fault
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// start says where the search begins, and what ends it.
func (s *Solver) start(ctx context.Context) (search.Progress, search.Stop, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.begun {
		return s.last, nil, errors.New("this search has run already: make a new Solver")
	}
	if err := ctx.Err(); err != nil {
		return s.last, nil, fmt.Errorf("no step was made: %w", err)
	}
	s.begun, s.began = true, s.elapsed()
	s.last.Elapsed = s.began
	return s.last, s.rules(ctx), nil
}

// close gives the device back. What can be saved of a run on it is saved before.
func (s *Solver) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run.on() != nil && s.resumed == nil && s.cooling.began == 0 {
		s.saved, _ = s.checkpoint()
	}
	_ = s.run.close()
	s.closed = true
}

// observe remembers a progress.
func (s *Solver) observe(p search.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last.Reason, s.last.Elapsed = p.Reason, p.Elapsed
	s.last.Cooling, s.last.CooledAt = p.Cooling, p.CooledAt
}

// Progress is how far the search has come.
func (s *Solver) Progress() search.Progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// Preparing names the part of the preparation that comes next, such as "neighbour lists";
// "" when the search has begun, or if the algorithm tells nothing apart.
func (s *Solver) Preparing() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ready {
		return ""
	}
	return s.run.preparing()
}

// Info says what is solved.
func (s *Solver) Info() InstanceInfo { return s.info }

// BestKnown is what has been published for the instance.
func (s *Solver) BestKnown() (Known, bool) { return s.problem.BestKnown() }

// Best is a snapshot of the best solution so far, of the problem's type, for whoever
// watches.
func (s *Solver) Best() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run.Best()
}

// Immigrate offers a solution found elsewhere. It is checked and costed, taken up if it
// is better than the best so far, and the answer says whether it was.
func (s *Solver) Immigrate(solution any) (taken bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.resumed != nil { // the search has not taken up its state yet
		if taken, err = s.run.keep(solution); taken {
			s.offered = solution
		}
	} else {
		taken, err = s.run.Immigrate(solution)
	}
	if taken && !s.ready {
		s.cfg.Init = solution
	}
	s.account()
	return taken, err
}

// account brings the progress up to date with the run. It is done before anybody else
// can look.
func (s *Solver) account() {
	s.last.Elapsed = s.elapsed()
	if cost := s.run.Cost(); cost < s.last.Cost || cost > s.last.Cost && s.over == search.Optimal {
		s.last.Cost, s.last.Improved, s.last.ImprovedAt = cost, s.last.Step, s.last.Elapsed
		s.note(s.last)
	}
}

// locked is the run of a solver, for one goroutine at a time.
type locked struct{ *Solver }

func (l locked) Step(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.stages.Time(ctx, l.run.stage(), l.run.Step)
	if ctx.Err() == nil || !search.Ended(err) {
		l.last.Step++
	}
	switch {
	case errors.Is(err, search.ErrOptimal):
		l.over = search.Optimal
	case errors.Is(err, search.ErrExhausted):
		l.over = search.Stall
	}
	l.account()
	return err
}

// Prepare prepares the run and then, if it was saved, takes up its state.
func (l locked) Prepare(ctx context.Context) (done bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ready {
		return true, nil
	}
	err = l.stages.Time(ctx, preparing, func(ctx context.Context) error {
		done, err = l.run.Prepare(ctx)
		return err
	})
	if err == nil && done && l.resumed != nil {
		err = l.restore()
	}
	l.account()
	if done && err == nil {
		l.ready, l.prepared, l.first = true, l.last.Elapsed, l.last.Step
	}
	return done, err
}

func (l locked) Cost() float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.run.Cost()
}

func (l locked) Pace(used float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.used = used
	l.run.Pace(used)
}

// note adds to the trace, and thins it out when it gets long: convergence is
// looked at on a screen.
func (s *Solver) note(p search.Progress) {
	const most = 2000
	if len(s.trace) >= most {
		thinned := make([]TracePoint, 0, most)
		for i := 0; i < len(s.trace); i += 2 {
			thinned = append(thinned, s.trace[i])
		}
		s.trace = thinned
	}
	s.trace = append(s.trace, TracePoint{Seconds: seconds(p.Elapsed), Step: p.Step, Cost: p.Cost})
}

func seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e4) / 1e4 }

// shown are the parameters as a result has them.
func (s *Solver) shown() (json.RawMessage, error) { return json.Marshal(s.params) }

// traced is a copy of the trace.
func (s *Solver) traced() []TracePoint { return slices.Clone(s.trace) }
