package sweeps

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/vec"
)

// Rows is brute-force 2-opt over all pairs of edges, without neighbour lists: what
// vec.BestTwoOpt does, on a device. It is a yardstick, not a search.
type Rows struct {
	scope   *cl.Scope
	row     *cl.Kernel
	delta   *cl.Buffer[float32]
	column  *cl.Buffer[int32]
	deltas  []float32 // as the host has them
	columns []int32
}

// NewRows puts a tour on a device.
func NewRows(d *cl.Device, p *vec.Path) (*Rows, error) {
	n := len(p.Edge)
	rows := max(n-2, 0)
	w := cl.NewScope(d)
	r := &Rows{scope: w, deltas: make([]float32, rows), columns: make([]int32, rows)}
	x, y, edge := cl.MakeOf(w, "x", p.X), cl.MakeOf(w, "y", p.Y), cl.MakeOf(w, "edges", p.Edge)
	r.delta, r.column = cl.Make[float32](w, "deltas", rows), cl.Make[int32](w, "columns", rows)
	r.row = w.Kernel(w.Program(sources, "two_opt_row.cl"), "two_opt_row", x, y, edge, int32(n), r.delta, r.column)
	if w.Err() != nil {
		_ = r.Close()
		return nil, w.Err()
	}
	return r, nil
}

// Close releases what was made on the device.
func (r *Rows) Close() error { return r.scope.Close() }

// Best finds the best 2-opt move of all, the lowest (i, j) on ties; (0, -1, -1) if
// none gains.
func (r *Rows) Best(ctx context.Context) (delta float32, i, j int, err error) {
	i, j = -1, -1
	if err := r.row.Run(ctx, len(r.deltas)); err != nil {
		return 0, i, j, err
	}
	if err := r.delta.Read(r.deltas); err != nil {
		return 0, i, j, err
	}
	if err := r.column.Read(r.columns); err != nil {
		return 0, i, j, err
	}
	for row, d := range r.deltas {
		if d < delta {
			delta, i, j = d, row, int(r.columns[row])
		}
	}
	return delta, i, j, nil
}
