package genes

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
)

// Cross builds children, one flight after the other.
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

// measureChildren computes the lengths of the children of a flight.
func (g *Genes) measureChildren(ctx context.Context, count int) error {
	g.words = g.words[:0]
	for i := range count {
		g.words = append(g.words, int32(g.genes()+i))
	}
	return g.measure(ctx, g.words)
}

// adopt replaces genes with the children of a complete flight. The rows of the replaced genes
// become spare.
func (g *Genes) adopt(all []ga.Crossing) error {
	for i := range all {
		gene, child := all[i].Child, g.genes()+i
		g.rows[gene], g.rows[child] = g.rows[child], g.rows[gene]
	}
	return g.table.Write(g.rows)
}

// measure computes the lengths of genes.
func (g *Genes) measure(ctx context.Context, genes []int32) error {
	k := g.measureGenes
	if err := errors.Join(g.measured.Write(genes), cl.Set(k, "count", int32(len(genes)))); err != nil {
		return err
	}
	return g.inChunks(func(from, to int32) error {
		if err := errors.Join(cl.Set(k, "from", from), cl.Set(k, "to", to)); err != nil {
			return err
		}
		return k.Run(ctx, len(genes))
	})
}
