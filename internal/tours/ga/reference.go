package ga

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Reference is the engine in Go. It is the specification of all other engines.
type Reference struct {
	in      *tsp.Instance
	space   lk.Space
	first   []int32 // first gene of each group
	copies  bool    // whether winners are copied
	genes   []tsp.Tour
	lengths []int64
	threads []*thread // created when first needed
}

// A thread is the memory of one thread, for two children at a time.
type thread [2]struct {
	*crosser
	spare tsp.Tour // child under construction
}

func newThread(in *tsp.Instance) *thread {
	t := &thread{}
	for i := range t {
		t[i].crosser, t[i].spare = newCrosser(in), make(tsp.Tour, in.N())
	}
	return t
}

// NewReference returns an engine without genes. The number of threads affects only the speed.
func NewReference(in *tsp.Instance, p Params, threads int) *Reference {
	return &Reference{
		in: in, space: lk.NewSpace(in), first: p.Sizes(), copies: p.Copies(), genes: make([]tsp.Tour, p.Genes), lengths: make([]int64, p.Genes),
		threads: make([]*thread, parallel.Threads(threads, p.Genes, 1)),
	}
}

// Put implements Engine.
func (r *Reference) Put(gene int, t tsp.Tour) error {
	if r.genes[gene] == nil {
		r.genes[gene] = make(tsp.Tour, len(t))
	}
	Normalise(r.genes[gene], t)
	r.lengths[gene] = r.space.Length(t)
	return nil
}

// Normalise copies a tour to dst, rotated to start with city 0 [GA16 §2.3].
func Normalise(dst, t tsp.Tour) {
	at := slices.Index(t, 0)
	copy(dst[copy(dst, t[at:]):], t[:at])
}

// Gene implements Engine.
func (r *Reference) Gene(gene int, dst tsp.Tour) error {
	copy(dst, r.genes[gene])
	return nil
}

// Lengths implements Engine.
func (r *Reference) Lengths(_ context.Context, dst []int64) error {
	copy(dst, r.lengths)
	return nil
}

// Arrange implements Engine.
func (r *Reference) Arrange(_ context.Context, order []int32) error {
	genes, lengths := slices.Clone(r.genes), slices.Clone(r.lengths)
	for i, gene := range order {
		r.genes[i], r.lengths[i] = genes[gene], lengths[gene]
	}
	return nil
}

// Compete implements Engine.
func (r *Reference) Compete(context.Context) error {
	for g, from := range r.first[:len(r.first)-1] {
		size := r.first[g+1] - from
		for j := from; j < from+size/2; j++ {
			if rival := j + (size+1)/2; r.lengths[rival] < r.lengths[j] {
				r.win(rival, j)
			}
		}
	}
	return nil
}

// win stores a winner in the place of the loser.
func (r *Reference) win(winner, loser int32) {
	if r.copies {
		copy(r.genes[loser], r.genes[winner])
		r.lengths[loser] = r.lengths[winner]
	} else {
		r.swap(loser, winner)
	}
}

func (r *Reference) swap(a, b int32) {
	r.genes[a], r.genes[b] = r.genes[b], r.genes[a]
	r.lengths[a], r.lengths[b] = r.lengths[b], r.lengths[a]
}

// Cross implements Engine. Each thread creates two children at a time.
func (r *Reference) Cross(ctx context.Context, all []Crossing) (done int, err error) {
	const atOnce = len(thread{})
	complete := make([]bool, len(all))
	err = parallel.Ranges(ctx, len(r.threads), len(all), atOnce, func(number, from, end int) error {
		if r.threads[number] == nil {
			r.threads[number] = newThread(r.in)
		}
		if r.cross(ctx, r.threads[number], all[from:end]) == nil {
			for i := from; i < end; i++ {
				complete[i] = true
			}
		}
		return nil
	})
	if done = slices.Index(complete, false); done < 0 {
		return len(all), nil
	}
	return done, err
}

// cross creates one or two children. They replace genes when they are complete.
func (r *Reference) cross(ctx context.Context, t *thread, some []Crossing) error {
	for i, c := range some {
		t[i].start(c, r.genes[c.Parents[0]], r.genes[c.Parents[1]], t[i].spare)
	}
	var second *crosser
	if len(some) == 2 {
		second = t[1].crosser
	}
	if err := build(ctx, t[0].crosser, second); err != nil {
		return err
	}
	for i, c := range some {
		r.fit(t[i].spare)
		t[i].spare, r.genes[c.Child] = r.genes[c.Child], t[i].spare
		r.lengths[c.Child] = r.space.Length(r.genes[c.Child])
	}
	return nil
}

// fit restores the ends of a path and the fixed edges in a gene.
func (r *Reference) fit(gene tsp.Tour) {
	if r.in.Plain() != nil {
		Normalise(gene, fitted(r.in, gene))
	}
}

// fitted returns t, changed so that it has the required ends of a path and the fixed edges.
func fitted(in *tsp.Instance, t tsp.Tour) tsp.Tour {
	if plain := in.Plain(); plain != nil {
		return plain.Fit(plain.Back(t))
	}
	return t
}

// Mutate implements Engine.
func (r *Reference) Mutate(ctx context.Context, all []Reversal) error {
	runs := byGene(all)
	return parallel.Do(ctx, len(r.threads), len(runs), 1, func(_, i int) {
		number := runs[i][0].Gene
		gene := r.genes[number]
		for _, v := range runs[i] {
			r.lengths[number] += r.gained(gene, v)
			slices.Reverse(gene[v.From : v.To+1])
		}
		if r.in.Plain() != nil || !r.in.Symmetric() { // more than two edges may change
			r.fit(gene)
			r.lengths[number] = r.space.Length(gene)
		}
	})
}

// gained returns the change in length that a reversal causes in a gene of a symmetric instance.
func (r *Reference) gained(gene tsp.Tour, v Reversal) int64 {
	before, first, last, after := gene[v.From-1], gene[v.From], gene[v.To], gene[(int(v.To)+1)%len(gene)]
	return r.space.Dist(before, last) + r.space.Dist(first, after) - r.space.Dist(before, first) - r.space.Dist(last, after)
}

// byGene splits reversals into runs that each belong to one gene.
func byGene(all []Reversal) (runs [][]Reversal) {
	for len(all) > 0 {
		end := 1
		for end < len(all) && all[end].Gene == all[0].Gene {
			end++
		}
		runs, all = append(runs, all[:end]), all[end:]
	}
	return runs
}

// Copy implements Engine.
func (r *Reference) Copy(_ context.Context, all []Transfer) error {
	for _, t := range all {
		copy(r.genes[t.To], r.genes[t.From])
		r.lengths[t.To] = r.lengths[t.From]
	}
	return nil
}

// Close does nothing.
func (r *Reference) Close() error { return nil }
