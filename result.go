package tourmaline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Result is the outcome of a run, in the form that the library, the command line and files share.
// Its cost was computed from scratch.
type Result struct {
	Schema    string       `json:"schema"`
	Version   string       `json:"version"`
	Instance  InstanceInfo `json:"instance"`
	Algorithm string       `json:"algorithm"`
	// reason why "auto" chose the algorithm; nil if it was chosen by name
	Picked  *Picked         `json:"picked,omitempty"`
	Engine  string          `json:"engine"` // "cpu", or the driver of the device
	Device  string          `json:"device"` // device name
	Seed    uint64          `json:"seed"`
	Threads int             `json:"threads"`
	Params  json.RawMessage `json:"params"`

	Cost             float64  `json:"cost"`
	BestKnown        *float64 `json:"best_known"`
	GapPercent       *float64 `json:"gap_percent"`
	LowerBound       *float64 `json:"lower_bound"`
	ProvenGapPercent *float64 `json:"proven_gap_percent"`

	// proof of a lower bound; only if Config.Bound is set
	Certificate *Certificate `json:"certificate,omitempty"`

	Rounding *Rounding `json:"rounding,omitempty"` // only for tours

	// basis of the cooling schedule: "steps", "time" or "none"
	Pace        string        `json:"pace"`
	Termination search.Reason `json:"termination"`
	Seconds     float64       `json:"seconds"`
	Steps       int           `json:"steps"`
	Phases      []Phase       `json:"phases"` // time spent in each phase

	// ids from the file; numbers from 1 if the ids are text
	Tour   []int64      `json:"tour,omitempty"`
	Codes  []string     `json:"codes,omitempty"`  // ids that are text, in tour order
	Labels []string     `json:"labels,omitempty"` // city names, in tour order
	Notes  []string     `json:"notes,omitempty"`  // warnings about the file, see tsp.Details.Notes
	Trace  []TracePoint `json:"trace"`

	// Solution is the solution of a problem other than tours, for example the locations of the
	// facilities, counted from 1, the signs of a perceptron, or the coordinates of a minimum.
	Solution any `json:"solution,omitempty"`

	best any // solution of the problem's type
}

// Order returns the tour, with cities numbered from 0 to n-1, or nil if the result has no tour.
func (r *Result) Order() tsp.Tour {
	t, _ := r.best.(tsp.Tour)
	return t
}

// Best returns the solution of a result as the problem's type: tsp.Tour for tours, qap.Assignment
// for assignments, S for a Definition[S]. A result decoded from JSON has no solution;
// Problem.ReadResult restores it.
func Best[S any](r *Result) (S, error) {
	s, ok := r.best.(S)
	switch {
	case r.best == nil:
		return s, errors.New("the result has no solution: read it with Problem.ReadResult")
	case !ok:
		return s, fmt.Errorf("the solution is a %T, expected a %T", r.best, s)
	}
	return s, nil
}

// A Phase is a part of a search: the preparation, the parts that an algorithm distinguishes
// (construct, improve, select and update in a colony; descent and search in ils) or the whole
// search, and the cooling ("cool") of a search that was stopped early.
type Phase struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	// Serial is the number of seconds in which only one thread could work. More threads do not
	// reduce it. It is nil if unknown.
	Serial *float64 `json:"serial,omitempty"`
}

// InstanceInfo describes an instance.
type InstanceInfo struct {
	Name    string `json:"name"`
	Problem string `json:"problem"`
	N       int    `json:"n"`
	Unit    string `json:"unit"` // unit of the cost; empty if unknown
	Hash    string `json:"hash"`
}

// A Rounding describes the effect of rounding distances to multiples of 1/Scale during a search.
// Proofs of optimality hold for the original distances.
type Rounding struct {
	Scale         float64 `json:"scale"`
	Exact         bool    `json:"exact"`          // whether no distance was rounded
	UnroundedCost float64 `json:"unrounded_cost"` // sum of the original distances in float64
	// maximum difference between UnroundedCost and the cost that the search used
	CostError float64 `json:"cost_error"`
}

