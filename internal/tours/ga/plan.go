package ga

import (
	"cmp"
	"slices"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// A plan draws the random numbers of each generation and derives the work for the engines.
type plan struct {
	Params
	n     int
	seed  uint64
	first []int32 // first gene of each group
}

func newPlan(p Params, n int, seed uint64) *plan {
	return &plan{Params: p, n: n, seed: seed, first: p.Sizes()}
}

// Purposes of random numbers. Each purpose has separate streams, numbered by pair, gene or group.
const (
	forPool uint32 = iota << 28
	forPairs
	forGenes
	forGroups
	forOrder
	forKicks
)

func (p *plan) random(purpose, number, generation uint32) rng.Stream {
	return rng.At(p.seed, purpose|number, generation)
}

// order returns an order in which rivals are half a group apart, or nil if they already are.
func (p *plan) order(generation uint32) []int32 {
	if p.Rivals == "half" {
		return nil
	}
	var order []int32
	for g, from := range p.first[:p.Groups] {
		size := p.first[g+1] - from
		genes := make([]int32, size)
		for i := range genes {
			genes[i] = from + int32(i)
		}
		if p.Rivals == "random" {
			random := p.random(forOrder, uint32(g), generation)
			random.Shuffle(genes)
			order = append(order, genes...)
			continue
		}
		for j := range (size + 1) / 2 { // the last gene of an odd group has no rival
			order = append(order, genes[2*j])
		}
		for j := range size / 2 {
			order = append(order, genes[2*j+1])
		}
	}
	return order
}

// crossings returns the crossings of a generation [GA16 §3.3]. In a group of m genes, the first
// ⌈m/2⌉ are winners, and gene 2i mates with gene 2i + 1. Their first child replaces gene ⌈m/2⌉ + i.
// Their second child, if there is one, replaces gene ⌈3m/4⌉ + i.
//
// Deviation: [GA16] contradicts itself. Algorithm 1 mates all neighbours, which fills the whole
// second half with first children, but uses one gene twice and the last gene never. This
// implementation follows the text and Figs. 3 and 4.
//
// If pairs have one child, the losers in the last quarter stay. A winner without a partner has no
// child. The second child of the last pair has no place if m is 3, 7, 11, …
func (p *plan) crossings(generation uint32) []Crossing {
	var first, second []Crossing
	rules := p.Params.crossings()
	for g, from := range p.first[:p.Groups] {
		end := p.first[g+1]
		size := end - from
		half, quarter := (size+1)/2, (3*size+3)/4
		for i := int32(0); 2*i+1 < half; i++ {
			c := Crossing{Crossover: rules[0], Parents: [2]int32{from + 2*i, from + 2*i + 1}, Child: from + half + i}
			c.Switch = p.switches(uint32(c.Parents[0]), generation)
			first = append(first, c)
			if c.Child = from + quarter + i; len(rules) == 2 && c.Child < end {
				c.Crossover, c.First = rules[1], 1
				second = append(second, c)
			}
		}
	}
	return append(first, second...)
}

// switches returns the places of an ARX child where the recommending parent changes [GA16 §2.4].
func (p *plan) switches(pair, generation uint32) (at [2]int32) {
	if p.n < 2 {
		return at
	}
	random := p.random(forPairs, pair, generation)
	a, b := 1+random.IntN(int32(p.n-1)), 1+random.IntN(int32(p.n-1))
	return [2]int32{min(a, b), max(a, b)}
}

// best returns the best gene of each group.
func (p *plan) best(lengths []int64) []int32 {
	all := make([]int32, p.Groups)
	for g, from := range p.first[:p.Groups] {
		all[g] = fittest(lengths, from, p.first[g+1])
	}
	return all
}

// mutateAtOnce returns the number of genes that mutate between two checks of the context. They take
// milliseconds.
func (p *plan) mutateAtOnce() int {
	const most = 1 << 22 // cities that change their places
	each := float64(p.Edges) * p.Mutation * (float64(p.n)/4 + 20)
	return int(min(max(most/each, 1), float64(p.Genes)))
}

// reversals returns the mutations of the genes from first to end-1 in a generation [GA16 §4].
//
// Deviation: the best gene of each group, which spared lists, does not mutate, which the paper does
// not mention. A random move makes nearly every good tour longer.
func (p *plan) reversals(spared []int32, first, end int, generation uint32) []Reversal {
	if p.n < 4 {
		return nil
	}
	var all []Reversal
	for gene := int32(first); gene < int32(end); gene++ {
		random := p.random(forGenes, uint32(gene), generation)
		if random.Float64() >= p.Mutation {
			continue
		}
		if _, best := slices.BinarySearch(spared, gene); best {
			continue
		}
		for range p.Edges {
			a, b := 1+random.IntN(int32(p.n-1)), 1+random.IntN(int32(p.n-2))
			if b >= a {
				b++
			}
			all = append(all, Reversal{gene, min(a, b), max(a, b)})
		}
	}
	return all
}

// transfers returns the transfers that copy the best gene of each group to another group [GA16
// §3.4].
func (p *plan) transfers(lengths []int64, generation uint32) []Transfer {
	if p.Groups == 1 || p.Period == 0 || int(generation+1)%p.Period != 0 {
		return nil
	}
	all, taken := make([]Transfer, 0, p.Groups), map[int32]bool{}
	for g := range p.Groups {
		random := p.random(forGroups, uint32(g), generation)
		to := int(random.IntN(int32(p.Groups - 1)))
		if to >= g {
			to++
		}
		gene := p.replaced(lengths, to, taken, &random)
		if gene >= 0 {
			all = append(all, Transfer{fittest(lengths, p.first[g], p.first[g+1]), gene})
			taken[gene] = true
		}
	}
	return all
}

// replaced returns a gene of a group to replace, other than its best gene and the genes in taken,
// or -1 if no gene is left.
func (p *plan) replaced(lengths []int64, group int, taken map[int32]bool, random *rng.Stream) int32 {
	from, end := p.first[group], p.first[group+1]
	best := fittest(lengths, from, end)
	var free []int32
	for gene := from; gene < end; gene++ {
		if gene != best && !taken[gene] {
			free = append(free, gene)
		}
	}
	if len(free) == 0 {
		return -1
	}
	if p.Replaces == "random" {
		return free[random.IntN(int32(len(free)))]
	}
	return slices.MaxFunc(free, func(a, b int32) int { return cmp.Compare(lengths[a], lengths[b]) })
}

// fittest returns the first shortest gene in a range.
func fittest(lengths []int64, from, end int32) int32 {
	best := from
	for gene := from + 1; gene < end; gene++ {
		if lengths[gene] < lengths[best] {
			best = gene
		}
	}
	return best
}
