package gpu

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/vec"
)

// Rows is brute-force 2-opt over all pairs of edges, without neighbour lists: what
// vec.BestTwoOpt does, on a device. It is a yardstick, not a search.
type Rows struct {
	workshop
	n      int
	row    *cl.Kernel
	deltas *cl.Buffer[float32]
	column *cl.Buffer[int32]
}

// rowGroup is the number of work-items that share a row.
const rowGroup = 64

// NewRows puts a tour on a device.
func NewRows(d *cl.Device, p *vec.Path) (*Rows, error) {
	r := &Rows{n: len(p.Edge), workshop: workshop{device: d}}
	w := &r.workshop
	x, y, edge := filled(w, "x", p.X), filled(w, "y", p.Y), filled(w, "edges", p.Edge)
	r.deltas, r.column = buffer[float32](w, "deltas", r.n), buffer[int32](w, "columns", r.n)
	r.row = w.kernel(w.program("two_opt_row.cl"), "two_opt_row", x, y, edge, int32(r.n), int32(0), r.deltas, r.column, cl.Local{PerItem: 4}, cl.Local{PerItem: 4})
	if w.err != nil {
		_ = r.Close()
		return nil, w.err
	}
	return r, nil
}

// firstRow is the argument of two_opt_row with that name.
const firstRow = 4

// Best finds the best 2-opt move of all, the lowest (i, j) on ties; (0, -1, -1) if
// none gains.
func (r *Rows) Best(ctx context.Context) (delta float32, i, j int, err error) {
	rows := max(r.n-2, 0)
	atOnce := max(1<<25/max(r.n, 1), 1) // some ten million pairs a launch
	for first := 0; first < rows; first += atOnce {
		if err := cl.SetScalar(r.row, firstRow, int32(first)); err != nil {
			return 0, -1, -1, err
		}
		if err := r.row.RunGroups(ctx, min(atOnce, rows-first), min(rowGroup, r.row.MaxGroup())); err != nil {
			return 0, -1, -1, err
		}
	}
	deltas, columns := make([]float32, rows), make([]int32, rows)
	if err := r.deltas.Read(deltas); err != nil {
		return 0, -1, -1, err
	}
	if err := r.column.Read(columns); err != nil {
		return 0, -1, -1, err
	}
	i, j = -1, -1
	for row, d := range deltas {
		if d < delta {
			delta, i, j = d, row, int(columns[row])
		}
	}
	return delta, i, j, nil
}