// Result checks the best solution so far and returns it with a description of the run.
func (s *Solver) Result() (r *Result, err error) {
	defer catch(&err)
	s.mu.Lock()
	defer s.mu.Unlock()
	best, cost, err := s.run.judge(s.timeline.last.Cost)
	if err != nil {
		return nil, err
	}
	shown, err := s.shown()
	if err != nil {
		return nil, err
	}
	// without a reason, the search is still cooling, or the caller left the loop
	last := s.timeline.last
	r = &Result{
		Schema:    catalog.ResultSchema,
		Version:   Version(),
		Instance:  s.info,
		Algorithm: s.algorithm,
		Picked:    s.picked,
		Seed:      s.cfg.Seed,
		Params:    shown,

		Cost:        cost,
		Pace:        s.schedule.pace,
		Termination: cmp.Or(last.Reason, last.Cooling, search.Interrupted),
		Seconds:     seconds(last.Elapsed),
		Steps:       last.Step,
		Phases:      s.phases(),

		Trace: slices.Clone(s.trace),
		best:  best,
	}
	r.Engine, r.Device, r.Threads = s.hardware()
	r.compare(s.known)
	r.bound(s.bounding.proven, s.cfg.Bound)
	s.problem.task.write(r, best)
	return r, nil
}

// compare computes the gaps to the known costs.
func (r *Result) compare(known *Known) {
	if known != nil {
		r.BestKnown = new(known.Value)
		if gap, ok := known.Gap(r.Cost); ok {
			r.GapPercent = &gap
		}
		if known.Proven {
			r.LowerBound, r.ProvenGapPercent = r.BestKnown, r.GapPercent
		}
	}
	if r.Termination == search.Optimal {
		r.LowerBound, r.ProvenGapPercent = &r.Cost, new(0.0)
	}
}

// bound sets the computed lower bound, unless a higher one is known.
func (r *Result) bound(c *Certificate, show bool) {
	if c == nil {
		return
	}
	if show {
		r.Certificate = c
	}
	if r.LowerBound != nil && *r.LowerBound >= c.Bound {
		return
	}
	r.LowerBound = &c.Bound
	if gap, ok := (Known{Value: c.Bound}).Gap(r.Cost); ok {
		r.ProvenGapPercent = &gap
	}
}

// ReadResult decodes a result of this problem from JSON. It checks the solution, computes its cost
// from scratch and compares it with the stated cost. The solution in the returned result has the
// problem's type, so Best and Order work as after Solve. Encoding the result again gives the same
// numbers.
func (p Problem) ReadResult(data []byte) (r *Result, err error) {
	defer catch(&err)
	if p.task == nil {
		return nil, errNoProblem
	}
	r = new(Result)
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("result: %w", err)
	}
	if r.Schema != catalog.ResultSchema {
		return nil, fmt.Errorf("result: schema %q, expected %q", r.Schema, catalog.ResultSchema)
	}
	if info := p.task.info(); r.Instance.Problem != info.Problem || r.Instance.Hash != info.Hash {
		return nil, fmt.Errorf("result: it belongs to instance %q (%s), not to the instance %q of this problem (%s)",
			r.Instance.Name, r.Instance.Problem, info.Name, info.Problem)
	}
	best, cost, err := p.task.restore(r, data)
	if err != nil {
		return nil, fmt.Errorf("result: %w", err)
	}
	if !search.SameCost(r.Cost, cost) {
		return nil, fmt.Errorf("result: the stated cost is %v, but the solution costs %v", r.Cost, cost)
	}
	r.best = best
	return r, nil
}

// restore returns the tour of a result, with cities numbered from 0 to n-1, and its cost.
func (t *tours) restore(r *Result, _ []byte) (any, float64, error) {
	order := make(tsp.Tour, len(r.Tour))
	for i, id := range r.Tour {
		c, ok := t.in.City(id)
		if !ok {
			return nil, 0, fmt.Errorf("%w: unknown city %d", ErrNoSolution, id)
		}
		order[i] = c
	}
	if err := t.in.Check(order); err != nil {
		return nil, 0, errors.Join(ErrNoSolution, err)
	}
	return order, t.in.Cost(order), nil
}

// restore returns the solution of a result, and its cost.
func (d *defined[S]) restore(_ *Result, data []byte) (any, float64, error) {
	a, err := d.read(data, "the result")
	return a.solution, a.cost, err
}
