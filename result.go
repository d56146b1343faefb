package tourmaline

import (
	"encoding/json"
	"runtime/debug"

	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Schema names the form of a result's JSON; docs/result.schema.json is it.
const Schema = "tourmaline/result/v1"

// Result is what a run leaves behind: one form for the library, the command
// line and files. Its cost was recomputed from scratch.
type Result struct {
	Schema    string          `json:"schema"`
	Version   string          `json:"version"`
	Instance  InstanceInfo    `json:"instance"`
	Algorithm string          `json:"algorithm"`
	Picked    *Picked         `json:"picked,omitempty"` // why "auto" stood for it; nil if it was asked for
	Engine    string          `json:"engine"`           // "cpu", or what drives the device
	Device    string          `json:"device"`           // its name
	Seed      uint64          `json:"seed"`
	Threads   int             `json:"threads"`
	Params    json.RawMessage `json:"params"`

	Cost             float64  `json:"cost"`
	BestKnown        *float64 `json:"best_known"`
	GapPercent       *float64 `json:"gap_percent"`
	LowerBound       *float64 `json:"lower_bound"`
	ProvenGapPercent *float64 `json:"proven_gap_percent"`

	Rounding *Rounding `json:"rounding,omitempty"` // of tours

	Pace        Pace          `json:"pace"`
	Termination search.Reason `json:"termination"`
	Seconds     float64       `json:"seconds"`
	Steps       int           `json:"steps"`
	Phases      []Phase       `json:"phases"` // what the time went into

	Tour   []int64      `json:"tour,omitempty"`   // the file's own ids; from 1 if those are texts
	Codes  []string     `json:"codes,omitempty"`  // the ids of a file whose ids are texts, in the same order
	Labels []string     `json:"labels,omitempty"` // the cities' names in the same order, where they have any
	Trace  []TracePoint `json:"trace"`

	// Solution is that of other problems: the places of the facilities from 1, the
	// signs of a perceptron, the coordinates of a minimum.
	Solution any `json:"solution,omitempty"`

	Best any `json:"-"` // the solution, of the problem's type: a tsp.Tour for tours
}

// Order is the tour as cities 0 to n-1; nil for other problems.
func (r *Result) Order() tsp.Tour {
	t, _ := r.Best.(tsp.Tour)
	return t
}

// A Pace is what a search that cools follows. By steps, the same seed and the same
// limit give the same tour; by time, it depends on the machine.
type Pace string

// The paces. A run without a limit on steps or time does not cool.
const (
	PaceSteps Pace = "steps"
	PaceTime  Pace = "time"
	PaceNone  Pace = "none"
)

// A Phase is a part of a search: the preparation, what an algorithm tells apart
// (construct, improve, select and update in a colony; descent and search in ils) or its
// search as a whole, and the cooling of one that was stopped early ("cool").
type Phase struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	// Serial is how many of the seconds only one thread could use, so that more threads
	// save nothing of them; nil where that is not known.
	Serial *float64 `json:"serial,omitempty"`
}

// InstanceInfo says what was solved.
type InstanceInfo struct {
	Name    string `json:"name"`
	Problem string `json:"problem"`
	N       int    `json:"n"`
	Unit    string `json:"unit"` // of the cost, empty where nobody said
	Hash    string `json:"hash"`
}

// A Rounding says how far a search was misled because distances are whole multiples of
// 1/Scale for it. What is called proven holds for the distances as they were given.
type Rounding struct {
	Scale         float64 `json:"scale"`
	Exact         bool    `json:"exact"`          // no distance was rounded
	UnroundedCost float64 `json:"unrounded_cost"` // by the distances as they were given, added up in float64
	CostError     float64 `json:"cost_error"`     // the search saw UnroundedCost with an error of at most this
}

// TracePoint is an improvement.
type TracePoint struct {
	Seconds float64 `json:"seconds"`
	Step    int     `json:"step"`
	Cost    float64 `json:"cost"`
	// Diversity, if somebody asked for it; see Solver.Diversity.
	Diversity *float64 `json:"diversity,omitempty"`
	// Mean, if somebody asked for it; see Solver.Mean.
	Mean *float64 `json:"mean,omitempty"`
}

// Result has the best solution so far judged and describes the run.
func (s *Solver) Result() (r *Result, err error) {
	defer catch(&err)
	s.mu.Lock()
	defer s.mu.Unlock()
	best, cost, err := s.run.judge(s.last.Cost)
	if err != nil {
		return nil, err
	}
	shown, err := s.shown()
	if err != nil {
		return nil, err
	}
	r = &Result{
		Schema:    Schema,
		Version:   Version(),
		Instance:  s.info,
		Algorithm: s.algorithm,
		Picked:    s.picked,
		Seed:      s.cfg.Seed,
		Params:    shown,

		Cost:        cost,
		Pace:        s.paced,
		Termination: s.last.Reason,
		Seconds:     seconds(s.last.Elapsed),
		Steps:       s.last.Step,
		Phases:      s.phases(),

		Trace: s.traced(),
		Best:  best,
	}
	r.Engine, r.Device, r.Threads = s.On()
	if r.Termination == "" { // it still cools, or the observer broke off
		r.Termination = s.last.Cooling
	}
	if r.Termination == "" {
		r.Termination = search.Interrupted
	}
	r.compare(s.known)
	s.problem.task.write(r, best)
	return r, nil
}

// phases are the preparation, and then the acts of the algorithm or the stages of its
// search; then the cooling of one that was stopped early.
func (s *Solver) phases() []Phase {
	acts, stages, end := s.run.phases(), s.stages.Phases(), s.last.Elapsed
	if s.cooling.began > 0 {
		acts, stages, end = s.cooling.acts, s.cooling.stages, s.cooling.began
	}
	all := []Phase{{Name: preparing, Seconds: seconds(max(s.prepared-s.began, 0))}}
	for _, p := range acts {
		all = append(all, Phase{Name: p.Name, Seconds: seconds(p.Elapsed)})
	}
	rest := max(end-s.prepared, 0)
	for i, p := range stages {
		switch {
		case p.Name == preparing:
			all[0].Serial = s.serial(p)
		case acts == nil && i == len(stages)-1: // and what the observer took
			all = append(all, Phase{p.Name, seconds(max(rest, 0)), s.serial(p)})
		case acts == nil:
			all = append(all, Phase{p.Name, seconds(p.Elapsed), s.serial(p)})
			rest -= p.Elapsed
		}
	}
	if s.cooling.began > 0 {
		all = append(all, Phase{Name: "cool", Seconds: seconds(s.last.Elapsed - end)})
	}
	return all
}

// preparing is the stage before the first step.
const preparing = "prepare"

// serial is how much of a stage only one thread could do. Of what a device did, and of the
// time before a checkpoint, nobody knows.
func (s *Solver) serial(stage stopwatch.Phase) *float64 {
	if s.run.on() != nil || s.first > 0 {
		return nil
	}
	return new(seconds(stage.Serial))
}

// compare sets the result beside what is known.
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

// version is set when a release is built.
var version = ""

// Version is the version of this library: the release, or the revision it was
// built from.
func Version() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == "github.com/tourmaline-opt/tourmaline" && m.Version != "" && m.Version != "(devel)" {
			return m.Version
		}
	}
	return "devel"
}
