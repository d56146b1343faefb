package genes

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
)

// A flight builds several children together, in the spare rows of a pool.
type flight struct {
	*pool
	crossings *cl.Buffer[int32]
	words     []int32 // data to be sent to the device

	linkParents, crossGenes *cl.Kernel
}

// Sizes in nodes.cl, in words.
const nodeWords, crossingWords = 4, 6

func newFlight(g *pool) *flight {
	w, most := g.scope, g.children
	f := &flight{pool: g, crossings: cl.Make[int32](w, "crossings", crossingWords*most)}
	nodes, lowest := cl.Make[int32](w, "unvisited cities", nodeWords*most*g.n), cl.Make[int32](w, "lowest cities", most)
	f.linkParents = g.kernel("link_parents", f.crossings, cl.Arg("children", int32(0)), nodes)
	f.crossGenes = g.kernelOfGenes("cross_genes", g.place, f.crossings, cl.Arg("children", int32(0)),
		int32(g.genes()), cl.Arg("from", int32(0)), cl.Arg("to", int32(0)), nodes, lowest)
	return f
}

// build builds children in the spare rows. If ctx is cancelled, it returns an error and the spare
// rows are invalid.
func (f *flight) build(ctx context.Context, all []ga.Crossing) error {
	if err := f.announce(all); err != nil {
		return err
	}
	if err := f.linkParents.Run(ctx, len(all)*f.n); err != nil {
		return err
	}
	return f.inChunks(ctx, f.crossGenes, len(all))
}

// inFlights divides children into flights and returns the number of complete children.
func (f *flight) inFlights(all []ga.Crossing, do func([]ga.Crossing) error) (done int, err error) {
	for done < len(all) {
		some := all[done:min(done+f.children, len(all))]
		if err := do(some); err != nil {
			return done, err
		}
		done += len(some)
	}
	return done, nil
}

// announce sends the crossings to the device.
func (f *flight) announce(all []ga.Crossing) error {
	f.words = f.words[:0]
	for i := range all {
		c := &all[i]
		f.words = append(f.words, int32(c.Crossover), c.Parents[0], c.Parents[1], c.First, c.Switch[0], c.Switch[1])
	}
	count := int32(len(all))
	return errors.Join(f.crossings.Write(f.words),
		cl.Set(f.linkParents, "children", count), cl.Set(f.crossGenes, "children", count))
}

// inChunks runs a kernel for all places, one chunk at a time.
func (g *pool) inChunks(ctx context.Context, k *cl.Kernel, items int) error {
	for from := 0; from < g.n; from += g.chunk {
		to := min(from+g.chunk, g.n)
		if err := errors.Join(cl.Set(k, "from", int32(from)), cl.Set(k, "to", int32(to))); err != nil {
			return err
		}
		if err := k.Run(ctx, items); err != nil {
			return err
		}
	}
	return nil
}
