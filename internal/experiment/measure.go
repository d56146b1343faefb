package experiment

import (
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// A Measure is a number derived from a result.
type Measure struct {
	Name string
	Unit string
	Says string // description for the header of a table
	// Of returns the value of the measure, or false if the result does not contain it.
	Of func(r *tourmaline.Result) (float64, bool)
}

// IsTime reports whether the measure is a time.
func (m Measure) IsTime() bool { return m.Unit == "s" || m.Unit == "ms" }

// Measures returns all measures.
func Measures() []Measure {
	return []Measure{
		{"gap", "%", "gap to the best known cost", gap},
		{"error", "", "relative excess over the best known cost", relativeError},
		{"cost", "", "cost", func(r *tourmaline.Result) (float64, bool) { return r.Cost, true }},
		{"optimal", "", "share of runs that reach the best known cost", optimal},
		{"seconds", "s", "seconds per run", func(r *tourmaline.Result) (float64, bool) { return r.Seconds, true }},
		{"search_s", "s", "seconds per run, excluding preparation", phaseTime("")},
		{"steps", "", "steps per run", func(r *tourmaline.Result) (float64, bool) { return float64(r.Steps), true }},
		{"step_ms", "ms", "milliseconds per step, excluding preparation", stepTime("")},
		{"construct_ms", "ms", "milliseconds per step spent on construction", stepTime("construct")},
		{"improve_ms", "ms", "milliseconds per step spent on local search", stepTime("improve")},
		{"select_ms", "ms", "milliseconds per step spent on finding the best tour", stepTime("select")},
		{"update_ms", "ms", "milliseconds per step spent on trail updates", stepTime("update")},
		{"sweep_ms", "ms", "milliseconds per step spent on sweeps over the tour", stepTime("sweep")},
		{"rest_ms", "ms", "milliseconds per step spent on everything except construction", rest},
	}
}

// Summaries returns the names of the methods that summarise the runs of a contestant.
func Summaries() []string { return []string{"mean", "median", "best"} }

// FindMeasure returns the measure with the given name.
func FindMeasure(name string) (Measure, bool) {
	for _, m := range Measures() {
		if m.Name == name {
			return m, true
		}
	}
	return Measure{}, false
}

// MeasureNames returns the measure names that plans may use.
func MeasureNames() []string {
	return list.Map(Measures(), func(m Measure) string { return m.Name })
}

func gap(r *tourmaline.Result) (float64, bool) {
	if r.GapPercent == nil {
		return 0, false
	}
	return *r.GapPercent, true
}

func relativeError(r *tourmaline.Result) (float64, bool) {
	g, ok := gap(r)
	return g / 100, ok
}

func optimal(r *tourmaline.Result) (float64, bool) {
	switch {
	case r.BestKnown == nil:
		return 0, false
	case r.Cost <= *r.BestKnown:
		return 1, true
	}
	return 0, true
}

// phaseTime returns a measure of the time of a phase, or of all phases except the preparation if
// phase is "".
func phaseTime(phase string) func(*tourmaline.Result) (float64, bool) {
	return func(r *tourmaline.Result) (seconds float64, found bool) {
		for _, p := range r.Phases {
			if p.Name == phase || phase == "" && p.Name != "prepare" {
				seconds, found = seconds+p.Seconds, true
			}
		}
		return seconds, found
	}
}

// stepTime returns a measure of the time of a phase per step.
func stepTime(phase string) func(*tourmaline.Result) (float64, bool) {
	return func(r *tourmaline.Result) (float64, bool) {
		seconds, found := phaseTime(phase)(r)
		if !found || r.Steps == 0 {
			return 0, false
		}
		return seconds * 1000 / float64(r.Steps), true
	}
}

// rest returns the time per step without construction.
func rest(r *tourmaline.Result) (float64, bool) {
	all, ok := stepTime("")(r)
	construct, constructs := stepTime("construct")(r)
	return all - construct, ok && constructs
}
