// Package distances determines how a device obtains the distances of an instance: from coordinates,
// or from a matrix of all distances.
package distances

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/geom"
	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Place specifies how a device obtains the distances of an instance. It corresponds to PLACE in
// the shared place.cl.
type Place struct {
	kind  kind
	in    *tsp.Instance
	scale float64
	on    device.Info
}

type kind int

const (
	whole        kind = iota // whole coordinates, exact on every device
	wholeCeil                // whole coordinates, distances rounded up
	fraction                 // any coordinates, for devices with double precision
	fractionCeil             // any coordinates, distances rounded up
	matrix                   // all distances, for small instances with any other metric
	globe                    // unit vectors, for devices with double precision
)

// farthest is the maximum distance. The sum of three distances must fit into an int32, because the
// gain of a move adds up three edges.
const farthest = math.MaxInt32 / 3

// wholeFar is an upper bound on distances. Below it, the rounded double-precision square root that
// the instance computes equals the exact root that a device computes.
const wholeFar = 1 << 24

// NewPlace chooses how a device obtains the distances of an instance. It does not send any data.
func NewPlace(d device.Info, in *tsp.Instance) (*Place, error) {
	p := &Place{kind: matrix, in: in, scale: in.Scale(), on: d}
	switch m := in.Metric(); {
	case m == tsp.Haversine && d.Double:
		p.kind, p.scale = globe, 2*geom.EarthRadius*in.Scale()
		return p, nil // all distances on the globe are small enough for the device
	case m == tsp.Euc2D, m == tsp.Euclidean && in.Dims() == 2:
		p.kind = fraction
	case m == tsp.Ceil2D:
		p.kind = fractionCeil
	default:
		return p, nil
	}
	box := places.Box(in)
	far := math.Hypot(box.Hi[0]-box.Lo[0], box.Hi[1]-box.Lo[1])
	if p.scale == 1 && far < wholeFar && !slices.ContainsFunc(in.Coords(), hasFraction) {
		p.kind -= fraction // whole or wholeCeil
		return p, nil
	}
	if !d.Double {
		p.kind = matrix // the host computes the distances
	}
	if far*p.scale > farthest {
		return nil, fmt.Errorf("%s has distances of up to %.0f units, but the device can add three distances of at most %d: scale the coordinates down", in.Name(), far*p.scale, farthest)
	}
	return p, nil
}

func hasFraction(x float64) bool { return x != math.Trunc(x) }

// Defines returns the constants for place.cl.
func (p *Place) Defines() map[string]any {
	all := map[string]any{"PLACE": int(p.kind)}
	if p.kind == fraction || p.kind == globe {
		all["SCALE"] = p.scale
	}
	return all
}

// Bytes returns the size of Data in bytes.
func (p *Place) Bytes() uint64 {
	n := uint64(p.in.N())
	switch p.kind {
	case whole, wholeCeil:
		return 2 * 4 * n
	case fraction, fractionCeil:
		return 2 * 8 * n
	case globe:
		return 3 * 8 * n
	}
	return 4 * n * n
}

// Data returns the coordinates or the matrix: a slice of int32 or float64.
func (p *Place) Data(ctx context.Context) (any, error) {
	switch p.kind {
	case whole, wholeCeil:
		return p.fromCorner(), nil
	case fraction, fractionCeil:
		return p.in.Coords(), nil
	case globe:
		points, _, _ := p.in.Geometry()
		return points, nil
	}
	return p.distances(ctx)
}

// fromCorner returns whole coordinates relative to the lower corner of the bounding box.
func (p *Place) fromCorner() []int32 {
	lo, xy := places.Box(p.in).Lo, p.in.Coords()
	all := make([]int32, len(xy))
	for i, x := range xy {
		all[i] = int32(x - lo[i%2])
	}
	return all
}

// distances returns all distances. It computes a few million at a time, so that ctx can cancel it.
// If the device cannot hold the matrix, it returns an error without computing any distance.
func (p *Place) distances(ctx context.Context) ([]int32, error) {
	n := p.in.N()
	if p.Bytes() > p.on.MaxBuffer {
		return nil, fmt.Errorf("a matrix of %d x %d distances needs %d bytes, but a buffer on %s has at most %d", n, n, p.Bytes(), p.on.Name, p.on.MaxBuffer)
	}
	matrix := make([]int32, n*n)
	rows := min(max(1<<22/n, 1), n)
	var all extremes
	for i := 0; i < n; i += rows {
		found, err := p.fillRows(ctx, i, matrix[i*n:min(i+rows, n)*n])
		if all = all.with(found); err == nil {
			err = all.fit()
		}
		if err != nil {
			return nil, err
		}
	}
	return matrix, nil
}

// fillRows computes the rows from first on, using all processors.
func (p *Place) fillRows(ctx context.Context, first int, rows []int32) (all extremes, err error) {
	n, threads := p.in.N(), runtime.GOMAXPROCS(0)
	found := make([]extremes, parallel.Threads(threads, len(rows)/n, 1))
	err = parallel.Do(ctx, threads, len(rows)/n, 1, func(thread, i int) {
		found[thread] = found[thread].with(p.fillRow(int32(first+i), rows[i*n:][:n]))
	})
	for _, f := range found {
		all = all.with(f)
	}
	return all, err
}

func (p *Place) fillRow(city int32, row []int32) (e extremes) {
	for other := range row {
		d := p.in.Dist(city, int32(other))
		if d > sweep.Tied {
			e = extremes{min(e.least, d), max(e.most, d)}
		}
		row[other] = int32(max(d, sweep.Tied))
	}
	return e
}

// extremes holds the minimum and the maximum of 0 and some distances.
type extremes struct{ least, most int64 }

func (e extremes) with(o extremes) extremes {
	return extremes{min(e.least, o.least), max(e.most, o.most)}
}

// fit returns an error unless the gain from replacing three edges with three others fits into an
// int32. If some distances are negative, the absolute values of all six distances may add up.
func (e extremes) fit() error {
	limit := int64(farthest)
	if e.least < 0 {
		limit /= 2
	}
	if e.most <= limit && e.least >= -limit {
		return nil
	}
	return fmt.Errorf("distances from %d to %d units are too large: the device can add distances of at most %d", e.least, e.most, limit)
}
