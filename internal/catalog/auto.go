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
	cities    int               // at most, a path counts one more; 0: any number
	from      float64           // core-seconds per 1,000 cities at least
	symmetric bool              // only where distances are the same in both directions
	algorithm string            // its row
	params    map[string]string // that auto sets, unless the user does
	device    map[string]string // more of them where there is a device
	why       string            // a clause for people; the core-seconds are added to it
}

type rules []rule

// tourRules returns the rules for tours, of which the first that fits applies. The last
// always fits.
func tourRules() rules {
	const better = "a few thorough Lin-Kernighan tours recombined by edge assembly give the best results"
	few := map[string]string{"descent": "thorough", "share": "0.5"}
	swept := map[string]string{"sweeps": "2"} // the only work of ils that a device can do
	return rules{
		{cities: exact.MaxCities, algorithm: "exact", why: fmt.Sprintf("dynamic programming proves the optimum for up to %d cities", exact.MaxCities)},
		{cities: 499, algorithm: "ils", device: swept, why: "Lin-Kernighan moves and kicks work best for small instances"},
		{cities: 200_000, from: 0.25, symmetric: true, algorithm: "eax", why: "Lin-Kernighan tours recombined by edge assembly give the best results"},
		{cities: 200_000, from: 0.15, symmetric: true, algorithm: "eax", params: few, why: better},
		{cities: 90_000, from: 0.11, symmetric: true, algorithm: "eax", params: few, why: better},
		{algorithm: "ils", device: swept, why: "Lin-Kernighan moves and kicks work best for short runs and for large or asymmetric instances"},
	}
}

// A Budget limits a search. With steps, the pick depends neither on time nor on threads,
// so that the search can be repeated exactly.
type Budget struct {
	Time    time.Duration // 0: no limit
	Steps   int           // 0: no limit
	Threads int
	Device  bool // there is one, and it should have something to do
}

// coreSeconds returns the core-seconds per 1,000 of n cities: 0 for a limit on steps, whose
// duration is unknown, and without a time limit.
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

// A Pick is the choice of auto.
type Pick struct {
	Algorithm string
	Params    map[string]string // that auto sets, unless the user does
	Why       string            // a sentence for people
}

// AutoTour picks an algorithm that has the parameters given, if there is one.
func AutoTour(in *tsp.Instance, b Budget, given map[string]string) Pick {
	return tourRules().pick(in, b, slices.Sorted(maps.Keys(given)))
}

// AutoTourRule describes the rules of AutoTour.
func AutoTourRule() string { return tourRules().String() }

// AutoTours names the algorithms that AutoTour may pick.
func AutoTours() []string {
	var names []string
	for _, r := range tourRules() {
		if !slices.Contains(names, r.algorithm) {
			names = append(names, r.algorithm)
		}
	}
	return names
}

// pick returns the first rule that fits, or the last one that has the given parameters and
// fits except for the budget.
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
	return (r.cities == 0 || cities(in) <= r.cities) && (in.Symmetric() || !r.symmetric)
}

// onDevices reports whether a device is useful, which it is not for tiny instances.
func (r rule) onDevices(in *tsp.Instance) bool {
	row := r.row()
	return row.OnDevices() || row.Most >= cities(in)
}

// has reports whether the algorithm has all these parameters.
func (r rule) has(in *tsp.Instance, names []string) bool {
	all := params.Describe(r.row().Params(Size{N: in.N()}))
	return !slices.ContainsFunc(names, func(name string) bool {
		return !slices.ContainsFunc(all, func(p params.Param) bool { return p.Name == name })
	})
}

// row returns the row of the algorithm. A test finds rules without one.
func (r rule) row() Row {
	row, _ := Find(Of(Tours), r.algorithm)
	return row
}

// occasion describes the instance and the budget.
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

// least describes the minimum budget of a rule.
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

// String formats the table in a line.
func (all rules) String() string {
	parts := make([]string, len(all))
	for i, r := range all {
		parts[i] = r.String()
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
	var set []string
	for _, name := range slices.Sorted(maps.Keys(r.params)) {
		set = append(set, name+"="+r.params[name])
	}
	with := ""
	if len(set) > 0 {
		with = " with " + strings.Join(set, ", ")
	}
	return r.algorithm + with + " for " + of + r.least()
}
