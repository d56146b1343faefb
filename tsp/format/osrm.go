package format

import (
	"cmp"
	"encoding/json"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An osrmTable is a response of OSRM's table service.
type osrmTable struct {
	Code, Message string
	Durations     json.RawMessage // rows of seconds
	Distances     json.RawMessage // rows of metres
	Sources       []struct {
		Name     string
		Location []float64 // longitude, latitude
	}
}

// osrm makes an instance from a response of OSRM. It uses the durations, or the
// distances if there are no durations or the requested metric is "distances".
func (s *source) osrm(data []byte, t *osrmTable, opt Options) (*tsp.Instance, error) {
	if t.Code != "" && t.Code != "Ok" {
		return nil, s.fail(0, "code", "OSRM responded %.40s (%.200s): expected \"Ok\"; repeat the request", t.Code, t.Message)
	}
	member, rows := "durations", t.Durations
	switch {
	case opt.Metric != "" && opt.Metric != "distances" && opt.Metric != "durations":
		return nil, s.fail(0, "metric", "expected \"durations\" or \"distances\" for a response of OSRM, found %q", opt.Metric)
	case opt.Metric == "distances" || !given(rows) && opt.Metric == "":
		member, rows = "distances", t.Distances
	}
	if !given(rows) {
		return nil, s.fail(0, member, "the response of OSRM has none: request them with annotations=duration,distance")
	}
	in, err := distances[osrmRow](list{s, data, member, rows}, Options{})
	if err != nil {
		return nil, err
	}
	in.Unit = map[string]string{"durations": "s", "distances": "m"}[member]
	return in, s.osrmPlaces(t, in)
}

// An osrmRow has null where there is no route.
type osrmRow []*float64

// values rejects pairs of places without a route between them.
func (r osrmRow) values(l list, i int) ([]float64, error) {
	values := make([]float64, len(r))
	for j, cell := range r {
		if cell == nil {
			return nil, l.src.fail(0, l.at(i)+"["+strconv.Itoa(j)+"]",
				"OSRM found no route from place %d to place %d: expected a number; move or remove one of them, or request fallback_speed", i+1, j+1)
		}
		values[j] = *cell
	}
	return values, nil
}

// osrmPlaces uses the places that OSRM snapped to for drawing, and the streets
// there as labels. A place without a street is labelled with its id.
func (s *source) osrmPlaces(t *osrmTable, in *tsp.Instance) error {
	if len(t.Sources) == 0 {
		return nil
	}
	if len(t.Sources) != in.N() {
		return s.fail(0, "sources", "expected %d places, one for each row, found %d", in.N(), len(t.Sources))
	}
	var lonlat []float64
	labels, named := make([]string, in.N()), false
	for i, src := range t.Sources {
		if len(src.Location) == 2 {
			lonlat = append(lonlat, src.Location...)
		}
		labels[i] = cmp.Or(src.Name, strconv.Itoa(i+1))
		named = named || src.Name != ""
	}
	if named {
		if err := in.SetLabels(labels); err != nil {
			return s.wrap(0, "sources", err)
		}
	}
	if len(lonlat) != 2*in.N() {
		return nil
	}
	return s.display("sources", in, lonlat)
}
