package format

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
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
//     If the pace of the instance is known, arrive and leave follow.
//     If the input file has decimal commas, numbers are written with decimal commas and
//     fields are separated by semicolons;
//   - json: {"cost": …, "tour": [ids]}, the core of a result;
//   - geojson: the tour as a LineString, closed unless it is a path, then the
//     cities as points with position, leg and total. A line across the date line is cut
//     there and becomes a MultiLineString;
//   - gpx: a route, closed unless it is a path, with the cost as an extension,
//     and a description of the distance to each city;
//   - kml: the tour as a line, then the cities as placemarks;
//   - xlsx: the same table as csv, in a workbook.
//
// GPX and KML need latitudes and longitudes. GeoJSON accepts locations, coordinates or display
// data.
//
// If roads is not nil, it contains one road per leg. GeoJSON then contains a line for each leg
// instead of one line through the cities, GPX contains a track in addition to the route, and the
// line of KML follows the roads. The other formats ignore roads.
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

// onGlobe returns an error if the instance has no latitudes and longitudes, which GPX and KML need.
func onGlobe(in *tsp.Instance) error {
	if places.Locations(in) == nil {
		return errNoGlobe
	}
	return nil
}

// drawable returns an error if the instance lacks the drawable coordinates that GeoJSON needs.
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
	p.text(keyText, " : Length = ", show(in.Cost(t)))
	if in.Open() {
		p.text("\n", keyText, " : ", openPath)
	}
	p.text("\n", keySize, " : ", strconv.Itoa(in.N()), "\n")
	p.ids(secTour, in, t)
	p.text(endOfFile, "\n")
	return p.Flush()
}

// The columns of a tour's table that describe the tour rather than its cities.
const (
	titlePosition = "position"
	titleLeg      = "leg"
	titleTotal    = "total"
	titleArrive   = "arrive"
	titleLeave    = "leave"
)

func isTitle(title, name string) bool { return strings.EqualFold(strings.TrimSpace(title), name) }

// isOfTour reports whether a column describes a tour rather than a city.
func isOfTour(title string) bool {
	return slices.ContainsFunc([]string{titlePosition, titleLeg, titleTotal, titleArrive, titleLeave}, func(own string) bool { return isTitle(title, own) })
}

// writeTourCSV writes one row per city in visiting order: its position, the columns of the file it
// was read from, the leg from the previous city, the total so far, and the times if they are known.
// A closed tour ends by repeating its first city. Columns of the input file that have the title of
// one of these columns are omitted.
func writeTourCSV(w io.Writer, in *tsp.Instance, t tsp.Tour, _ Roads) error {
	p := &tourPrinter{printer: newPrinter(w), in: in, where: atlasOf(in), separator: ","}
	p.keep()
	p.text(titlePosition, p.separator)
	p.titles()
	p.text(p.separator, titleLeg, p.separator, titleTotal)
	timed := in.Details().Pace != nil
	if timed {
		p.text(p.separator, titleArrive, p.separator, titleLeave)
	}
	p.text("\n")
	for k, s := range in.Stops(t) {
		p.int(int64(k) + 1)
		p.text(p.separator)
		p.fields(s.City)
		p.number(s.Leg)
		p.number(s.Total)
		if v, known := in.Visit(k, s); known {
			p.text(p.separator, humanize.Clock(v.Arrive), p.separator, humanize.Clock(v.Leave))
		}
		p.text("\n")
	}
	return p.Flush()
}

// A tourPrinter writes the rows of a tour.
type tourPrinter struct {
	*printer
	in        *tsp.Instance
	where     atlas
	kept      []int // columns from the input file
	separator string
}

// decimalComma matches a number with a decimal comma.
var decimalComma = regexp.MustCompile(`^\s*[-+]?[0-9]+,[0-9]+\s*$`)

// keep selects the columns of the input file. If they contain numbers with decimal commas, fields
// are separated by semicolons and all numbers are written with decimal commas.
func (p *tourPrinter) keep() {
	columns := p.in.Details().Columns
	if columns == nil {
		return
	}
	for k, title := range columns.Titles() {
		if !isOfTour(title) {
			p.kept = append(p.kept, k)
		}
	}
	for c := range int32(p.in.N()) {
		for _, k := range p.kept {
			if text := columns.Text(c, k); strings.Contains(text, ",") && decimalComma.MatchString(text) {
				p.separator = ";"
				return
			}
		}
	}
}

// titles writes the titles of the columns that describe cities.
func (p *tourPrinter) titles() {
	if columns := p.in.Details().Columns; columns != nil {
		p.keptRow(func(k int) string { return field(columns.Titles()[k]) })
		return
	}
	p.text(cityColumns(p.in, p.where))
}

// fields writes a city's row from the input file or, if the instance stores no table, its id,
// coordinates and label.
func (p *tourPrinter) fields(c int32) {
	if columns := p.in.Details().Columns; columns != nil {
		p.keptRow(func(k int) string {
			if text := columns.Text(c, k); text != "" {
				return field(text)
			}
			return ""
		})
		return
	}
	p.city(p.in, p.where, c)
}

// keptRow writes a field for each column from the input file.
func (p *tourPrinter) keptRow(text func(column int) string) {
	for i, k := range p.kept {
		if i > 0 {
			p.text(p.separator)
		}
		p.text(text(k))
	}
}

// number writes a number as the next field.
func (p *tourPrinter) number(v float64) {
	p.text(p.separator)
	if p.separator == "," {
		p.float(v)
		return
	}
	p.text(strings.Replace(string(appendNumber(p.num, v)), ".", ",", 1))
}
