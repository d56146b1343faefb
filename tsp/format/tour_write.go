package format

import (
	"fmt"
	"io"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/permutation"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

var tourWriters = map[Format]func(io.Writer, *tsp.Instance, tsp.Tour) error{
	Tour:   writeTour,
	TSPLIB: writeTour,
	CSV:    writeTourCSV,
	JSON:   writeTourJSON,
}

// WriteTour writes a tour in the given order and direction, what it costs, and
// whether it is a path, so that [Stated.Check] can verify what ReadTour read.
// The formats are:
//
//   - tour: TSPLIB, with the cost as a comment, and another one for a path;
//   - csv: one row per city in visiting order: its position, all columns of the file
//     that it was read from (or its id, coordinates or location, and label), leg, the distance from
//     the city before, and total, that from the first. A closed tour ends with its
//     first city once more and the way back to it, so that the last total is the cost.
//     If the file had decimal commas, so have the numbers here, between semicolons;
//   - json: {"cost": …, "tour": [ids]}, the core of a result;
//   - geojson: the tour as a LineString, closed unless it is a path, then the
//     cities as points with position, leg and total. A line across the date line is cut
//     there and becomes a MultiLineString;
//   - gpx: a route, closed unless it is a path, with the cost as an extension,
//     and for each city how far it is, for people. GPX needs latitudes and longitudes, GeoJSON draws any locations, coordinates or display data.
func WriteTour(w io.Writer, in *tsp.Instance, t tsp.Tour, f Format) error {
	return WriteTourAlong(w, in, t, nil, f)
}

// WriteTourAlong is [WriteTour] for a tour whose roads are known: GeoJSON has a line for each
// leg instead of one through the cities, and GPX a track beside the route. The other formats
// hold no roads.
func WriteTourAlong(w io.Writer, in *tsp.Instance, t tsp.Tour, roads Roads, f Format) error {
	if err := permutation.Check(t, in.N()); err != nil {
		return err
	}
	if err := Fits(in, f); err != nil {
		return err
	}
	switch f {
	case GeoJSON, GPX:
		if err := roads.check(in, t); err != nil {
			return err
		}
		if f == GPX {
			return writeTourGPX(w, in, t, roads)
		}
		return writeTourGeoJSON(w, in, t, roads)
	}
	write, ok := tourWriters[f]
	if !ok {
		return fmt.Errorf("tours cannot be written as %q: expected tour, csv, json, geojson or gpx", f)
	}
	return write(w, in, t)
}

// Fits returns an error if a format cannot hold tours of the instance: GPX
// needs latitudes and longitudes, GeoJSON needs places to draw.
func Fits(in *tsp.Instance, f Format) error {
	switch {
	case f == GPX && places.Locations(in) == nil:
		return errNoGlobe
	case f == GeoJSON && !places.Drawable(in):
		return errNoPlaces
	}
	return nil
}

func writeTour(w io.Writer, in *tsp.Instance, t tsp.Tour) error {
	if err := checkIDs(in); err != nil {
		return err
	}
	p := newPrinter(w)
	p.text(keyName, " : ", oneLine(in.Name()), ".tour\n", keyType, " : TOUR\n")
	p.text(keyText, " : Length = ")
	p.float(in.Cost(t))
	if in.Open() {
		p.text("\n", keyText, " : ", openPath)
	}
	p.text("\n", keySize, " : ", strconv.Itoa(in.N()), "\n", secTour, "\n")
	for _, c := range t {
		p.int(in.ID(c))
		p.WriteByte('\n')
	}
	p.text("-1\n", endOfFile, "\n")
	return p.Flush()
}
