package osrm

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A routeAnswer is a response of the route service with steps. Only the steps show where one leg
// ends and the next starts, because overview=by_legs is too new for most servers.
type routeAnswer struct {
	answer
	Routes []struct {
		Legs []struct {
			Steps []struct {
				Geometry struct {
					Coordinates [][]float64 // longitude, latitude
				}
			}
		}
	}
}

// Roads requests the roads from each place to the next. U-turns at a place are allowed, as in
// tables.
func (c *Client) Roads(ctx context.Context, latlon []float64) (roads format.Roads, err error) {
	legs := len(latlon)/2 - 1
	if legs < 1 {
		return format.Roads{}, nil
	}
	err = adapt(legs+1, func(most int) error {
		roads = make(format.Roads, legs)
		each := most - 1
		return c.all(ctx, (legs+each-1)/each, func(i int) error {
			from := i * each
			return c.route(ctx, latlon[2*from:], roads[from:min(from+each, legs)])
		})
	})
	if err != nil {
		return nil, err
	}
	join(roads)
	return roads, nil
}

// join makes each road start where the previous one ends, because two requests may have snapped the
// same place to different roads.
func join(roads format.Roads) {
	for k := 1; k < len(roads); k++ {
		if end := roads[k-1][len(roads[k-1])-2:]; !slices.Equal(end, roads[k][:2]) {
			roads[k] = slices.Concat(end, roads[k])
		}
	}
}

// route requests the roads of some legs, given the places at their ends.
func (c *Client) route(ctx context.Context, latlon []float64, legs format.Roads) error {
	const options = "alternatives=false&annotations=false&continue_straight=false&generate_hints=false&geometries=geojson&overview=false&steps=true"
	var a routeAnswer
	if err := c.get(ctx, query{"route", coordinates(latlon[:2*len(legs)+2]), options, largest}, &a, &a.answer); err != nil {
		return err
	}
	if len(a.Routes) == 0 || len(a.Routes[0].Legs) != len(legs) {
		return fmt.Errorf("%s: expected a route with %d legs, found none", c.server.Redacted(), len(legs))
	}
	for k, leg := range a.Routes[0].Legs {
		for _, step := range leg.Steps {
			for _, at := range step.Geometry.Coordinates {
				if len(at) < 2 || !(math.Abs(at[1]) <= 90) || !(math.Abs(at[0]) <= 360) {
					return fmt.Errorf("%s: expected longitude and latitude in degrees, found %v", c.server.Redacted(), at)
				}
				legs[k] = extend(legs[k], at[1], at[0])
			}
		}
		switch len(legs[k]) {
		case 0:
			return fmt.Errorf("%s: expected a geometry for leg %d, found none", c.server.Redacted(), k+1)
		case 2: // two stops at the same place
			legs[k] = append(legs[k], legs[k]...)
		}
	}
	return nil
}

// extend appends a point to a road, unless the road already ends there. Each step starts where the
// previous step ends.
func extend(way []float64, lat, lon float64) []float64 {
	if n := len(way); n > 0 && way[n-2] == lat && way[n-1] == lon {
		return way
	}
	return append(way, lat, lon)
}

// Stops returns the latitudes and longitudes of a tour, including the return to its start.
func Stops(in *tsp.Instance, t tsp.Tour) (latlon []float64) {
	where := places.Locations(in)
	for _, c := range t {
		latlon = append(latlon, where[2*c], where[2*c+1])
	}
	if !in.Open() {
		latlon = append(latlon, latlon[:2]...)
	}
	return latlon
}
