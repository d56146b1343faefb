package job

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// Verified is a verified result. Cost, BestKnown and GapPercent are recomputed, and LowerBound is
// checked as far as it can be; the other facts are copied from the result.
type Verified struct {
	Cost        float64       `json:"cost"`
	BestKnown   *float64      `json:"best_known"`
	GapPercent  *float64      `json:"gap_percent"`
	Algorithm   string        `json:"algorithm"`
	Seed        uint64        `json:"seed"`
	Termination search.Reason `json:"termination"`
	Seconds     float64       `json:"seconds"`
	Steps       int           `json:"steps"`

	LowerBound *float64           `json:"lower_bound,omitempty"`
	Picked     *tourmaline.Picked `json:"picked,omitempty"`
	Engine     string             `json:"engine,omitempty"`
	Device     string             `json:"device,omitempty"`
	Threads    int                `json:"threads,omitempty"`

	Solution any                     `json:"-"` // type depends on the problem: a tsp.Tour for tours
	Trace    []tourmaline.TracePoint `json:"-"` // copied from the result
}

// resultName is the name of a result in error messages.
const resultName = "result"

// Verify reads a result in JSON, checks its solution, recomputes the cost and compares it with the
// cost that the result states.
func (in *Input) Verify(result []byte) (Verified, error) {
	said, err := readResult(result)
	if err == nil {
		err = in.compare(said)
	}
	if err != nil {
		return Verified{}, err
	}
	v := Verified{
		Algorithm: said.Algorithm, Seed: said.Seed, Termination: said.Termination, Seconds: said.Seconds, Steps: said.Steps, Trace: said.Trace,
		LowerBound: said.LowerBound, Engine: said.Engine, Device: said.Device, Threads: said.Threads,
	}
	if said.Picked != nil && json.Unmarshal(said.Picked, &v.Picked) != nil {
		return Verified{}, bad("picked", "expected an object")
	}
	judge := in.judgeOther
	if in.Document != nil {
		judge = in.judgeTour
	}
	if v.Solution, v.Cost, err = judge(said); err != nil {
		return Verified{}, &Fault{BadResult, "", budget.Message(err.Error())}
	}
	if !search.SameCost(said.Cost, v.Cost) {
		return Verified{}, bad("cost", "stated as %v, but the solution costs %v", said.Cost, v.Cost)
	}
	return v, in.rate(&v, said)
}

// bad returns the fault for a member of a result.
func bad(field, format string, args ...any) error {
	return &Fault{BadResult, field, resultName + ": " + field + ": " + fmt.Sprintf(format, args...)}
}

// compare checks the schema, the instance and the search that a result states against the job.
func (in *Input) compare(said statement) error {
	seed := in.settings.Seed
	of := in.Info
	of.Name, of.Unit = validUTF8(of.Name), validUTF8(of.Unit)
	ends := []search.Reason{search.Time, search.StepsDone, search.Stall, search.Target, search.Interrupted, search.Optimal}
	switch {
	case said.Schema != catalog.ResultSchema:
		return bad("schema", "expected %s, found %s", catalog.ResultSchema, budget.Quote(said.Schema))
	case said.Instance != of:
		return bad("instance", "does not match: the result belongs to a different instance, or the file was read differently")
	case !in.suits(said.Algorithm):
		return bad("algorithm", "expected %s, found %s", cmp.Or(in.settings.Algorithm, catalog.Auto), budget.Quote(said.Algorithm))
	case said.Seed != seed:
		return bad("seed", "expected %d, found %d", seed, said.Seed)
	case !slices.Contains(ends, said.Termination):
		return bad("termination", "unknown termination reason %s", budget.Quote(said.Termination))
	case said.Seconds < 0:
		return bad("seconds", "expected 0 or more, found %v", said.Seconds)
	case said.Steps < 0:
		return bad("steps", "expected 0 or more, found %d", said.Steps)
	}
	return nil
}

// judgeTour checks a tour and recomputes its cost.
func (in *Input) judgeTour(said statement) (any, float64, error) {
	of := in.Document.Instance
	// omits other members that could be read as a tour
	data, err := json.Marshal(map[string]json.RawMessage{"tour": said.Tour})
	if err != nil {
		return nil, 0, err
	}
	tour, _, err := format.ReadTour(bytes.NewReader(data), resultName, of)
	if err == nil {
		err = of.Check(tour)
	}
	if err != nil {
		return nil, 0, err
	}
	err = errors.Join(calls(said.Codes, "codes", tour, of.Details().Codes), calls(said.Labels, "labels", tour, of.Details().Labels))
	return tour, of.Cost(tour), err
}

