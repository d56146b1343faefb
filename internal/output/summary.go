package output

import (
	"fmt"
	"io"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// WriteSummary writes a human-readable summary of a result for tours: how long the route is and how
// good, the given route table, and a line on how it was found.
func WriteSummary(w io.Writer, in *tsp.Instance, r *tourmaline.Result, system humanize.System, table string) error {
	_, err := fmt.Fprintf(w, "%s%s%s%s: %s\n%s%s%s",
		Price(r.Cost, in.Details().Unit, system), Lines(in, r.Cost, system), Times(in, r.Order()), Standing(in, r, system), Trip(in, r.Order()), table, roundingNotes(in, r), Method(r, humanize.Count(in.N(), Noun(in))))
	return err
}

// WriteOtherSummary writes a human-readable summary of a result for a problem other than tours.
func WriteOtherSummary(w io.Writer, r *tourmaline.Result) error {
	size := fmt.Sprintf("size %d", r.Instance.N)
	quality := found(Gap(r.Cost, r.BestKnown, r.GapPercent, r.LowerBound), r)
	_, err := fmt.Fprintf(w, "cost %s%s: %s of %s\n%s%s", humanize.Exact(r.Cost), quality, r.Instance.Problem, size, short(r.Solution), Method(r, size))
	return err
}

// short returns a line with the solution, or "" if the solution is long.
func short(solution any) string {
	const limit = 200
	text := strings.Trim(fmt.Sprint(solution), "[]")
	if len(text) > limit {
		return ""
	}
	return text + "\n"
}

// Kind returns "path" or "tour".
func Kind(in *tsp.Instance) string {
	if in.Open() {
		return "path"
	}
	return "tour"
}

// Noun returns the word for a city: "stop" if the cities have places on the globe, names or a unit,
// and "city" elsewhere, as in benchmarks.
func Noun(in *tsp.Instance) string {
	if d := in.Details(); places.Locations(in) != nil || d.Unit != "" || d.Labels != nil {
		return "stop"
	}
	return "city"
}

// Trip describes a route in words: whether it is a round trip, how many stops it has, and its ends.
func Trip(in *tsp.Instance, t tsp.Tour) string {
	size := humanize.Count(in.N(), Noun(in))
	if !in.Open() {
		return "round trip through " + size
	}
	name := func(city int32) string { return humanize.Printable(in.NameOf(city)) }
	return fmt.Sprintf("one way through %s, %s to %s", size, name(t[0]), name(t[len(t)-1]))
}

// Lines returns " in straight lines" if the distances are great-circle distances, with the length
// by road if it can be estimated, and "" otherwise.
func Lines(in *tsp.Instance, cost float64, system humanize.System) string {
	d := in.Details()
	switch {
	case in.Metric() != tsp.Haversine:
		return ""
	case d.Detour == 0:
		return " in straight lines"
	}
	return fmt.Sprintf(" in straight lines, about %s by road", humanize.Amount(cost*d.Detour, d.Unit, system))
}

// Times returns when a tour begins and ends, such as ", 08:00 to 11:32", or "" if it is not known.
func Times(in *tsp.Instance, t tsp.Tour) string {
	stops := in.Stops(t)
	first, known := in.Visit(0, stops[0])
	if !known {
		return ""
	}
	last, _ := in.Visit(len(stops)-1, stops[len(stops)-1])
	return ", " + humanize.Clock(first.Leave) + " to " + humanize.Clock(last.Leave)
}

// Price formats a cost. If the cost has no unit, the text starts with "cost".
func Price(v float64, unit string, system humanize.System) string {
	if unit == "" {
		return "cost " + humanize.Amount(v, unit, system)
	}
	return humanize.Amount(v, unit, system)
}

// Quality compares the cost of a tour with the best known cost. It returns "" if the instance has
// no best known cost.
func Quality(in *tsp.Instance, value float64, system humanize.System) string {
	known, ok := tsp.BestKnown(in)
	if !ok {
		return ""
	}
	best := float64(known.Value)
	word := "best known cost"
	if known.Proven {
		word = "optimum"
	}
	if value == best {
		return ", the " + word
	}
	return fmt.Sprintf(", %.2f %% over the %s %s", 100*(value/best-1), word, humanize.Amount(best, in.Details().Unit, system))
}

// Standing describes how good a result is, how long the search took, and how far the cost can be
// above the optimum.
func Standing(in *tsp.Instance, r *tourmaline.Result, system humanize.System) string {
	quality := Quality(in, r.Cost, system)
	if r.Termination == search.Optimal && !reachedPublished(r) {
		quality = ", proven shortest"
	}
	return found(quality, r) + Proven(r)
}

// found adds the time of the search to a description of the quality of its result.
func found(quality string, r *tourmaline.Result) string {
	switch {
	case quality == "" && r.Termination == search.Optimal:
		quality = ", proven optimal"
	case quality == "":
		quality = ", the best found"
	case strings.Contains(quality, "% over"):
		quality += ","
	}
	return fmt.Sprintf("%s in %.2f s", quality, r.Seconds)
}

// Proven describes how far a cost can be above the optimum, or returns "" if this is unknown or
// stated otherwise.
func Proven(r *tourmaline.Result) string {
	if r.ProvenGapPercent == nil || r.Termination == search.Optimal || r.BestKnown != nil && *r.LowerBound == *r.BestKnown {
		return ""
	}
	return ", " + AtMost(*r.ProvenGapPercent)
}

// AtMost describes a proven gap in percent.
func AtMost(gap float64) string { return fmt.Sprintf("at most %.2f %% longer than the shortest", gap) }

// Gap compares a cost with the best known cost. Unknown values are nil.
func Gap(value float64, known, gap, bound *float64) string {
	switch {
	case known == nil:
		return ""
	case value == *known && bound != nil:
		return ", the optimum"
	case value == *known:
		return ", the best known cost"
	case gap == nil:
		return fmt.Sprintf(", the minimum is %s", humanize.Exact(*known))
	}
	return fmt.Sprintf(", %.3f %% over the best known cost %s", *gap, humanize.Exact(*known))
}

var reasons = map[search.Reason]string{
	search.Time:        "time limit reached",
	search.StepsDone:   "step limit reached",
	search.Stall:       "no recent improvement",
	search.Target:      "target reached",
	search.Interrupted: "interrupted",
	search.Optimal:     "proven optimal",
}

// Reason describes why a search stopped.
func Reason(r search.Reason) string { return reasons[r] }
