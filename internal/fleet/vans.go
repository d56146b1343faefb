package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/daytime"
	"github.com/tourmaline-opt/tourmaline/internal/heading"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// A Table is a table of vehicles: the titles, and the rows below them.
type Table struct {
	Name   string // for errors
	Titles []string
	Rows   [][]string
}

// vanTitles holds the titles of columns of vehicles, without spaces, punctuation and accents.
//
//nolint:misspell // other languages
var vanTitles = heading.Table(`
name         any    name vehicle vehicles van vans truck driver id fahrzeug fahrzeuge fahrer kennzeichen vehicule chauffeur vehiculo conductor veicolo autista voertuig pojazd
count        any    count number quantity anzahl nombre numero cantidad aantal stueck
start        any    start depot startdepot standort base depart deposito
end          any    end enddepot ziel endort arrivee
from         any    from shiftstart starttime von ab beginn schichtbeginn arbeitsbeginn debut desde inicio dalle vanaf
to           any    to shiftend endtime until bis ende schichtende arbeitsende fin hasta alle tot
fixed        any    fixed fixedcost fixcost fixkosten grundkosten coutfixe costefijo costofisso
perkm        any    perkm costperkm kmcost costkm perdistance kmkosten kostenprokm eurprokm eurkm coutparkm costeporkm costoperkm
perhour      any    perhour costperhour hourcost costhour pertime stundenkosten kostenprostunde stundensatz coutparheure costeporhora costoperora
maxdistance  any    maxdistance maxkm kilometerlimit maxkilometer distancelimit
maxduration  any    maxduration maxhours maxtime maxdauer maxstunden durationlimit
maxstops     any    maxstops maxstopps stoplimit
skills       any    skills equipment ausstattung faehigkeiten competences
`)

// capacityWords lists the words with which titles of capacities begin.
const capacityWords = " capacity kapazitaet capacite capacidad capacita capaciteit ladnosc payload nutzlast zuladung maxload "

// A van is a row of the table of vehicles.
type van struct {
	room  []float64 // capacity in each dimension
	price price
}

// A price states what a vehicle costs.
type price struct{ fixed, perKm, perHour float64 }

// readFleet reads the vehicles.
func (b *builder) readFleet() error {
	if b.opt.Vans == nil {
		return b.equalFleet()
	}
	vans := b.opt.Vans
	if len(vans.Rows) == 0 {
		return fmt.Errorf("%s: vehicles are missing: expected a row for each kind", vans.Name)
	}
	kinds := list.Map(vans.Titles, vanKind)
	b.noteVans(kinds)
	for i, row := range vans.Rows {
		if err := b.readVan(vanRow{kinds: kinds, titles: vans.Titles, row: row}, i+1); err != nil {
			return fmt.Errorf("%s: vehicle %d: %w", vans.Name, i+1, err)
		}
	}
	return nil
}

// noteVans notes the columns of vehicles that are not used, given the kind of each.
func (b *builder) noteVans(kinds []string) {
	vans := b.opt.Vans
	for k, title := range vans.Titles {
		capacity := slices.ContainsFunc(b.rooms, func(r room) bool { return r.column == k })
		if !capacity && kinds[k] == "" && strings.TrimSpace(title) != "" {
			b.note("%s: column %q is not used", vans.Name, strings.TrimSpace(title))
		}
	}
}

// vanKind returns the kind of the column with a title, or "".
func vanKind(title string) string {
	return strings.Join(vanTitles[strings.Join(heading.Words(title), "")], "")
}

// equalFleet makes equal vehicles.
func (b *builder) equalFleet() error {
	from, to, err := b.home(b.opt.Start, b.opt.End, b.opt.Open)
	if err != nil {
		return err
	}
	t := vrp.Type{
		Count: int32(cmp.Or(b.opt.Vehicles, b.in.N())), Start: from, End: to, Shift: window(b.opt.Shift),
		MaxStops: int32(b.opt.MaxStops), MaxDistance: b.distance(b.opt.MaxDistance), MaxDuration: int64(b.opt.MaxDuration / time.Second),
	}
	v := van{}
	for _, c := range b.opt.Capacity {
		v.room = append(v.room, c.Amount)
	}
	b.data.Fleet, b.vans = append(b.data.Fleet, t), append(b.vans, v)
	return nil
}

// distance converts kilometres, or the unit of distances that are no lengths.
func (b *builder) distance(v float64) int64 {
	unit := 1.0
	if metres, ok := humanize.Metres(b.in.Details().Unit); ok {
		unit = 1000 / metres
	}
	return int64(math.Round(v * unit * b.in.Scale()))
}

// A room is a dimension of the capacity: its name, and its column in the table of vehicles.
type room struct {
	name   string
	column int
}

// capacities returns the names of the dimensions that are limited.
func (b *builder) capacities() (names []string, err error) {
	for _, c := range b.opt.Capacity {
		names = append(names, c.Column)
	}
	switch {
	case b.opt.Vans == nil:
		return names, nil
	case len(names) > 0:
		return nil, fmt.Errorf("%s states the vehicles: expected their capacities there too", b.opt.Vans.Name)
	}
	b.findRooms()
	for _, r := range b.rooms {
		names = append(names, r.name)
	}
	return names, nil
}

