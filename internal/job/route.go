package job

import "github.com/tourmaline-opt/tourmaline/tsp"

// A Route asks for a path or a start.
type Route struct {
	Start string `json:"start,omitempty"` // a city: its id or name, or the beginning of it
	End   string `json:"end,omitempty"`   // makes the tour a path
	Open  bool   `json:"open,omitempty"`  // a path; ends are free unless given
}

// Apply opens the instance as asked; what is not asked stays as the file says.
func (r Route) Apply(in *tsp.Instance) (*tsp.Instance, error) {
	if r == (Route{}) {
		return in, nil
	}
	start, end := in.Ends()
	for _, e := range []struct {
		name, field string
		city        *int32
	}{{r.Start, "route.start", &start}, {r.End, "route.end", &end}} {
		if e.name == "" {
			continue
		}
		c, err := in.Find(e.name)
		if err != nil {
			return nil, fault(BadField, e.field, ": %v", err)
		}
		*e.city = c
	}
	var err error
	switch {
	case r.Open || in.Open() || end >= 0 && start != end:
		in, err = in.Path(start, end)
	case start >= 0:
		in, err = in.StartAt(start)
	}
	if err != nil {
		return nil, &Fault{BadField, "route", err.Error()}
	}
	return in, nil
}
