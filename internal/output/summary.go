package output

import (
	"fmt"
	"io"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// WriteSummary writes a human-readable summary of a result for tours: the cost, the given route
// table, and how the tour was found.
func WriteSummary(w io.Writer, in *tsp.Instance, r *tourmaline.Result, system humanize.System, table string) error {
	quality := Quality(in, r.Cost, system)
	if quality == "" && r.Termination == search.Optimal {
		quality = ", the optimum"
	}
	quality += Proven(r)
	_, err := fmt.Fprintf(w, "%s: %s of %s, %s%s\n%s%s, seed %d, %s, %s in %.2f s: %s\n%s%s%s",
		humanize.Printable(in.Name()), Kind(in), humanize.Count(in.N(), "city"), Price(r.Cost, in.Details().Unit, system), quality, table,
		r.Algorithm, r.Seed, Host(r), humanize.Count(r.Steps, "step"), r.Seconds, Ending(r), Picked(r), phases(r), roundingNotes(in, r))
	return err
}

// WriteOtherSummary writes a human-readable summary of a result for a problem other than tours.
func WriteOtherSummary(w io.Writer, r *tourmaline.Result) error {
	_, err := fmt.Fprintf(w, "%s: %s of size %d, cost %s%s\n%s%s, seed %d, %s, %s in %.2f s: %s\n%s",
		humanize.Printable(r.Instance.Name), r.Instance.Problem, r.Instance.N, humanize.Exact(r.Cost), Gap(r.Cost, r.BestKnown, r.GapPercent, r.LowerBound), short(r.Solution),
		r.Algorithm, r.Seed, Host(r), humanize.Count(r.Steps, "step"), r.Seconds, Ending(r), Picked(r))
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

// Proven describes how far a cost can be above the optimum, or returns "" if this is unknown or
// stated otherwise.
func Proven(r *tourmaline.Result) string {
	if r.ProvenGapPercent == nil || r.Termination == search.Optimal || r.BestKnown != nil && *r.LowerBound == *r.BestKnown {
		return ""
	}
	return fmt.Sprintf(", at most %.2f %% above the optimum", *r.ProvenGapPercent)
}

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
	search.Stall:       "no further improvement",
	search.Target:      "target reached",
	search.Interrupted: "interrupted",
	search.Optimal:     "proven optimal",
}

// Reason describes why a search stopped.
func Reason(r search.Reason) string { return reasons[r] }

// Ending describes why the search of a result stopped.
func Ending(r *tourmaline.Result) string {
	if r.Termination == search.Optimal && r.Algorithm != "exact" && r.BestKnown != nil && r.Cost == *r.BestKnown && r.Cost != 0 {
		return "reached the published optimum"
	}
	return reasons[r.Termination]
}

// Picked returns a line with the algorithm that auto picked and the reason, or "" if auto did not
// pick the algorithm.
func Picked(r *tourmaline.Result) string {
	if r.Picked == nil {
		return ""
	}
	return fmt.Sprintf("auto picked %s for %s\n", r.Algorithm, humanize.Printable(r.Picked.Why))
}

// phases returns a line with the time of each phase and, if known, the share that more threads
// cannot shorten. It returns "" if there are few phases, or if the share is known and one phase
// takes nearly all of the time.
func phases(r *tourmaline.Result) string {
	if len(r.Phases) < 3 {
		return ""
	}
	parts := make([]string, len(r.Phases))
	total, serial, longest, known := 0.0, 0.0, 0.0, true
	for i, p := range r.Phases {
		parts[i] = fmt.Sprintf("%s %.2f s", p.Name, p.Seconds)
		total, longest = total+p.Seconds, max(longest, p.Seconds)
		if p.Serial == nil {
			known = false
			continue
		}
		serial += *p.Serial
	}
	line := "phases: " + strings.Join(parts, ", ")
	switch {
	case known && longest >= 0.95*total:
		return ""
	case known:
		line += fmt.Sprintf("; %.1f %% serial", 100*serial/total)
	}
	return line + "\n"
}

// Host describes the threads and the device that a search used.
func Host(r *tourmaline.Result) string {
	threads := humanize.Count(r.Threads, "thread")
	if r.Device == "" {
		return threads
	}
	return threads + " and " + r.Device
}
