package format

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// lost implements Info.Lost.
func lost(in *tsp.Instance, f Format) (problem, details []string) {
	add := func(to *[]string, lost bool, format string, args ...any) {
		if lost {
			*to = append(*to, fmt.Sprintf(format, args...))
		}
	}
	d := in.Details()
	start, _ := in.Ends()
	whole, isMatrix := f == TSPLIB || f == JSON, in.Metric().Dims() == 0
	add(&problem, !whole && in.Open(), "that the tour is a path")
	add(&problem, !whole && !in.Open() && start >= 0, "the start of the tour")
	add(&problem, !whole && len(in.FixedEdges()) > 0, "the fixed edges")
	add(&problem, !whole && !keepsMetric(in, f), "the metric %v", in.Metric())
	add(&problem, (f == GeoJSON || f == GPX) && isMatrix, "the distances")
	add(&details, f == NPY && !isMatrix, "the coordinates")
	add(&details, (f == CSV || f == NPY) && isMatrix && places.Locations(in) != nil, "the locations")
	add(&details, f != JSON && d.Unit != impliedUnit(in.Metric()), "the unit %s", d.Unit)
	add(&details, (f == TSPLIB || f == NPY) && d.Labels != nil, "the names of the cities")
	add(&details, (f == TSPLIB || f == NPY) && d.Codes != nil, "ids that are not numbers")
	return problem, details
}

// keepsMetric reports whether a reader of the format computes the same distances. CSV is read as
// Euclidean or Haversine, GPX as Haversine, and GeoJSON has a member for metrics of the plane.
func keepsMetric(in *tsp.Instance, f Format) bool {
	m := in.Metric()
	switch {
	case m.Dims() == 0 || f == NPY || m == tsp.Haversine:
		return true
	case f == GeoJSON:
		return !places.Geographic(in)
	}
	return f == CSV && m == tsp.Euclidean
}

// impliedUnit returns the unit that a metric implies; see [tsp.Details].
func impliedUnit(m tsp.Metric) string {
	return map[tsp.Metric]string{tsp.Haversine: "m", tsp.Geo: "km"}[m]
}
