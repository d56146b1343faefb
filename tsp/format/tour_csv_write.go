package format

import (
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The columns of a tour's table that describe the tour rather than its cities.
const (
	titlePosition = "position"
	titleLeg      = "leg"
	titleTotal    = "total"
)

func isTitle(title, name string) bool { return strings.EqualFold(strings.TrimSpace(title), name) }

// isOfTour reports whether a column describes a tour rather than a city.
func isOfTour(title string) bool {
	return slices.ContainsFunc([]string{titlePosition, titleLeg, titleTotal}, func(own string) bool { return isTitle(title, own) })
}

// writeTourCSV writes one row per city in visiting order: its position, the columns of the file it
// was read from, the leg from the previous city, and the total so far. A closed tour ends by
// repeating its first city. Position, leg and total columns from the input file are omitted.
func writeTourCSV(w io.Writer, in *tsp.Instance, t tsp.Tour, _ Roads) error {
	p := &tourPrinter{printer: newPrinter(w), in: in, where: atlasOf(in), separator: ","}
	p.keep()
	p.text(titlePosition, p.separator)
	p.titles()
	p.text(p.separator, titleLeg, p.separator, titleTotal, "\n")
	for k, s := range in.Stops(t) {
		p.int(int64(k) + 1)
		p.text(p.separator)
		p.fields(s.City)
		p.number(s.Leg)
		p.number(s.Total)
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
	columns := p.in.Details().Columns
	if columns == nil {
		p.text(cityColumns(p.in, p.where))
		return
	}
	for i, k := range p.kept {
		p.next(i)
		p.text(field(columns.Titles()[k]))
	}
}

// fields writes a city's row from the input file or, if the instance stores no table, its id,
// coordinates and label.
func (p *tourPrinter) fields(c int32) {
	columns := p.in.Details().Columns
	if columns == nil {
		p.city(p.in, p.where, c)
		return
	}
	for i, k := range p.kept {
		p.next(i)
		if text := columns.Text(c, k); text != "" {
			p.text(field(text))
		}
	}
}

// next writes a separator before every field except the first.
func (p *tourPrinter) next(i int) {
	if i > 0 {
		p.text(p.separator)
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
