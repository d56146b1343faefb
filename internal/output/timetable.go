package output

import (
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A timetable lists the times at the stops of a tour, in the order of the tour.
type timetable struct {
	Timetable []visit `json:"timetable,omitempty"`
}

type visit struct {
	Arrive string `json:"arrive"`
	Leave  string `json:"leave"`
}

// timetableOf returns the times at the stops, or an empty timetable if they are not known.
func timetableOf(in *tsp.Instance, r *tourmaline.Result) (t timetable) {
	if in == nil || in.Details().Pace == nil {
		return t
	}
	for k, s := range in.Stops(r.Order()) {
		v, _ := in.Visit(k, s)
		t.Timetable = append(t.Timetable, visit{humanize.Clock(v.Arrive), humanize.Clock(v.Leave)})
	}
	return t
}
