package output

import (
	"fmt"
	"io"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// mostListed is the maximum number of routes that a summary lists.
const mostListed = 50

// WritePlanSummary writes the cost, the routes and the unserved stops of a plan as text.
func WritePlanSummary(w io.Writer, r *tourmaline.Result, in *vrp.Instance, p vrp.Plan) error {
	var list strings.Builder
	left := in.Unserved(p)
	routes := listRoutes(&list, in, p)
	listUnserved(&list, in, p)
	size := humanize.Count(in.N(), "stop")
	quality := ""
	if served(in, r.Cost, left) == r.Cost {
		quality = Gap(r.Cost, r.BestKnown, r.GapPercent, nil)
	}
	_, err := fmt.Fprintf(w, "cost %s%s: %s for %d of %s\n%s%s",
		humanize.Exact(served(in, r.Cost, left)), found(quality, r), humanize.Count(routes, "route"), in.N()-len(left), size, list.String(), Method(r, size))
	return err
}

// listRoutes writes the first routes of a plan and returns the number of all.
func listRoutes(list *strings.Builder, in *vrp.Instance, p vrp.Plan) (routes int) {
	for kind, stops := range p.Routes() {
		if routes++; routes > mostListed {
			continue
		}
		fmt.Fprintf(list, "%4d ", routes)
		if len(in.Fleet) > 1 {
			fmt.Fprintf(list, " type %d:", kind+1)
		}
		for _, s := range stops {
			fmt.Fprintf(list, " %d", in.Stops[s].ID)
		}
		list.WriteByte('\n')
	}
	if routes > mostListed {
		fmt.Fprintf(list, "     … %s more\n", humanize.Count(routes-mostListed, "route"))
	}
	return routes
}

// listUnserved writes why the first stops in no route are not served.
func listUnserved(list *strings.Builder, in *vrp.Instance, p vrp.Plan) {
	reasons := in.Reasons(p)
	for _, r := range reasons[:min(len(reasons), mostListed)] {
		fmt.Fprintf(list, "not served: stop %d%s\n", in.Stops[r.Stop].ID, because(in, r))
	}
	if len(reasons) > mostListed {
		fmt.Fprintf(list, "     … %s more\n", humanize.Count(len(reasons)-mostListed, "stop"))
	}
}

// served returns a cost without the cost of required stops that are not served.
func served(in *vrp.Instance, cost float64, left []int32) float64 {
	for _, s := range left {
		if !in.Stops[s].Optional {
			cost -= in.CostOf(in.Missing())
		}
	}
	return cost
}

// because describes the faults of the best insertion of a stop, or its cost if it has no faults.
func because(in *vrp.Instance, r vrp.Reason) string {
	if len(r.Faults) == 0 {
		detour := humanize.Exact(in.CostOf(r.Detour))
		if s := in.Stops[r.Stop]; s.Optional {
			return fmt.Sprintf(": a detour of %s for a prize of %s", detour, humanize.Exact(in.CostOf(s.Prize)))
		}
		return fmt.Sprintf(": it fits with a detour of %s, so solve again with more time", detour)
	}
	var faults []string
	for _, f := range r.Faults {
		faults = append(faults, f.Error())
	}
	return ": " + strings.Join(faults, "; ")
}
