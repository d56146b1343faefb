// Package genes runs the genetic algorithm of package ga on an OpenCL device
// [GA16 §3]. Its genes and lengths equal those of ga.Reference bit for bit: all random
// numbers are drawn by the host, distances are integers, and ties are broken by order.
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

// scannedAtOnce is how many cities SCX may scan in a launch, for the lowest unvisited one, on
// a device that ends long loops. Other loops are as long as a chunk.
const scannedAtOnce = 1 << 14

// New makes an engine without genes on a device, which must stay open until Close. If the
// device cannot hold all genes they are in the memory of the host.
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
	e := f.engine()
	if err := g.scope.Err(); err != nil {
		_ = g.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s with %d cities and %d genes: %w", p.in.Name(), p.n, p.params.Genes, err)
	}
	return e, nil
}

// engine makes the engine that is planned: with genes on the device, or on the host.
func (f *flight) engine() ga.Engine {
	if f.resident {
		return newGenes(f)
	}
	return newStreamed(f)
}
