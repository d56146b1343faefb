package genes

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
)

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
