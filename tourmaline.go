// Package tourmaline finds good tours: give it a set of cities and a limit,
// get the best tour found, what it costs, and how good that is.
//
//	in, err := tsp.FromPoints(tsp.Euclidean, points)
//	…
//	r, err := tourmaline.Solve(ctx, in, tourmaline.Config{TimeLimit: 5 * time.Second})
//	…
//	fmt.Println(r.Cost, r.Order)
//
// [Solve] is all that most programs need. [New] and [Solver.Steps] let a
// program watch the search, and stop it, in a for ... range loop.
package tourmaline

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"runtime"
	"time"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Config says how to solve. The zero value is a good choice: all cores, the
// algorithm that fits, and a time limit that grows with the instance.
type Config struct {
	Algorithm string            // one of Algorithms, "" or "auto" to let the instance decide
	Params    map[string]string // the algorithm's parameters by name; the rest are defaults
	Seed      uint64            // same seed, same MaxSteps: same tour
	Threads   int               // 0 = all cores; changes the speed, never the result

	// Device does the data-parallel part of the work, such as one of package opencl;
	// nil: the threads do everything. It changes the speed, never the result. An
	// instance so small that "auto" solves it exactly stays on the CPU.
	Device device.Device

	// Limits. The first to be reached ends the search; the result says which.
	// Without any, DefaultTimeLimit holds. A cost that is known to be optimal
	// ends every search.
	TimeLimit     time.Duration
	MaxSteps      int           // for runs that can be repeated exactly: a search cools by steps, whatever the time limit; the first three prepare
	NoImprovement time.Duration // since the last improvement
	Target        *float64      // a cost that is good enough
	TargetGap     *float64      // a gap to the best known cost that is good enough, in percent

	Init  tsp.Tour  // a tour to start from; the result is never worse
	Began time.Time // what the time limit and all times count from; zero = New
}

// ErrDevice says that a device was asked for and cannot be used, or that it has failed.
var ErrDevice = device.Err

// DefaultTimeLimit is 5 ms per city, at least half a second and at most half a
// minute.
func DefaultTimeLimit(n int) time.Duration {
	return min(max(time.Duration(n)*5*time.Millisecond, 500*time.Millisecond), 30*time.Second)
}

