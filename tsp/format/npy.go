package format

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

const (
	npyMagic  = "\x93NUMPY"
	maxHeader = 1 << 16 // NumPy writes fewer than 200 bytes for two-dimensional arrays
)

// An array holds the properties that the header of an NPY file declares.
type array struct {
	dtype      string // for example "<f8"
	fortran    bool
	rows, cols int
}

// readNPY reads an array of distances or coordinates. It accepts header versions 1, 2 and 3.
func readNPY(src *source, opt Options) (*tsp.Instance, error) {
	a, err := src.npyHeader()
	if err != nil {
		return nil, err
	}
	square := a.rows == a.cols && (opt.Metric == "" || a.cols > 3)
	if !square && a.cols != 2 && a.cols != 3 || a.rows == 0 {
		return nil, src.fail(0, "shape", "expected (n, n) distances or (n, 2) or (n, 3) coordinates, found (%d, %d)", a.rows, a.cols)
	}
	if err := src.fits(a.rows, 0, "shape"); err != nil {
		return nil, err
	}
	values, err := src.npyValues(a)
	if err != nil {
		return nil, err
	}
	if square {
		if opt.Metric != "" {
			return nil, src.refuseMetric(opt.Metric)
		}
		return src.square(&matrix{n: a.rows, values: values})
	}
	c := &cities{src: src, dims: a.cols, coords: make([]float64, 0, len(values))}
	for i := 0; i < len(values); i += a.cols {
		if err := c.place(0, "row "+strconv.Itoa(i/a.cols), values[i:i+a.cols]...); err != nil {
			return nil, err
		}
	}
	return c.instance(opt.Metric, "")
}

