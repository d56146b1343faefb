package genes

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A pool holds genes on a device and spare rows for children. rows and its copy on the device are
// always the same.
type pool struct {
	plan
	device  *cl.Device
	scope   *cl.Scope // everything created on the device
	program *cl.Program

	place   any // buffer of the distances
	cities  *cl.Buffer[int32]
	lengths *cl.Buffer[int64] // by row
	table   *cl.Buffer[int32] // copy of rows on the device
	rows    []int32           // rows of the genes, then of the children
	tour    *cl.Buffer[int32] // tour being sent to or received from the host

	putGene, getGene *cl.Kernel
}

func newPool(ctx context.Context, d *cl.Device, p *plan) *pool {
	w, rows := cl.NewScope(d), p.rowCount()
	g := &pool{plan: *p, device: d, scope: w, rows: make([]int32, rows)}
	for i := range g.rows {
		g.rows[i] = int32(i)
	}
	distances, err := p.where.Data(ctx)
	w.Fail(err)
	g.place = w.Put("places", distances)
	g.cities, g.tour = cl.Make[int32](w, "genes", rows*p.n), cl.Make[int32](w, "tour", p.n)
	g.table, g.lengths = cl.MakeOf(w, "rows", g.rows), cl.Make[int64](w, "lengths", rows)
	g.program = w.Program(p.source())
	g.putGene = g.kernel("put_gene", g.tour, cl.Arg("gene", int32(0)), cl.Arg("length", int64(0)), g.lengths)
	g.getGene = g.kernel("get_gene", g.tour, cl.Arg("gene", int32(0)))
	return g
}

// kernel creates a kernel whose first arguments describe the pool.
func (g *pool) kernel(name string, more ...any) *cl.Kernel {
	return g.scope.Kernel(g.program, name, append([]any{g.cities, g.table, int32(len(g.rows)), int32(g.n)}, more...)...)
}

// kernelOfGenes creates a kernel with one work-item per gene. On a CPU, each gene is a separate
// work-group, so that few genes keep all cores busy, unless a different launch was requested.
func (g *pool) kernelOfGenes(name string, more ...any) *cl.Kernel {
	k := g.kernel(name, more...)
	if l, _ := k.Launch(); l == (cl.Launch{}) && g.device.Info().Kind == "cpu" {
		g.scope.Fail(k.Fix(cl.Launch{Group: 1}))
	}
	return k
}

// put stores a tour that starts with city 0.
func (g *pool) put(gene int, t tsp.Tour, length int64) error {
	k := g.putGene
	if err := errors.Join(g.tour.Write(t), cl.Set(k, "gene", int32(gene)), cl.Set(k, "length", length)); err != nil {
		return err
	}
	return k.Run(context.Background(), g.n)
}

// get copies a gene into dst.
func (g *pool) get(gene int, dst tsp.Tour) error {
	if err := cl.Set(g.getGene, "gene", int32(gene)); err != nil {
		return err
	}
	if err := g.getGene.Run(context.Background(), g.n); err != nil {
		return err
	}
	return g.tour.Read(dst[:g.n])
}

// Finish waits until the device has finished, for timing.
func (g *pool) Finish() error { return g.device.Finish() }

// Close releases everything created on the device.
func (g *pool) Close() error { return g.scope.Close() }
