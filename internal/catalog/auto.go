package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/exact"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Auto is the name of the automatic choice.
const Auto = "auto"

// A rule assigns an algorithm to instances and budgets.
type rule struct {
	// maximum number of cities, where a path counts as one city more; 0 for any number
	cities    int
	from      float64           // minimum core-seconds per 1,000 cities
	symmetric bool              // whether the rule applies only to symmetric distances
	directed  bool              // whether the rule applies only to asymmetric, varied distances
	algorithm string            // name of its row
	params    map[string]string // parameters that auto sets, unless the user sets them
	device    map[string]string // additional parameters if there is a device
	why       string            // clause for the user, to which the core-seconds are appended
}

type rules []rule

// tourRules returns the rules for tours. The first rule that fits applies. The last rule fits every
// instance and budget.
func tourRules() rules {
	const better = "a few thorough Lin-Kernighan tours recombined by edge assembly give the best results"
	const proof = "branch and bound usually proves the optimum"
	few := map[string]string{"descent": "thorough", "share": "0.5"}
	// sweeps are the only part of ils that a device can run
	swept := map[string]string{"sweeps": "2"}
	return rules{
		{cities: exact.MaxCities, algorithm: "exact", why: fmt.Sprintf("dynamic programming proves the optimum for up to %d cities", exact.MaxCities)},
		{cities: 100, from: 10, symmetric: true, algorithm: "exact", why: proof},
		{cities: 60, from: 3, symmetric: true, algorithm: "exact", why: proof},
		{cities: 40, from: 50, algorithm: "exact", why: proof},
		{cities: 30, from: 5, algorithm: "exact", why: proof},
		{cities: 500, from: 2, directed: true, algorithm: "eax", why: "edge assembly gives the best results for asymmetric instances"},
		{cities: 499, algorithm: "ils", device: swept, why: "Lin-Kernighan moves and kicks work best for small instances"},
		{cities: 200_000, from: 0.25, symmetric: true, algorithm: "eax", why: "Lin-Kernighan tours recombined by edge assembly give the best results"},
		{cities: 200_000, from: 0.15, symmetric: true, algorithm: "eax", params: few, why: better},
		{cities: 90_000, from: 0.11, symmetric: true, algorithm: "eax", params: few, why: better},
		{algorithm: "ils", device: swept, why: "Lin-Kernighan moves and kicks work best for short runs and for large or asymmetric instances"},
	}
}

// A Budget limits a search. With a step limit, the pick depends neither on the time nor on the
// threads, so that the search can be repeated exactly.
type Budget struct {
	Time    time.Duration // 0 for no limit
	Steps   int           // 0 for no limit
	Threads int
	Device  bool // whether there is a device, which the algorithm should use
}

// coreSeconds returns the core-seconds per 1,000 cities for an instance with n cities. It returns 0
// without a time limit, and also with a step limit, because the duration of the steps is unknown.
func (b Budget) coreSeconds(n int) float64 {
	if b.Steps > 0 || b.Time == 0 {
		return 0
	}
	return b.Time.Seconds() * float64(max(b.Threads, 1)) * 1000 / float64(n)
}

func (b Budget) String() string {
	switch {
	case b.Steps > 0:
		return "a limit of " + humanize.Count(b.Steps, "step")
	case b.Time == 0:
		return "no time limit"
	}
	limit := humanize.Duration(b.Time.Seconds())
	if b.Time < time.Minute {
		limit = humanize.Number(b.Time.Seconds()) + " s"
	}
	return "a limit of " + limit + " on " + humanize.Count(max(b.Threads, 1), "thread")
}

// A Pick is an algorithm chosen by auto.
type Pick struct {
	Algorithm string
	Params    map[string]string // parameters that auto sets, unless the user sets them
	Why       string            // sentence for the user
}

// AutoTour picks an algorithm for an instance and a budget. If possible, the algorithm has the
// given parameters.
func AutoTour(in *tsp.Instance, b Budget, given map[string]string) Pick {
	return tourRules().pick(in, b, slices.Sorted(maps.Keys(given)))
}

// AutoTourRule returns a description of the rules of AutoTour.
func AutoTourRule() string { return tourRules().String() }

