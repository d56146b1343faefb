package format

import (
	"fmt"
	"io"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

var tourWriters = map[Format]func(io.Writer, *tsp.Instance, tsp.Tour) error{
	Tour:    writeTour,
	TSPLIB:  writeTour,
	CSV:     writeTourCSV,
	JSON:    writeTourJSON,
	GeoJSON: writeTourGeoJSON,
	GPX:     writeTourGPX,
}

// WriteTour writes a tour in the given order and direction, what it costs, and
// whether it is a path, so that [Stated.Check] can verify what ReadTour read.
// The formats are:
//
//   - tour: TSPLIB, with the cost as a comment, and another one for a path;
//   - csv: one row per city in visiting order, with its position, coordinates,
//     label and leg, the distance from the city before. In a closed tour the
//     first leg is the way back from the last city, in a path it is 0: legs add up
//     to the cost;
//   - json: {"cost": …, "tour": [ids]}, the core of a result;
//   - geojson: the tour as a LineString, closed unless it is a path, then the
//     cities as points with their positions. A line across the date line is cut
//     there and becomes a MultiLineString;
//   - gpx: a route, closed unless it is a path, with the cost as an extension. GPX needs latitudes and
//     longitudes, GeoJSON draws any coordinates or display data.
func WriteTour(w io.Writer, in *tsp.Instance, t tsp.Tour, f Format) error {
	if err := t.CheckPermutation(in.N()); err != nil {
		return err
	}
	if err := Fits(in, f); err != nil {
		return err
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
	case f == GPX && !in.Geographic():
		return errNoGlobe
	case f == GeoJSON && in.Dims() == 0 && !in.HasDisplay():
		return errNoPlaces
	}
	return nil
}

func writeTour(w io.Writer, in *tsp.Instance, t tsp.Tour) error {
	if err := checkIDs(in); err != nil {
		return err
	}
	p := newPrinter(w)
	p.text(keyName, " : ", oneLine(in.Name), ".tour\n", keyType, " : TOUR\n")
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