// calls checks the stated names of the cities along a tour.
func calls(said json.RawMessage, field string, tour tsp.Tour, names []string) error {
	var list []string
	if said != nil && json.Unmarshal(said, &list) != nil || len(list) != min(len(names), len(tour)) {
		return bad(field, "expected a list of %d names", len(names))
	}
	for k, name := range list {
		if is := validUTF8(names[tour[k]]); name != is {
			return bad(field, "position %d: expected %s, found %s", k+1, budget.Quote(is), budget.Quote(name))
		}
	}
	return nil
}

// validUTF8 returns a text as JSON encodes it, with bytes that are not UTF-8 replaced.
func validUTF8(text string) string { return string([]rune(text)) }

// judgeOther checks a solution of a problem other than tours and recomputes its cost.
func (in *Input) judgeOther(said statement) (any, float64, error) {
	data, err := json.Marshal(map[string]json.RawMessage{"solution": said.Solution})
	if err != nil {
		return nil, 0, err
	}
	solution, cost, _, err := in.Problem.ReadSolution(data, resultName)
	return solution, cost, err
}

// rate compares the cost with the best known cost, and checks the best known cost, the gap and the
// lower bound that the result states.
func (in *Input) rate(v *Verified, said statement) error {
	known, ok := in.Problem.BestKnown()
	if ok {
		v.BestKnown = &known.Value
		if gap, ok := known.Gap(v.Cost); ok {
			v.GapPercent = &gap
		}
	}
	bound, err := in.proven(said, known)
	switch {
	case err != nil:
		return err
	case !same(said.BestKnown, v.BestKnown):
		return bad("best_known", "does not match the best known cost")
	case !same(said.GapPercent, v.GapPercent):
		return bad("gap_percent", "does not match the gap to the best known cost")
	case v.Termination != search.Optimal && !same(said.LowerBound, bound),
		said.LowerBound != nil && *said.LowerBound > v.Cost:
		return bad("lower_bound", "is not a valid lower bound")
	}
	return nil
}

// proven returns the lower bound that a result must state, unless the search has proven that its
// tour is optimal: the published one or that of its certificate, or nil if there is none.
func (in *Input) proven(said statement, known tourmaline.Known) (bound *float64, err error) {
	if known.Proven {
		bound = &known.Value
	}
	if said.Certificate == nil {
		return bound, nil
	}
	var c tourmaline.Certificate
	switch {
	case in.Document == nil:
		return nil, bad("certificate", "applies only to tours")
	case in.Info.N > MaxProven:
		return nil, bad("certificate", "expected at most %d cities, found %d", MaxProven, in.Info.N)
	case json.Unmarshal(said.Certificate, &c) != nil:
		return nil, bad("certificate", "expected an object with a bound and weights")
	}
	if err := c.Check(context.Background(), in.Document.Instance); err != nil {
		return nil, bad("certificate", "%v", err)
	}
	if bound == nil || c.Bound > *bound {
		bound = &c.Bound
	}
	return bound, nil
}

// same reports whether two numbers are equal or both missing.
func same(a, b *float64) bool {
	return a == nil && b == nil || a != nil && b != nil && search.SameCost(*a, *b)
}

// A statement contains the claims of a result about itself. Unknown members are ignored, as
// docs/result.schema.json requires of readers.
type statement struct {
	Schema    string                  `json:"schema"`
	Instance  tourmaline.InstanceInfo `json:"instance"`
	Algorithm string                  `json:"algorithm"`
	Seed      uint64                  `json:"seed"`

	Cost       float64  `json:"cost"`
	BestKnown  *float64 `json:"best_known"`
	GapPercent *float64 `json:"gap_percent"`
	LowerBound *float64 `json:"lower_bound"`

	Termination search.Reason `json:"termination"`
	Seconds     float64       `json:"seconds"`
	Steps       int           `json:"steps"`

	Picked  json.RawMessage `json:"picked,omitempty"`
	Engine  string          `json:"engine"`
	Device  string          `json:"device"`
	Threads int             `json:"threads"`

	Tour     json.RawMessage         `json:"tour,omitempty"`
	Codes    json.RawMessage         `json:"codes,omitempty"`
	Labels   json.RawMessage         `json:"labels,omitempty"`
	Solution json.RawMessage         `json:"solution,omitempty"`
	Trace    []tourmaline.TracePoint `json:"trace,omitempty"`

	Certificate json.RawMessage `json:"certificate,omitempty"`
}

// readResult reads a result in JSON.
func readResult(data []byte) (s statement, err error) {
	err = members(data, "", reflect.ValueOf(&s).Elem(), lenient)
	if err == nil {
		return s, nil
	}
	lines := list.Map(Faults(err), func(f Fault) string { return f.Detail })
	return statement{}, &Fault{BadResult, "", "cannot read the result: " + strings.Join(lines, "; ")}
}
