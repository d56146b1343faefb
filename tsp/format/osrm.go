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
	Durations     json.RawMessage // rows of durations in seconds
	Distances     json.RawMessage // rows of distances in metres
	Sources       json.RawMessage // array of osrmSource
}

// An osrmSource is the place that belongs to a row.
type osrmSource struct {
	Name     string
	Location []float64 // longitude, latitude
}

// osrm builds an instance from an OSRM response. It uses the durations, or the distances if there
// are no durations or the requested metric is "distances".
func (s *source) osrm(data []byte, t *osrmTable, opt Options) (*tsp.Instance, error) {
	if t.Code != "" && t.Code != "Ok" {
		return nil, s.fail(0, "code", "OSRM responded with %.40s (%.200s): expected \"Ok\"; repeat the request", t.Code, t.Message)
	}
	member, rows := "durations", t.Durations
	switch {
	case opt.Metric != "" && opt.Metric != "distances" && opt.Metric != "durations":
		return nil, s.fail(0, "metric", "expected \"durations\" or \"distances\" for an OSRM response, found %q", opt.Metric)
	case opt.Metric == "distances" || !given(rows) && opt.Metric == "":
		member, rows = "distances", t.Distances
	}
	if !given(rows) {
		return nil, s.fail(0, member, "the OSRM response contains none: request them with annotations=duration,distance")
	}
	in, err := distances[osrmRow](list{s, data, member, rows}, Options{})
	if err != nil {
		return nil, err
	}
	labels, latlon, err := s.osrmPlaces(list{s, data, "sources", t.Sources}, in.N())
	if err != nil {
		return nil, err
	}
	in, err = describe(in, func(d *tsp.Details) {
		d.Unit = map[string]string{"durations": "s", "distances": "m"}[member]
		d.Labels, d.Locations = labels, latlon
	})
	return in, s.wrap(0, "sources", err)
}

// An osrmRow is a row of the table. An element is nil if there is no route.
type osrmRow []*float64

// values returns the numbers of a row. It rejects a row with a missing route.
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

// osrmPlaces returns the names of the streets that OSRM snapped to as labels, and the snapped
// coordinates as locations. A place without a street name is labelled with its id.
func (s *source) osrmPlaces(sources list, n int) (labels []string, latlon []float64, err error) {
	if !given(sources.text) {
		return nil, nil, nil
	}
	named := false
	err = each(sources, func(i int, place osrmSource) error {
		if i >= n {
			return s.fail(0, "sources", "expected %d places (one per row), found more", n)
		}
		if len(place.Location) == 2 {
			latlon = append(latlon, place.Location[1], place.Location[0])
		}
		labels = append(labels, cmp.Or(place.Name, strconv.Itoa(i+1)))
		named = named || place.Name != ""
		return nil
	})
	switch {
	case err != nil || len(labels) == 0:
		return nil, nil, err
	case len(labels) != n:
		return nil, nil, s.fail(0, "sources", "expected %d places (one per row), found %d", n, len(labels))
	}
	if !named {
		labels = nil
	}
	if len(latlon) != 2*n {
		return labels, nil, nil
	}
	return labels, latlon, s.checkLocations("sources", latlon)
}
