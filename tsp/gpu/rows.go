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
	r := &Rows{workshop: workshop{device: d}, deltas: make([]float32, rows), columns: make([]int32, rows)}
	w := &r.workshop
	x, y, edge := filled(w, "x", p.X), filled(w, "y", p.Y), filled(w, "edges", p.Edge)
	r.delta, r.column = buffer[float32](w, "deltas", rows), buffer[int32](w, "columns", rows)
	r.row = w.kernel(w.program("two_opt_row.cl"), "two_opt_row", x, y, edge, int32(n), r.delta, r.column)
	if w.err != nil {
		_ = r.Close()
		return nil, w.err
	}
	return r, nil
}

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
