package server

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

type citiesRequest struct {
	ID    string `path:"id" maxLength:"64" doc:"Job id."`
	From  int    `query:"from" minimum:"0" default:"0" doc:"Index of the first city to return, from 0."`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
}

// Cities is one page of the list of an instance's cities.
type Cities struct {
	Cities []City `json:"cities"`
	N      int    `json:"n" doc:"Total number of cities."`
}

// A City is a city as described in its file.
type City struct {
	Index int      `json:"index" doc:"Index of the city, from 0 as in tours."`
	ID    string   `json:"id"`
	Name  string   `json:"name,omitempty"`
	X     *float64 `json:"x,omitempty" doc:"x coordinate, or the longitude if the drawing is geographic; missing if the city has no coordinates."`
	Y     *float64 `json:"y,omitempty"`
}

func (s *Server) cities(ctx context.Context, in *citiesRequest) (*struct{ Body Cities }, error) {
	of, _, err := instanceOf[*tsp.Instance](ctx, s, in.ID, "cities")
	if err != nil {
		return nil, err
	}
	page := Cities{Cities: []City{}, N: of.N()}
	for i := in.From; i < page.N && len(page.Cities) < in.Limit; i++ {
		page.Cities = append(page.Cities, cityOf(of, i))
	}
	return &struct{ Body Cities }{page}, nil
}

type stopsRequest struct {
	ID    string `path:"id" maxLength:"64" doc:"Job id."`
	From  int    `query:"from" minimum:"0" default:"0" doc:"Position of the first stop to return, from 0."`
	Limit int    `query:"limit" minimum:"1" maximum:"10000" default:"1000"`
}

// Stops is a part of the route of a result.
type Stops struct {
	Stops []Stop `json:"stops" doc:"The stops in order; a round trip ends with a return to the first one."`
	N     int    `json:"n" doc:"Total number of stops, including the return."`
}

// A Stop is a city at its position in a route.
type Stop struct {
	City  int32   `json:"city" doc:"Index of the city, from 0 as in tours."`
	Name  string  `json:"name" doc:"Name of the city, or its id."`
	Leg   float64 `json:"leg" doc:"Length of the way from the previous stop, in the unit of costs."`
	Total float64 `json:"total" doc:"Length of the way from the first stop."`
}

func (s *Server) stops(ctx context.Context, in *stopsRequest) (*struct{ Body Stops }, error) {
	p, err := s.checkedResult(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	of, v, err := instanceOf[*tsp.Instance](ctx, s, in.ID, "stops")
	if err != nil {
		return nil, err
	}
	tour, ok := p.verified.Solution.(tsp.Tour)
	if !ok {
		return nil, otherKind(v.Record, "stops")
	}
	page := Stops{Stops: []Stop{}}
	for k, at := range of.Stops(tour) {
		if k >= in.From && len(page.Stops) < in.Limit {
			page.Stops = append(page.Stops, Stop{at.City, of.NameOf(at.City), at.Leg, at.Total})
		}
		page.N = k + 1
	}
	return &struct{ Body Stops }{page}, nil
}

// cityOf describes a city of an instance.
func cityOf(of *tsp.Instance, i int) City {
	c := City{Index: i, ID: places.IDText(of, int32(i))}
	if labels := of.Details().Labels; labels != nil {
		c.Name = labels[i]
	}
	if at, _ := places.Coordinates(of); at != nil {
		x, y := at(i)
		c.X, c.Y = &x, &y
	}
	return c
}
