// Package genes runs the genetic algorithm of package ga on an OpenCL device
// [GA16 §3]. Its genes and lengths equal those of ga.Reference bit for bit: all random
// numbers are drawn by the host, distances are integers, and ties are broken by order.
package genes

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/ga"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
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
		return nil, fmt.Errorf("%s with %d cities and %d genes: %w", p.in.Name, p.n, p.params.Genes, err)
	}
	return e, nil
}

// engine makes the engine whose children fly.
func (f *flight) engine() ga.Engine {
	if f.resident {
		return newGenes(f)
	}
	return newStreamed(f)
}

// Genes is a ga.Engine whose genes stay on the device. In a generation the host sends
// what was drawn and receives the lengths.
type Genes struct {
	*flight
	space lk.Space
	spare tsp.Tour // a tour on its way to the device

	measured  *cl.Buffer[int32] // genes to be measured
	stretches *cl.Buffer[int32]
	transfers *cl.Buffer[int32]
	pairs     int // of rivals
	words     []int32

	measureGenes   *cl.Kernel
	competeGenes   *cl.Kernel
	reverseStretch *cl.Kernel
	copyGenes      *cl.Kernel
}

// Words of a stretch and of a transfer on the device.
const stretchWords, transferWords = 3, 2

// Indices of kernel arguments that change from launch to launch.
const (
	measureCount   = poolWords + 2
	measureFrom    = poolWords + 3
	measureTo      = poolWords + 4
	reverseCount   = poolWords + 1
	reverseLongest = poolWords + 2
	copyCount      = poolWords + 1
)

func newGenes(f *flight) *Genes {
	w, genes := f.scope, f.params.Genes
	g := &Genes{flight: f, space: lk.NewSpace(f.in), spare: make(tsp.Tour, f.n)}
	rivals := rivals(f.params.Sizes())
	g.pairs = len(rivals) / 2
	g.measured = cl.Make[int32](w, "measured genes", genes)
	g.stretches, g.transfers = cl.Make[int32](w, "mutations", stretchWords*genes), cl.Make[int32](w, "transfers", transferWords*genes)
	g.measureGenes = g.kernelOfGenes("measure_genes", g.place, g.measured, int32(0), int32(0), int32(0), g.lengths)
	g.competeGenes = w.Kernel(g.program, "compete_genes", cl.MakeOf(w, "rivals", rivals), int32(g.pairs), g.lengths, g.table)
	g.reverseStretch = g.kernel("reverse_stretch", g.stretches, int32(0), int32(0))
	g.copyGenes = g.kernel("copy_genes", g.transfers, int32(0), g.lengths)
	return g
}

// rivals lists the pairs of genes that compete, in all groups. first is where groups
// begin.
func rivals(first []int32) (pairs []int32) {
	for g, from := range first[:len(first)-1] {
		size := first[g+1] - from
		for j := from; j < from+size/2; j++ {
			pairs = append(pairs, j, j+(size+1)/2)
		}
	}
	return pairs
}

// Put stores a tour as a gene.
func (g *Genes) Put(gene int, t tsp.Tour) error {
	ga.Normalise(g.spare, t)
	return g.put(gene, g.spare, g.space.Length(t))
}

// Gene copies a gene into dst.
func (g *Genes) Gene(gene int, dst tsp.Tour) error { return g.get(gene, dst) }

// Lengths copies the lengths of all genes into dst.
func (g *Genes) Lengths(ctx context.Context, dst []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	byRow := make([]int64, g.lengths.Len())
	if err := g.lengths.Read(byRow); err != nil {
		return err
	}
	for i, r := range g.rows[:g.genes()] {
		dst[i] = byRow[r]
	}
	return nil
}

// Arrange gives the genes new numbers. No gene is moved.
func (g *Genes) Arrange(ctx context.Context, order []int32) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	before := append([]int32(nil), g.rows...)
	for i, gene := range order {
		g.rows[i] = before[gene]
	}
	return g.table.Write(g.rows)
}

// Compete lets genes of each group compete. No gene is moved.
func (g *Genes) Compete(ctx context.Context) error {
	if err := g.runWhole(ctx, g.competeGenes, g.pairs); err != nil {
		return err
	}
	return g.table.Read(g.rows)
}

// runWhole runs a kernel unless ctx has ended: what is half done could not be taken back.
func (g *Genes) runWhole(ctx context.Context, k *cl.Kernel, items int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return k.Run(context.WithoutCancel(ctx), items)
}

// Cross makes children, one flight after the other.
func (g *Genes) Cross(ctx context.Context, all []ga.Crossing) (done int, err error) {
	return g.inFlights(all, func(some []ga.Crossing) error {
		if err := g.build(ctx, some); err != nil {
			return err
		}
		if err := g.measureChildren(ctx, len(some)); err != nil {
			return err
		}
		return g.adopt(some)
	})
}

// inFlights divides children into flights, and tells how many are complete.
func (f *flight) inFlights(all []ga.Crossing, fly func([]ga.Crossing) error) (done int, err error) {
	for done < len(all) {
		some := all[done:min(done+f.plan.flight, len(all))]
		if err := fly(some); err != nil {
			return done, err
		}
		done += len(some)
	}
	return done, nil
}

// measureChildren measures a flight.
func (g *Genes) measureChildren(ctx context.Context, count int) error {
	g.words = g.words[:0]
	for i := range count {
		g.words = append(g.words, int32(g.genes()+i))
	}
	return g.measure(ctx, g.words)
}

// adopt lets a complete flight take the places of genes, whose rows become spare.
func (g *Genes) adopt(all []ga.Crossing) error {
	for i := range all {
		gene, child := all[i].Child, g.genes()+i
		g.rows[gene], g.rows[child] = g.rows[child], g.rows[gene]
	}
	return g.table.Write(g.rows)
}

// measure measures genes.
func (g *Genes) measure(ctx context.Context, genes []int32) error {
	k := g.measureGenes
	if err := errors.Join(g.measured.Write(genes), cl.SetScalar(k, measureCount, int32(len(genes)))); err != nil {
		return err
	}
	return g.inChunks(func(from, to int32) error {
		if err := errors.Join(cl.SetScalar(k, measureFrom, from), cl.SetScalar(k, measureTo, to)); err != nil {
			return err
		}
		return k.Run(ctx, len(genes))
	})
}

// Copy replaces genes by others.
func (g *Genes) Copy(ctx context.Context, all []ga.Transfer) error {
	g.words = g.words[:0]
	for _, t := range all {
		g.words = append(g.words, t.From, t.To)
	}
	if err := errors.Join(g.transfers.Write(g.words), cl.SetScalar(g.copyGenes, copyCount, int32(len(all)))); err != nil {
		return err
	}
	return g.runWhole(ctx, g.copyGenes, len(all)*g.n)
}
