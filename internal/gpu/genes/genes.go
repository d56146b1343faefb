// Package genes runs the genetic algorithm of package ga on an OpenCL device [GA16 §3]. Its genes
// and lengths equal those of ga.Reference bit for bit, because the host draws all random numbers,
// distances are integers, and ties are broken by order.
package genes

import (
	"context"
	"embed"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

//go:embed *.cl
var sources embed.FS

// scannedAtOnce is the maximum number of cities that SCX may scan in one launch, to find the
// lowest-numbered unvisited city, on a device that terminates long loops. Other loops are only as
// long as a chunk.
const scannedAtOnce = 1 << 14

// New returns an engine without genes on a device, which must stay open until Close. If the device
// cannot hold all genes, they are stored in host memory.
func New(ctx context.Context, d *cl.Device, in *tsp.Instance, p ga.Params) (ga.Engine, error) {
	plan, err := newPlan(d.Info(), d.Used(), in, p)
	if err == nil && in.N() > scannedAtOnce {
		err = d.LongLoops(ctx)
	}
	if err != nil {
		return nil, err
	}
	return newEngine(ctx, d, plan)
}

func newEngine(ctx context.Context, d *cl.Device, p *plan) (ga.Engine, error) {
	g := newPool(ctx, d, p)
	f := newFlight(g)
	var e ga.Engine
	if p.resident {
		e = newGenes(f)
	} else {
		e = newStreamed(f)
	}
	if err := g.scope.Err(); err != nil {
		_ = g.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s with %d cities and %d genes: %w", p.in.Name(), p.n, p.params.Genes, err)
	}
	return e, nil
}