// npyHeader reads the magic bytes, the version, the header length, and the header, which is a
// Python dictionary.
func (s *source) npyHeader() (*array, error) {
	var head [8]byte
	if _, err := io.ReadFull(s, head[:]); err != nil || string(head[:6]) != npyMagic {
		return nil, s.fail(0, "", "expected the magic bytes of an NPY file, found %s", quote(head[:]))
	}
	size := make([]byte, 2)
	if head[6] >= 2 {
		size = make([]byte, 4)
	}
	if _, err := io.ReadFull(s, size); err != nil {
		return nil, s.fail(0, "header", "the file ends within the header")
	}
	length := binary.LittleEndian.Uint32(append(size, 0, 0)[:4])
	if length > maxHeader || head[6] < 1 || head[6] > 3 {
		return nil, s.fail(0, "header", "expected version 1 to 3 and at most %d bytes, found version %d and %d bytes", maxHeader, head[6], length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(s, text); err != nil {
		return nil, s.fail(0, "header", "the file ends within the header, expected %d bytes", length)
	}
	return s.npyDict(string(text))
}

var (
	npyDescr   = regexp.MustCompile(`'descr'\s*:\s*'([^']*)'`)
	npyFortran = regexp.MustCompile(`'fortran_order'\s*:\s*(True|False)`)
	npyShape   = regexp.MustCompile(`'shape'\s*:\s*\(([0-9, ]*)\)`)
)

func (s *source) npyDict(text string) (*array, error) {
	descr, order, shape := npyDescr.FindStringSubmatch(text), npyFortran.FindStringSubmatch(text), npyShape.FindStringSubmatch(text)
	if descr == nil || order == nil || shape == nil {
		return nil, s.fail(0, "header", "expected a dictionary with descr, fortran_order and shape, found %s", quote([]byte(text)))
	}
	a := &array{dtype: descr[1], fortran: order[1] == "True"}
	if _, ok := npyTypes[strings.TrimLeft(a.dtype, "<>=|")]; !ok {
		return nil, s.fail(0, "descr", "expected integers or floats such as '<f8' or '<i4', found %s: convert with astype('<f8')", quote(a.dtype))
	}
	sides := strings.FieldsFunc(shape[1], func(r rune) bool { return r == ',' || r == ' ' })
	if len(sides) != 2 {
		return nil, s.fail(0, "shape", "expected two dimensions, found (%.40s): convert distances from pdist to a matrix with squareform", shape[1])
	}
	for k, side := range []*int{&a.rows, &a.cols} {
		n, err := strconv.Atoi(sides[k])
		if err != nil || n > maxCities {
			return nil, s.fail(0, "shape", "expected at most %d rows and columns, found (%.40s)", maxCities, shape[1])
		}
		*side = n
	}
	return a, nil
}

// npyTypes maps each element type to its size and to a function that converts its bytes to a
// number.
var npyTypes = map[string]struct {
	size  int
	value func(o binary.ByteOrder, b []byte) float64
}{
	"f8": {8, func(o binary.ByteOrder, b []byte) float64 { return math.Float64frombits(o.Uint64(b)) }},
	"f4": {4, func(o binary.ByteOrder, b []byte) float64 { return float64(math.Float32frombits(o.Uint32(b))) }},
	"i8": {8, func(o binary.ByteOrder, b []byte) float64 { return float64(int64(o.Uint64(b))) }},
	"i4": {4, func(o binary.ByteOrder, b []byte) float64 { return float64(int32(o.Uint32(b))) }},
	"i2": {2, func(o binary.ByteOrder, b []byte) float64 { return float64(int16(o.Uint16(b))) }},
	"i1": {1, func(_ binary.ByteOrder, b []byte) float64 { return float64(int8(b[0])) }},
	"u8": {8, func(o binary.ByteOrder, b []byte) float64 { return float64(o.Uint64(b)) }},
	"u4": {4, func(o binary.ByteOrder, b []byte) float64 { return float64(o.Uint32(b)) }},
	"u2": {2, func(o binary.ByteOrder, b []byte) float64 { return float64(o.Uint16(b)) }},
	"u1": {1, func(_ binary.ByteOrder, b []byte) float64 { return float64(b[0]) }},
}

// npyValues reads the elements in pieces and returns them row by row. It allocates memory only for
// data that have arrived, not for the declared shape.
func (s *source) npyValues(a *array) ([]float64, error) {
	kind := npyTypes[strings.TrimLeft(a.dtype, "<>=|")]
	order := binary.ByteOrder(binary.LittleEndian)
	if a.dtype[0] == '>' {
		order = binary.BigEndian
	}
	count := int64(a.rows) * int64(a.cols)
	if err := s.Budget.Announced(count, kind.size); err != nil {
		return nil, s.wrap(0, "shape", err)
	}
	var values []float64
	buf := make([]byte, 8192*kind.size)
	for missing := count; missing > 0; missing = count - int64(len(values)) {
		piece := buf[:min(int64(len(buf)), missing*int64(kind.size))]
		got, err := io.ReadFull(s, piece)
		for i := 0; i+kind.size <= got; i += kind.size {
			values = append(grow(values, int(min(count, math.MaxInt))), kind.value(order, piece[i:]))
		}
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return nil, s.fail(0, "data", "expected %d numbers for the shape (%d, %d), found %d", count, a.rows, a.cols, len(values))
		case err != nil:
			return nil, s.wrap(0, "data", err)
		}
	}
	if _, err := s.ReadByte(); err == nil {
		return nil, s.fail(0, "data", "expected %d numbers for the shape (%d, %d), found more data after them", count, a.rows, a.cols)
	} else if !errors.Is(err, io.EOF) {
		return nil, s.wrap(0, "data", err)
	}
	if a.fortran {
		values = transpose(values, a.cols, a.rows)
	}
	return slices.Clip(values), nil
}

func transpose(values []float64, rows, cols int) []float64 {
	out := make([]float64, len(values))
	for i := range rows {
		for j := range cols {
			out[j*rows+i] = values[i*cols+j]
		}
	}
	return out
}

// writeNPY writes the distance matrix without rounding: as '<i4' if the metric yields whole
// numbers, otherwise as '<f8'.
func writeNPY(w io.Writer, in *tsp.Instance) error {
	if err := checkMatrix(in, "an NPY file"); err != nil {
		return err
	}
	p := newPrinter(w)
	r := in.Rounding()
	whole := in.Scale() == 1 && r.Exact && r.Forbidden == 0
	descr := "<f8"
	if whole {
		descr = "<i4"
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }", descr, in.N(), in.N())
	// The format requires the data to start at a multiple of 64 bytes.
	text += strings.Repeat(" ", 63-(len(npyMagic)+4+len(text))%64) + "\n"
	p.text(npyMagic, "\x01\x00")
	p.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(text))))
	p.text(text)
	for i := range int32(in.N()) {
		for j := range int32(in.N()) {
			d := 0.0
			if i != j {
				_, d = in.Leg(i, j)
			}
			if whole {
				p.Write(binary.LittleEndian.AppendUint32(p.num, uint32(int32(d))))
			} else {
				p.Write(binary.LittleEndian.AppendUint64(p.num, math.Float64bits(d)))
			}
		}
	}
	return p.Flush()
}
