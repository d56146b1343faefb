package output

import (
	"fmt"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/tours/exact"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Method returns a line with the algorithm, whether auto chose it, the seed, and why the search
// stopped. size describes the instance, as in "10 stops".
func Method(r *tourmaline.Result, size string) string {
	return How(r, size) + "; " + Ending(r) + "\n"
}

// How returns the algorithm, whether auto chose it, and the seed.
func How(r *tourmaline.Result, size string) string {
	choice := ""
	if r.Picked != nil {
		choice = " (chosen for " + size + ")"
	}
	return fmt.Sprintf("Method: %s%s, seed %d", r.Algorithm, choice, r.Seed)
}

// Ending describes why the search of a result stopped.
func Ending(r *tourmaline.Result) string {
	switch {
	case reachedPublished(r):
		return "reached the published optimum"
	case r.Termination == search.Optimal && r.Order() != nil:
		return "proven shortest"
	}
	return reasons[r.Termination]
}

// reachedPublished reports whether a search stopped because it found a published optimum. Dynamic
// programming proves the optimum in its only step.
func reachedPublished(r *tourmaline.Result) bool {
	return r.Termination == search.Optimal && (r.Algorithm != "exact" || r.Instance.N > exact.MaxCities) && r.BestKnown != nil && r.Cost == *r.BestKnown && r.Cost != 0
}

// Internals returns lines with the details of a search that only developers need: steps, threads,
// the reason for the choice of the algorithm, phases, parameters, the hash of the instance and the
// exact cost.
func Internals(r *tourmaline.Result) string {
	return fmt.Sprintf("%s in %.2f s on %s\n%s%s%s with %s\n%s\ncost %s\n",
		humanize.Count(r.Steps, "step"), r.Seconds, host(r), picked(r), phases(r), r.Algorithm, r.Params, r.Instance.Hash,
		strings.TrimSpace(humanize.Cost(r.Cost)+" "+humanize.Printable(r.Instance.Unit)))
}

// picked returns a line with the algorithm that auto picked and the reason, or "" if auto did not
// pick the algorithm.
func picked(r *tourmaline.Result) string {
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

// host describes the threads and the device that a search used.
func host(r *tourmaline.Result) string {
	threads := humanize.Count(r.Threads, "thread")
	if r.Device == "" {
		return threads
	}
	return threads + " and " + r.Device
}
