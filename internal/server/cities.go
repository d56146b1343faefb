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
	at, _ := places.Coordinates(of)
	labels := of.Details().Labels
	page := Cities{Cities: []City{}, N: of.N()}
	for i := in.From; i < page.N && len(page.Cities) < in.Limit; i++ {
		c := City{Index: i, ID: places.IDText(of, int32(i))}
		if labels != nil {
			c.Name = labels[i]
		}
		if at != nil {
			x, y := at(i)
			c.X, c.Y = &x, &y
		}
		page.Cities = append(page.Cities, c)
	}
	return &struct{ Body Cities }{page}, nil
}
