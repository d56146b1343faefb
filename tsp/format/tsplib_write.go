package format

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// maxMatrix is the maximum number of cities in a matrix that is computed and written. A file of
// 32,768² numbers takes gigabytes.
const maxMatrix = 1 << 15

// checkMatrix returns an error if the matrix must be computed and is too large to be useful.
func checkMatrix(in *tsp.Instance, what string) error {
	if n := in.N(); n > maxMatrix && in.Metric() != tsp.Explicit {
		return fmt.Errorf("%s of %d x %d distances is too large, expected at most %d cities: write the coordinates instead", what, n, n, maxMatrix)
	}
	return nil
}

// A printer writes numbers and text and records the first error.
type printer struct {
	*bufio.Writer
	num     []byte
	vehicle string // property of GeoJSON features; "" if there is only one vehicle
}

func newPrinter(w io.Writer) *printer {
	return &printer{Writer: bufio.NewWriterSize(w, 1<<16), num: make([]byte, 0, 64)}
}

func (p *printer) float(v float64) { p.Write(appendNumber(p.num, v)) }

func (p *printer) int(v int64) { p.Write(strconv.AppendInt(p.num, v, 10)) }

func (p *printer) text(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

// oneLine joins the lines of a text to fit it on a keyword's line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func writeTSPLIB(w io.Writer, in *tsp.Instance) error {
	if err := checkIDs(in); err != nil {
		return err
	}
	if in.Metric().Dims() == 0 {
		if err := checkMatrix(in, "a TSPLIB matrix"); err != nil {
			return err
		}
	}
	p := newPrinter(w)
	p.tsplibHeader(in)
	if in.Metric().Dims() > 0 {
		p.text(secCoords, "\n")
		p.places(in, in.Coords(), in.Dims())
	} else {
		p.matrix(in)
	}
	if _, xy := tsplibDisplay(in); xy != nil {
		p.text(secDisplay, "\n")
		p.places(in, xy, 2)
	}
	p.fixedEdges(in)
	p.text(endOfFile, "\n")
	return p.Flush()
}

func checkIDs(in *tsp.Instance) error {
	for i := range int32(in.N()) {
		if in.ID(i) < 0 {
			return fmt.Errorf("city number %d: TSPLIB does not allow negative numbers, because -1 ends its lists", in.ID(i))
		}
	}
	return nil
}

func (p *printer) tsplibHeader(in *tsp.Instance) {
	p.text(keyName, " : ", oneLine(in.Name()), "\n")
	kind := "TSP"
	switch {
	case in.Open():
		kind = "HPP"
	case !in.Symmetric():
		kind = "ATSP"
	}
	p.text(keyType, " : ", kind, "\n")
	if in.Details().Comment != "" {
		for line := range strings.SplitSeq(in.Details().Comment, "\n") {
			p.text(keyText, " : ", oneLine(line), "\n")
		}
	}
	p.text(keySize, " : ", strconv.Itoa(in.N()), "\n")
	start, end := in.Ends()
	if start >= 0 {
		p.text(keyStart, " : ", strconv.FormatInt(in.ID(start), 10), "\n")
	}
	if end >= 0 {
		p.text(keyEnd, " : ", strconv.FormatInt(in.ID(end), 10), "\n")
	}
	if in.Metric().Dims() > 0 {
		p.text(keyMetric, " : ", in.Metric().String(), "\n")
	}
}

// latlonDisplay is an extension of DISPLAY_DATA_TYPE: the section holds latitude and longitude in
// decimal degrees.
const latlonDisplay = "LATLON_DISPLAY"

// tsplibDisplay returns the content of DISPLAY_DATA_SECTION: the locations of the cities or, if
// there are no locations, their display data.
func tsplibDisplay(in *tsp.Instance) (kind string, xy []float64) {
	if latlon := places.Locations(in); latlon != nil && !places.Geographic(in) {
		return latlonDisplay, latlon
	}
	return "TWOD_DISPLAY", in.Details().Display
}

// places writes lines of the form "id x y [z]".
func (p *printer) places(in *tsp.Instance, coords []float64, dims int) {
	for i := range int32(in.N()) {
		p.int(in.ID(i))
		for _, v := range coords[int(i)*dims : int(i+1)*dims] {
			p.WriteByte(' ')
			p.float(v)
		}
		p.WriteByte('\n')
	}
}

// matrix writes the full matrix, or one triangle if the matrix is symmetric.
func (p *printer) matrix(in *tsp.Instance) {
	n := in.N()
	p.text(keyMetric, " : ", tsp.Explicit.String(), "\n")
	half, shape := in.Symmetric() && n > 1, fullMatrix
	if half {
		shape = "UPPER_ROW"
	}
	p.text(keyLayout, " : ", shape, "\n")
	if kind, xy := tsplibDisplay(in); xy != nil {
		p.text(keyDraw, " : ", kind, "\n")
	} else if ownIDs(in) { // otherwise the display data contain the ids
		p.ids(secIDs, in, tsp.Identity(in.N()))
	}
	p.text(secWeights, "\n")
	for i := range int32(n) {
		from := int32(0)
		if half {
			from = i + 1
		}
		p.row(in, i, from, " ")
	}
}

// row writes the original distances from city i to city from and to all cities after it.
func (p *printer) row(in *tsp.Instance, i, from int32, separator string) {
	for j := from; int(j) < in.N(); j++ {
		if j > from {
			p.WriteString(separator)
		}
		if i == j {
			p.WriteByte('0')
			continue
		}
		_, d := in.Leg(i, j)
		p.float(d)
	}
	p.WriteByte('\n')
}

// ids writes a section with the ids of cities.
func (p *printer) ids(section string, in *tsp.Instance, cities tsp.Tour) {
	p.text(section, "\n")
	for _, c := range cities {
		p.int(in.ID(c))
		p.WriteByte('\n')
	}
	p.text("-1\n")
}

// ownIDs reports whether the ids differ from 1, 2, 3, …
func ownIDs(in *tsp.Instance) bool {
	for i := range int32(in.N()) {
		if in.ID(i) != int64(i)+1 {
			return true
		}
	}
	return false
}

func (p *printer) fixedEdges(in *tsp.Instance) {
	if len(in.FixedEdges()) == 0 {
		return
	}
	p.text(secFixed, "\n")
	for _, e := range in.FixedEdges() {
		fmt.Fprintln(p.Writer, in.ID(e[0]), in.ID(e[1]))
	}
	p.text("-1\n")
}
