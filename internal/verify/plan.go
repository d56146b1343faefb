package verify

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// A Plan is a plan for several vehicles that passed the check, and whether its file states costs or
// legs.
type Plan struct {
	Path string
	*output.Plan
	Routes vrp.Plan
	Stated bool
}

// NewPlan returns a plan with its routes.
func NewPlan(path string, j *fleet.Job, p vrp.Plan, stated bool) (Plan, error) {
	shown, err := output.NewPlan(j, p)
	return Plan{path, shown, p, stated}, err
}

// ReadPlanTable reads a plan from the rows of a table and checks its limits. If stated is true, it
// also compares the legs, times and loads that the table states.
func ReadPlanTable(path string, j *fleet.Job, rows [][]string, stated bool) (Plan, error) {
	table, err := j.ReadPlan(rows, path)
	if err != nil {
		return Plan{}, planError(err)
	}
	if err := j.Check(table.Plan); err != nil {
		return Plan{}, planError(fmt.Errorf("%s: %w", path, err))
	}
	p, err := NewPlan(path, j, table.Plan, false)
	if err != nil || !stated {
		return p, err
	}
	own, err := p.table()
	if err != nil {
		return p, err
	}
	if p.Stated, err = table.Check(own); err != nil {
		return p, planError(fmt.Errorf("%s: %w", path, err))
	}
	return p, nil
}

// table returns the rows of the plan as they are written to a file.
func (p Plan) table() ([][]string, error) {
	var text bytes.Buffer
	if err := p.Write(&text, output.Form(format.CSV)); err != nil {
		return nil, err
	}
	return format.ReadTable(&text, p.Path, format.Options{})
}

// planError returns an Error if the file does not contain a plan.
func planError(err error) error {
	if errors.Is(err, fleet.ErrPlan) {
		return &Error{err}
	}
	return err
}

// A PlanReport is the outcome of the check of a plan, compared with the first of several.
type PlanReport struct {
	File     string  `json:"file"`
	Name     string  `json:"name"`
	N        int     `json:"n"`
	Problem  string  `json:"problem"`
	Cost     float64 `json:"cost"` // without that of required stops that are not served
	Distance float64 `json:"distance"`
	Vehicles int     `json:"vehicles"`
	Served   int     `json:"served"`
	Legs     int     `json:"legs"`
	SameLegs int     `json:"same_legs"` // number of legs in common with the first plan

	plan Plan
}

// ComparePlans compares each plan with the first.
func ComparePlans(plans []Plan) (all []PlanReport) {
	mine := plans[0].legs()
	for _, p := range plans {
		r := PlanReport{
			File: p.Path, Name: p.Job.Problem.Name, N: p.Job.Problem.N(), Problem: "vehicles",
			Cost: p.Cost(), Distance: p.Distance(), Vehicles: len(p.Trips), Served: p.Stops(), plan: p,
		}
		for leg, n := range p.legs() {
			r.Legs += n
			r.SameLegs += min(n, mine[leg])
		}
		all = append(all, r)
	}
	return all
}

// legs returns the number of times that the plan uses each leg. The direction counts only if the
// distances depend on it.
func (p Plan) legs() map[[2]int32]int {
	legs := map[[2]int32]int{}
	for _, t := range p.Trips {
		stops := t.Instance.Stops(t.Order())
		for k := 1; k < len(stops); k++ {
			from, to := t.Cities[stops[k-1].City], t.Cities[stops[k].City]
			if p.Job.Places.Symmetric() {
				from, to = min(from, to), max(from, to)
			}
			legs[[2]int32{from, to}]++
		}
	}
	return legs
}

// Text describes the plan and its difference from the first one.
func (r PlanReport) Text(first PlanReport, system humanize.System) string {
	text := r.plan.Size() + ", " + r.plan.Price(system)
	if r.File == first.File {
		if r.plan.Stated {
			text += " as stated"
		}
		return text
	}
	than := humanize.Printable(first.File)
	legs := fmt.Sprintf("; %d of %d legs the same", r.SameLegs, r.Legs)
	switch change := r.Cost - first.Cost; {
	case r.Served != first.Served:
		return text + fmt.Sprintf(", %s %s than %s", humanize.Count(abs(r.Served-first.Served), "stop"), strings.Replace(more(r.Served-first.Served), "less", "fewer", 1), than) + legs
	case math.Abs(change) < 1e-9*math.Abs(first.Cost):
		return text + ", as good as " + than + legs
	default:
		return text + fmt.Sprintf(", %s (%.1f %%) %s than %s", r.plan.Job.Price(math.Abs(change)), 100*math.Abs(change/first.Cost), more(cmp.Compare(change, 0)), than) + legs
	}
}

func abs(n int) int { return max(n, -n) }

// more returns "more" for a positive difference, and otherwise "less".
func more(difference int) string {
	if difference > 0 {
		return "more"
	}
	return "less"
}