// AutoTours returns the names of the algorithms that AutoTour may pick.
func AutoTours() []string {
	var names []string
	for _, r := range tourRules() {
		if !slices.Contains(names, r.algorithm) {
			names = append(names, r.algorithm)
		}
	}
	return names
}

// pick returns the pick of the first rule that fits. If no rule fits, it uses the last rule that
// has the given parameters and fits except for the budget, or else the last rule.
func (all rules) pick(in *tsp.Instance, b Budget, given []string) Pick {
	chosen := all[len(all)-1]
	for _, r := range all {
		if !r.takes(in) || b.Device && !r.onDevices(in) || !r.has(in, given) {
			continue
		}
		if chosen = r; b.coreSeconds(in.N()) >= r.from {
			break
		}
	}
	p := Pick{chosen.algorithm, maps.Clone(chosen.params), occasion(in, b, given) + ": " + chosen.why + chosen.least()}
	if b.Device && len(chosen.device) > 0 {
		if p.Params == nil {
			p.Params = map[string]string{}
		}
		maps.Copy(p.Params, chosen.device)
	}
	return p
}

// takes reports whether a rule applies to an instance.
func (r rule) takes(in *tsp.Instance) bool {
	switch {
	case r.cities > 0 && cities(in) > r.cities:
		return false
	case r.directed:
		return !in.Symmetric() && varied(in)
	}
	return in.Symmetric() || !r.symmetric
}

// varied reports whether distances have at least as many values as there are cities. In the rbg
// instances of TSPLIB, for example, 443 cities have only 33 different distances, and most tours
// have the same length as their neighbours. varied examines the distances from a hundred cities.
func varied(in *tsp.Instance) bool {
	n := int32(in.N())
	values := map[int64]bool{}
	for i := range min(n, 100) {
		for j := range n {
			if values[in.Dist(i, j)] = true; len(values) >= in.N() {
				return true
			}
		}
	}
	return false
}

// onDevices reports whether the rule is suitable if there is a device: the algorithm can use the
// device, or the instance is too small to need it.
func (r rule) onDevices(in *tsp.Instance) bool {
	row := r.row()
	return row.OnDevices() || row.Most >= cities(in)
}

// has reports whether the algorithm has all of the given parameters.
func (r rule) has(in *tsp.Instance, names []string) bool {
	all := params.Describe(r.row().Params(Size{N: in.N()}))
	return !slices.ContainsFunc(names, func(name string) bool {
		return !slices.ContainsFunc(all, func(p params.Param) bool { return p.Name == name })
	})
}

// row returns the row of the algorithm. A test checks that every rule has a row.
func (r rule) row() Row {
	row, _ := Find(Of(Tours), r.algorithm)
	return row
}

// occasion returns a description of the instance and the budget.
func occasion(in *tsp.Instance, b Budget, given []string) string {
	text := humanize.Count(in.N(), "city")
	if !in.Symmetric() {
		text += " (asymmetric)"
	}
	text += " with " + b.String()
	if len(given) > 0 {
		text += " and " + strings.Join(given, ", ") + " set"
	}
	return text
}

// least returns a description of the minimum budget of a rule.
func (r rule) least() string {
	if r.from == 0 {
		return ""
	}
	unit := " core-seconds"
	if r.from == 1 {
		unit = " core-second"
	}
	return " from " + humanize.Number(r.from) + unit + " per 1,000 cities"
}

// String formats the rules as one line.
func (all rules) String() string {
	var parts []string
	for _, r := range all {
		parts = append(parts, r.String())
	}
	return strings.Join(parts, "; ")
}

func (r rule) String() string {
	of := "all others"
	switch {
	case r.cities > 0:
		of = fmt.Sprintf("up to %s (a path counts as one more)", humanize.Count(r.cities, "city"))
	case r.symmetric || r.from > 0:
		of = "any number of cities"
	}
	if r.symmetric {
		of += ", symmetric only,"
	}
	if r.directed {
		of += ", asymmetric with varied distances only,"
	}
	var set []string
	for _, name := range slices.Sorted(maps.Keys(r.params)) {
		set = append(set, name+"="+r.params[name])
	}
	name := r.algorithm
	if len(set) > 0 {
		name += " with " + strings.Join(set, ", ")
	}
	return name + " for " + of + r.least()
}