// Algorithms are the names that Config.Algorithm takes, "auto" first.
func Algorithms() []string {
	names := []string{catalog.Auto}
	for _, a := range catalog.Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

// Solve finds a tour. When ctx is cancelled the best so far is the result, not
// an error. When a device fails on the way, the best so far comes beside the error.
func Solve(ctx context.Context, in *tsp.Instance, cfg Config) (*Result, error) {
	s, err := New(in, cfg)
	if err != nil {
		return nil, err
	}
	return s.run(ctx)
}

// SolveProblem is Solve for problems of any kind.
func SolveProblem(ctx context.Context, p Problem, cfg Config) (*Result, error) {
	s, err := NewSolver(p, cfg)
	if err != nil {
		return nil, err
	}
	return s.run(ctx)
}

func (s *Solver) run(ctx context.Context) (*Result, error) {
	for _, err := range s.Steps(ctx) {
		if errors.Is(err, ErrDevice) {
			r, fault := s.Result()
			return r, errors.Join(err, fault)
		}
		if err != nil {
			return nil, err
		}
	}
	return s.Result()
}

// A Solver is one run that can be watched.
type Solver struct {
	problem  Problem
	info     catalog.Info
	cfg      Config
	searcher catalog.Run
	stop     search.Stop
	before   time.Duration // from Began to New
	deadline time.Time     // zero: none
	known    *Known        // nil: none
	last     search.Progress
	begun    bool
	trace    []TracePoint
}

// New prepares the search for a tour; the work is done in Steps.
func New(in *tsp.Instance, cfg Config) (*Solver, error) { return NewSolver(Tours(in), cfg) }

// NewSolver prepares a run on a problem of any kind; the work is done in Steps.
func NewSolver(p Problem, cfg Config) (*Solver, error) {
	if p.task == nil {
		return nil, errNone
	}
	if cfg.Began.IsZero() {
		cfg.Began = time.Now()
	}
	if cfg.Threads <= 0 {
		cfg.Threads = runtime.GOMAXPROCS(0)
	}
	host := catalog.Host{Threads: cfg.Threads, Device: cfg.Device}
	task, err := p.task(cfg)
	if err != nil {
		return nil, err
	}
	s := &Solver{problem: p, info: task.Info(), cfg: cfg, before: time.Since(cfg.Began)}
	if s.searcher, err = task.Begin(catalog.Order{Algorithm: cfg.Algorithm, Params: cfg.Params, Seed: cfg.Seed, Host: host}); err != nil {
		return nil, err
	}
	if known, ok := task.Known(); ok {
		s.known = &Known{known.Value, known.Proven}
	}
	if s.stop, err = s.rules(); err != nil {
		return nil, err
	}
	s.last.Cost = s.searcher.Cost()
	s.note(s.last)
	return s, nil
}

// rules puts the limits together. A proven optimum ends the search, too, but is
// no limit that anyone set.
func (s *Solver) rules() (search.Stop, error) {
	c := s.cfg
	var rules []search.Stop
	if c.TargetGap != nil {
		if s.known == nil {
			return nil, fmt.Errorf("a target gap needs a best known cost, and there is none for this question on %q: use a target cost", s.info.Name)
		}
		rules = append(rules, search.AtCost(s.known.Value+math.Abs(s.known.Value)**c.TargetGap/100))
	}
	if c.Target != nil {
		rules = append(rules, search.AtCost(*c.Target))
	}
	if c.MaxSteps > 0 {
		rules = append(rules, search.AfterSteps(c.MaxSteps))
	}
	if c.NoImprovement > 0 {
		rules = append(rules, s.stalled(search.Stalled(c.NoImprovement)))
	}
	if c.TimeLimit < 0 || c.NoImprovement < 0 || c.MaxSteps < 0 {
		return nil, errors.New("limits must not be negative")
	}
	limit := c.TimeLimit
	if len(rules) == 0 && limit == 0 {
		limit = s.before + DefaultTimeLimit(s.info.N)
	}
	if limit > 0 {
		rule := search.After(limit - s.before)
		if c.MaxSteps > 0 {
			rule = unpaced(rule)
		}
		rules = append(rules, rule)
		s.deadline = c.Began.Add(limit)
	}
	if s.known != nil && s.known.Proven {
		rules = append([]search.Stop{search.AtBound(s.known.Value)}, rules...)
	}
	return search.Any(rules...), nil
}

// unpaced keeps the share of the budget that a rule sees to itself: a search that
// is paced by its steps gives the same tour again, however fast the machine is.
func unpaced(rule search.Stop) search.Stop {
	return func(p search.Progress) search.Verdict {
		v := rule(p)
		if v.Reason == "" {
			v.Used = 0
		}
		return v
	}
}

// pace says what a cooling schedule follows.
func (s *Solver) pace() Pace {
	switch {
	case s.cfg.MaxSteps > 0:
		return PaceSteps
	case !s.deadline.IsZero():
		return PaceTime
	}
	return PaceNone
}

// stalled lets a rule wait until the search itself has begun: preparing a large
// instance takes longer than many a patience.
func (s *Solver) stalled(rule search.Stop) search.Stop {
	return func(p search.Progress) search.Verdict {
		if !s.searcher.Prepared() {
			return search.Verdict{}
		}
		return rule(p)
	}
}

// Steps runs the search and yields the progress after every step. Breaking out
// of the loop ends it; Result has the best so far in any case. A Solver runs
// once.
func (s *Solver) Steps(ctx context.Context) iter.Seq2[search.Progress, error] {
	return func(yield func(search.Progress, error) bool) {
		if s.begun {
			yield(s.last, errors.New("this search has run already: make a new Solver"))
			return
		}
		s.begun = true
		defer func() { _ = s.searcher.Close() }()
		if !s.deadline.IsZero() { // so that even a long step ends in time
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, s.deadline)
			defer cancel()
		}
		for p, err := range search.Steps(ctx, s.searcher, s.stop) {
			p.Elapsed += s.before
			p.ImprovedAt += s.before
			s.last = p
			if p.Step > 0 && p.Improved == p.Step {
				s.note(p)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// BestKnown is what has been published for the instance.
func (s *Solver) BestKnown() (Known, bool) {
	if s.known == nil {
		return Known{}, false
	}
	return *s.known, true
}

// Best is a snapshot of the best tour so far, for whoever watches; nil for other
// problems.
func (s *Solver) Best() tsp.Tour {
	tour, _ := s.searcher.Best().(tsp.Tour)
	return tour
}

// note adds to the trace, and thins it out when it gets long: convergence is
// looked at on a screen.
func (s *Solver) note(p search.Progress) {
	const most = 2000
	if len(s.trace) == most {
		for i := 1; i < most/2; i++ {
			s.trace[i] = s.trace[2*i]
		}
		s.trace = s.trace[:most/2]
	}
	s.trace = append(s.trace, TracePoint{Seconds: seconds(p.Elapsed), Step: p.Step, Cost: p.Cost})
}

func seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e4) / 1e4 }
