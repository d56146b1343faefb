package genes

import (
	"context"
	"errors"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Genes is a ga.Engine whose genes stay on the device. In each generation, the host sends its
// random choices and receives the lengths.
type Genes struct {
	*flight
	space lk.Space
	spare tsp.Tour // tour being sent to the device

	measured  *cl.Buffer[int32] // genes to be measured
	stretches *cl.Buffer[int32]
	transfers *cl.Buffer[int32]
	winners   *cl.Buffer[int32] // transfers of winners to the places of their rivals
	pairs     int               // number of pairs of rivals
	byRow     []int64           // lengths by row

	measureGenes   *cl.Kernel
	competeGenes   *cl.Kernel
	reverseStretch *cl.Kernel
	copyGenes      *cl.Kernel
	copyWinners    *cl.Kernel // copy_genes with the winners
}

// Sizes of a stretch and of a transfer on the device, in words.
const stretchWords, transferWords = 3, 2

func newGenes(f *flight) *Genes {
	w, genes := f.scope, f.params.Genes
	g := &Genes{flight: f, space: lk.NewSpace(f.in), spare: make(tsp.Tour, f.n), byRow: make([]int64, len(f.rows))}
	rivals := rivals(f.params.Sizes())
	g.pairs = len(rivals) / 2
	copies := int32(0)
	if f.params.Copies() {
		copies = 1
	}
	g.measured = cl.Make[int32](w, "measured genes", genes)
	g.stretches, g.transfers = cl.Make[int32](w, "mutations", stretchWords*genes), cl.Make[int32](w, "transfers", transferWords*genes)
	g.winners = cl.Make[int32](w, "winners", genes)
	g.measureGenes = g.kernelOfGenes("measure_genes", g.place, g.measured,
		cl.Arg("count", int32(0)), cl.Arg("from", int32(0)), cl.Arg("to", int32(0)), g.lengths)
	g.competeGenes = w.Kernel(g.program, "compete_genes", cl.MakeOf(w, "rivals", rivals), int32(g.pairs), g.lengths, g.table,
		copies, g.winners)
	g.reverseStretch = g.kernel("reverse_stretch", g.stretches, cl.Arg("count", int32(0)), cl.Arg("longest", int32(0)))
	g.copyGenes = g.kernel("copy_genes", g.transfers, cl.Arg("count", int32(0)), g.lengths)
	g.copyWinners = g.kernel("copy_genes", g.winners, int32(g.pairs), g.lengths)
	return g
}

// rivals returns the pairs of competing genes in all groups. first contains the first gene of each
// group.
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
	if err := g.lengths.Read(g.byRow); err != nil {
		return err
	}
	for i, r := range g.rows[:g.genes()] {
		dst[i] = g.byRow[r]
	}
	return nil
}

// Arrange renumbers the genes without moving them.
func (g *Genes) Arrange(ctx context.Context, order []int32) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	before := slices.Clone(g.rows)
	for i, gene := range order {
		g.rows[i] = before[gene]
	}
	return g.table.Write(g.rows)
}

// Compete lets the genes of each group compete. Winners are copied, or change their numbers without
// being moved.
func (g *Genes) Compete(ctx context.Context) error {
	if err := g.runWhole(ctx, g.competeGenes, g.pairs); err != nil {
		return err
	}
	if g.params.Copies() {
		return g.runWhole(context.WithoutCancel(ctx), g.copyWinners, g.pairs*g.n)
	}
	return g.table.Read(g.rows)
}

// runWhole runs a kernel to completion, unless ctx is already cancelled, because a partial run
// could not be undone.
func (g *Genes) runWhole(ctx context.Context, k *cl.Kernel, items int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return k.Run(context.WithoutCancel(ctx), items)
}

// Copy replaces genes with copies of other genes.
func (g *Genes) Copy(ctx context.Context, all []ga.Transfer) error {
	g.words = g.words[:0]
	for _, t := range all {
		g.words = append(g.words, t.From, t.To)
	}
	if err := g.transfers.Write(g.words); err != nil {
		return err
	}
	if err := cl.Set(g.copyGenes, "count", int32(len(all))); err != nil {
		return err
	}
	return g.runWhole(ctx, g.copyGenes, len(all)*g.n)
}

// Cross builds children, one flight after the other.
func (g *Genes) Cross(ctx context.Context, all []ga.Crossing) (done int, err error) {
	return g.inFlights(all, func(some []ga.Crossing) error {
		if err := g.build(ctx, some); err != nil {
			return err
		}
		g.words = g.words[:0]
		for i := range some {
			g.words = append(g.words, int32(g.genes()+i))
		}
		if err := g.measure(ctx, g.words); err != nil {
			return err
		}
		return g.adopt(some)
	})
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
	return g.inChunks(ctx, k, len(genes))
}

// Mutate reverses stretches of genes. Several reversals of one gene run in order, in separate
// launches; reversals of different genes run concurrently.
func (g *Genes) Mutate(ctx context.Context, all []ga.Reversal) error {
	if err := ctx.Err(); err != nil || len(all) == 0 {
		return err
	}
	ctx = context.WithoutCancel(ctx) // the lengths must match the genes
	turns, genes := inTurns(all)
	for _, turn := range turns {
		if err := g.reverse(ctx, turn); err != nil {
			return err
		}
	}
	return g.measure(ctx, genes)
}

// inTurns divides reversals into turns with at most one reversal per gene, and also returns the
// genes.
func inTurns(all []ga.Reversal) (turns [][]ga.Reversal, genes []int32) {
	count := map[int32]int{}
	for _, v := range all {
		turn := count[v.Gene]
		count[v.Gene]++
		if turn == 0 {
			genes = append(genes, v.Gene)
		}
		if turn == len(turns) {
			turns = append(turns, nil)
		}
		turns[turn] = append(turns[turn], v)
	}
	return turns, genes
}

// reverse reverses one stretch in each of several genes.
func (g *Genes) reverse(ctx context.Context, all []ga.Reversal) error {
	g.words = g.words[:0]
	longest := int32(0)
	for _, v := range all {
		g.words = append(g.words, v.Gene, v.From, v.To)
		longest = max(longest, (v.To-v.From+1)/2)
	}
	k := g.reverseStretch
	err := errors.Join(g.stretches.Write(g.words),
		cl.Set(k, "count", int32(len(all))), cl.Set(k, "longest", longest))
	if err != nil {
		return err
	}
	return k.Run(ctx, len(all)*int(longest))
}
