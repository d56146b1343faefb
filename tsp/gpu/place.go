package gpu

import (
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/sweep"
)

// place is where a device gets distances from, PLACE of tour.cl.
type place struct {
	kind  kind
	in    *tsp.Instance
	scale float64
}

type kind int

const (
	whole        kind = iota // whole coordinates: exact on every device
	wholeCeil                // the same, rounded up
	fraction                 // any coordinates, for devices with double precision
	fractionCeil             // the same, rounded up
	matrix                   // all distances, for small instances of all other metrics
)

// farthest is the largest distance that three of add up to what fits an int32, as
// gains of three edges must.
const farthest = math.MaxInt32 / 3

// wholeFar is the size below which the rounded square root of whole numbers in
// double precision, which the instance computes, is that of the exact numbers,
// which a device computes.
const wholeFar = 1 << 24

// placed chooses the place of the cities of an instance on a device.
func placed(device cl.Info, in *tsp.Instance) (*place, error) {
	if !in.Symmetric() {
		return nil, fmt.Errorf("%s is asymmetric: there are no kernels for that yet", in.Name)
	}
	p := &place{kind: matrix, in: in, scale: in.Scale()}
	switch m := in.Metric(); {
	case m == tsp.Euc2D, m == tsp.Euclidean && in.Dims() == 2:
		p.kind = fraction
	case m == tsp.Ceil2D:
		p.kind = fractionCeil
	}
	if p.kind == matrix {
		return p, nil
	}
	box := in.Box()
	far := math.Hypot(box.Hi[0]-box.Lo[0], box.Hi[1]-box.Lo[1])
	if p.scale == 1 && far < wholeFar && areWhole(in.Coords()) {
		p.kind -= fraction // Euc2D or Ceil2D in whole numbers
		return p, nil
	}
	if !device.Double {
		p.kind = matrix // computed by the host
	}
	if far*p.scale > farthest {
		return nil, fmt.Errorf("%s has distances of up to %.0f units, the device can add up three of up to %d: divide the coordinates", in.Name, far*p.scale, farthest)
	}
	return p, nil
}

func areWhole(coords []float64) bool {
	for _, x := range coords {
		if x != math.Trunc(x) {
			return false
		}
	}
	return true
}

// defines are what tour.cl wants to know.
func (p *place) defines() []cl.Define {
	all := []cl.Define{{Name: "PLACE", Value: int(p.kind)}}
	if p.kind == fraction {
		all = append(all, cl.Define{Name: "SCALE", Value: p.scale})
	}
	return all
}

// put makes the buffer with the coordinates or the matrix.
func (p *place) put(w *workshop) any {
	switch p.kind {
	case whole, wholeCeil:
		return filled(w, "coordinates", p.fromCorner())
	case fraction, fractionCeil:
		return filled(w, "coordinates", p.in.Coords())
	}
	return p.putMatrix(w)
}

// fromCorner are whole coordinates, counted from the corner of the box around the
// cities.
func (p *place) fromCorner() []int32 {
	lo, xy := p.in.Box().Lo, p.in.Coords()
	all := make([]int32, len(xy))
	for i, x := range xy {
		all[i] = int32(x - lo[i%2])
	}
	return all
}

// putMatrix sends the distances, a few million at a time.
func (p *place) putMatrix(w *workshop) *cl.Buffer[int32] {
	n := p.in.N()
	b := buffer[int32](w, fmt.Sprintf("matrix of %d times %d distances", n, n), n*n)
	rows := min(max(1<<22/n, 1), n)
	part := make([]int32, 0, rows*n)
	for i := 0; i < n && w.err == nil; i += rows {
		part = part[:0]
		for j := i; j < min(i+rows, n) && w.err == nil; j++ {
			part, w.err = p.row(part, int32(j))
		}
		if w.err == nil {
			w.err = b.WriteAt(i*n, part)
		}
	}
	return b
}

// row appends the distances from a city.
func (p *place) row(dst []int32, city int32) ([]int32, error) {
	for other := range int32(p.in.N()) {
		d := p.in.Dist(city, other)
		if d > farthest || d < -farthest && d > sweep.Tied {
			return dst, fmt.Errorf("a distance of %d units, the device can add up three of up to %d", d, farthest)
		}
		dst = append(dst, int32(max(d, sweep.Tied)))
	}
	return dst, nil
}