// findRooms finds the columns with capacities: those whose titles begin with a word for capacity,
// and those with the title of a column of loads.
func (b *builder) findRooms() {
	for k, title := range b.opt.Vans.Titles {
		words := heading.Words(title)
		isLoad := func(c int) bool {
			return strings.EqualFold(strings.TrimSpace(b.cells.titles[c]), strings.TrimSpace(title))
		}
		switch {
		case len(words) > 0 && strings.Contains(capacityWords, " "+words[0]+" "):
			b.rooms = append(b.rooms, room{strings.Join(words[1:], " "), k})
		case slices.ContainsFunc(b.cells.candidates(), isLoad):
			b.rooms = append(b.rooms, room{title, k})
		}
	}
}

// readVan adds a row of the table of vehicles.
func (b *builder) readVan(r vanRow, number int) error {
	t := vrp.Type{
		Name: b.vanName(r.text("name"), number), Count: r.whole("count", 1),
		MaxStops: r.whole("maxstops", 0), MaxDistance: b.distance(r.number("maxdistance")), MaxDuration: r.duration("maxduration"),
	}
	shift := b.opt.Shift
	shift.Open, shift.Close = r.clock("from", shift.Open), r.clock("to", shift.Close)
	v := van{price: price{r.number("fixed"), r.number("perkm"), r.number("perhour")}}
	for _, dimension := range b.rooms {
		v.room = append(v.room, r.capacity(dimension.column))
	}
	b.job.Priced = b.job.Priced || v.price != price{}
	t.Shift = window(shift)
	var err error
	if t.Start, t.End, err = b.homeOf(r); err == nil {
		t.Skills, err = b.skillsOf(r.text("skills"))
	}
	b.data.Fleet, b.vans = append(b.data.Fleet, t), append(b.vans, v)
	return errors.Join(r.fault, err, shift.Check())
}

// vanName returns the name of a vehicle. Names that occur twice get the number of their row.
func (b *builder) vanName(name string, number int) string {
	name = cmp.Or(name, fmt.Sprint("vehicle ", number))
	if slices.ContainsFunc(b.data.Fleet, func(t vrp.Type) bool { return t.Name == name }) {
		return fmt.Sprintf("%s (%d)", name, number)
	}
	return name
}

// homeOf returns the depots of a vehicle.
func (b *builder) homeOf(r vanRow) (from, to int32, err error) {
	start, end := r.text("start"), r.text("end")
	if start != "" && end == "" {
		end = cmp.Or(b.opt.End, start)
		if b.opt.Open {
			end = ""
		}
	}
	return b.home(cmp.Or(start, b.opt.Start), cmp.Or(end, b.opt.End), b.opt.Open)
}

// fleetTimed reports whether the vehicles state times or prices of times.
func (b *builder) fleetTimed() bool {
	for t, v := range b.vans {
		if f := &b.data.Fleet[t]; f.Shift != (vrp.Window{}) || f.MaxDuration > 0 || v.price.perHour > 0 {
			return true
		}
	}
	return false
}

// A vanRow reads the cells of a row and keeps the first fault.
type vanRow struct {
	kinds, titles, row []string
	fault              error
}

func (r *vanRow) text(kind string) string {
	for k, own := range r.kinds {
		if k < len(r.row) && own == kind {
			return strings.TrimSpace(r.row[k])
		}
	}
	return ""
}

// parsed returns the value of a cell, or unset if the cell is empty.
func parsed[T any](r *vanRow, kind string, unset T, parse func(string) (T, error)) T {
	text := r.text(kind)
	if text == "" {
		return unset
	}
	v, err := parse(text)
	if err != nil && r.fault == nil {
		r.fault = fmt.Errorf("%s: %w", kind, err)
	}
	return v
}

func (r *vanRow) number(kind string) float64 { return parsed(r, kind, 0, positive) }

func (r *vanRow) whole(kind string, unset int32) int32 {
	return parsed(r, kind, unset, func(text string) (int32, error) {
		v, err := positive(text)
		if err == nil && v != math.Trunc(v) {
			err = fmt.Errorf("%q is not a whole number: expected a number such as 2", text)
		}
		return int32(v), err
	})
}

func (r *vanRow) clock(kind string, unset time.Duration) time.Duration {
	return parsed(r, kind, unset, daytime.Parse)
}

// duration returns seconds; a plain number means hours.
func (r *vanRow) duration(kind string) int64 {
	return parsed(r, kind, 0, func(text string) (int64, error) {
		d, err := ParseHours(text)
		return int64(d / time.Second), err
	})
}

// ParseHours parses a duration of a route: hours, such as 8 or 7.5, or 7:30 or 450 min.
func ParseHours(text string) (time.Duration, error) {
	if v, err := number(text); err == nil && v >= 0 && v <= 1000 {
		return time.Duration(v * float64(time.Hour)), nil
	}
	return daytime.ParseStay(text)
}

// capacity returns the capacity in a column, which is unlimited if the cell is empty.
func (r *vanRow) capacity(column int) float64 {
	if column >= len(r.row) || strings.TrimSpace(r.row[column]) == "" {
		return math.Inf(1)
	}
	v, err := amount(r.row[column])
	if err == nil && v < 0 {
		err = fmt.Errorf("%q is negative", r.row[column])
	}
	if err != nil && r.fault == nil {
		r.fault = fmt.Errorf("%s: %w", r.titles[column], err)
	}
	return v
}

// positive parses a number that is not negative.
func positive(text string) (float64, error) {
	v, err := number(text)
	if err == nil && v < 0 {
		err = fmt.Errorf("%q is negative: expected 0 or more", text)
	}
	return v, err
}
