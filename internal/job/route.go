package job

import "github.com/tourmaline-opt/tourmaline/tsp"

// A Route specifies where a tour starts and ends.
type Route struct {
	Start string `json:"start,omitempty" value:"city" usage:"city to start from: an id or name, or the beginning of a name"`
	End   string `json:"end,omitempty" value:"city" usage:"city to end at; makes the tour a path"`
	Open  bool   `json:"open,omitempty" usage:"find a path instead of a round trip; its ends are free unless set"`
}

// Apply returns the instance with this route. Fields that are not set keep the file's values.
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
