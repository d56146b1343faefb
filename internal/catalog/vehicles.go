package catalog

import (
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/routes/ils"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// vehicles returns the rows for vehicle routing.
func vehicles() []Row {
	return []Row{{
		Problem: Vehicles, Name: "ils", Engines: cpuOnly,
		Summary: "iterated local search: removes strings of stops, inserts them again and descends, with annealing",
		Params:  func(s Size) params.Group { p := ils.Defaults(s.N); return params.Group{&p} },
	}}
}

// BeginVehicles creates the search for a row of vehicle routing.
func BeginVehicles(in *vrp.Instance, p params.Group, init vrp.Plan, seed uint64, threads int) (search.Searcher[vrp.Plan], error) {
	s, err := ils.New(in, *p[0].(*ils.Params), init, seed, threads)
	if err != nil {
		return nil, err
	}
	return s, nil
}
