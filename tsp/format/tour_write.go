package format

import (
	"fmt"
	"io"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/permutation"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// WriteTour writes a tour in the given order and direction, its cost, and whether it is a path.
// [Stated.Check] can verify these properties after ReadTour. The formats are:
//
//   - tour: TSPLIB, with the cost as a comment, and a second comment for a path;
//   - csv: one row per city in visiting order: its position, all columns of the file
//     that it was read from (or its id, coordinates or location, and label), leg, the
//     distance from the previous city, and total, the distance from the first. A closed
//     tour ends with its first city again, so that the last total is the cost.
//     If the input file has decimal commas, numbers are written with decimal commas and
//     fields are separated by semicolons;
//   - json: {"cost": …, "tour": [ids]}, the core of a result;
//   - geojson: the tour as a LineString, closed unless it is a path, then the
//     cities as points with position, leg and total. A line across the date line is cut
//     there and becomes a MultiLineString;
//   - gpx: a route, closed unless it is a path, with the cost as an extension,
//     and a description of the distance to each city.
//
// GPX needs latitudes and longitudes. GeoJSON accepts locations, coordinates or display data.
//
// If roads is not nil, it contains one road per leg. GeoJSON then contains a line for each leg
// instead of one line through the cities, and GPX contains a track in addition to the route. The
// other formats ignore roads.
func WriteTour(w io.Writer, in *tsp.Instance, t tsp.Tour, roads Roads, f Format) error {
	if err := permutation.Check(t, in.N()); err != nil {
		return err
	}
	r := rowOf(f)
	if r.writeTour == nil {
		return fmt.Errorf("cannot write tours as %q: expected one of %s", f, namesOf(func(i Info) bool { return i.Tours }))
	}
	if r.Fits != nil {
		if err := r.Fits(in); err != nil {
			return err
		}
	}
	if r.Roads {
		if err := roads.check(in, t); err != nil {
			return err
		}
	}
	return r.writeTour(w, in, t, roads)
}

// onGlobe returns an error if the instance has no latitudes and longitudes, which GPX needs.
func onGlobe(in *tsp.Instance) error {
	if places.Locations(in) == nil {
		return errNoGlobe
	}
	return nil
}

// drawable returns an error if the instance has no coordinates to draw, which GeoJSON needs.
func drawable(in *tsp.Instance) error {
	if !places.Drawable(in) {
		return errNoPlaces
	}
	return nil
}

func writeTour(w io.Writer, in *tsp.Instance, t tsp.Tour, _ Roads) error {
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
